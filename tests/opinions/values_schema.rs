//! The JSON Schema that is generated for values, against the compiler: it refuses nothing that the compiler
//! accepts, and lets pass only what is listed here, each with its reason.

mod elements;
mod json;
mod later;
mod nullable;
mod optional;
mod tagged;

use crate::editor_schema::mutations::{Changes, mutants};
use crate::editor_schema::value;
use crate::support::arbitrary;
use crate::support::layers::{MANIFEST, Said, Speaker, Words};
use crate::support::pipeline::{Compiled, generated_json_schema, seal};
use crate::support::random::{self, Random, Tally, attempts};
use crate::validator::{errors, validator};
use confc::declaration::{Config, Declaration};
use confc::diagnostic::{Code, Report};
use confc::generate::SchemaDocument;
use confc::layers::{Layer, MergeStrategy};
use confc::resolve::{Inputs, resolve};
use confc::syntax::json5::parse;
use confc::text::Sources;
use confc::types::{Field, Key, Pattern, StringType, Type};
use jsonschema::Validator;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use std::sync::Arc;

/// A schema with the JSON Schemas of its values.
#[derive(Debug)]
struct Subject {
    declaration: Declaration,
    layer: Validator,
    complete: Validator,
}

impl Subject {
    fn new(declaration: Declaration) -> Self {
        let config = declaration.config().expect("a schema");
        let schema = |document| {
            let text = generated_json_schema(config, document);
            assert_eq!(text.lines().count(), text.split_inclusive('\n').count());
            validator(&text)
        };
        let (layer, complete) = (schema(SchemaDocument::Layer), schema(SchemaDocument::Complete));
        Self { declaration, layer, complete }
    }

    fn of_fields(fields: Vec<Field>) -> Self {
        Self::new(seal(fields))
    }

    fn of_stanza(stanza: &str) -> Self {
        Self::new(Compiled::of(format!("{{ config: {stanza} }}")).declaration().clone())
    }

    fn config(&self) -> &Config {
        self.declaration.config().expect("a schema")
    }

    /// The codes of the errors that the compiler reports of a document.
    fn compiler(&self, text: &str, document: SchemaDocument) -> Vec<Code> {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = sources.add("values.json5".into(), text.into(), None);
        let parsed = parse(&source, &mut report);
        let layer = Layer::read(self.config(), &parsed, MergeStrategy::Unify, &|_| None, &mut report);
        if let (Some(layer), SchemaDocument::Complete) = (layer, document) {
            resolve(self.config(), &Inputs::of_layers(&[layer]), &|_| None, &mut report);
        }
        let codes = report.sorted().into_iter().map(|found| found.code());
        codes.filter(|code| code.name().starts_with('E')).collect()
    }

    /// What the JSON Schema has against a document.
    fn schema(&self, text: &str, document: SchemaDocument) -> Vec<String> {
        let validator = match document {
            SchemaDocument::Layer => &self.layer,
            SchemaDocument::Complete => &self.complete,
        };
        let value = value(text).unwrap_or_else(|| panic!("no JSON value: {text}"));
        errors(validator, &value)
    }

    /// What is wrong with two verdicts, if anything is.
    fn disagreement(&self, text: &str, document: SchemaDocument) -> Option<String> {
        let (codes, errors) = (self.compiler(text, document), self.schema(text, document));
        let same = codes.is_empty() == errors.is_empty();
        let types: Vec<String> =
            self.config().fields().iter().map(|field| field.type_text().to_string()).collect();
        let types = types.join(" ");
        let beyond = |code: &Code| BEYOND.iter().any(|beyond| beyond.covers(*code, &types, text));
        // See `later`: in a layer, an entry of a map may be an operator that takes one away.
        let later =
            |code: &Code| (*code, document) == (Code::E0408, SchemaDocument::Layer) && types.contains("map<");
        let excused = errors.is_empty() && codes.iter().all(|code| beyond(code) || later(code));
        (!same && !excused)
            .then(|| format!("the compiler: {codes:?}, the JSON Schema: {errors:?}\n{text} for {types}"))
    }
}

