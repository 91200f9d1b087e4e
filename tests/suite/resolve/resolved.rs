//! Laws of the way from layers to value files and back: what one stage accepts the next accepts, and how a
//! layer is written does not change a byte.

use crate::compile::laws::without_secrets;
use crate::support::arbitrary::{self, may_resolve};
use crate::support::command::Workspace;
use crate::support::corpus;
use crate::support::json::holds_null;
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random};
use crate::support::restyle::Restyle;
use confc::declaration::{Config, Declaration, show};
use confc::diagnostic::{Diagnostic, Report};
use confc::layers::{Layer, MergeStrategy};
use confc::plan::{self, EmbeddedSchema};
use confc::resolve::{Inputs, resolve};
use confc::schema::Schema;
use confc::syntax::{self, Document, Format, Kind, Node};
use confc::text::{Sources, escape};
use confc::types::{Component, Field, Type, Value, merge_json};
use confc_core::values::load;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::TestCaseError;
use std::fmt::Write as _;

/// A declaration and one value for each of its fields. Nothing in it is sensitive, so that the values can be
/// written as a layer.
fn valued() -> impl Strategy<Value = (Declaration, Vec<Value>)> {
    let whole = |schema: &Schema| schema.fields().iter().all(may_resolve);
    let schema = arbitrary::schema().prop_filter("every field has a value", whole);
    schema.prop_flat_map(|schema| {
        let (fields, value_source) = schema.into_parts();
        let fields = fields.into_iter().map(without_secrets).collect();
        let declaration =
            Declaration::seal(Component::default(), Some(Schema::new(fields, value_source).unwrap()))
                .unwrap();
        let values = arbitrary::members(config(&declaration).fields());
        (Just(declaration), values)
    })
}

fn config(declaration: &Declaration) -> &Config {
    declaration.config().unwrap()
}

/// Parses a text, with what was said.
fn parse(format: Format, text: &str) -> (Document, Report) {
    let mut report = Report::new();
    let source = Sources::new().add("layer".into(), text.into(), None);
    let document = syntax::parse(format, &source, &mut report);
    (document, report)
}

/// The value file of some layers, or what is wrong with them.
pub(crate) fn compile(config: &Config, layers: &[(Format, &str)]) -> Result<Vec<u8>, Vec<String>> {
    let mut report = Report::new();
    let mut sources = Sources::new();
    let mut read = |(format, text): &(Format, &str)| {
        let source = sources.add("layer".into(), (*text).into(), None);
        let document = syntax::parse(*format, &source, &mut report);
        Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report)
    };
    let layers: Option<Vec<Layer>> = layers.iter().map(&mut read).collect();
    let resolved =
        layers.and_then(|layers| resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report));
    assert_eq!(resolved.is_none(), report.has_errors(), "a layer is refused with an error, and only so");
    let told = |found: &&Diagnostic| format!("{} {}", found.code(), found.message());
    let refused = || report.sorted().iter().map(told).collect::<Vec<_>>();
    Ok(plan::encode(config, resolved.ok_or_else(refused)?.values(), EmbeddedSchema::Include).unwrap())
}

/// Writes an object as YAML, all in flow style, or as TOML, all inline.
fn written(format: Format, document: &Document) -> String {
    let mut out = String::new();
    for (key, value) in document.root().unwrap().members() {
        string(key.text(), &mut out);
        out.push_str(between(format));
        write(format, value, &mut out);
        out.push('\n');
    }
    // YAML needs something for an object.
    if out.is_empty() && format == Format::Yaml { "{}".into() } else { out }
}

fn between(format: Format) -> &'static str {
    if format == Format::Toml { " = " } else { ": " }
}

fn write(format: Format, value: Node<'_>, out: &mut String) {
    match value.kind() {
        Kind::Object => {
            out.push('{');
            for (at, (key, value)) in value.members().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                // The keys of a map may be any text.
                string(key.text(), out);
                out.push_str(between(format));
                write(format, value, out);
            }
            out.push('}');
        }
        Kind::Array => {
            out.push('[');
            for (at, element) in value.elements().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write(format, element, out);
            }
            out.push(']');
        }
        Kind::String => string(value.text(), out),
        Kind::Null if format == Format::Toml => out.push_str("{ '$absent' = true }"),
        Kind::Number | Kind::True | Kind::False | Kind::Null | Kind::Invalid => out.push_str(value.raw()),
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}").unwrap(),
            ' '..='~' => out.push(c),
            // YAML and TOML have this escape in common.
            _ => write!(out, "\\U{:08x}", u32::from(c)).unwrap(),
        }
    }
    out.push('"');
}

