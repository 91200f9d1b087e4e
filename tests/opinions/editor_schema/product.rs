//! The JSON Schema of product files: it accepts what the compiler accepts, and refuses the shapes that it refuses.

use super::value;
use crate::ROOT;
use crate::support::random;
use crate::validator::{errors, validator};
use confc::diagnostic::Report;
use confc::product::{PRODUCT_KEYS, Product};
use confc::syntax::{Format, parse};
use confc::text::Sources;
use jsonschema::Validator;
use proptest::prelude::{Strategy, prop_assert, proptest};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../schemas/product.schema.json");
static PRODUCT: LazyLock<Validator> = LazyLock::new(|| validator(TEXT));

/// Codes about what a JSON Schema cannot see: what names stand for, and what `set` holds.
const BEYOND: &[&str] = &[
    "E0863", "E0864", "E0865", "E0866", "E0867", "E0868", "E0869", "E0870", "E0871", "E0874", "E0875",
    "E0876", "W0406", "W0863",
];

/// The codes of what is wrong with a product file by itself.
fn codes(text: &str) -> Vec<String> {
    let source = Sources::new().add("p.product.json5".into(), text.into(), None);
    let mut report = Report::new();
    let document = parse(Format::Json5, &source, &mut report);
    let product = Product::read(&document, "p.product.json5", &mut report);
    assert!(product.is_some() != report.has_errors(), "{text}");
    report.sorted().iter().map(|found| found.code().name().to_owned()).collect()
}

fn disagreement(text: &str) -> Option<String> {
    let codes = codes(text);
    let value = value(text)?;
    let errors = errors(&PRODUCT, &value);
    let agree = codes.is_empty() == errors.is_empty();
    let excused = errors.is_empty() && codes.iter().all(|code| BEYOND.contains(&code.as_str()));
    (!agree && !excused).then(|| format!("the compiler: {codes:?}, the JSON Schema: {errors:?}\n{text}"))
}

fn products() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let mut folders = vec![root.join("testdata"), root.join("examples")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".product.json5") || name.starts_with("E086") || name.starts_with("E087")
            {
                found.extend(name.ends_with(".json5").then_some(path));
            }
        }
    }
    found
}

#[test]
fn product_files_have_the_same_verdict() {
    let files = products();
    assert!(files.len() > 25, "{}", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(disagreement(&text), None, "{}", file.display());
    }
}

#[test]
fn values_of_other_kinds_have_the_same_verdict() {
    let whole = r#"{ include_root: "r", include_path: ["i"], policy: "p", features: ["rules"], inputs: {},
        components: { a: { manifest: "a.cml", package_path: "m/a", imports: { x: "b" }, layers: ["l"], overrides: ["o"],
            patches: ["p"], set: { k: 1 } }, b: { declaration: "b.cm" } },
        environments: { e: { extends: ["f"], abstract: false, without: ["c"], inputs: { i: 1 }, shared: ["s"], sections: [],
            shared_overrides: ["s"], section_overrides: ["t"], rules: [{}], exports: [{ format: "env", path: "x", components: ["a"], sensitive: "omit", name: "n", document: "d" },
                { format: "configmap", path: "y", namespace: "n", labels: { l: "" }, annotations: { a: "b" }, immutable: true,
                  hash_suffix: false, keys: "env", prefix: "p", separator: "s", secret_name: "s" }],
            components: { a: { set: {} } } }, f: {} },
        shared: ["s"], sections: ["t"], shared_overrides: [], section_overrides: ["u"], rules: [], exports: [] }"#;
    let source = Sources::new().add("p".into(), whole.into(), None);
    let document = parse(Format::Json5, &source, &mut Report::new());
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<_> = document.root().into_iter().collect();
    while let Some(node) = open.pop() {
        places.push((node.span().start as usize, node.span().end as usize));
        open.extend(node.members().map(|(_, value)| value));
        open.extend(node.elements());
    }
    let others = ["null", "true", "0", "''", "'x'", "'/x'", "[]", "['x', 'x']", "[1]", "{}", "{ x: {} }"];
    for (start, end) in places {
        for other in others {
            let text = format!("{}{other}{}", &whole[..start], &whole[end..]);
            assert_eq!(disagreement(&text), None);
        }
    }
}

#[test]
fn other_keys_have_the_same_verdict() {
    let keys: Vec<&str> =
        PRODUCT_KEYS.iter().map(|key| key.name).chain(["other", "Components", ""]).collect();
    let place = 0..4usize;
    proptest!(random::cases(200), |((place, key, value) in (place, 0..keys.len(), 0..5usize)
        .prop_map(|(place, key, value)| (place, keys[key], ["[]", "{}", "'x'", "true", "['x']"][value])))| {
        let extra = |at: usize| if at == place { format!("'{key}': {value},") } else { String::new() };
        let text = format!(
            "{{ {} components: {{ a: {{ {} manifest: 'a.cml' }} }}, environments: {{ e: {{ {} components: {{ a: {{ {} }} }} }} }} }}",
            extra(0), extra(1), extra(2), extra(3)
        );
        // The first of two keys stands in JSON5, for both.
        let is_repeated = codes(&text).iter().any(|code| code == "E0111");
        prop_assert!(is_repeated || disagreement(&text).is_none(), "{:?}", disagreement(&text));
    });
}
