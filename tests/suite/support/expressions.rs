//! Random expressions of the type `bool`, and values of the fields that they read.

use crate::support::random::Random;
use confc_core::expr::{Checked, Expression, Scope};
use confc_core::types::{Field, Key, List, MapEntries, StructType, Type, Value};

const FIELDS: &[(&str, &str)] = &[
    ("a", "array<int8>:3"),
    ("b", "bool"),
    ("d", "float64{min=-9,max=9}"),
    ("e", "map<enum<plain=0,tls=1>,struct<k:string:40,x:int8>>:2"),
    ("f", "float32{min=-9,max=9}"),
    ("i", "int16{min=-9,max=9}"),
    ("m", "enum<plain=0,tls=1>"),
    ("n", "map<string:3,int8>:5"),
    ("o", "map<string:3,int8>:5"),
    ("p", "struct<k:string:40,x:int8,y:vector<bool>:3>"),
    ("q", "struct<k:string:40,x:int8,y:vector<bool>:3>"),
    ("ps", "vector<struct<first:uint8,last:string:40>>:4"),
    ("s", "string:40"),
    ("t", "string:40"),
    ("u", "uint32"),
    ("v", "vector<string:40>:5"),
    ("w", "vector<uint8>:6"),
];

pub(crate) fn fields() -> StructType {
    let field = |(key, ty): &(&str, &str)| Field::new(Key::new(key).unwrap(), ty.parse().unwrap());
    StructType::new(FIELDS.iter().map(field).collect())
}

/// Checks an expression; `None` if it is not valid. Asserts that its canonical text reads as an equal expression.
pub(crate) fn checked(text: &str, fields: &StructType) -> Option<Checked> {
    let expression = Expression::parse(text).ok()?;
    assert_eq!(Expression::parse(&expression.to_string()).as_ref(), Ok(&expression), "{text}");
    let checked = expression.check(&Scope::new(fields)).ok()?;
    let printed = checked.to_string();
    let again = Expression::parse(&printed).unwrap().check(&Scope::new(fields)).unwrap();
    assert_eq!(again.to_string(), printed, "{text}");
    assert_eq!(again.cost(), checked.cost(), "{text}");
    Some(checked)
}

/// Values of the fields; all of them as large as they may be, or of any size.
pub(crate) struct Drawn<'r> {
    pub(crate) random: &'r mut Random,
    pub(crate) is_largest: bool,
}

