//! The server publishes the diagnostics of the commands, with the same messages at the same positions.

use super::expected::{Converter, comparable, diagnostics, differences_from_command};
use super::fixes;
use crate::client::{Client, uri_of};
use crate::threads::on_two_threads;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most differences that a failure prints.
const SHOWN: usize = 12;

/// Errors about the limits of export formats. The server writes no exports.
const OF_EXPORTS: &[&str] = &["E0842", "E0846"];

#[test]
fn manifests_have_the_diagnostics_and_fixes_of_check() {
    let manifests = super::texts(&[".cml"]);
    assert!(manifests.len() > 700, "there are only {} manifests", manifests.len());
    let fixes = AtomicUsize::new(0);
    let failures = in_two_sessions(&manifests, |client, (path, text)| {
        client.open(path, text);
        let found = comparable(&client.published());
        let lines = diagnostics(&["check"], path);
        let (of_fixes, count) = fixes::compare(client, path, &lines);
        fixes.fetch_add(count, Ordering::Relaxed);
        client.close(path);
        let expected = Converter::new(path, BTreeMap::new()).published(&lines);
        differences_from_command(expected, &found) + &of_fixes
    });
    report(&failures, manifests.len(), fixes.into_inner());
}

#[test]
fn products_have_the_diagnostics_and_fixes_of_assemble() {
    let products = super::texts(&[".product.json5"]);
    assert!(products.len() > 150, "there are only {} products", products.len());
    let fixes = AtomicUsize::new(0);
    let failures = in_two_sessions(&products, |client, (path, text)| {
        client.configure(json!({ "products": [path.strip_prefix(crate::ROOT).unwrap()] }));
        client.open(path, text);
        let found = comparable(&client.published());
        let mut lines = diagnostics(&["assemble", "--check", "--plan"], path);
        lines.retain(|found| !OF_EXPORTS.iter().any(|code| found["code"] == **code));
        let (of_fixes, count) = fixes::compare(client, path, &lines);
        fixes.fetch_add(count, Ordering::Relaxed);
        let components = components(client, path);
        client.close(path);
        let expected = Converter::new(path, components).published(&lines);
        differences_from_command(expected, &found) + &of_fixes
    });
    report(&failures, products.len(), fixes.into_inner());
}

/// Checks half of the items in each of two sessions. Returns the items that differ, sorted.
fn in_two_sessions(
    items: &[(PathBuf, String)],
    check: impl Fn(&mut Client, &(PathBuf, String)) -> String + Sync,
) -> Vec<String> {
    let failures = Mutex::new(Vec::new());
    on_two_threads(|half| {
        let mut client = super::without_products();
        for item in items.iter().skip(half).step_by(2) {
            let differences = check(&mut client, item);
            if !differences.is_empty() {
                failures.lock().unwrap().push(format!("{}\n{differences}", item.0.display()));
            }
        }
        client.configure(json!({ "products": ["no-such.product.json5"] }));
        let left = client.published();
        assert!(left.is_empty(), "diagnostics are left: {left:?}");
        client.end();
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    failures
}

/// Fails if there are differences, or few fixes.
fn report(failures: &[String], count: usize, fixes: usize) {
    let shown: String = failures.iter().take(SHOWN).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {count} files differ:\n{shown}", failures.len());
    assert!(fixes > 100, "there are only {fixes} fixes");
    println!("{count} files, {fixes} fixes");
}

/// The ranges of the names of the product's components.
fn components(client: &mut Client, product: &Path) -> BTreeMap<String, Value> {
    let symbols = client.ask("documentSymbol", &uri_of(product), Value::Null);
    let roots = symbols.as_array().into_iter().flatten();
    let of_components = roots.filter(|symbol| symbol["name"] == "components");
    let children = of_components.flat_map(|symbol| symbol["children"].as_array().into_iter().flatten());
    let place = |child: &Value| (child["name"].as_str().unwrap().to_owned(), child["selectionRange"].clone());
    children.map(place).collect()
}
