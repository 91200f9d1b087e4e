//! Random documents of a JSON Schema. Most are valid; a validator decides.

use crate::support::random::{Random, runner};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Number, Value};

/// Values for places that take any value.
const FREE: [&str; 10] = [
    "null",
    "true",
    "-7",
    "18446744073709551615",
    "2.50",
    "\"yes\"",
    "[]",
    "{}",
    r#"["a",[false,null]]"#,
    r##"{"B":[1],"a":{"$ref":"#/x"},"":null}"##,
];
const TEXTS: [&str; 12] = [
    "",
    "a",
    "yes",
    "null",
    "017",
    "1.50",
    "two words",
    "tab\t",
    "line\nbreak",
    "${HOME}",
    "ä€😀",
    "a/b:c-d_e",
];
const NAMES: [&str; 6] = ["a", "X-Y", "app.io/name", "snake_case", "0", "two words"];
/// Valid texts of formats.
const FORMATS: [(&str, &str); 16] = [
    ("date", "2024-02-29"),
    ("date-time", "2024-02-29T12:30:00Z"),
    ("duration", "PT1H"),
    ("email", "a@example.com"),
    ("hostname", "example.com"),
    ("idn-email", "a@example.com"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("iri", "https://example.com/a"),
    ("json-pointer", "/a"),
    ("regex", "^a+$"),
    ("time", "12:30:00Z"),
    ("uri", "https://example.com/a"),
    ("uri-reference", "a#b"),
    ("uri-template", "/a/{b}"),
    ("uuid", "00000000-0000-4000-8000-000000000000"),
];
/// Names that only other parts of a `oneOf` require: with one of them, two parts would often hold.
const LEFT_OUT: &str = "$left_out";
/// The longest chain of references and compositions, and the deepest document.
const MAX_DEPTH: usize = 24;

/// The schema that a `$ref` in the file names; `None` without one, or for a schema elsewhere.
pub(super) fn target<'a>(root: &'a Value, keywords: &Map<String, Value>) -> Option<&'a Value> {
    let pointer = keywords.get("$ref")?.as_str()?.strip_prefix('#')?;
    root.pointer(&pointer.replace("%20", " "))
}

pub(super) struct Draw<'a> {
    root: &'a Value,
    random: Random,
    runner: TestRunner,
    /// How many values may still be drawn beside those that are required.
    left: usize,
    /// How many of a hundred optional members are drawn.
    percent: usize,
}

impl<'a> Draw<'a> {
    pub(super) fn new(root: &'a Value, seed: u64) -> Self {
        Self { root, random: Random::stream(seed), runner: runner(), left: 0, percent: 0 }
    }