/// Asks both about every single change of values that fit a stanza. At least so many of the changed documents are
/// accepted, and refused.
fn check_every_change(stanza: &str, values: &str, [accepted, refused]: [usize; 2]) {
    let subject = Subject::of_stanza(stanza);
    let mutants = mutants(&serde_json::from_str(values).expect("JSON"), &changed());
    for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
        let texts: Vec<String> = mutants.iter().map(ToString::to_string).collect();
        let wrong: Vec<String> =
            texts.iter().filter_map(|text| subject.disagreement(text, document)).collect();
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
        let fine = texts.iter().filter(|text| subject.compiler(text, document).is_empty()).count();
        // Enough of both that the test says something.
        assert!(fine > accepted && texts.len() - fine > refused, "{fine} of {}", texts.len());
    }
}

/// An error that only the compiler finds.
struct Beyond {
    code: Code,
    /// What the text of a type must hold for a JSON Schema to miss it.
    ty: &'static str,
    /// What the values must hold for it.
    text: &'static str,
    /// Why a JSON Schema does not find it.
    #[expect(dead_code, reason = "for who reads the list")]
    why: &'static str,
    /// A stanza, and values for it that a JSON Schema lets pass.
    example: (&'static str, &'static str),
}

impl Beyond {
    fn covers(&self, code: Code, types: &str, text: &str) -> bool {
        // A letter beyond ASCII stands for all of them.
        let has = if self.text == "é" { !text.is_ascii() } else { text.contains(self.text) };
        self.code == code && types.contains(self.ty) && has
    }
}

macro_rules! beyond {
    ($($code:ident $ty:literal $text:literal $why:literal $stanza:literal $values:literal)*) => {
        /// Everything that the JSON Schema of values lets pass and the compiler does not. Also beyond it are
        /// broken texts, which no validator sees, and what several layers say together.
        const BEYOND: &[Beyond] = &[$(
            Beyond { code: Code::$code, ty: $ty, text: $text, why: $why, example: ($stanza, $values) },
        )*];
    };
}

beyond! {
    // What a JSON value does not tell.
    E0111 "" "" "a JSON value has each key once" "{ a: { type: 'bool' } }" "{ a: true, 'a': true }"
    E0402 "int" ".0" "1.0 is an integer to a JSON Schema" "{ a: { type: 'int8' } }" "{ a: 1.0 }"
    E0402 "int" "-0.0" "-0.0 is an integer to a JSON Schema" "{ a: { type: 'uint8' } }" "{ a: -0.0 }"
    E0402 "int" "e" "1e3 is an integer to a JSON Schema" "{ a: { type: 'int16' } }" "{ a: 1e3 }"

    E0404 "float32" "e38" "half a step beyond the largest float32 is let pass, so that nothing valid is refused"
        "{ a: { type: 'float32' } }" "{ a: 3.4028235677973367e38 }"
    E0405 "float32" "5.5" "half a step beyond a bound is let pass, so that nothing valid is refused"
        "{ a: { type: 'float32', max: 16777215 } }" "{ a: 16777215.5 }"

    // Sizes are bytes.
    E0406 "string" "é" "a JSON Schema counts characters" "{ a: { type: 'string', max_size: 1 } }" "{ a: 'é' }"
    E0406 "min_size" "" "a character may be four bytes, or one"
        "{ a: { type: 'string', max_size: 4, min_size: 4 } }" "{ a: 'x' }"

    // Equal only once they are read.
    E0409 "float32" "" "two literals are rounded to one value"
        "{ a: { type: 'vector', max_count: 2, unique: true, element: { type: 'float32' } } }"
        "{ a: [0.1, 0.10000000001] }"
    E0409 "int64" "" "left out for validators that round 64-bit integers"
        "{ a: { type: 'vector', max_count: 2, unique: true, element: { type: 'uint64' } } }" "{ a: [1, 1] }"
    E0409 "struct" "" "an unset member takes its default"
        "{ a: { type: 'vector', max_count: 2, unique: true,
            element: { type: 'struct', fields: { b: { type: 'int8', default: 1 } } } } }" "{ a: [{}, { b: 1 }] }"

    // How much a quantity is.
    E0460 "unit=" "" "what a quantity amounts to is computed"
        "{ a: { type: 'int8', unit: 's' } }" "{ a: '1ms' }"
    E0403 "unit=" "" "what a quantity amounts to is computed"
        "{ a: { type: 'int8', unit: 's' } }" "{ a: '1h' }"
    E0405 "unit=" "" "what a quantity amounts to is computed"
        "{ a: { type: 'int8', unit: 's', max: 5 } }" "{ a: '6s' }"
    E0409 "unit=" "" "what a quantity amounts to is computed"
        "{ a: { type: 'vector', max_count: 2, unique: true, element: { type: 'int8', unit: 's' } } }"
        "{ a: ['1s', 1] }"

    // What canonical JSON is.
    E0406 "json" "" "a JSON Schema does not measure texts" "{ a: { type: 'json', max_size: 5 } }" "{ a: 'long' }"
    E0464 "json" "" "a JSON Schema does not count levels, and numbers are read before it sees them"
        "{ a: { type: 'json', max_size: 99 } }" "{ a: 18446744073709551616 }"
    E0409 "json" "" "validators find 1 and 1.0 equal, which are two values"
        "{ a: { type: 'vector', max_count: 2, unique: true, element: { type: 'json', max_size: 9 } } }" "{ a: [1, 1] }"
    E0422 "json" "$" "an operator is an object, as data is" "{ a: { type: 'json', max_size: 99 } }" "{ a: { $unset: 1 } }"

    E0401 "json" "$absent" "an object is data within a list, and says that there is no value elsewhere"
        "{ a: { type: 'vector', max_count: 1, element: { type: 'struct', fields: {
            b: { type: 'json', max_size: 99, kinds: ['array'], optional: true } } } } }" "{ a: [{ b: { $absent: true } }] }"

    // Patterns of `regex-lite` that ECMA-262 cannot be trusted with.
    E0407 "\\\\s" "" "white space beyond ASCII is none to us"
        r"{ a: { type: 'string', max_size: 2, pattern: '\\s' } }" "{ a: 'x' }"
    E0407 "(?i" "" "flags are not known to every validator"
        "{ a: { type: 'string', max_size: 2, pattern: '(?i)x' } }" "{ a: 'y' }"
}

