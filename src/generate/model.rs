//! The types of a typed client: one for the configuration, and one for each struct and enum in it, all with names. Each
//! target writes them in its language.

use super::findings::ReservedTypeName;
use super::identifiers::identifiers;
use super::names::{Keys, NameScope, NamingRules, escaped};
use crate::declaration::Config;
use crate::diagnostic::{KnownName, Report};
use crate::types::{Constraint, EnumType, Field, Type, Value, Variant};
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
}

/// The configuration, or a struct in it.
pub(super) struct StructModel<'a> {
    pub(super) name: String,
    /// The member with this type: the position of a struct in [`Model::types`] and of a member in it; `None` for the
    /// configuration itself.
    pub(super) of: Option<(usize, usize)>,
    /// In ascending order of the keys, which is also the order of the values.
    pub(super) members: Vec<Member<'a>>,
}

/// A field of the configuration or a member of a struct.
pub(super) struct Member<'a> {
    pub(super) field: &'a Field,
    pub(super) name: String,
    /// The position in [`Model::types`] of its type, or of the struct or enum inside its lists and maps.
    pub(super) named: Option<usize>,
    /// The positions of the types of keys: one for each map in its type, from the outside in. `None` where keys are
    /// strings.
    pub(super) keys: Vec<Option<usize>>,
    pub(super) constants: Vec<Constant<'a>>,
    /// Whether it, or something around it, is sensitive, so that its value must not be shown.
    pub(super) secret: bool,
    /// Its value if nothing sets it: from the default of the struct around it, else its own.
    pub(super) default: Option<&'a Value>,
}

/// A named fact about a member. It never shows a sensitive value.
pub(super) struct Constant<'a> {
    pub(super) name: String,
    pub(super) what: Fact<'a>,
}

/// The content of a constant.
pub(super) enum Fact<'a> {
    /// The value if nothing sets it: from the default of the struct around it, else its own.
    Default(&'a Value),
    /// A constraint with an operand, of this part of the member.
    Constraint(Constraint<'a>, MemberPart<'a>),
}

/// The type of a member, of its elements, of the keys or values of its entries, or of such a part of one of these.
#[derive(Clone)]
pub(super) struct MemberPart<'a> {
    pub(super) ty: &'a Type,
    /// The steps to it, from the outside in: `element`, `key` or `value`. Empty for the member itself.
    words: Vec<&'static str>,
}

impl<'a> MemberPart<'a> {
    /// The member itself, then all parts inside it.
    fn all(ty: &'a Type) -> Vec<Self> {
        let mut parts = Vec::new();
        Self { ty, words: Vec::new() }.collect(&mut parts);
        parts
    }

    fn collect(self, parts: &mut Vec<Self>) {
        let part = |ty: &'a Type, word| Self { ty, words: [&*self.words, &[word]].concat() };
        let key = if let Type::Map(map) = self.ty { Some(part(map.key(), KEY)) } else { None };
        let contents = self.ty.contents().map(|ty| part(ty, contents_word(self.ty)));
        parts.push(self);
        parts.extend(key);
        if let Some(contents) = contents {
            contents.collect(parts);
        }
    }
}

/// Where the part is in the member: `an element of a value of `, or nothing.
impl Display for MemberPart<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.words.iter().rev().try_for_each(|word| {
            let article = if word.starts_with('e') { "an" } else { "a" };
            write!(f, "{article} {word} of ")
        })
    }
}

/// The word for the keys of a map in names.
const KEY: &str = "key";

/// The word for the elements of a vector or array, or the values of a map, in names.
pub(super) const fn contents_word(ty: &Type) -> &'static str {
    if matches!(ty, Type::Map(_)) { "value" } else { "element" }
}

/// An enum.
pub(super) struct Enumeration<'a> {
    pub(super) name: String,
    /// The member with this type: see [`StructModel::of`].
    pub(super) of: (usize, usize),
    /// The map in the member whose keys have this type; `None` if it is no type of keys.
    pub(super) map: Option<MemberPart<'a>>,
    /// In ascending order of the numbers.
    pub(super) variants: Vec<(String, &'a Variant)>,
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

impl Model<'_> {
    /// The member with a type: see [`StructModel::of`].
    pub(super) fn member(&self, (structure, member): (usize, usize)) -> Option<&Member<'_>> {
        match self.types.get(structure)? {
            NamedType::Struct(structure) => structure.members.get(member),
            NamedType::Enum(_) => None,
        }
    }
}