    /// Draws a document: the first has required members only, the second as many as possible. Later attempts are
    /// smaller, since they are valid more often.
    pub(super) fn document(&mut self, at: usize, attempt: usize) -> Value {
        let (left, percent) = match at {
            0 => (0, 0),
            1 => (2000, 100),
            _ => (200, *self.random.one_of(&[25, 50, 75])),
        };
        (self.left, self.percent) = (left >> attempt, percent);
        self.value(self.root, 0)
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        self.left = self.left.saturating_sub(1);
        let mut keywords = Map::new();
        self.collect(schema, &mut keywords, 0);
        let list = |name: &str| keywords.get(name).and_then(Value::as_array).filter(|list| !list.is_empty());
        let known = keywords.get("default").filter(|_| self.random.once_in(6));
        if let Some(value) = keywords.get("const").or(known) {
            return value.clone();
        }
        let examples = list("examples").filter(|_| self.random.once_in(3));
        if let Some(values) = list("enum").or(examples) {
            return self.random.one_of(values).clone();
        }
        let types: Vec<&str> = match keywords.get("type") {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(single)) => vec![single],
            _ => Vec::new(),
        };
        let has = |names: &[&str]| names.iter().any(|name| keywords.contains_key(*name));
        let implied = match () {
            () if has(&["properties", "required", "additionalProperties", "patternProperties"]) => "object",
            () if has(&["items", "prefixItems"]) => "array",
            () if has(&["pattern", "format", "minLength", "maxLength"]) => "string",
            () if has(&["minimum", "maximum"]) => "integer",
            () => "any",
        };
        match if types.is_empty() { implied } else { self.random.pick(&types) } {
            "null" => Value::Null,
            "boolean" => self.random.once_in(2).into(),
            "integer" => self.integer(&keywords),
            "number" if self.random.once_in(2) => self.integer(&keywords),
            "number" => self.fraction(&keywords),
            "string" => self.string(&keywords).into(),
            "array" => self.array(&keywords, depth),
            "object" => self.object(&keywords, depth),
            _ => self.free(),
        }
    }

    fn free(&mut self) -> Value {
        serde_json::from_str(self.random.pick(&FREE)).expect("JSON")
    }

    /// Merges a schema with the target of its reference, its `allOf`, and one of each `anyOf` and `oneOf`.
    fn collect(&mut self, schema: &Value, into: &mut Map<String, Value>, chain: usize) {
        let Value::Object(keywords) = schema else { return };
        if chain > MAX_DEPTH {
            return;
        }
        if let Some(target) = target(self.root, keywords) {
            self.collect(target, into, chain + 1);
        }
        // `if` itself says nothing of documents.
        let branch = *self.random.one_of(&["then", "else"]);
        for (name, value) in keywords {
            match (name.as_str(), value) {
                ("allOf", Value::Array(parts)) => {
                    parts.iter().for_each(|part| self.collect(part, into, chain + 1));
                }
                ("anyOf" | "oneOf", Value::Array(parts)) if !parts.is_empty() => {
                    let picked = self.random.one_of(parts);
                    self.collect(picked, into, chain + 1);
                    if name == "oneOf" {
                        let required =
                            |part: &Value| part["required"].as_array().cloned().unwrap_or_default();
                        let mut others: Vec<_> = parts.iter().flat_map(required).collect();
                        others.retain(|name| !required(picked).contains(name));
                        into.insert(LEFT_OUT.to_owned(), others.into());
                    }
                }
                ("then" | "else", part) => {
                    if name == branch {
                        self.collect(part, into, chain + 1);
                    }
                }
                ("properties" | "patternProperties", Value::Object(more)) => {
                    let all = into.entry(name).or_insert_with(|| Value::Object(Map::new()));
                    for (name, schema) in more {
                        let schema = match all.get(name) {
                            Some(other) => serde_json::json!({ "allOf": [other, schema] }),
                            None => schema.clone(),
                        };
                        all[name] = schema;
                    }
                }
                ("required" | "contains", more) => {
                    let more = more.as_array().cloned().unwrap_or_else(|| vec![more.clone()]);
                    let all = into.entry(name).or_insert_with(|| Value::Array(Vec::new()));
                    all.as_array_mut().into_iter().for_each(|all| all.extend(more.iter().cloned()));
                }
                ("type", Value::Array(_)) if into.get(name).is_some_and(Value::is_string) => {}
                _ => drop(into.insert(name.clone(), value.clone())),
            }
        }
    }

    fn object(&mut self, keywords: &Map<String, Value>, depth: usize) -> Value {
        let mut drawn = Map::new();
        let part = |name: &str| keywords.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        let (properties, patterns) = (part("properties"), part("patternProperties"));
        let names = |name: &str| {
            let names = keywords.get(name).and_then(Value::as_array).into_iter().flatten();
            names.filter_map(Value::as_str).collect::<Vec<_>>()
        };
        let (required, left_out) = (names("required"), names(LEFT_OUT));
        let additional = match keywords.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            None if !properties.is_empty() || !patterns.is_empty() => None,
            schema => Some(schema.cloned().unwrap_or(Value::Bool(true))),
        };
        let mut names: Vec<_> = properties.iter().collect();
        self.random.shuffle(&mut names);
        for (name, schema) in names {
            let is_possible = depth < MAX_DEPTH && *schema != Value::Bool(false) && name != "$schema";
            let is_possible = is_possible && !left_out.contains(&name.as_str());
            if required.contains(&name.as_str()) || (is_possible && self.wants_more()) {
                drawn.insert(name.clone(), self.value(schema, depth + 1));
            }
        }
        for name in required {
            if !drawn.contains_key(name) {
                let schema = additional.as_ref().unwrap_or(&Value::Null);
                drawn.insert(name.to_owned(), self.value(schema, depth + 1));
            }
        }
        let least = keywords.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
        let others = patterns.iter().map(|(pattern, schema)| (Some(pattern.as_str()), schema));
        for (pattern, schema) in others.chain(additional.iter().map(|schema| (None, schema))) {
            for _ in 0..3 {
                if !(self.wants_more() && depth < MAX_DEPTH) && drawn.len() as u64 >= least {
                    break;
                }
                let pattern = pattern.or_else(|| keywords.get("propertyNames")?["pattern"].as_str());
                let name = pattern.and_then(|pattern| self.matching(pattern));
                let name = name.unwrap_or_else(|| self.random.pick(&NAMES).to_owned());
                if !properties.contains_key(&name) && !name.starts_with('$') {
                    let value = self.value(schema, depth + 1);
                    drawn.insert(name, value);
                }
            }
        }
        drawn.into()
    }

    fn wants_more(&mut self) -> bool {
        self.left > 0 && self.random.below(100) < self.percent
    }

    fn array(&mut self, keywords: &Map<String, Value>, depth: usize) -> Value {
        let bound = |name: &str| keywords.get(name).and_then(Value::as_u64);
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems"));
        let mut count = least;
        if self.left > 0 && depth < MAX_DEPTH {
            count += self.random.below(4) as u64;
            let largest = most.filter(|most| *most <= 16 && self.random.once_in(4));
            count = largest.unwrap_or(count.min(most.unwrap_or(count)));
        }
        let tuple = keywords.get("prefixItems").or_else(|| keywords.get("items").filter(|of| of.is_array()));
        let mut drawn: Vec<Value> = Vec::new();
        for at in 0..usize::try_from(count).expect("a small count") {
            let own = tuple.and_then(|schemas| schemas.get(at));
            let schema = own.or_else(|| keywords.get("items")).unwrap_or(&Value::Null);
            let value = self.value(schema, depth + 1);
            if keywords.get("uniqueItems") != Some(&Value::Bool(true)) || !drawn.contains(&value) {
                drawn.push(value);
            }
        }
        let contained = keywords.get("contains").and_then(Value::as_array).into_iter().flatten();
        drawn.extend(contained.map(|schema| self.value(schema, depth + 1)));
        drawn.into()
    }

    fn string(&mut self, keywords: &Map<String, Value>) -> String {
        let text = |name: &str| keywords.get(name).and_then(Value::as_str);
        if let Some(drawn) = text("pattern").and_then(|pattern| self.matching(pattern)) {
            return drawn;
        }
        if let Some((_, valid)) = FORMATS.iter().find(|(format, _)| Some(*format) == text("format")) {
            return (*valid).to_owned();
        }
        let bound = |name: &str| keywords.get(name).and_then(Value::as_u64);
        let (least, most) = (bound("minLength").unwrap_or(0), bound("maxLength").unwrap_or(u64::MAX));
        let length = |text: &str| text.chars().count() as u64;
        if most <= 1024 && self.random.once_in(4) {
            return self.random.pick(&["x", "é", "😀"]).repeat(usize::try_from(most).expect("a size"));
        }
        let mut drawn = self.random.pick(&TEXTS).to_owned();
        while length(&drawn) < least {
            drawn.push('x');
        }
        while length(&drawn) > most {
            drawn.pop();
        }
        drawn
    }

    /// A text that a pattern matches, preferably a short one; `None` if the pattern is beyond the generator.
    fn matching(&mut self, pattern: &str) -> Option<String> {
        let ascii = pattern.replace(r"\d", "[0-9]").replace(r"\w", "[A-Za-z0-9_]").replace(r"\s", "[ ]");
        let bytes = ascii.as_bytes();
        let is_anchor = |at: usize| {
            let before = at.checked_sub(1).map(|before| bytes[before]);
            (bytes[at] == b'^' && !matches!(before, Some(b'[' | b'\\')))
                || (bytes[at] == b'$' && before != Some(b'\\'))
        };
        let open: String =
            ascii.char_indices().filter(|(at, _)| !is_anchor(*at)).map(|(_, char)| char).collect();
        let strategy = string_regex(&open).ok()?;
        let mut draw = || strategy.new_tree(&mut self.runner).ok().map(|tree| tree.current());
        (0..4).filter_map(|_| draw()).min_by_key(String::len)
    }

    /// The bounds of a number, with those of its format, within 64 bits.
    fn bounds(keywords: &Map<String, Value>) -> (f64, f64) {
        let bound = |name: &str| keywords.get(name).and_then(Value::as_f64);
        let (low, high) = match keywords.get("format").and_then(Value::as_str) {
            Some("int32") => (f64::from(i32::MIN), f64::from(i32::MAX)),
            Some("uint32") => (0.0, f64::from(u32::MAX)),
            _ => (-9_223_372_036_854_775_808.0, 9_223_372_036_854_774_784.0),
        };
        let low = [bound("minimum"), bound("exclusiveMinimum")].into_iter().flatten().fold(low, f64::max);
        let high = [bound("maximum"), bound("exclusiveMaximum")].into_iter().flatten().fold(high, f64::min);
        (low, high)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the bounds are those of 64 bits")]
    fn integer(&mut self, keywords: &Map<String, Value>) -> Value {
        let (low, high) = Self::bounds(keywords);
        let (low, high) = (low.ceil() as i128, high.floor() as i128);
        let is_exclusive =
            |name: &str| i128::from(keywords.get(name).is_some_and(|of| *of != Value::Bool(false)));
        let (low, high) = (low + is_exclusive("exclusiveMinimum"), high - is_exclusive("exclusiveMaximum"));
        let drawn = *self.random.one_of(&[low, high, 0, 1, 80, 65_536, low + 1]);
        let step = keywords.get("multipleOf").and_then(Value::as_i64).map_or(1, i128::from).max(1);
        let drawn = drawn.clamp(low, high.max(low));
        Number::from_i128(drawn - drawn % step).map_or(Value::Null, Value::Number)
    }

    fn fraction(&mut self, keywords: &Map<String, Value>) -> Value {
        let (low, high) = Self::bounds(keywords);
        let drawn = *self.random.one_of(&[0.5, -1.25, 1e-7, 3.0, 1e21, low + 0.5, high - 0.25]);
        if (low..=high).contains(&drawn) { drawn.into() } else { low.midpoint(high).into() }
    }
}
