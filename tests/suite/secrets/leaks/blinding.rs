//! One secret does not blind a component: what is said of everything else is as good as without it.

use super::{FORMATS, RUNS, Reading, nowhere, printed, spelling, texts};
use crate::support::pipeline::Compiled;
use crate::support::random::{Random, Tally, attempts};
use confc::declaration::Config;
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy};
use confc::resolve::{self, Inputs};
use confc::schema::CheckedInputs;
use confc::secrets::{ValuesDocument, hide_in_values};
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::types::Field;

/// A field that none of the texts here is about.
const UNRELATED: &str = "zz_unrelated";

/// A manifest with the fields that are not sensitive, and the unrelated secret.
fn manifest(with_secret: bool) -> String {
    let mut text = String::from("{ config: {\n");
    for (key, stanza, _) in texts::FIELDS.iter().filter(|(_, _, sensitive)| !sensitive) {
        text += &format!("  {key}: {{ {stanza} }},\n");
    }
    if with_secret {
        text += &format!("  {UNRELATED}: {{ type: 'string', max_size: 4, default: '', sensitive: true }},\n");
    }
    text + "} }\n"
}

/// What is said of a layer.
fn said(config: &Config, format: Format, text: &str) -> String {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let source = sources.add("layer".into(), text.into(), None);
    let document = syntax::parse(format, &source, &mut report);
    let layer = Layer::read(config, &document, MergeStrategy::Unify, &nowhere, &mut report);
    let layers: Vec<Layer> = layer.into_iter().collect();
    resolve::resolve(config, &Inputs { layers: &layers, ..Inputs::default() }, &nowhere, &mut report);
    let fields = config.as_struct();
    let known = (&CheckedInputs::default(), fields.members().iter().any(Field::holds_sensitive));
    hide_in_values(fields, known, (ValuesDocument::Layer, format), &source);
    printed(&report, &sources)
}

/// A line of a layer with a mistake that has nothing to do with secrets.
fn mistaken(random: &mut Random, format: Format, key: &str) -> String {
    let values = ["'far too long a name'", "70000", "'high'", "[1, 'b']", "true", "9001", "1.5"];
    let value = random.pick(&values);
    match format {
        Format::Json | Format::Json5 => format!("  {key}: {value}, // why\n"),
        Format::Yaml => format!("{key}: {value} # why\n"),
        Format::Toml => format!("{key} = {} # why\n", value),
        Format::Env => format!("{key}={value}\n"),
    }
}

#[test]
fn mistakes_read_as_without_a_secret() {
    let compiled = [false, true].map(|with_secret| Compiled::of(manifest(with_secret)));
    let named =
        [false, true].map(|with_secret| Compiled::of(spelling::named_manifest(&manifest(with_secret))));
    let tally = Tally::default();
    attempts(RUNS, |random| {
        let format = FORMATS[random.below(3)];
        let mut keys = ["name", "timeout_ms", "level", "tags"];
        random.shuffle(&mut keys);
        let count = 1 + random.below(3);
        let lines: Vec<String> = keys[..count].iter().map(|key| mistaken(random, format, key)).collect();
        let text =
            if format == Format::Json5 { format!("{{\n{}}}\n", lines.concat()) } else { lines.concat() };
        let is_named = random.once_in(2);
        let text = if is_named { spelling::all_native(format, &text) } else { text };
        let compiled = if is_named { &named } else { &compiled };
        let configs = compiled.each_ref().map(|compiled| compiled.declaration().config().expect("a schema"));
        let [plain, secret] = configs.map(|config| said(config, format, &text));
        assert_eq!(plain, secret, "{text}");
        tally.count(plain.is_empty());
    });
    tally.demand(0, 50);
}