/// Whether two layers of these values agree, entries of maps that only one of them has aside; `None` where together
/// these may be too many.
fn agree(ty: &Type, one: &Value, two: &Value) -> Option<bool> {
    match (ty, one, two) {
        (Type::Map(map), Value::Map(one), Value::Map(two)) => {
            let both = one.keys().iter().filter_map(|key| Some((one.get(key)?, two.get(key)?)));
            let all: Option<Vec<bool>> =
                both.map(|(one, two)| agree_within(map.value(), &one, &two)).collect();
            let all = all?;
            let count = one.len() + two.len() - all.len();
            (count <= map.max_count as usize).then(|| all.into_iter().all(|same| same))
        }
        (Type::Struct(ty), Value::Struct(one), Value::Struct(two)) => {
            let members = ty.members().iter().zip(one.iter().zip(two));
            let all: Option<Vec<bool>> = members.map(|(of, (one, two))| agree(&of.ty, one, two)).collect();
            all.map(|all| all.into_iter().all(|same| same))
        }
        (ty, one, two) => agree_within(ty, one, two),
    }
}

/// The same of fields. What is absent is left out, where a null would be a value.
fn fields_agree(field: &Field, one: &Value, two: &Value) -> Option<bool> {
    if field.leaves_out(one) || field.leaves_out(two) { Some(true) } else { agree(&field.ty, one, two) }
}

/// The same of entries, of which only JSON values are merged.
fn agree_within(ty: &Type, one: &Value, two: &Value) -> Option<bool> {
    let (Type::Json(ty), Value::Json(one), Value::Json(two)) = (ty, one, two) else {
        return Some(one == two);
    };
    match merge_json(one, two, false) {
        Ok(merged) => ty.check(&merged).is_ok().then_some(true),
        Err(_) => Some(false),
    }
}

