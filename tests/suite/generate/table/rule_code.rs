//! Rules as code: a runtime has the same verdicts as the loader, with the same error texts.

use super::rule_runtime::Runtime;
use crate::generate::python;
use crate::support::arbitrary;
use crate::support::expressions::Drawn;
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random, attempts};
use confc::declaration::Declaration;
use confc::generate::table::rule_code::RuleTable;
use confc::generate::table::rule_operation::RuleOperation;
use confc::types::{MapEntries, Type, Value};
use proptest::strategy::{Strategy as _, ValueTree as _};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Counts of the comparisons so far.
#[derive(Default)]
struct Compared {
    sentences: Vec<String>,
    /// How often all rules held.
    good: usize,
    operations: BTreeSet<usize>,
}

impl Compared {
    /// Compares the error texts of the runtime with those of the loader.
    fn check(&mut self, declaration: &Declaration, values: &[Value]) {
        let config = declaration.config().expect("a schema");
        let table = RuleTable::of(config);
        assert_eq!(table.rules.len(), config.rules().list().len());
        let expected: Vec<String> =
            config.broken_rules(values).map(|place| place.to_broken().to_string()).collect();
        let runtime = Runtime::new(&table, values);
        assert_eq!(runtime.sentences(&table), expected, "{table:?}\n{values:?}");
        self.operations.extend(runtime.operations.take());
        self.good += usize::from(expected.is_empty());
        self.sentences.extend(expected);
    }

    /// Panics unless each of these texts is part of an error text.
    #[track_caller]
    fn demand(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.sentences.iter().any(|sentence| sentence.contains(part)), "{part}");
        }
    }
}

#[test]
fn rules_that_nobody_chose_have_the_verdicts_of_the_loader() {
    let mut compared = Compared::default();
    attempts(1_500, |random| {
        let declaration = python::drawn_declaration(random);
        for is_largest in [false, false, false, true] {
            let values = Drawn { random, is_largest }.values();
            compared.check(&declaration, &values);
        }
    });
    assert!(compared.good > 500 && compared.sentences.len() > 2_000, "{}", compared.sentences.len());
    compared.demand(&["(at `ps[1]`)", "division by zero", "<not known>", "[rule1]"]);
}

#[test]
fn rules_of_every_form_have_the_verdicts_of_the_loader() {
    let mut compared = Compared::default();
    let mut runner = random::runner();
    for python::Sample { declaration, .. } in python::rule_forms(10) {
        let fields = declaration.config().expect("a schema").fields();
        for _ in 0..random::times(40) {
            let values = arbitrary::members(fields).new_tree(&mut runner).unwrap().current();
            compared.check(&declaration, &values);
        }
    }
    compared.demand(&[
        "division by zero",
        "no element at this index",
        "no entry with this key",
        "no exact float64",
        "an optional field has no value",
        "a nullable field is null",
        "is of another case",
        "a field in the index has no value",
        "<not known>",
        "(at `hidden[]`)",
    ]);
    assert!((0..RuleOperation::ALL.len()).eq(compared.operations), "each operation is run");
}

/// Rules that show values and places of every kind.
const SHOWN: &str = r#"{
    config: {
        d: { type: "float64" },
        f: { type: "float32" },
        labels: { type: "map", max_count: 20, key: { type: "string", max_size: 80 }, value: { type: "uint8" } },
        modes: {
            type: "map",
            max_count: 2,
            key: { type: "enum", variants: { plain: -7, "tls 1\u202e": 3 } },
            value: { type: "int64" },
        },
        s: { type: "string", max_size: 400 },
    },
    config_rules: [
        { check: "f != f || s < s", message: "${d} ${f} ${s}$${ \u202e", name: "all" },
        { check: "d != d || s < s" },
        { for: "labels[]", check: "labels[self] > 9", message: "${self}: ${labels[self]}" },
        { for: "modes[]", check: "modes[self] > 9", message: "${self}: ${modes[self]} ${self == 'plain'}" },
    ],
}"#;

#[test]
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
fn values_and_places_are_shown_as_the_loader_shows_them() {
    let compiled = Compiled::of(SHOWN);
    let declaration = compiled.declaration();
    let keys = [
        "",
        "a",
        "a_",
        "a_1",
        "_a",
        "1",
        "A",
        "a b",
        "a.b",
        "é",
        "\"\\\n\r\t",
        "\u{1}\u{202e}",
        "\u{e0001}😀",
    ];
    let long = ["x".repeat(64), "x".repeat(65)];
    let mut compared = Compared::default();
    let mut check = |random: &mut Random, d: f64, f: f32, text: &str| {
        let mut labels: Vec<&str> = keys.iter().copied().chain(long.iter().map(String::as_str)).collect();
        labels.retain(|_| random.once_in(3));
        let labels = labels.into_iter().map(|key| (key.into(), Value::Unsigned(3))).collect();
        let modes =
            ["plain", "tls 1\u{202e}"].map(|key| (key.into(), Value::Signed(random.word().cast_signed())));
        let map = |key: &str, entries| {
            let fields = declaration.config().expect("a schema").fields();
            let ty = fields.iter().find(|field| field.key.as_str() == key).map(|field| &field.ty);
            let Some(Type::Map(ty)) = ty else { panic!("{key}") };
            Value::Map(MapEntries::of(ty.value(), entries).expect("keys that differ"))
        };
        let float = |value: f64| Value::Float(if value.is_finite() { value + 0.0 } else { 1.0 });
        let values = [
            float(d),
            float(f.into()),
            map("labels", labels),
            map("modes", modes.into()),
            Value::String(text.into()),
        ];
        compared.check(declaration, &values);
    };
    attempts(2_000, |random| {
        let (bits, short) = (random.word(), random.below(4000));
        let text: String = (0..random.below(80)).map(|_| random_character(random)).collect();
        check(random, f64::from_bits(bits), f32::from_bits((bits >> 32) as u32), &text);
        check(random, short as f64 / 8.0, short as f32 / 100.0, "");
    });
    let mut random = Random::stream(3);
    for exponent in -30..30 {
        let power = 10f64.powi(exponent);
        check(&mut random, power, -power as f32, "");
        check(&mut random, power.next_down(), (power as f32).next_down(), "");
    }
    compared.demand(&[
        "…",
        "1e-8",
        "(at `labels.a`)",
        "(at `labels[\"a_\"]`)",
        "\\u{202e}",
        "[all]",
        "is broken",
    ]);
}

fn random_character(random: &mut Random) -> char {
    let most = *random.one_of(&[0x80, 0x800, 0x3000, 0x11_0000]);
    let code = u32::try_from(random.below(most)).expect("a code point");
    char::from_u32(code).unwrap_or('x')
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn rules_of_the_cases_have_the_verdicts_of_the_loader() {
    let mut compared = Compared::default();
    let mut runner = random::runner();
    let mut declarations = 0;
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        // Strings are drawn only for the patterns of the tests.
        if !text.contains("config_rules") || text.contains("pattern") {
            continue;
        }
        let compiled = Compiled::of(text);
        let Some(declaration) = &compiled.declaration else { continue };
        let config = declaration.config().expect("a schema");
        if !config.fields().iter().all(arbitrary::may_resolve) {
            continue;
        }
        declarations += 1;
        for _ in 0..random::times(20) {
            let values = arbitrary::members(config.fields()).new_tree(&mut runner).unwrap().current();
            compared.check(declaration, &values);
        }
    }
    assert!(declarations >= 30 && compared.sentences.len() > 500, "{declarations}");
}
