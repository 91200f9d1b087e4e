//! The types of a declaration, read from the output of `show --format json`.

use serde_json::Value;
use std::collections::BTreeMap;

/// The part of a type that decides whether a place has a type of its own.
#[derive(Debug)]
pub(super) enum Shape {
    /// Any value of these kinds.
    Json(Vec<String>),
    /// A bool, number or string.
    Scalar(&'static str),
    List(Box<Shape>),
    Map(Box<Shape>),
    /// Members by their native names, and the type of all other entries of an open struct.
    Struct(BTreeMap<String, Shape>, Option<Box<Shape>>),
    Union(Vec<Shape>),
}

/// The kind of a JSON value, as in `kinds` of `json`.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

impl Shape {
    /// The struct of fields or members, as `show` prints them.
    pub(super) fn of_fields(fields: &Value) -> Self {
        let (mut members, mut rest) = (BTreeMap::new(), None);
        for field in fields.as_array().into_iter().flatten() {
            let name = field.get("native").unwrap_or(&field["key"]).as_str().expect("a name");
            match Self::of_text(field["type"].as_str().expect("a type"), field) {
                Self::Map(entry) if field["rest"] == true => rest = Some(entry),
                shape => drop(members.insert(name.to_owned(), shape)),
            }
        }
        Self::Struct(members, rest)
    }

    /// The type whose text begins here. `described` lists the members and cases behind vectors, arrays and maps.
    fn of_text(text: &str, described: &Value) -> Self {
        let open = text.find(['<', ':', '{', '>', ',', '?', '[']).unwrap_or(text.len());
        let (word, inside) = text.split_at(open);
        match word {
            "vector" | "array" => Self::List(Box::new(Self::of_text(&inside[1..], described))),
            "map" => Self::Map(Box::new(Self::of_text(after(&inside[1..], b','), described))),
            "struct" => Self::of_fields(&described["members"]),
            "union" => {
                let cases = described["cases"].as_array().expect("the cases of a union");
                let shape = |case: &Value| Self::of_text(case["type"].as_str().expect("a type"), case);
                let cases = cases.iter().map(shape);
                match after(&inside[1..], b'>').split_once("tag=\"") {
                    None => Self::Union(cases.collect()),
                    Some((_, tag)) => {
                        let tag = tag.split('"').next().expect("a tag").to_owned();
                        let tag = Self::Struct(BTreeMap::from([(tag, Self::Scalar("string"))]), None);
                        cases.fold(tag, Self::merged)
                    }
                }
            }
            "json" => Self::Json(json_kinds(inside)),
            "bool" => Self::Scalar("bool"),
            "string" | "enum" => Self::Scalar("string"),
            _ => Self::Scalar("number"),
        }
    }

    /// The types of the same place in two cases of a union with a tag: members of all cases are declared.
    fn merged(self, other: Self) -> Self {
        match (self, other) {
            (Self::Struct(mut members, rest), Self::Struct(others, more)) => {
                for (name, shape) in others {
                    let shape = match members.remove(&name) {
                        Some(known) => known.merged(shape),
                        None => shape,
                    };
                    members.insert(name, shape);
                }
                Self::Struct(members, rest.or(more))
            }
            (one, other) => {
                let parts = |shape| if let Self::Union(cases) = shape { cases } else { vec![shape] };
                let mut all = parts(one);
                for part in parts(other) {
                    let is_struct = |shape: &Self| matches!(shape, Self::Struct(..));
                    let known = all.iter().position(is_struct).filter(|_| is_struct(&part));
                    let part = if let Some(known) = known { all.remove(known).merged(part) } else { part };
                    all.push(part);
                }
                // A type comes before values without one.
                all.sort_by_key(|shape| matches!(shape, Self::Json(_)));
                Self::Union(all)
            }
        }
    }

    /// The type for literals of this kind: the case of a union, else the type itself.
    pub(super) fn for_kind(&self, kind: &str) -> Option<&Self> {
        match self {
            Self::Json(kinds) => kinds.iter().any(|of| of == kind).then_some(self),
            Self::Scalar(of) => (*of == kind).then_some(self),
            Self::List(_) => (kind == "array").then_some(self),
            Self::Map(_) | Self::Struct(..) => (kind == "object").then_some(self),
            Self::Union(cases) => cases.iter().find_map(|case| case.for_kind(kind)),
        }
    }