#[test]
fn only_the_compiler_finds_what_is_listed() {
    for Beyond { code, ty, text, example: (stanza, values), .. } in BEYOND {
        let subject = Subject::of_stanza(stanza);
        for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
            assert!(subject.compiler(values, document).contains(code), "{stanza} {values}");
            assert_eq!(subject.schema(values, document), Vec::<String>::new(), "{stanza} {values}");
        }
        let field = subject.config().fields().first().expect("a field");
        assert!(values.contains(text) && field.ty.to_string().contains(ty), "{stanza} {values}");
        assert_eq!(subject.disagreement(values, SchemaDocument::Layer), None);
    }
}

/// Values for some of the fields, as their texts.
fn fields_and_values() -> impl Strategy<Value = (Vec<Field>, Vec<Option<String>>)> {
    arbitrary::fields(3).prop_flat_map(|fields| {
        let values: Vec<_> = fields.iter().map(literal).collect();
        (Just(fields), values)
    })
}

fn literal(field: &Field) -> impl Strategy<Value = Option<String>> + use<> {
    let ty = field.ty.clone();
    // The entries of a rest are beside the other fields.
    match arbitrary::may_resolve(field) && !field.is_rest() {
        true => (any::<bool>(), arbitrary::field_value(field))
            .prop_map(move |(given, value)| given.then(|| ty.literal(&value).to_string()))
            .boxed(),
        false => Just(None).boxed(),
    }
}

fn document(fields: &[Field], values: &[Option<String>]) -> String {
    let given = fields.iter().zip(values).filter_map(|(field, value)| {
        // The last alias, if there is one, is as good as the native name.
        let name = json!(field.names_in_literals().last());
        value.as_ref().map(|value| format!("{name}: {value}"))
    });
    format!("{{ {} }}", given.collect::<Vec<String>>().join(", "))
}

proptest! {
    #![proptest_config(random::cases(150))]

    #[test]
    fn what_the_compiler_accepts_the_schema_accepts(
        (fields, values) in fields_and_values(),
        changes in proptest::collection::vec(any::<Index>(), 40),
    ) {
        let subject = Subject::of_fields(fields.clone());
        let text = document(&fields, &values);
        prop_assert_eq!(subject.compiler(&text, SchemaDocument::Layer), [], "{}", text);
        for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
            prop_assert_eq!(subject.disagreement(&text, document), None);
        }
        let mutants = mutants(&value(&text).expect("a JSON value"), &changed());
        for change in changes {
            let text = change.get(&mutants).to_string();
            for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
                let wrong = subject.disagreement(&text, document);
                prop_assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
            }
        }
    }
}

