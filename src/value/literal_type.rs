//! The types of literals: for a union, the type of the literal's case.

use super::json::kind_of;
use crate::syntax::{Kind, Node};
use crate::types::limits::MAX_BOUND;
use crate::types::{JsonKind, NativeName, StringType, Type, UnionCase, UnionType};

/// The type of a tag in a literal: a string. Whether it names a case is checked apart.
pub(crate) static TAG_TEXT: Type = Type::String(StringType::new(MAX_BOUND));

/// The properties of a literal that decide the case of a union.
pub(crate) trait TypedLiteral {
    /// Its kind; `None` if it cannot be read.
    fn literal_kind(&self) -> Option<JsonKind>;

    /// The string under this key. `None` if it is no object with such a string.
    fn text_under(&self, key: &str) -> Option<&str>;
}

impl TypedLiteral for Node<'_> {
    fn literal_kind(&self) -> Option<JsonKind> {
        kind_of(*self)
    }

    fn text_under(&self, key: &str) -> Option<&str> {
        // A repeated key is reported with the document, and decides nothing.
        let mut values = self.members().filter(|(of, _)| of.text() == key).map(|(_, value)| value);
        let value = values.next().filter(|_| values.next().is_none())?;
        (value.kind() == Kind::String).then(|| value.text())
    }
}

/// The case of a union for a literal, with its position: by the text of the tag if the union has one, else by the kind of
/// the literal.
pub(crate) fn case_of<'t>(of: &'t UnionType, literal: &impl TypedLiteral) -> Option<(u32, &'t UnionCase)> {
    match of.tag() {
        Some(tag) => of.case_tagged(literal.text_under(tag.as_str())?),
        None => of.case_for(literal.literal_kind()?),
    }
}

/// The type of a literal without an operator: for a union its case, for other types the type itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiteralType<'t> {
    pub(crate) ty: &'t Type,
    /// The tag beside the members of the case.
    tag: Option<&'t NativeName>,
}

impl<'t> LiteralType<'t> {
    /// The type of this literal. `None` if a union has no case for it.
    pub(crate) fn of(ty: &'t Type, literal: &impl TypedLiteral) -> Option<Self> {
        let Type::Union(of) = ty else { return Some(Self { ty, tag: None }) };
        case_of(of, literal).map(|(_, case)| Self { ty: &case.ty, tag: of.tag() })
    }

    /// The type of the member or entry with this key. A tag has no type.
    pub(crate) fn member(self, key: &str) -> Option<&'t Type> {
        if self.is_tag(key) { None } else { member_type(self.ty, key) }
    }

    /// Whether the key of an object is the tag of the union.
    pub(crate) fn is_tag(self, key: &str) -> bool {
        self.tag.is_some_and(|tag| tag.as_str() == key)
    }
}

/// The type of the member or entry of an object with this key. The key of a member may be an alias, and any other key may
/// be an entry of the rest.
pub(crate) fn member_type<'t>(ty: &'t Type, key: &str) -> Option<&'t Type> {
    if let Type::Map(map) = ty {
        return Some(map.value());
    }
    let Type::Struct(of) = ty else { return None };
    of.type_in_literal(key)
}
