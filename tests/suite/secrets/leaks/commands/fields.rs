//! Fields with sensitive values of every type, and values for them.

use super::literal::{Canaries, Literal};
use crate::support::random::Random;

/// How a value of a field looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Word,
    Number,
    Words,
    Numbers,
    Keyring,
    /// An object with a secret in this member, beside a member that anybody may see.
    Member(&'static str),
    Doors,
    Accounts,
    /// Lists of lists of structs with a secret.
    Floors,
    /// A map of maps of lists, whose keys are secret too.
    Keyrings,
    /// Values that anybody may see, in JSON5 that is YAML and TOML as well, or objects.
    Public(&'static [&'static str]),
}

/// A field of a manifest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) key: &'static str,
    /// All of its declaration but for a default.
    pub(super) stanza: &'static str,
    shape: Shape,
}

/// Fields with secrets.
pub(super) const SENSITIVE: &[Field] = &[
    field("password", "type: 'string', max_size: 60, sensitive: true, mutability: ['parent']", Shape::Word),
    field(
        "admin_passwd",
        "type: 'string', max_size: 8, aliases: ['root_passwd'], sensitive: true",
        Shape::Word,
    ),
    field("passphrase", "sensitive: true, type: 'string', max_size: 60, pattern: '[a-z]+'", Shape::Word),
    field(
        "api_key",
        "type: 'string', sensitive: true, max_size: 60, optional: true, nullable: true",
        Shape::Word,
    ),
    field("serial_secret", "type: 'uint64', sensitive: true", Shape::Number),
    field("door_pin", "type: 'uint8', sensitive: true, mutability: ['parent']", Shape::Number),
    field("weight_secret", "type: 'float64', max: 100, sensitive: true", Shape::Number),
    field("mode_secret", "type: 'enum', variants: { low: 0, high: 1 }, sensitive: true", Shape::Word),
    field("gate_secret", "type: 'bool', sensitive: true", Shape::Word),
    // Long names: `init` reads no declaration, and does not recognise a short word that lost a letter.
    field(
        "passwords",
        "type: 'vector', max_count: 3, element: { type: 'string', max_size: 60 }, sensitive: true",
        Shape::Words,
    ),
    field(
        "session_cookies",
        "type: 'array', count: 2, element: { type: 'string', max_size: 60 }, sensitive: true",
        Shape::Words,
    ),
    field(
        "number_tokens",
        "type: 'vector', max_count: 3, unique: true, element: { type: 'uint64' }, sensitive: true",
        Shape::Numbers,
    ),
    field(
        "credentials",
        "type: 'map', max_count: 2, key: { type: 'string', max_size: 60 }, \
         value: { type: 'string', max_size: 60 }, sensitive: true",
        Shape::Keyring,
    ),
    field(
        "vault_secret",
        "type: 'struct', sensitive: true, fields: { code: { type: 'string', max_size: 60 }, \
         size: { type: 'uint8', default: 1 } }",
        Shape::Member("code"),
    ),
    field(
        "server",
        "type: 'struct', mutability: ['parent'], fields: { host: { type: 'string', max_size: 9, default: 'h' }, \
         token: { type: 'string', max_size: 60, sensitive: true } }",
        Shape::Member("token"),
    ),
    field(
        "doors",
        "type: 'vector', max_count: 3, element: { type: 'struct', fields: { id: { type: 'uint8' }, \
         secret: { type: 'string', max_size: 60, sensitive: true } } }",
        Shape::Doors,
    ),
    field(
        "accounts",
        "type: 'map', max_count: 3, key: { type: 'string', max_size: 9 }, value: { type: 'struct', fields: { \
         id: { type: 'uint8' }, pin: { type: 'string', max_size: 60, sensitive: true } } }",
        Shape::Accounts,
    ),
    field(
        "floors",
        "type: 'vector', max_count: 2, element: { type: 'vector', max_count: 3, element: { type: 'struct', fields: { \
         id: { type: 'uint8' }, secret: { type: 'string', max_size: 60, sensitive: true } } } }",
        Shape::Floors,
    ),
    field(
        "key_secrets",
        "type: 'map', max_count: 2, key: { type: 'string', max_size: 60 }, value: { type: 'map', max_count: 2, \
         key: { type: 'string', max_size: 60 }, value: { type: 'vector', max_count: 2, \
         element: { type: 'string', max_size: 60 } } }, sensitive: true",
        Shape::Keyrings,
    ),
];