/// Properties of the place of a struct.
struct StructContext<'a> {
    keys: Vec<&'a str>,
    of: Option<(usize, usize)>,
    /// The default of the struct as a whole.
    defaults: Option<&'a [Value]>,
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
        self.types.push(NamedType::Struct(StructModel { name, of, members: Vec::new() }));
        let mut members = Vec::with_capacity(fields.len());
        for (at, field) in fields.iter().enumerate() {
            keys.push(field.key.as_str());
            let secret = secret || field.sensitive;
            let default = defaults.and_then(|defaults| defaults.get(at)).or(field.default.as_ref());
            let is_shown = |value: &&Value| value.is_of_type() && !secret && !field.ty.holds_sensitive();
            let shown = default.filter(is_shown);
            let name =
                escaped((self.language.conventions.members)(field.key.as_str()), self.language.members);
            scope.declare(&name, &keys, self.places, self.report);
            let constants = constants(field, shown, self.language);
            for constant in &constants {
                scope.declare(&constant.name, &keys, self.places, self.report);
            }
            let named = self.named(field, default, secret, (position, at), &keys);
            let keys_of_maps = self.named_keys(field, (position, at), &keys);
            members.push(Member { field, name, named, keys: keys_of_maps, constants, secret, default });
            keys.pop();
        }
        if let Some(NamedType::Struct(structure)) = self.types.get_mut(position) {
            structure.members = members;
        }
    }

    /// Names the enums of the keys of all maps in the type of a field.
    fn named_keys(&mut self, field: &'a Field, of: (usize, usize), keys: &Keys<'a>) -> Vec<Option<usize>> {
        let mut named = Vec::new();
        for part in MemberPart::all(&field.ty) {
            let Type::Map(map) = part.ty else { continue };
            named.push(if let Type::Enum(ty) = map.key() {
                let keys = [keys, &part.words, &[KEY]].concat();
                Some(self.enumeration(ty, of, Some(part), &keys))
            } else {
                None
            });
        }
        named
    }

    fn enumeration(
        &mut self,
        ty: &'a EnumType,
        of: (usize, usize),
        map: Option<MemberPart<'a>>,
        keys: &Keys<'a>,
    ) -> usize {
        let name = self.type_name(keys);
        self.scope.declare(&name, keys, self.places, self.report);
        let variants = self.variants(&name, ty, keys);
        self.types.push(NamedType::Enum(Enumeration { name, of, map, variants }));
        self.types.len() - 1
    }

    /// Names the struct or enum of a field, or the one inside its lists and maps.
    fn named(
        &mut self,
        field: &'a Field,
        default: Option<&'a Value>,
        secret: bool,
        of: (usize, usize),
        keys: &Keys<'a>,
    ) -> Option<usize> {
        let position = self.types.len();
        match single(&field.ty) {
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
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => return None,
        }
        Some(position)
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
            let name = (self.language.conventions.variants)(&identifier);
            let name = escaped(name, self.language.variants);
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

/// The constants of a field: its default and the limits of all its parts.
fn constants<'a>(field: &'a Field, default: Option<&'a Value>, language: &NamingRules) -> Vec<Constant<'a>> {
    let name =
        |words: &[&str]| (language.conventions.constants)(&[&[field.key.as_str()], words].concat().join("_"));
    let limit = |constraint: &Constraint<'a>| match constraint {
        // The documentation or the type says this; a constant would have no use.
        Constraint::Unique
        | Constraint::Unit(_)
        | Constraint::Kinds(_)
        | Constraint::Optional
        | Constraint::Nullable => None,
        Constraint::MaxSize(_)
        | Constraint::MinSize(_)
        | Constraint::MaxCount(_)
        | Constraint::MinCount(_)
        | Constraint::Count(_)
        | Constraint::Min(_)
        | Constraint::Max(_)
        | Constraint::Pattern(_) => Some(constraint.kind().name()),
    };
    let default = default.map(|value| Constant { name: name(&["default"]), what: Fact::Default(value) });
    let mut constants = Vec::from_iter(default);
    for part in MemberPart::all(&field.ty) {
        for constraint in part.ty.constraints() {
            let Some(limit) = limit(&constraint) else { continue };
            let name = name(&[&*part.words, &[limit]].concat());
            constants.push(Constant { name, what: Fact::Constraint(constraint, part.clone()) });
        }
    }
    constants
}

/// The type of a single value: the one inside all lists and maps, or the type itself.
pub(super) fn single(ty: &Type) -> &Type {
    ty.contents().map_or(ty, single)
}

/// Whether clients have a named type for it.
pub(super) fn is_named(ty: &Type) -> bool {
    match ty {
        Type::Enum(_) | Type::Struct(_) => true,
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => false,
    }
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