/// How values are changed to find out what both say about that.
fn changed() -> Changes {
    let known =
        json!({ "a": 1, "z": true, "unknown": null, "": 1, "old": 2, "older": 3, "w": 4, "real": 1, "x": 1 });
    let Value::Object(known) = known else { panic!("an object") };
    let replacements = vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(256),
        json!(-32769),
        json!(4294967296_u64),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(0.25),
        json!(-1.5),
        json!(1.0),
        json!(-0.0),
        json!(1e39),
        json!(""),
        json!("x"),
        json!("é"),
        json!("1s"),
        json!("2Mi"),
        json!("1e3s"),
        json!("low"),
        json!("LOW"),
        json!("x".repeat(300)),
        json!([]),
        json!([1, 1]),
        json!(["x", "x"]),
        json!([null]),
        json!([{}, {}]),
        json!(vec![true; 25]),
        json!({}),
        json!({ "a": 1 }),
        json!({ "$absent": true }),
        json!({ "$absent": false }),
        json!({ "$absent": true, "a": 1 }),
    ];
    Changes { known, replacements }
}

const STANZA: &str = r#"{
    bit: { type: "bool", default: true, aliases: ["old", "older"] },
    byte: { type: "uint8", min: 1, max: 200, default: 7, aliases: ["a"] },
    wide: { name: "wide/~%\"é", type: "int64", aliases: ["w"] },
    widest: { type: "uint64", max: 18446744073709551614 },
    real: { name: "8080", type: "float32", min: -1.5, max: 10 },
    wait: { type: "float64", unit: "s", max: 60 },
    memory: { type: "uint64", unit: "KiB" },
    double: { name: "Double", type: "float64", min: 0.5, default: 1 },
    text: { type: "string", max_size: 10, min_size: 1, pattern: "[a-z]+|[^a-z]{2,3}", sensitive: true },
    level: { type: "enum", variants: { low: 0, high: 1 }, deprecated: "nobody asks", default: "low" },
    tags: { type: "vector", max_count: 3, min_count: 1, unique: true, element: { type: "string", max_size: 3 } },
    pair: { type: "array", count: 2, element: { type: "uint16" } },
    server: { type: "struct", fields: {
        host: { type: "string", max_size: 20 },
        port: { type: "uint16", default: 80, aliases: ["p"] },
        inner: { type: "struct", default: { "the x": 1 }, fields: { x: { name: "the x", type: "int8" }, y: { type: "int8", default: 2 } } },
    } },
    servers: { type: "vector", max_count: 2, element: { type: "struct", fields: {
        host: { type: "string", max_size: 20, aliases: ["h"] },
        port: { name: "p/q", type: "uint16", default: 80, aliases: ["port"] },
    } } },
}"#;

const VALUES: &str = r#"{
    "bit": false, "byte": 9, "wide/~%\"é": -5, "widest": 18446744073709551614, "8080": 2.5, "wait": "0.5s", "memory": 4, "Double": 1e300,
    "text": "abc", "level": "high", "tags": ["a", "b"], "pair": [1, 2],
    "server": { "host": "h", "port": 1, "inner": { "the x": 3, "y": 4 } },
    "servers": [{ "host": "a", "p/q": 1 }, { "h": "b", "port": 2 }]
}"#;

#[test]
fn both_say_the_same_about_every_single_change() {
    let subject = Subject::of_stanza(STANZA);
    let mutants = mutants(&serde_json::from_str(VALUES).expect("JSON"), &changed());
    for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
        let mut refused = [0, 0];
        let mut wrong: Vec<String> = Vec::new();
        for mutant in &mutants {
            let text = mutant.to_string();
            refused[usize::from(subject.compiler(&text, document).is_empty())] += 1;
            wrong.extend(subject.disagreement(&text, document));
        }
        assert!(wrong.is_empty(), "{} of {refused:?}:\n{}", wrong.len(), wrong.join("\n"));
        // Enough of both that the test says something.
        assert!(refused[0] > 600 && refused[1] > 60, "{refused:?}");
    }
}

#[test]
fn a_complete_document_needs_what_has_no_default() {
    let subject = Subject::of_stanza(STANZA);
    let Value::Object(values) = serde_json::from_str(VALUES).expect("JSON") else { panic!("an object") };
    let optional = ["bit", "byte", "Double", "level"];
    for key in values.keys() {
        let mut fewer = values.clone();
        fewer.remove(key);
        let text = Value::Object(fewer).to_string();
        let complete = optional.contains(&key.as_str());
        assert_eq!(subject.compiler(&text, SchemaDocument::Complete).is_empty(), complete, "{key}");
        assert_eq!(subject.schema(&text, SchemaDocument::Complete).is_empty(), complete, "{key}");
        assert_eq!(subject.schema(&text, SchemaDocument::Layer), Vec::<String>::new(), "{key}");
    }
}