/// Fields without secrets; all have defaults.
pub(super) const PUBLIC: &[Field] = &[
    field(
        "name",
        "type: 'string', max_size: 12, default: 'n'",
        Shape::Public(&["'ab'", "'n'", "'ab'", "7", "'a b c d e f g h'"]),
    ),
    field(
        "level",
        "type: 'enum', variants: { low: 0, high: 1 }, default: 'low'",
        Shape::Public(&["'low'", "'high'", "'low'", "'lo'", "1"]),
    ),
    field(
        "timeout_ms",
        "type: 'uint16', max: 9000, default: 7",
        Shape::Public(&["1", "2", "1", "2", "70000", "'x'", "[1]"]),
    ),
    field(
        "tags",
        "type: 'vector', max_count: 3, element: { type: 'string', max_size: 9 }, default: []",
        Shape::Public(&["['a', 'b']", "[]", "['a', 'b']", "['a', 1]", "'a'"]),
    ),
    field(
        "limits",
        "type: 'struct', default: {}, fields: { low: { type: 'uint8', default: 1 }, high: { type: 'uint8', default: 9 } }",
        Shape::Public(&["{}", "{}", "3"]),
    ),
];

const fn field(key: &'static str, stanza: &'static str, shape: Shape) -> Field {
    Field { key, stanza, shape }
}

impl Field {
    /// A key that this component declares sensitive, and another one may not.
    pub(super) const fn marked(key: &'static str) -> Self {
        field(key, "type: 'string', max_size: 60, sensitive: true, optional: true", Shape::Word)
    }

    /// The declaration of the same key without secrets, as another component has it.
    pub(super) const fn unmarked(key: &'static str) -> Self {
        field(key, "type: 'string', max_size: 60, default: 'u'", Shape::Word)
    }

    pub(super) fn is_sensitive(&self) -> bool {
        self.stanza.contains("sensitive")
    }

    /// A value that may fit, and mostly does.
    pub(super) fn value(&self, random: &mut Random, canaries: &mut Canaries) -> Literal {
        match self.shape {
            Shape::Public(choices) => Literal::bare(random.pick(choices)),
            // Keys of its own are public.
            Shape::Member("token") | Shape::Doors | Shape::Accounts | Shape::Floors if random.once_in(10) => {
                Literal::text(canaries.word(random))
            }
            Shape::Member("token") | Shape::Doors | Shape::Accounts | Shape::Floors => {
                self.made(random, canaries, &|random, canaries| {
                    if random.once_in(4) { unfit(random, canaries) } else { string(random, canaries) }
                })
            }
            _ if random.once_in(8) => unfit(random, canaries),
            _ if self.fitting().is_some() && !random.once_in(4) => {
                Literal::bare(self.fitting().unwrap_or_default())
            }
            _ => self.plain_value(random, canaries),
        }
    }

    /// A value that fits, if the constraints let it.
    pub(super) fn plain_value(&self, random: &mut Random, canaries: &mut Canaries) -> Literal {
        self.made(random, canaries, &string)
    }

    /// A default that mostly fits: no expression.
    pub(super) fn default(&self, random: &mut Random, canaries: &mut Canaries) -> Literal {
        match self.fitting().filter(|_| !random.once_in(6)) {
            Some(fitting) => Literal::bare(fitting),
            None => self.made(random, canaries, &|random, canaries| Literal::text(canaries.word(random))),
        }
    }