    /// The type of entries that are no members.
    pub(super) fn others(&self) -> Option<&Self> {
        match self {
            Self::Map(entry) => Some(entry),
            Self::Struct(_, rest) => rest.as_deref(),
            Self::Json(_) | Self::Scalar(_) | Self::List(_) | Self::Union(_) => None,
        }
    }

    /// The type of a list's elements.
    pub(super) fn element(&self) -> Option<&Self> {
        if let Self::List(element) = self { Some(element) } else { None }
    }

    /// The type of an object's entry of this name.
    pub(super) fn entry(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(entry) => Some(entry),
            Self::Struct(members, rest) => members.get(name).or(rest.as_deref()),
            Self::Json(_) | Self::Scalar(_) | Self::List(_) | Self::Union(_) => None,
        }
    }
}

/// Counts the leaves of a value that have a type, and all leaves, without nulls and empty lists and objects. Inside
/// `json`, no place has a type.
pub(super) fn typed_leaves(shape: Option<&Shape>, value: &Value) -> (usize, usize) {
    let shape = shape.and_then(|shape| shape.for_kind(kind_of(value)));
    let sum = |(typed, all), (more, leaves)| (typed + more, all + leaves);
    match value {
        Value::Null => (0, 0),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            (usize::from(matches!(shape, Some(Shape::Scalar(_)))), 1)
        }
        Value::Array(elements) => {
            let element = shape.and_then(Shape::element);
            elements.iter().map(|value| typed_leaves(element, value)).fold((0, 0), sum)
        }
        Value::Object(entries) => {
            let entry = |name| shape.and_then(|shape| shape.entry(name));
            entries.iter().map(|(name, value)| typed_leaves(entry(name), value)).fold((0, 0), sum)
        }
    }
}

/// The text after the first such byte outside brackets and quotes: a map's value after a comma, the constraints of a
/// union after its cases.
fn after(text: &str, end: u8) -> &str {
    let (mut depth, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            _ if byte == end && depth == 0 => return &text[at + 1..],
            b'<' | b'{' => depth += 1,
            b'>' | b'}' => depth -= 1,
            _ => {}
        }
    }
    panic!("a type without its end: {text}");
}

/// The kinds in `:4096{kinds=array|object}`.
fn json_kinds(constraints: &str) -> Vec<String> {
    let digits = constraints.trim_start_matches([':']).trim_start_matches(|char: char| char.is_ascii_digit());
    let listed = digits.strip_prefix("{kinds=").and_then(|list| list.split(['}', ',']).next());
    listed.unwrap_or("bool|number|string|array|object").split('|').map(str::to_owned).collect()
}

#[test]
fn types_are_read_from_their_text() {
    let fields = serde_json::json!([
        { "key": "a_b", "native": "aB", "type": "map<enum<\"<,\"=1>,vector<json:10{kinds=array|null}>:3>:3{nullable}?" },
        { "key": "p", "type": "union<n=uint16,s=struct<x=string:4>>", "cases": [
            { "name": "n", "type": "uint16" },
            { "name": "s", "type": "struct<x=string:4>", "members": [{ "key": "x", "type": "string:4" }] },
        ] },
        { "key": "t", "type": "union<a=struct<x=string:4>,b=struct<y=bool>>{nullable,tag=\"of\"}?", "cases": [
            { "name": "a", "type": "struct<x=string:4>", "members": [{ "key": "x", "type": "string:4" }] },
            { "name": "b", "type": "struct<y=bool>", "members": [{ "key": "y", "type": "bool" }] },
        ] },
        { "key": "r", "type": "map<string:9,json:9>:3", "rest": true },
    ]);
    let shape = Shape::of_fields(&fields);
    let leaves = |json: &str| typed_leaves(Some(&shape), &serde_json::from_str(json).unwrap());
    assert_eq!(leaves(r#"{ "p": 1 }"#), (1, 1));
    assert_eq!(leaves(r#"{ "p": { "x": "y", "z": 1 }, "q": { "x": [1, [2], [], null] } }"#), (1, 4));
    assert_eq!(leaves(r#"{ "t": { "of": "b", "y": true, "z": 1 } }"#), (2, 3));
    assert_eq!(leaves(r#"{ "aB": { "<,": [[1], null] } }"#), (0, 1));
}
