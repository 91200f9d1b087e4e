//! The sections of a component's page: one for each field, member and case, in the order of the page.

use crate::declaration::Config;
use crate::generate::{Described, tag};
use crate::types::{NativeName, Type, UnionCase, Variant};
use std::collections::BTreeMap;

/// A field, member or case with a section of its own.
pub(super) struct FieldSection<'c> {
    /// Its path by keys, which is its address on the page: `pool.size`, `servers[].port`.
    pub(super) path: String,
    /// Its path by native names, if this differs.
    pub(super) native: Option<String>,
    /// Its subject.
    pub(super) content: SectionContent<'c>,
    /// The position in the listing; `None` for a struct whose members have values, and inside a list, map or union.
    pub(super) listed: Option<usize>,
    /// Whether it is inside a list, a map or a union, so that it has no value of its own.
    pub(super) is_inner: bool,
    /// Whether it, or something around it, is sensitive.
    pub(super) is_secret: bool,
}

/// The subject of a section.
#[derive(Clone, Copy)]
pub(super) enum SectionContent<'c> {
    /// A field or member.
    Field(Described<'c>),
    /// A case of a union, with the tag that names it in layers.
    Case(&'c UnionCase, Option<&'c NativeName>),
}

impl<'c> FieldSection<'c> {
    /// Whether it is a field of the component, and not a member or part of one.
    pub(super) fn is_top(&self) -> bool {
        !self.path.contains(['.', '['])
    }

    /// Its type.
    pub(super) fn ty(&self) -> &'c Type {
        match self.content {
            SectionContent::Field(described) => &described.field.ty,
            SectionContent::Case(case, _) => &case.ty,
        }
    }

    /// Its type as text. A struct is only named, since its members follow.
    pub(super) fn type_text(&self) -> String {
        match self.content {
            SectionContent::Field(described) if described.field.ty.is_struct() => {
                format!("struct{}", described.field.presence())
            }
            SectionContent::Field(described) => described.field.type_text().to_string(),
            SectionContent::Case(case, _) if case.ty.is_struct() => "struct".into(),
            SectionContent::Case(case, _) => case.ty.to_string(),
        }
    }

    /// Its documentation.
    pub(super) fn documentation(&self) -> Option<&'c str> {
        match self.content {
            SectionContent::Field(described) => described.field.doc.as_deref(),
            SectionContent::Case(case, _) => case.doc.as_deref(),
        }
    }

    /// Why it is deprecated.
    pub(super) fn deprecated(&self) -> Option<&'c str> {
        match self.content {
            SectionContent::Field(described) => described.field.deprecated.as_deref(),
            SectionContent::Case(..) => None,
        }
    }

    /// Its old names.
    pub(super) fn aliases(&self) -> &'c [NativeName] {
        match self.content {
            SectionContent::Field(described) => described.field.names.aliases(),
            SectionContent::Case(..) => &[],
        }
    }

    /// Whether its elements, entries or cases are or contain secrets, although it is not secret itself. A struct does
    /// not count, because its members have sections.
    pub(super) fn has_secret_parts(&self) -> bool {
        let ty = self.ty();
        !self.is_secret && !ty.is_struct() && ty.holds_sensitive()
    }

    /// Whether its values are or contain untyped JSON. A struct does not count, because its members do.
    pub(super) fn is_untyped(&self) -> bool {
        let ty = self.ty();
        !ty.is_struct() && ty.members().is_empty() && ty.inner_cases().is_empty() && ty.holds_json()
    }

    /// The variants of its enums, also of keys of maps, that are documented.
    pub(super) fn documented_variants(&self) -> impl Iterator<Item = (&'c Variant, &'c str)> {
        let ty = self.ty();
        let variants = variants_of_keys(ty).into_iter().chain(ty.variants());
        variants.filter_map(|variant| Some((variant, variant.doc.as_deref()?)))
    }
}

fn variants_of_keys(ty: &Type) -> Vec<&Variant> {
    let keys = if let Type::Map(map) = ty { map.key().variants() } else { &[] };
    keys.iter().chain(ty.contents().map(variants_of_keys).unwrap_or_default()).collect()
}

/// The sections of a schema. `listed` are the positions in the listing, by path.
pub(super) fn sections<'c>(config: &'c Config, listed: &BTreeMap<&str, usize>) -> Vec<FieldSection<'c>> {
    let mut walk = SectionWalk { listed, sections: Vec::new() };
    walk.fields(Described::fields(config), &SectionPaths::default());
    walk.sections
}

/// The paths that precede a key, each empty or with its separator at the end.
#[derive(Default)]
struct SectionPaths {
    path: String,
    native: String,
    is_inner: bool,
}

impl SectionPaths {
    /// The paths that precede the members and cases inside a type at these paths.
    fn inside(&self, (path, native): (&str, &str), ty: &Type) -> Self {
        let brackets = brackets(ty);
        let is_inner = self.is_inner || !ty.is_struct();
        Self { path: format!("{path}{brackets}."), native: format!("{native}{brackets}."), is_inner }
    }
}

struct SectionWalk<'c, 'l> {
    listed: &'l BTreeMap<&'l str, usize>,
    sections: Vec<FieldSection<'c>>,
}

impl<'c> SectionWalk<'c, '_> {
    /// Adds fields with their members and cases. Recursion is limited by the depth of types.
    fn fields(&mut self, fields: impl Iterator<Item = Described<'c>>, around: &SectionPaths) {
        for described in fields {
            let path = format!("{}{}", around.path, described.field.key);
            let native = format!("{}{}", around.native, described.field.native_name());
            let listed = self.listed.get(path.as_str()).copied().filter(|_| !around.is_inner);
            let ty = &described.field.ty;
            let inside = around.inside((&path, &native), ty);
            self.sections.push(FieldSection {
                native: (native != path).then_some(native),
                path,
                content: SectionContent::Field(described),
                listed,
                is_inner: around.is_inner,
                is_secret: described.secret,
            });
            self.fields(described.members(), &inside);
            self.cases(ty, described.secret, &inside);
        }
    }

    /// Adds the cases of a union, or of the unions in a list or map, each with its members.
    fn cases(&mut self, ty: &'c Type, secret: bool, around: &SectionPaths) {
        let tag = tag(ty);
        for case in ty.inner_cases() {
            let path = format!("{}{}", around.path, case.name);
            let native = format!("{}{}", around.native, case.name);
            let inside = around.inside((&path, &native), &case.ty);
            self.sections.push(FieldSection {
                path,
                native: None,
                content: SectionContent::Case(case, tag),
                listed: None,
                is_inner: true,
                is_secret: secret,
            });
            self.fields(Described::members_of(&case.ty, None, secret), &inside);
            self.cases(&case.ty, secret, &inside);
        }
    }
}

/// The steps of a path to the structs or unions inside a type: `[]` for each list or map around them.
fn brackets(ty: &Type) -> String {
    ty.contents().map_or_else(String::new, |contents| format!("[]{}", brackets(contents)))
}
