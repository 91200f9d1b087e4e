//! The places of a rule's `for`, as expressions over them need their types.

use super::vocabulary::ROOTS;
use crate::schema::words::is_listed;
use crate::types::Type;
use confc_core::expr::Scope;

/// The type of `self` in a rule with these places; `None` if the text names no places.
pub(in crate::schema) fn place_type<'s>(path: &str, scope: &Scope<'s>) -> Option<&'s Type> {
    let mut fields = Some(scope.fields());
    let mut ty = None;
    for segment in path.split('.') {
        let name = segment.trim_end_matches("[]");
        let of = fields?;
        let mut found = &of.members().get(of.position_in_path(name.trim_matches('`'))?)?.ty;
        for _ in 0..(segment.len() - name.len()) / 2 {
            found = element(found)?;
        }
        fields = if let Type::Struct(of) = found { Some(of) } else { None };
        ty = Some(found);
    }
    ty
}

/// The path that a `for` in the form of another language most likely means, with the type of an element.
pub(in crate::schema) fn places_like<'s>(text: &str, scope: &Scope<'s>) -> Option<(String, &'s Type)> {
    let text = text.rsplit(" in ").next()?.trim().trim_start_matches(['$', '.']);
    let mut segments = text.split(['.', '[']).filter_map(|segment| {
        let name = segment.trim_end_matches(']');
        let is_name = !name.is_empty() && !name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'*');
        is_name.then_some(name)
    });
    let mut fields = scope.fields();
    let mut name = segments.next()?;
    if fields.position_in_path(name).is_none() && is_listed(ROOTS, name) {
        name = segments.next()?;
    }
    let (mut path, mut is_list) = (String::new(), false);
    loop {
        path += name;
        let mut ty = &fields.members().get(fields.position_in_path(name)?)?.ty;
        while let Some(of) = element(ty).filter(|_| !matches!(ty, Type::Map(_))) {
            path += "[]";
            is_list = true;
            ty = of;
        }
        let Some(next) = segments.next() else {
            return is_list.then_some((path, ty));
        };
        let Type::Struct(of) = ty else { return None };
        (fields, name) = (of, next);
        path.push('.');
    }
}

/// The type of an element of a vector or array, or of a key of a map.
fn element(ty: &Type) -> Option<&Type> {
    if let Type::Map(of) = ty { Some(of.key()) } else { ty.element() }
}