impl Drawn<'_> {
    fn count(&mut self, most: usize) -> usize {
        if self.is_largest { most } else { self.random.below(most + 1) }
    }

    fn string(&mut self) -> Box<str> {
        let size = self.count(40);
        let mut text = String::new();
        while text.len() < size {
            text.push_str(if size - text.len() > 1 { self.random.pick(&["a", "b", "é"]) } else { "c" });
        }
        text.into()
    }

    fn strings(&mut self) -> Value {
        Value::List(List::String((0..self.count(5)).map(|_| self.string()).collect()))
    }

    fn small(&mut self) -> i64 {
        i64::try_from(self.random.below(19)).unwrap() - 9
    }

    fn structure(&mut self) -> Value {
        let flags = (0..self.count(3)).map(|_| self.random.once_in(2)).collect();
        Value::Struct(
            [self.string().into_value(), Value::Signed(self.small()), Value::List(List::Bool(flags))].into(),
        )
    }

    /// Entries of a map with keys of at most three bytes, or of the variants.
    fn entries(&mut self, of_variants: bool) -> Value {
        let keys: &[&str] = match (of_variants, self.is_largest) {
            (true, _) => &["plain", "tls"],
            (false, true) => &["aab", "abc", "bca", "cé", "éb"],
            (false, false) => &["", "a", "ab", "b", "ba", "cab", "é"],
        };
        let mut entries = Vec::new();
        for key in keys {
            if self.is_largest || (entries.len() < 5 && self.random.once_in(2)) {
                let value = Value::Signed(self.small());
                let value = match of_variants {
                    true => Value::Struct([self.string().into_value(), value].into()),
                    false => value,
                };
                entries.push(((*key).into(), value));
            }
        }
        let field = if of_variants { "e" } else { "n" };
        let Type::Map(ty) = fields().members()[position(field)].ty.clone() else { panic!("{field}") };
        Value::Map(MapEntries::of(ty.value(), entries).unwrap())
    }

    pub(crate) fn values(&mut self) -> Vec<Value> {
        let structure = self.structure();
        let other = if self.random.once_in(2) { structure.clone() } else { self.structure() };
        let entries = self.entries(false);
        let others = if self.random.once_in(2) { entries.clone() } else { self.entries(false) };
        let pairs = (0..self.count(4))
            .map(|_| [Value::Unsigned(self.random.below(9) as u64), self.string().into_value()].into())
            .collect();
        fields()
            .members()
            .iter()
            .map(|field| match field.key.as_str() {
                "a" => Value::List(List::Signed((0..3).map(|_| self.small()).collect())),
                "b" => Value::Bool(self.random.once_in(2)),
                "d" | "f" => Value::Float(self.small() as f64 / 2.0),
                "e" => self.entries(true),
                "i" => Value::Signed(self.small()),
                "m" => Value::Variant(i64::from(self.random.once_in(2))),
                "n" => entries.clone(),
                "o" => others.clone(),
                "p" => structure.clone(),
                "q" => other.clone(),
                "ps" => Value::List(List::Struct(Clone::clone(&pairs))),
                "s" | "t" => self.string().into_value(),
                "u" => Value::Unsigned(self.random.word() >> 32),
                "v" => self.strings(),
                "w" => Value::List(List::Unsigned(
                    (0..self.count(6)).map(|_| self.random.below(9) as u64).collect(),
                )),
                other => panic!("{other}"),
            })
            .collect()
    }
}

fn position(key: &str) -> usize {
    FIELDS.iter().position(|(one, _)| *one == key).unwrap()
}

trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for Box<str> {
    fn into_value(self) -> Value {
        Value::String(self)
    }
}

/// The type that a drawn part must have.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Bool,
    Integer,
    Float,
    String,
}

/// Draws the text of an expression.
struct Text<'r> {
    random: &'r mut Random,
    /// Nothing fails, no string depends on a condition, and every loop runs to its end.
    is_exact: bool,
    loops: Vec<(&'static str, Kind)>,
}