    /// A value that fits, for fields that no canary fits.
    pub(super) fn fitting(&self) -> Option<&'static str> {
        match self.key {
            "passphrase" | "admin_passwd" => Some("'abc'"),
            "mode_secret" => Some("'low'"),
            "gate_secret" => Some("true"),
            "door_pin" | "weight_secret" => Some("5"),
            _ => None,
        }
    }

    /// A value in which `word` makes the strings.
    fn made(
        &self,
        random: &mut Random,
        canaries: &mut Canaries,
        word: &dyn Fn(&mut Random, &mut Canaries) -> Literal,
    ) -> Literal {
        match self.shape {
            Shape::Public(choices) => Literal::bare(choices[0]),
            Shape::Word => word(random, canaries),
            Shape::Number => Literal::bare(canaries.number(random)),
            Shape::Words => Literal::List(vec![word(random, canaries), word(random, canaries)]),
            Shape::Numbers => {
                let number = canaries.number(random);
                let other = if random.once_in(4) { number.clone() } else { canaries.number(random) };
                Literal::List(vec![Literal::bare(number), Literal::bare(other)])
            }
            Shape::Keyring => Literal::Object(vec![(canaries.word(random), word(random, canaries))]),
            Shape::Member("token") => {
                Literal::object([("host", Literal::text("h")), ("token", word(random, canaries))])
            }
            Shape::Member(key) => Literal::object([(key, word(random, canaries))]),
            Shape::Doors => {
                let door = |id: &str, key| Literal::object([("id", Literal::bare(id)), ("secret", key)]);
                Literal::List(vec![door("1", word(random, canaries)), door("2", word(random, canaries))])
            }
            Shape::Floors => {
                let door = |id: &str, key| Literal::object([("id", Literal::bare(id)), ("secret", key)]);
                let floor = Literal::List(vec![door("1", word(random, canaries))]);
                Literal::List(vec![floor, Literal::List(vec![door("2", word(random, canaries))])])
            }
            Shape::Keyrings => {
                let words = Literal::List(vec![word(random, canaries), word(random, canaries)]);
                let inner = Literal::Object(vec![(canaries.word(random), words)]);
                Literal::Object(vec![(canaries.word(random), inner)])
            }
            Shape::Accounts => {
                let account = [("id", Literal::bare("1")), ("pin", word(random, canaries))];
                Literal::object([("a", Literal::object(account))])
            }
        }
    }

    /// A path to a secret of it.
    pub(super) fn path(&self) -> String {
        match self.shape {
            Shape::Words | Shape::Numbers => format!("{}[0]", self.key),
            Shape::Member(member) => format!("{}.{member}", self.key),
            Shape::Doors => format!("{}[0].secret", self.key),
            Shape::Accounts => format!("{}.a.pin", self.key),
            Shape::Floors => format!("{}[0][0].secret", self.key),
            Shape::Word | Shape::Number | Shape::Keyring | Shape::Keyrings | Shape::Public(_) => {
                self.key.to_owned()
            }
        }
    }
}

/// A string with a canary in it.
pub(super) fn string(random: &mut Random, canaries: &mut Canaries) -> Literal {
    let canary = canaries.word(random);
    match random.below(12) {
        0 => Literal::text(format!("{canary} {}", canaries.word(random))),
        1 => Literal::text(format!("a:{canary}")),
        2 => Literal::object([("$text", Literal::text(format!("{canary}${{input('zone')}}")))]),
        3 => Literal::object([("$expr", Literal::text("input('key')"))]),
        _ => Literal::text(canary),
    }
}

/// A value that mostly does not fit.
fn unfit(random: &mut Random, canaries: &mut Canaries) -> Literal {
    let canary = canaries.word(random);
    let text = Literal::text(&*canary);
    let operator = |name: &str, value| Literal::object([(name, value)]);
    match random.below(14) {
        0 => Literal::List(vec![text, Literal::bare("1")]),
        1 => Literal::Object(vec![(canary, Literal::bare("1"))]),
        2 => operator("$override", text),
        3 => operator("$append", Literal::List(vec![text])),
        4 => operator("$unset", text),
        5 => operator("$absent", text),
        6 => operator("$expr", Literal::text(format!("'{canary}' + input('zone')"))),
        7 => operator("$expr", Literal::text(format!("nothing('{canary}')"))),
        8 => operator("$expr", Literal::text(format!("input('zone') == 'x' ? '{canary}' : 7"))),
        9 => operator("$nothing", text),
        10 => Literal::bare(canaries.number(random)),
        11 => Literal::bare(format!("-{}.5", canaries.number(random))),
        12 => Literal::object([("$unset", Literal::bare("true")), ("other", text)]),
        _ => text,
    }
}
