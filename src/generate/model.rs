//! The types of a typed client: one for the configuration, and one for each struct, enum and union in it, all with names.
//! Each target writes them in its language.

use super::constants::Constant;
use super::enumeration::Enumeration;
use super::findings::ReservedTypeName;
use super::identifiers::identifiers;
use super::member_part::{KEY, MemberPart, single};
use super::names::{Keys, NameScope, NamingRules, escaped};
use super::type_use::{TypeOwner, TypeUse};
use crate::declaration::Config;
use crate::diagnostic::{KnownName, Report};
use crate::types::{EnumType, Field, Type, UnionCase, UnionType, Value, Variant};
use crate::value::Places;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Options of a typed client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The name of the type for the whole configuration.
    pub type_name: TypeName,
}

/// The name of a type: a capital letter, then letters and digits of ASCII, at most 64 in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName(String);

impl TypeName {
    /// The default name.
    pub const DEFAULT: &str = "Config";

    const MAX_SIZE: usize = 64;
}

impl Default for TypeName {
    fn default() -> Self {
        Self(Self::DEFAULT.into())
    }
}

impl FromStr for TypeName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let fits = text.starts_with(|first: char| first.is_ascii_uppercase())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && text.len() <= Self::MAX_SIZE;
        fits.then(|| Self(text.into())).ok_or(
            "expected a capital letter, then letters and digits, at most 64 in all, as in `DoorConfig`",
        )
    }
}

impl Display for TypeName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Types in the order of their first use, the configuration first.
pub(super) struct Model<'a> {
    pub(super) types: Vec<NamedType<'a>>,
}

/// A type with a name.
pub(super) enum NamedType<'a> {
    Struct(StructModel<'a>),
    Enum(Enumeration<'a>),
    Union(UnionModel<'a>),
}

/// The configuration, or a struct in it.
pub(super) struct StructModel<'a> {
    pub(super) name: String,
    /// The member or case with this type; `None` for the configuration itself.
    pub(super) of: Option<TypeUse<'a>>,
    /// In ascending order of the keys, which is also the order of the values.
    pub(super) members: Vec<Member<'a>>,
    /// Whether something around it is sensitive, so that its values must not be shown.
    pub(super) secret: bool,
}

/// A field of the configuration or a member of a struct.
pub(super) struct Member<'a> {
    pub(super) field: &'a Field,
    pub(super) name: String,
    pub(super) named: NamedParts,
    pub(super) constants: Vec<Constant<'a>>,
    /// Whether it, or something around it, is sensitive, so that its value must not be shown.
    pub(super) secret: bool,
    /// Whether it is sensitive, and nothing around it is. Clients wrap its value, as a whole.
    pub(super) is_wrapped: bool,
    /// The value in the default of the enclosing struct, or else its own default.
    pub(super) default: Option<&'a Value>,
}

/// The named types in the type of a member or case, as positions in [`Model::types`]. Those inside structs and cases are
/// not among them.
pub(super) struct NamedParts {
    /// The type itself, or the struct, enum or union inside its lists and maps.
    pub(super) single: Option<usize>,
    /// The types of keys: one for each map in the type, from the outside in. `None` where keys are strings.
    pub(super) keys: Vec<Option<usize>>,
}

impl NamedType<'_> {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Struct(structure) => &structure.name,
            Self::Enum(enumeration) => &enumeration.name,
            Self::Union(union) => &union.name,
        }
    }
}

/// A union.
pub(super) struct UnionModel<'a> {
    pub(super) name: String,
    /// The member or case with this type.
    pub(super) of: TypeUse<'a>,
    /// By position.
    pub(super) cases: Vec<CaseModel<'a>>,
    /// Whether something around it is sensitive, so that its value must not be shown.
    pub(super) secret: bool,
}

/// A case of a union.
pub(super) struct CaseModel<'a> {
    pub(super) case: &'a UnionCase,
    pub(super) name: String,
    pub(super) named: NamedParts,
}

impl<'a> Model<'a> {
    /// Names all types and members. Reports equal names and returns `None`.
    pub(super) fn new(
        config: &'a Config,
        client: &Client,
        language: &'static NamingRules,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let errors = report.errors();
        let types = NameScope::new(language, "the module".into());
        let name = client.type_name.0.clone();
        if language.types.contains(&name.as_str()) {
            report.push(ReservedTypeName { language: language.name, name: KnownName::new(&*name) });
        }
        let mut namer = Namer { language, places, report, scope: types, types: Vec::new() };
        namer.declare_struct(&name, &[]);
        let around = StructContext { keys: Vec::new(), of: None, defaults: None, secret: false };
        namer.structure(name, config.fields(), around);
        let types = namer.types;
        (report.errors() == errors).then_some(Self { types })
    }
}