impl Text<'_> {
    fn leaf(&mut self, kind: Kind) -> String {
        let of_kind: Vec<_> =
            self.loops.iter().filter(|(_, of)| *of == kind).map(|(name, _)| *name).collect();
        if !of_kind.is_empty() && self.random.once_in(2) {
            return (*self.random.one_of(&of_kind)).to_owned();
        }
        let leaves: &[&str] = match kind {
            Kind::Bool if self.random.once_in(3) => &["n == o", "n != o", "o in [n]", "m in e", "'ab' in n"],
            Kind::Bool => &["b", "true", "false", "m == 'tls'", "p == q", "p.y != q.y", "p in [q]", "!b"],
            Kind::Integer => &[
                "i",
                "u",
                "p.x",
                "q.x",
                "size(v)",
                "size(w)",
                "size(n)",
                "byte_size(s)",
                "0",
                "7",
                "-3",
                "0x1f",
            ],
            Kind::Float => &["d", "f", "0.5", "2", "-1.5", "1e3", "double(i)"],
            Kind::String => &["s", "t", "p.k", "'ab'", "\"é\\n\"", "''", "q.k"],
        };
        (*self.random.one_of(leaves)).to_owned()
    }

    /// In brackets, or not: then it may come to mean something else.
    fn grouped(&mut self, kind: Kind, depth: usize) -> String {
        let text = self.text(kind, depth);
        format!("({text})")
    }

    fn text(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 || self.random.once_in(6) {
            return self.leaf(kind);
        }
        let less = depth - 1;
        if self.random.once_in(8) && !(self.is_exact && kind == Kind::String) {
            let condition = self.grouped(Kind::Bool, less);
            return format!("{condition} ? {} : {}", self.grouped(kind, less), self.grouped(kind, less));
        }
        match kind {
            Kind::Bool => self.condition(less),
            Kind::Integer if !self.is_exact && self.random.once_in(5) => match self.random.below(4) {
                0 => format!("n[{}]", self.text(Kind::String, less)),
                1 => self.random.pick(&["e[m].x", "e['tls'].x"]).to_owned(),
                _ => {
                    let index = self.text(Kind::Integer, less);
                    format!("{}[{index}]", self.random.pick(&["w", "a"]))
                }
            },
            Kind::Integer if self.random.once_in(6) => format!("-{}", self.grouped(Kind::Integer, less)),
            Kind::Integer => {
                let operators: &[&str] = if self.is_exact { &["+", "-"] } else { &["+", "-", "*", "/", "%"] };
                let operator = *self.random.one_of(operators);
                format!("{} {operator} {}", self.grouped(kind, less), self.grouped(kind, less))
            }
            Kind::Float => {
                let operator = self.random.pick(&["+", "-", "*"]);
                format!("{} {operator} {}", self.grouped(kind, less), self.grouped(kind, less))
            }
            Kind::String if !self.is_exact && self.random.once_in(2) => {
                let index = self.text(Kind::Integer, less);
                self.random.pick(&["v[@]", "ps[@].last"]).replace('@', &index)
            }
            Kind::String => self.leaf(kind),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let kinds = [Kind::Integer, Kind::Float, Kind::String];
        let kind = *self.random.one_of(&kinds);
        match self.random.below(9) {
            0 | 1 => {
                let operator = self.random.pick(&["&&", "||"]);
                format!("{} {operator} {}", self.grouped(Kind::Bool, depth), self.grouped(Kind::Bool, depth))
            }
            2 => format!("!{}", self.grouped(Kind::Bool, depth)),
            3 => {
                let method = self.random.pick(&["startsWith", "endsWith", "contains"]);
                let text = self.grouped(Kind::String, depth);
                format!("{text}.{method}({})", self.text(Kind::String, depth))
            }
            4 => {
                let kind = *self.random.one_of(&[Kind::Integer, Kind::String]);
                let value = self.grouped(kind, depth);
                if self.random.once_in(2) {
                    let list = if kind == Kind::Integer { "w" } else { *self.random.one_of(&["v", "n"]) };
                    return format!("{value} in {list}");
                }
                format!("{value} in [{}, {}]", self.text(kind, depth), self.text(kind, depth))
            }
            5 | 6 if self.loops.len() < 2 => self.any_loop(depth),
            _ => {
                let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("{} {operator} {}", self.grouped(kind, depth), self.grouped(kind, depth))
            }
        }
    }

    fn any_loop(&mut self, depth: usize) -> String {
        let name = ["x", "y"][self.loops.len()];
        let (list, kind) = *self.random.one_of(&[
            ("v", Kind::String),
            ("w", Kind::Integer),
            ("n", Kind::String),
            ("a", Kind::Integer),
            ("p.y", Kind::Bool),
            ("[1, i, 7]", Kind::Integer),
        ]);
        self.loops.push((name, kind));
        let body = self.grouped(Kind::Bool, depth);
        self.loops.pop();
        match (self.random.once_in(2), self.is_exact) {
            (true, true) => format!("{list}.all({name}, {body} || true)"),
            (false, true) => format!("{list}.exists({name}, {body} && false)"),
            (true, false) => format!("{list}.all({name}, {body})"),
            (false, false) => format!("{list}.exists({name}, {body})"),
        }
    }
}

pub(crate) fn drawn(random: &mut Random, is_exact: bool) -> String {
    let depth = 1 + random.below(4);
    Text { random, is_exact, loops: Vec::new() }.text(Kind::Bool, depth)
}