#[test]
fn a_layer_may_use_the_operators_and_a_complete_document_may_not() {
    let subject = Subject::of_stanza(STANZA);
    let verdict = |values: &str, document| subject.schema(values, document).is_empty();
    for values in [
        "{ byte: { $override: 3 } }",
        "{ a: { $override: 3 } }",
        "{ byte: { $unset: true } }",
        "{ tags: { $append: ['c'] } }",
        "{ tags: { $append: [] } }",
        "{ tags: { $override: ['c'] } }",
        "{ servers: { $append: [{ host: 'a' }] } }",
        "{ pair: { $override: [1, 2] } }",
        "{ server: { $override: { host: 'h' } } }",
        "{ server: { $override: { port: 1 } } }",
        "{ server: { $unset: true } }",
        "{ server: { port: { $override: 3 }, host: { $unset: true } } }",
        "{ server: { p: { $unset: true }, inner: { $override: {} } } }",
        "{ server: { inner: { y: { $unset: true } } } }",
    ] {
        assert!(
            verdict(values, SchemaDocument::Layer),
            "{:?}: {values}",
            subject.schema(values, SchemaDocument::Layer)
        );
        assert!(!verdict(values, SchemaDocument::Complete), "{values}");
        assert_eq!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
    }
    for values in [
        "{ byte: { $override: 0 } }",
        "{ byte: { $override: null } }",
        "{ byte: { $override: { $override: 3 } } }",
        "{ byte: { $append: [3] } }",
        "{ byte: { $unset: false } }",
        "{ byte: { $set: 3 } }",
        "{ byte: { $override: 3, $unset: true } }",
        "{ byte: {} }",
        "{ tags: { $append: 'c' } }",
        "{ tags: { $append: ['long'] } }",
        "{ tags: { $append: ['c', 'c'] } }",
        "{ tags: { $append: ['a', 'b', 'c', 'd'] } }",
        "{ tags: [{ $override: 'a' }] }",
        "{ pair: { $append: [1] } }",
        "{ servers: [{ host: { $override: 'a' } }] }",
        "{ servers: { $append: [{}] } }",
        "{ server: { $override: { port: { $override: 3 } } } }",
        "{ server: { $override: { name: 3 } } }",
        "{ server: { $override: {}, port: 3 } }",
        "{ server: { port: 3, p: 3 } }",
        "{ $unset: true }",
    ] {
        assert!(!verdict(values, SchemaDocument::Layer), "{values}");
        assert!(!verdict(values, SchemaDocument::Complete), "{values}");
        assert_ne!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
    }
    assert!(verdict("{ $schema: 'values.schema.json' }", SchemaDocument::Layer));
    assert!(!verdict("{ $schema: 1 }", SchemaDocument::Layer));
}

#[test]
fn a_layer_with_operators_that_is_read_is_not_marked() {
    let subject = Subject::new(Compiled::of(MANIFEST).declaration().clone());
    attempts(500, |random| {
        let layer = Speaker(Random::of(random.word())).layer(Words::All);
        let text = Said::Members(layer).to_string();
        assert_eq!(subject.compiler(&text, SchemaDocument::Layer), [], "{text}");
        assert_eq!(subject.schema(&text, SchemaDocument::Layer), Vec::<String>::new(), "{text}");
    });
}

/// Texts to match patterns with.
const TEXTS: &[&str] = &[
    "", "a", "b", "ab", "abc", "A", "7", "٣", "_", "-", "a-b", "a.b", "a\n", "\na", "\n", "\r", "\u{2028}",
    " ", "é", "😀", "\\", "]", "[", "^", "$", "}", "{", "/", "aab", "555-1234", "ac", "bc", "a|b", "\t",
    "\u{b}", "aé", "aa", "a7",
];

