//! Random layers with every operator, for one manifest.

use crate::support::random::Random;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// Few values and many operators, so that layers agree and clash often.
pub(crate) const MANIFEST: &str = r#"{ config: {
    a: { type: "uint8", default: 1 },
    b: { type: "uint8" },
    m: { type: "uint8", optional: true },
    n: { type: "uint8", optional: true, default: 1 },
    o: { type: "struct", optional: true, fields: {
        p: { type: "uint8", optional: true },
        x: { type: "uint8", default: 1 },
    } },
    s: { type: "struct", default: { y: 2 }, fields: {
        x: { type: "uint8", default: 1 },
        y: { type: "uint8" },
        t: { type: "vector", max_count: 3, element: { type: "uint8" }, default: [1] },
    } },
    u: { type: "vector", max_count: 3, unique: true, element: { type: "uint8" }, default: [1, 2] },
    v: { type: "vector", max_count: 3, element: { type: "uint8" } },
    w: { type: "vector", max_count: 3, element: { type: "uint8" }, optional: true },
} }"#;

/// A tree of values without their types.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Number(u64),
    List(Vec<u64>),
    Struct(BTreeMap<&'static str, Tree>),
    Absent,
}

/// What a layer says of a field or member.
#[derive(Debug, Clone)]
pub(crate) enum Said {
    Literal(Tree),
    Members(Vec<(&'static str, Said)>),
    Override(Box<Said>),
    Append(Vec<u64>),
    Unset,
}

impl Display for Said {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(Tree::Number(number)) => write!(f, "{number}"),
            Self::Literal(Tree::List(list)) => write!(f, "{list:?}"),
            Self::Literal(Tree::Absent) => f.write_str("null"),
            Self::Literal(Tree::Struct(_)) => unreachable!("structs are said by members"),
            Self::Members(members) => write_members(f, members),
            Self::Override(said) => write!(f, "{{ $override: {said} }}"),
            Self::Append(list) => write!(f, "{{ $append: {list:?} }}"),
            Self::Unset => f.write_str("{ $unset: true }"),
        }
    }
}

fn write_members(f: &mut Formatter<'_>, members: &[(&str, Said)]) -> fmt::Result {
    f.write_str("{")?;
    for (key, said) in members {
        write!(f, " {key}: {said},")?;
    }
    f.write_str(" }")
}

/// What may be said of a key.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    Number,
    List,
    Struct(&'static [(&'static str, Shape)]),
}

pub(crate) const FIELDS: [(&str, Shape); 9] = [
    ("a", Shape::Number),
    ("b", Shape::Number),
    ("m", Shape::Number),
    ("n", Shape::Number),
    ("o", Shape::Struct(&[("p", Shape::Number), ("x", Shape::Number)])),
    ("s", Shape::Struct(&[("t", Shape::List), ("x", Shape::Number), ("y", Shape::Number)])),
    ("u", Shape::List),
    ("v", Shape::List),
    ("w", Shape::List),
];

pub(crate) fn is_optional(key: &str) -> bool {
    ["m", "n", "o", "p", "w"].contains(&key)
}

/// Whether operators are said too.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Words {
    Literals,
    All,
}

pub(crate) struct Speaker(pub(crate) Random);

impl Speaker {
    pub(crate) fn layer(&mut self, words: Words) -> Vec<(&'static str, Said)> {
        self.members(&FIELDS, words)
    }

    /// Three layers of literals, each a part of one layer. Two in seven times one of them also says something else.
    pub(crate) fn layers_that_mostly_agree(&mut self) -> [Vec<(&'static str, Said)>; 3] {
        let whole = self.layer(Words::Literals);
        let mut part = || whole.iter().filter(|_| self.0.below(3) > 0).cloned().collect();
        let mut layers = [part(), part(), part()];
        if self.0.below(7) < 2 {
            let at = self.0.below(layers.len());
            layers[at] = self.layer(Words::Literals);
        }
        layers
    }

    fn members(&mut self, keys: &[(&'static str, Shape)], words: Words) -> Vec<(&'static str, Said)> {
        let mut said = Vec::new();
        for (key, shape) in keys {
            if self.0.below(4) > 0 {
                let absent = is_optional(key) && self.0.below(4) == 0;
                let absent = if absent { Some(Said::Literal(Tree::Absent)) } else { None };
                said.push((*key, absent.unwrap_or_else(|| self.said(*shape, words))));
            }
        }
        said
    }

    fn said(&mut self, shape: Shape, words: Words) -> Said {
        let operator = if words == Words::All { self.0.below(6) } else { 6 };
        match (operator, shape) {
            (0, _) => Said::Unset,
            (1, _) => Said::Override(Box::new(self.said(shape, Words::Literals))),
            (2 | 3, Shape::List) => Said::Append(self.list()),
            (_, Shape::Number) => Said::Literal(Tree::Number(self.pick(&[1, 2]))),
            (_, Shape::List) => Said::Literal(Tree::List(self.list())),
            (_, Shape::Struct(members)) => Said::Members(self.members(members, words)),
        }
    }

    fn pick(&mut self, numbers: &[u64]) -> u64 {
        numbers[self.0.below(numbers.len())]
    }

    fn list(&mut self) -> Vec<u64> {
        [vec![], vec![1], vec![3], vec![1, 2]][self.0.below(4)].clone()
    }
}