impl<'a> Model<'a> {
    /// The enum in the type of a member, inside all lists and maps; `None` if there is another type.
    pub(super) fn enumeration(&self, member: &Member<'_>) -> Option<&Enumeration<'a>> {
        match member.named.single.and_then(|at| self.types.get(at)) {
            Some(NamedType::Enum(enumeration)) => Some(enumeration),
            Some(NamedType::Struct(_) | NamedType::Union(_)) | None => None,
        }
    }

    /// The name of the type at this position. Empty for `None` and for a position without a type.
    pub(super) fn name(&self, position: Option<usize>) -> &str {
        position.and_then(|at| self.types.get(at)).map_or("", NamedType::name)
    }
}

/// Properties of the place of a struct.
struct StructContext<'a> {
    keys: Vec<&'a str>,
    of: Option<TypeUse<'a>>,
    /// The default of the struct as a whole.
    defaults: Option<&'a [Value]>,
    /// Whether it, or something around it, is sensitive.
    secret: bool,
}

/// Properties of a member or case, to name the types in its type.
struct TypePlace<'a, 'k> {
    keys: &'k Keys<'a>,
    of: TypeUse<'a>,
    /// The default of a member.
    default: Option<&'a Value>,
    /// Whether it, or something around it, is sensitive.
    secret: bool,
}

struct Namer<'a, 'r> {
    language: &'static NamingRules,
    places: &'r Places<'r>,
    report: &'r mut Report,
    /// The names of types.
    scope: NameScope<'a>,
    types: Vec<NamedType<'a>>,
}