#[test]
fn a_syntax_error_is_told_as_without_a_secret() {
    let (plain, secret) = (Compiled::of(manifest(false)), Compiled::of(manifest(true)));
    let configs = [&plain, &secret].map(|compiled| compiled.declaration().config().expect("a schema"));
    for (format, text) in [
        (Format::Json5, "{ timeout_ms: 30 name: 'x' }"),
        (Format::Json5, "{\n  timeout_ms: 30\n  name: 'x',\n}\n"),
        (Format::Json5, "{ timeout_ms: abc, name: 'x' }"),
        (Format::Json5, "{ name: 'x\n}"),
        (Format::Json5, "{ timeout_ms: 012 }"),
        (Format::Json5, "{ tags: ['a' 'b'\n }"),
        (Format::Json5, "{ timeout_ms 30 }"),
        (Format::Yaml, "timeout_ms: 017\n"),
        (Format::Yaml, "timeout_ms: !!int 5\n"),
        (Format::Toml, "level = low\n"),
        (Format::Toml, "timeout_ms = 030\n"),
        (Format::Toml, "timeout_ms = 1979-05-27\n"),
    ] {
        let [plain, secret] = configs.map(|config| said(config, format, text));
        let is_quote_lost = text.contains("'a' 'b'");
        if is_quote_lost {
            // What stands behind a quote too many may be any field's.
            assert!(secret.contains("expected `]` for this `[`"), "{secret}");
        } else {
            assert_eq!(plain, secret, "{text}");
        }
    }
    // What was skipped is masked; why, is not.
    for (format, text, why) in [
        (Format::Yaml, "timeout_ms: 5\n\tname: x\n", "expected spaces"),
        (Format::Yaml, "tags: [a, b\nname: x\n", "this `[` is not closed"),
        (Format::Json5, "{ timeout_ms: 1 2, name: 'x' }", "expected `,` or `}`, found number"),
    ] {
        let [_, secret] = configs.map(|config| said(config, format, text));
        assert!(secret.contains(why), "{secret}");
    }
}

#[test]
fn a_mistake_beside_a_secret_is_drawn_with_its_value() {
    let declarations = super::declarations();
    let [config, named, ..] =
        declarations.each_ref().map(|compiled| compiled.declaration().config().expect("a schema"));
    for (format, text) in [
        (
            Format::Json5,
            "{ password: 'hidden', timeout_ms: 'PUBLIC', server: { token: 'hidden', port: 'PUBLIC' } }",
        ),
        (Format::Yaml, "password: hidden\ntimeout_ms: PUBLIC\nserver: {token: hidden, port: PUBLIC}\n"),
        (
            Format::Toml,
            "password = 'hidden'\ntimeout_ms = 'PUBLIC'\nserver = { token = 'hidden', port = 'PUBLIC' }\n",
        ),
    ] {
        for (config, text) in [(config, text.to_owned()), (named, spelling::all_native(format, text))] {
            let mut reading = Reading::new(config);
            reading.resolve((format, &text), None, None);
            let printed = reading.printed();
            // In the text form in the message and in the line, in the others in the message, each of the two.
            assert_eq!(
                printed.matches("PUBLIC").count(),
                if format == Format::Json5 { 14 } else { 12 },
                "{printed}"
            );
            assert!(!printed.contains("hidden"), "{printed}");
        }
    }
}

#[test]
fn manifests_are_drawn_beside_a_secret() {
    let mistakes = ["max: 'x'", "max_siez: 3", "typ: 'string'", "default: 'low' 'x'", "min: 9"];
    let shown = ["max: 'x'", "max_siez: …", "typ: …", "default: 'low'", "min: 9"];
    for (mistake, shown) in mistakes.into_iter().zip(shown) {
        let text = format!(
            "{{ config: {{\n  a: {{ type: 'string', max_size: 9, {mistake} }},\n  \
             s: {{ type: 'string', max_size: 9, sensitive: true, default: 'hidden' }},\n}} }}\n"
        );
        let compiled = Compiled::of(text);
        let printed = printed(&compiled.report, &compiled.sources);
        assert!(printed.contains(shown) && !printed.contains("hidden"), "{printed}");
    }
}

#[test]
fn rules_are_drawn_whatever_they_read() {
    for rule in [
        "check: 'p == nope'",
        "check: 'p: q'",
        "check: \"p == 'x' && pin <= 'y'\"",
        "check: 'pin'",
        "check: 'p == q || pin = 3'",
        "check: '!has(p) && p == q'",
        "check: 'pin > 3', mesage: 'the pin: 3 or less, p: x'",
        "check: 'pin > 3', message: 'p: ${q'",
        "for: 'pins', check: 'self == p'",
    ] {
        let said = |sensitive: &str| {
            let compiled = Compiled::of(format!(
                "{{ config: {{\n  p: {{ type: 'string', max_size: 9{sensitive} }},\n  \
                 q: {{ type: 'string', max_size: 9 }},\n  pin: {{ type: 'uint16'{sensitive} }},\n}},\n\
                 config_rules: [\n  {{ {rule} }},\n] }}\n"
            ));
            // Pages of codes, which a log carries, say it too.
            let printed = printed(&compiled.report, &compiled.sources);
            printed.replace(", sensitive: false", "").replace(", sensitive: true ", "")
        };
        let (plain, secret) = (said(", sensitive: false"), said(", sensitive: true "));
        assert!(plain.contains(rule), "{plain}");
        assert_eq!(plain, secret);
    }
}