proptest! {
    #![proptest_config(random::cases(128))]

    #[test]
    fn what_is_resolved_is_loaded((declaration, values) in valued()) {
        let config = config(&declaration);
        let text = show::json5_values(config, &values).unwrap();
        let bytes = compile(config, &[(Format::Json5, &text)]).unwrap();
        let direct = plan::encode(config, &values, EmbeddedSchema::Include).unwrap();
        prop_assert!(bytes == direct, "{}", text);
        for bytes in [bytes, plan::encode(config, &values, EmbeddedSchema::Omit).unwrap()] {
            let loaded = load(&declaration, &bytes).unwrap();
            prop_assert_eq!(loaded.values(), &values[..], "{}", text);
        }
        // What a runtime has is the declaration's bytes.
        let decoded = Declaration::decode(&confc::declaration::encode(&declaration)).unwrap();
        let loaded = load(&decoded, &direct).unwrap();
        prop_assert_eq!(loaded.values(), &values[..]);
    }

    #[test]
    fn order_and_style_of_a_layer_do_not_change_a_byte((declaration, values) in valued(), seed in any::<u64>()) {
        let config = config(&declaration);
        let text = show::json5_values(config, &values).unwrap();
        let restyled = Restyle::new(&mut Random::of(seed)).layer(&parse(Format::Json5, &text).0);
        let bytes = compile(config, &[(Format::Json5, &restyled)]);
        prop_assert_eq!(bytes, Ok(plan::encode(config, &values, EmbeddedSchema::Include).unwrap()), "{}", restyled);
    }

    #[test]
    fn every_format_gives_the_same_bytes((declaration, values) in valued()) {
        let config = config(&declaration);
        let document = parse(Format::Json5, &show::json5_values(config, &values).unwrap()).0;
        for format in [Format::Yaml, Format::Toml] {
            if format == Format::Toml && values.iter().any(holds_null) {
                continue;
            }
            let text = written(format, &document);
            let bytes = compile(config, &[(format, &text)]);
            prop_assert_eq!(bytes, Ok(plan::encode(config, &values, EmbeddedSchema::Include).unwrap()), "{:?}\n{}", format, text);
        }
    }

    #[test]
    fn layers_that_agree_are_one((declaration, values) in valued(), seed in any::<u64>()) {
        let config = config(&declaration);
        let document = parse(Format::Json5, &show::json5_values(config, &values).unwrap()).0;
        let mut random = Random::of(seed);
        // Each field in one of three layers, and sometimes in a second.
        let mut layers = vec![String::from("{"); 3];
        for (key, value) in document.root().unwrap().members() {
            let (first, second) = (random.below(3), random.below(6));
            for (at, layer) in layers.iter_mut().enumerate() {
                if at == first || at == second {
                    write!(layer, "{}: {},", escape::literal(key.text()), document.source().slice(value.span())).unwrap();
                }
            }
        }
        let layers: Vec<String> = layers.into_iter().map(|layer| layer + "}").collect();
        let layers: Vec<(Format, &str)> = layers.iter().map(|layer| (Format::Json5, layer.as_str())).collect();
        let bytes = compile(config, &layers);
        prop_assert_eq!(bytes, Ok(plan::encode(config, &values, EmbeddedSchema::Include).unwrap()), "{:?}", layers);
    }

    #[test]
    fn layers_that_disagree_are_refused_in_either_order(
        (declaration, values, others) in valued().prop_flat_map(|(declaration, values)| {
            let others = arbitrary::members(config(&declaration).fields());
            (Just(declaration), Just(values), others)
        })
    ) {
        let config = config(&declaration);
        let texts = [&values, &others].map(|values| show::json5_values(config, values).unwrap());
        // What looks like an operator is written within one, which wins over the other layer.
        if texts.iter().any(|text| text.contains("{ $override: ")) {
            return Ok(());
        }
        let [one, two] = [0, 1].map(|at| (Format::Json5, texts[at].as_str()));
        let (forth, back) = (compile(config, &[one, two]), compile(config, &[two, one]));
        let fields = config.fields().iter().zip(values.iter().zip(&others));
        let agreed: Option<Vec<bool>> = fields.map(|(field, (one, two))| fields_agree(field, one, two)).collect();
        if let Some(agreed) = agreed {
            prop_assert_eq!(forth.is_ok(), agreed.into_iter().all(|same| same), "{:?}", texts);
        }
        match (forth, back) {
            (Ok(forth), Ok(back)) => prop_assert_eq!(forth, back),
            (forth, back) => prop_assert_eq!(forth.err().map(|told| told.len()), back.err().map(|told| told.len())),
        }
    }

    #[test]
    fn a_field_that_is_left_out_takes_its_default_or_is_missed((declaration, values) in valued(), seed in any::<usize>()) {
        let config = config(&declaration);
        let left_out = seed % config.fields().len();
        let document = parse(Format::Json5, &show::json5_values(config, &values).unwrap()).0;
        let left_out_name = config.fields()[left_out].native_name();
        let is_left_out = |name: &str| match config.fields()[left_out].is_rest() {
            true => config.as_struct().rest_for(name).is_some(),
            false => name == left_out_name,
        };
        let members = document.root().unwrap().members().filter(|(key, _)| !is_left_out(key.text()));
        let text: String = members
            .map(|(key, value)| format!("{}: {},", escape::literal(key.text()), document.source().slice(value.span())))
            .collect();
        let (document, mut report) = parse(Format::Json5, &format!("{{{text}}}"));
        let layer = Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report).unwrap();
        let field = &config.fields()[left_out];
        match (resolve(config, &Inputs::of_layers(&[layer]), &|_| None, &mut report), field.unset_value()) {
            (Some(resolved), Some(expected)) => {
                prop_assert_eq!(&resolved.values()[left_out], &expected);
                prop_assert_eq!(resolved.traces()[left_out].last, None);
            }
            (None, None) => {
                let codes: Vec<String> = report.sorted().iter().map(|found| found.code().to_string()).collect();
                prop_assert!(codes.iter().any(|code| code == "E0416"), "{:?}", codes);
            }
            (resolved, expected) => {
                return Err(TestCaseError::fail(format!("{resolved:?}, but unset it is {expected:?}")));
            }
        }
    }
}

