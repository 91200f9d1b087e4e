//! Names in a message of protobuf, and their collisions.

use crate::diagnostic::Diagnostic;
use crate::generate::findings::{SameFieldNumber, SameProtobufName};
use crate::generate::names::named;
use crate::value::Places;
use std::collections::{BTreeMap, BTreeSet};

/// Two declarations that would have the same name or number in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtoCollision {
    /// The name of the message, after the names of the enclosing messages.
    message: String,
    /// The keys of the paths to both.
    keys: [Vec<String>; 2],
    kind: CollisionKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum CollisionKind {
    /// The same name, of the kind that these words describe.
    Name(String),
    Number(u32),
}

impl ProtoCollision {
    /// The diagnostic; `places` gives the places of declarations.
    pub(crate) fn diagnostic(&self, places: &Places<'_>) -> Diagnostic {
        let both = self.keys.each_ref().map(|keys| {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            named(&keys, places)
        });
        match &self.kind {
            CollisionKind::Name(why) => SameProtobufName::of(&self.message, both, why.clone()).into(),
            CollisionKind::Number(number) => SameFieldNumber::of(&self.message, both, *number).into(),
        }
    }
}

/// A field of a message: one for a field or member, or for a case of a union.
pub(super) struct MessageField<'a> {
    /// Its name.
    pub(super) name: String,
    /// The keys of the path from the message to its declaration. The last may be the name of a case.
    pub(super) keys: Vec<&'a str>,
}

/// The names declared in a message: its fields, its types and the values of its enums share one scope.
pub(super) struct MessageScope<'a> {
    /// The name of the message, after the names of the enclosing messages.
    message: String,
    /// The keys of the path to the message.
    within: Vec<&'a str>,
    /// Each name with the keys of its declaration.
    names: BTreeMap<String, Vec<&'a str>>,
    /// Names of fields with their keys, by the part of the names that the strictest compilers compare.
    folded: BTreeMap<String, (String, Vec<&'a str>)>,
    /// The keys of fields, by their numbers.
    numbers: BTreeMap<u32, Vec<&'a str>>,
    /// The keys of fields whose names collide, which is reported.
    alike: BTreeSet<[Vec<&'a str>; 2]>,
}

impl<'a> MessageScope<'a> {
    pub(super) fn new(message: String, within: Vec<&'a str>) -> Self {
        let (names, folded, numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { message, within, names, folded, numbers, alike: BTreeSet::new() }
    }

    /// A collision of the declarations at the end of these keys in the message.
    fn collision(&self, both: [&[&str]; 2], kind: CollisionKind) -> ProtoCollision {
        let keys = both.map(|keys| self.within.iter().chain(keys).map(|key| (*key).to_owned()).collect());
        ProtoCollision { message: self.message.clone(), keys, kind }
    }

    /// Records a field with its number.
    pub(super) fn field(&mut self, field: &MessageField<'a>, number: u32, found: &mut Vec<ProtoCollision>) {
        let is_alike = self.accessor(&field.name, &field.keys, found);
        let same = self.numbers.insert(number, field.keys.clone());
        if let Some(first) = same.filter(|_| !is_alike) {
            found.push(self.collision([&first, &field.keys], CollisionKind::Number(number)));
        }
    }

    /// Records the names that compilers derive from a `oneof`: an accessor of its case, and an enum of the cases. In C++
    /// the values of that enum are names of the message, too.
    pub(super) fn oneof(&mut self, name: &str, keys: &[&'a str], found: &mut Vec<ProtoCollision>) {
        self.accessor(&format!("{name}_case"), keys, found);
        self.type_name(&format!("{}Case", pascal(name)), keys, found);
        self.name(&format!("{}_NOT_SET", constant(name)), keys.into(), found);
    }

    /// Records the name of an accessor. Returns whether another one is alike, and reports it.
    pub(super) fn accessor(&mut self, name: &str, keys: &[&'a str], found: &mut Vec<ProtoCollision>) -> bool {
        // Compilers before protoc 22 refuse fields whose JSON names differ only in underscores.
        let Some((first, of_first)) = self.folded.insert(folded(name), (name.into(), keys.into())) else {
            return false;
        };
        let why = if first == name { format!("as `{name}`") } else { "but for underscores".into() };
        found.push(self.collision([&of_first, keys], CollisionKind::Name(why)));
        self.alike.insert([of_first, keys.into()]);
        true
    }

    /// Records the type of a field.
    pub(super) fn type_name(&mut self, name: &str, keys: &[&'a str], found: &mut Vec<ProtoCollision>) {
        // Colliding fields are reported already.
        let is_alike = |first: &Vec<&'a str>| self.alike.contains(&[first.clone(), keys.into()]);
        if !self.names.get(name).is_some_and(is_alike) {
            self.name(name, keys.into(), found);
        }
    }

    fn name(&mut self, name: &str, of: Vec<&'a str>, found: &mut Vec<ProtoCollision>) {
        match self.names.get(name) {
            Some(first) => {
                let why = CollisionKind::Name(format!("as `{name}`"));
                found.push(self.collision([first, &of], why));
            }
            None => drop(self.names.insert(name.into(), of)),
        }
    }

    /// The variants of a field's enum.
    pub(super) fn variants<'s>(&'s mut self, field: &'s MessageField<'a>) -> EnumScope<'s, 'a> {
        EnumScope { scope: self, keys: &field.keys, folded: BTreeMap::new() }
    }
}

/// A key without the characters that compilers ignore.
fn folded(key: &str) -> String {
    key.replace('_', "")
}

/// The values of one enum.
pub(super) struct EnumScope<'s, 'a> {
    scope: &'s mut MessageScope<'a>,
    /// The keys of the enum's field.
    keys: &'s [&'a str],
    /// Variants by the form that compilers compare within an enum.
    folded: BTreeMap<String, &'a str>,
}

impl<'a> EnumScope<'_, 'a> {
    /// Records a variant with this identifier, and its name in the scope.
    pub(super) fn variant(
        &mut self,
        name: &str,
        (variant, identifier): (&'a str, &str),
        found: &mut Vec<ProtoCollision>,
    ) {
        let keys = |variant| [self.keys, &[variant]].concat();
        if let Some(first) = self.folded.insert(pascal(identifier), variant) {
            let why = CollisionKind::Name(format!("as `{}`", pascal(identifier)));
            found.push(self.scope.collision([&keys(first), &keys(variant)], why));
            return;
        }
        self.scope.name(name, keys(variant), found);
    }
}

/// Returns the name of a type for a key: `LogLevel` for `log_level`.
pub(super) fn pascal(key: &str) -> String {
    let capital = |part: &str| {
        let (first, rest) = part.split_at_checked(1).unwrap_or_default();
        first.to_ascii_uppercase() + rest
    };
    key.split('_').map(capital).collect()
}

/// Returns the name of an enum's value for a key: `LOG_LEVEL` for `log_level`.
pub(super) fn constant(key: &str) -> String {
    key.to_ascii_uppercase()
}
