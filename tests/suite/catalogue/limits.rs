//! Large products: pages with several parts, as many fields as a catalogue may have, and one more.

use super::page::rows;
use crate::support::command::Workspace;
use std::fmt::Write as _;

/// A product of components with 25 fields each.
fn product(components: usize) -> Workspace {
    let mut fields = String::from("{ config: {");
    (0..25).for_each(|at| write!(fields, " f{at}: {{ type: 'uint32', default: {at} }},").unwrap());
    let mut product = String::from("{ components: {");
    (0..components).for_each(|at| write!(product, " c{at}: {{ manifest: 'm.cml' }},").unwrap());
    product += " }, environments: { dev: {}, prod: {} } }";
    Workspace::new().with("m.cml", fields + " } }").with("p.product.json5", product)
}

#[test]
fn a_long_page_has_several_parts() {
    const FIELDS: usize = 4000;
    let list = |item: &dyn Fn(usize) -> String| (0..FIELDS).map(item).collect::<String>();
    let fields = list(&|at| format!("f{at}: {{ type: 'uint32', default: {at} }},\n"));
    let values = list(&|at| format!("f{at}: {},\n", at + 1));
    let workspace = Workspace::new()
        .with("m.cml", format!("{{ config: {{ {fields} }} }}"))
        .with("l.json5", format!("{{ {values} }}"))
        .with(
            "p.product.json5",
            "{ components: { m: { manifest: 'm.cml' } }, environments: { a: {}, b: { shared: ['l.json5'] } } }",
        );
    workspace.confc(&["catalogue", "p.product.json5", "--out-dir", "site"]).with_status(0);
    let (mut sections, mut differing, mut parts) = (Vec::new(), 0, 0);
    for file in workspace.files().iter().filter(|path| path.starts_with("site/") && path.ends_with(".html")) {
        let page = workspace.text(file);
        assert!(page.len() < 2_000_000, "{file}: {}", page.len());
        if file.starts_with("site/components/") {
            parts += 1;
            sections.extend(rows(&page).into_keys());
        } else if file.starts_with("site/differences") {
            differing += page.matches("<tr><th><a").count();
        }
    }
    assert!(parts > 1 && workspace.exists("site/differences.html"));
    assert_eq!((sections.len(), differing), (FIELDS, FIELDS));
    sections.sort();
    sections.dedup();
    assert_eq!(sections.len(), FIELDS);
}

#[test]
#[ignore = "slow: a hundred thousand fields"]
fn a_catalogue_has_so_many_fields_and_no_more() {
    let most = product(4000);
    let arguments = ["catalogue", "p.product.json5", "--out-dir", "site"];
    most.confc(&arguments).with_status(0);
    for file in most.files().iter().filter(|path| path.starts_with("site/")) {
        let size = most.read(file).len();
        let limit = if file.ends_with("data.js") { 18_000_000 } else { 4_000_000 };
        assert!(size <= limit, "{file}: {size}");
    }
    let more = product(4001);
    more.confc(&arguments).says(1, "the catalogue of the product has 100025 fields, the limit is 100000");
    assert!(!more.exists("site"));
}