#[test]
fn every_case_of_the_corpus_gets_its_verdict() {
    let Some(corpus) = corpus::folder("every_case_of_the_corpus_gets_its_verdict") else { return };
    let cases = corpus::json(&corpus, "value_cases.json");
    let cases = cases.as_array().expect("a list of cases");
    assert!(cases.len() >= 80);
    for case in cases {
        let [schema, values] = ["schema", "values"].map(|part| case[part].as_str().expect("a text"));
        let compiled = Compiled::of(schema);
        let compiled = compile(config(compiled.declaration()), &[(Format::Json5, values)]);
        // Where no verdict is known the value is good, but too large for the program the case is from.
        let expected = case["valid"].as_bool().unwrap_or(true);
        assert_eq!(compiled.is_ok(), expected, "{case}: {compiled:?}");
    }
}

#[test]
fn real_values_compile_and_verify() {
    let Some(corpus) = corpus::folder("real_values_compile_and_verify") else { return };
    let pairs = corpus::json(&corpus, "pairs.json");
    let pairs = pairs.as_array().expect("a list of pairs");
    assert!(pairs.len() >= 50);
    let workspace = Workspace::new();
    let value_file = workspace.path("out.cvf").display().to_string();
    for pair in pairs {
        let [manifest, layer] = ["manifest", "values"].map(|part| pair[part].as_str().expect("a path"));
        let root = corpus.join(manifest.split('/').take(2).collect::<Vec<_>>().join("/"));
        let root = root.display().to_string();
        let library = format!("{root}/sdk/lib");
        let includes = ["--include-root", &root, "--include-path", &library, "--include-path", &root];
        let [manifest, layer] = [manifest, layer].map(|path| corpus.join(path).display().to_string());
        let run = |arguments: &[&str]| workspace.confc(&[arguments, &includes].concat());
        let made = run(&["values", &manifest, &layer, "-o", &value_file]);
        assert_eq!(made.status, Some(i32::from(pair["fits"] != true)), "{pair}: {}", made.stderr);
        if pair["fits"] == true {
            run(&["verify", &manifest, &value_file]).silent();
            // The same again from what is shown of them.
            let shown = run(&["show", "--format", "json5", &manifest, &value_file]).with_status(0);
            workspace.write("again.json5", &shown.stdout);
            let again = workspace.path("again.json5").display().to_string();
            run(&["values", &manifest, &again, "-o", "again.cvf"]).with_status(0);
            assert_eq!(workspace.read("again.cvf"), workspace.read("out.cvf"), "{pair}");
        }
    }
}

#[test]
fn a_member_that_is_left_out_takes_the_nearest_default() {
    let stanza = r#"{ config: { list: { type: "vector", max_count: 2, element: { type: "struct", fields: {
        inner: {
            type: "struct",
            fields: { a: { type: "uint8" }, b: { type: "uint8", default: 7 } },
            default: { a: 1, b: 2 },
        },
    } } } } }"#;
    let compiled = Compiled::of(stanza);
    let declaration = compiled.declaration();
    let config = config(declaration);
    for (layer, expected) in [
        ("{ list: [{}] }", "[{ inner: { a: 1, b: 2 } }]"),
        ("{ list: [{ inner: {} }] }", "[{ inner: { a: 1, b: 2 } }]"),
        ("{ list: [{ inner: { a: 5 } }] }", "[{ inner: { a: 5, b: 2 } }]"),
        ("{ list: [{ inner: { b: 9 } }] }", "[{ inner: { a: 1, b: 9 } }]"),
    ] {
        let bytes = compile(config, &[(Format::Json5, layer)]).expect("it fits");
        let loaded = load(declaration, &bytes).expect("it loads");
        let ty = &config.fields().first().expect("a field").ty;
        let shown = loaded.at(0).map(|value| ty.show(value).to_string());
        assert_eq!(shown.as_deref(), Some(expected), "{layer}");
    }
}