impl<'a> Namer<'a, '_> {
    fn structure(&mut self, name: String, fields: &'a [Field], around: StructContext<'a>) {
        let StructContext { mut keys, of, defaults, secret } = around;
        let position = self.types.len();
        let mut scope = NameScope::new(self.language, format!("the type `{name}`"));
        // Its members are added when the types after it are known.
        self.types.push(NamedType::Struct(StructModel { name, of, members: Vec::new(), secret }));
        let mut members = Vec::with_capacity(fields.len());
        for (at, field) in fields.iter().enumerate() {
            keys.push(field.key.as_str());
            let is_wrapped = field.sensitive && !secret;
            let secret = secret || field.sensitive;
            let default = defaults.and_then(|defaults| defaults.get(at)).or(field.default.as_ref());
            let is_shown = |value: &&Value| value.is_of_type() && !secret && !field.ty.holds_sensitive();
            let shown = default.filter(is_shown);
            let name =
                escaped((self.language.conventions.members)(field.key.as_str()), self.language.members);
            scope.declare(&name, &keys, self.places, self.report);
            let constants = Constant::all(field, shown, self.language);
            for constant in &constants {
                scope.declare(&constant.name, &keys, self.places, self.report);
            }
            let place = TypePlace {
                keys: &keys,
                of: TypeUse { around: position, at, owner: TypeOwner::Member(field) },
                default,
                secret,
            };
            let named = self.named_parts(&field.ty, &place);
            members.push(Member { field, name, named, constants, secret, is_wrapped, default });
            keys.pop();
        }
        if let Some(NamedType::Struct(structure)) = self.types.get_mut(position) {
            structure.members = members;
        }
    }

    /// Names the types in the type of a member or case.
    fn named_parts(&mut self, ty: &'a Type, place: &TypePlace<'a, '_>) -> NamedParts {
        NamedParts { single: self.named(single(ty), place), keys: self.named_keys(ty, place) }
    }

    /// Names the enums of the keys of all maps in a type, outside its cases.
    fn named_keys(&mut self, ty: &'a Type, place: &TypePlace<'a, '_>) -> Vec<Option<usize>> {
        let mut named = Vec::new();
        for part in MemberPart::all(ty).into_iter().filter(|part| !part.is_in_case()) {
            let Type::Map(map) = part.ty else { continue };
            named.push(if let Type::Enum(ty) = map.key() {
                let keys = [place.keys, &part.words(), &[KEY]].concat();
                Some(self.enumeration(ty, place.of, Some(part), &keys))
            } else {
                None
            });
        }
        named
    }

    fn enumeration(
        &mut self,
        ty: &'a EnumType,
        of: TypeUse<'a>,
        map: Option<MemberPart<'a>>,
        keys: &Keys<'a>,
    ) -> usize {
        let name = self.type_name(keys);
        self.scope.declare(&name, keys, self.places, self.report);
        let variants = self.variants(&name, ty, keys);
        self.types.push(NamedType::Enum(Enumeration { name, of, map, variants }));
        self.types.len() - 1
    }

    /// Names a struct, enum or union.
    fn named(&mut self, ty: &'a Type, place: &TypePlace<'a, '_>) -> Option<usize> {
        let TypePlace { keys, of, default, secret } = *place;
        let position = self.types.len();
        match ty {
            Type::Struct(ty) => {
                let defaults = match default {
                    Some(Value::Struct(values)) => Some(&**values),
                    // The default of a list is not the default of an element.
                    Some(_) | None => None,
                };
                let name = self.type_name(keys);
                self.declare_struct(&name, keys);
                let around = StructContext { keys: keys.to_vec(), of: Some(of), defaults, secret };
                self.structure(name, ty.members(), around);
            }
            Type::Enum(ty) => return Some(self.enumeration(ty, of, None, keys)),
            Type::Union(ty) => self.union(ty, place),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_) => return None,
        }
        Some(position)
    }

    fn union(&mut self, ty: &'a UnionType, place: &TypePlace<'a, '_>) {
        let TypePlace { of, secret, .. } = *place;
        let position = self.types.len();
        let name = self.type_name(place.keys);
        self.scope.declare(&name, place.keys, self.places, self.report);
        let mut scope = NameScope::new(self.language, format!("the enum `{name}`"));
        // Its cases are added when the types after it are known.
        self.types.push(NamedType::Union(UnionModel { name, of, cases: Vec::new(), secret }));
        let mut cases = Vec::with_capacity(ty.cases().len());
        for (at, case) in ty.cases().iter().enumerate() {
            let keys = [place.keys, &[case.name.as_str()]].concat();
            let name = escaped((self.language.conventions.cases)(case.name.as_str()), self.language.variants);
            scope.declare(&name, &keys, self.places, self.report);
            // The default of a union is not the default of a case.
            let place = TypePlace {
                keys: &keys,
                of: TypeUse { around: position, at, owner: TypeOwner::Case(case) },
                default: None,
                secret,
            };
            cases.push(CaseModel { case, name, named: self.named_parts(&case.ty, &place) });
        }
        if let Some(NamedType::Union(union)) = self.types.get_mut(position) {
            union.cases = cases;
        }
    }

    /// The name of a type, made of all keys of the path to it.
    fn type_name(&self, keys: &Keys<'a>) -> String {
        escaped((self.language.conventions.types)(&keys.join("_")), self.language.types)
    }

    /// Declares the name of a struct, and the names of its companions.
    fn declare_struct(&mut self, name: &str, keys: &Keys<'a>) {
        self.scope.declare(name, keys, self.places, self.report);
        for companion in self.language.companions {
            self.scope.declare(&companion_name(name, companion), keys, self.places, self.report);
        }
    }

    fn variants(&mut self, name: &str, ty: &'a EnumType, keys: &Keys<'a>) -> Vec<(String, &'a Variant)> {
        let mut scope = NameScope::new(self.language, format!("the enum `{name}`"));
        let mut keys = keys.to_vec();
        let mut variants = Vec::with_capacity(ty.variants().len());
        for (variant, identifier) in ty.variants().iter().zip(identifiers(ty)) {
            keys.push(variant.name.as_str());
            let name = escaped((self.language.conventions.variants)(&identifier), self.language.variants);
            scope.declare(&name, &keys, self.places, self.report);
            variants.push((name, variant));
            keys.pop();
        }
        variants.sort_by_key(|(_, variant)| variant.number);
        variants
    }
}

/// The name of a companion of a struct.
pub(super) fn companion_name(name: &str, companion: &str) -> String {
    format!("{}{companion}", name.trim_end_matches('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_are_identifiers() {
        let long = format!("A{}", "a".repeat(TypeName::MAX_SIZE - 1));
        for name in ["A", "Config", "Mp3", &long] {
            assert!(name.parse::<TypeName>().is_ok(), "{name}");
        }
        for name in ["", "config", "A_b", "Ä", "A-b", "1A", &format!("{long}a")] {
            assert!(name.parse::<TypeName>().is_err(), "{name}");
        }
    }
}