/// Holds both against each other for one pattern; whether the JSON Schema has it.
#[track_caller]
fn check_pattern(pattern: &str) -> bool {
    let ty = StringType {
        max_size: 20,
        min_size: 0,
        pattern: Some(Arc::new(Pattern::new(pattern).expect("a pattern"))),
    };
    let key = Key::new("a").expect("a key");
    let subject = Subject::of_fields(vec![Field::new(key, Type::String(ty.clone()))]);
    let has_pattern =
        generated_json_schema(subject.config(), SchemaDocument::Complete).contains("\"pattern\": ");
    for text in TEXTS {
        let found = subject.schema(&json!({ "a": text }).to_string(), SchemaDocument::Layer);
        let fits = ty.check(text).is_ok() || !has_pattern;
        assert_eq!(found.is_empty(), fits, "{pattern} {text:?}: {found:?}");
    }
    has_pattern
}

#[test]
fn patterns_mean_the_same_in_both() {
    for pattern in [
        "",
        "a",
        ".",
        ".*",
        "a|ab",
        "(a|b)+c",
        "(?:ab)?",
        "[a-c]*",
        "[^a]",
        "[^a-c]+",
        r"\d",
        r"\D",
        r"\w+",
        r"\W",
        r"[\d_]+",
        r"[^\w]",
        r"\d{3}-\d{4}",
        "a{2}b",
        "a{1,2}b?",
        "a*?b",
        "[-a]+",
        r"[\]\[\\^]",
        "[a^]",
        r"\^|\$",
        "}",
        "]",
        "/",
        "^a$",
        "a$|^b",
        r"\n",
        r"[\n\r]",
        "é?a?é",
        "[é-ë]",
        r"a\.b",
        r"a\-b",
        "(|a)b",
    ] {
        assert!(check_pattern(pattern), "{pattern}");
    }
}

/// What patterns are made of.
const PIECES: &[&str] = &[
    "a", "b", "A", "7", "-", "_", "é", "😀", ".", "*", "+", "?", "{2}", "{0,1}", "{1,}", "|", "(", ")",
    "(?:", "(?i)", "[", "]", "[^", "^", "$", "&", "~", ",", "/", "#", " ", "\n", r"\d", r"\D", r"\w", r"\W",
    r"\s", r"\n", r"\-", r"\]", r"\^", r"\\", r"\b", "a-c", "[a-c]", "[^a]", "[-", "--", "}",
];

#[test]
fn any_pattern_means_the_same_in_both() {
    let (patterns, carried) = (Tally::default(), Tally::default());
    proptest!(random::cases(2_000), |(pieces in proptest::collection::vec(select(PIECES), 1..7))| {
        let pattern = pieces.concat();
        let is_pattern = Pattern::new(&pattern).is_ok();
        patterns.count(is_pattern);
        if is_pattern {
            carried.count(check_pattern(&pattern));
        }
    });
    patterns.demand(10, 10);
    carried.demand(50, 0);
}

#[test]
fn literals_beside_a_bound_are_rounded_first() {
    let stanza = "{ a: { type: 'float32', min: -0.1, max: 0.1 }, b: { type: 'float32' }, \
        c: { type: 'float64', min: 232237337950446140, max: 9007199254740996000 } }";
    let subject = Subject::of_stanza(stanza);
    let step = f64::from(0.1_f32.next_up()) - f64::from(0.1_f32);
    for (text, fits) in [
        ("{ a: 0.1 }".to_owned(), true),
        (format!("{{ a: {} }}", f64::from(0.1_f32) + step * 0.49), true),
        (format!("{{ a: {} }}", f64::from(0.1_f32) + step * 0.51), false),
        (format!("{{ a: {} }}", -f64::from(0.1_f32) - step * 0.49), true),
        (format!("{{ a: {} }}", -f64::from(0.1_f32) - step * 0.51), false),
        ("{ b: 3.4028235677973362e38 }".into(), true),
        ("{ b: 3.4028235677973366e38 }".into(), true),
        ("{ b: 3.402823567797337e38 }".into(), false),
        ("{ b: -3.4028235677973362e38 }".into(), true),
        ("{ b: -3.4028235677973366e38 }".into(), true),
        ("{ b: -3.402823567797337e38 }".into(), false),
        ("{ c: 232237337950446140 }".into(), true),
        ("{ c: 232237337950446128 }".into(), true),
        ("{ c: 232237337950446127 }".into(), false),
        ("{ c: 2.3223733795044611e17 }".into(), false),
        ("{ c: 9007199254740996000 }".into(), true),
        ("{ c: 9007199254740999000 }".into(), false),
    ] {
        assert_eq!(subject.compiler(&text, SchemaDocument::Layer).is_empty(), fits, "{text}");
        assert_eq!(subject.schema(&text, SchemaDocument::Layer).is_empty(), fits, "{text}");
    }
}
