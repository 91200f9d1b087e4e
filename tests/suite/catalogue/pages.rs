//! The pages show the same values and origins as `list` and `explain`.

use super::page::{PageRow, between, rows, text};
use crate::ROOT;
use crate::support::command::Workspace;
use crate::support::products::{copy_shop, files, product};
use crate::support::random::{self, Tally};
use crate::support::random_products::random_product;
use proptest::prelude::proptest;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Makes the catalogue of a product in `site`.
fn catalogue(workspace: &Workspace, product: &str, more: &[&str]) {
    let answer = workspace.confc(&[&["catalogue", product, "--out-dir", "site"], more].concat());
    answer.with_status(0);
}

/// A copy of the product that the tests in browsers use.
pub(super) fn fleet() -> Workspace {
    let workspace = Workspace::new();
    for (path, content) in files(&Path::new(ROOT).join("tests/catalogue/product")) {
        workspace.write(path.to_str().unwrap(), content);
    }
    workspace
}

/// The words on a page for a value in the output of `list`.
fn shown(listed: &str) -> &str {
    match listed {
        "<set>" => "set",
        "<absent>" => "not set",
        "<left out>" => "left out",
        other => other,
    }
}

/// The environments of a row.
fn environments<'r>(row: &'r PageRow, all: &'r [String]) -> Vec<&'r str> {
    let names = if row.environments == ["all environments"] { all } else { &row.environments };
    names.iter().map(String::as_str).collect()
}

/// Compares each field's section with `list` and `explain`.
fn says_what_commands_say(workspace: &Workspace, product: &str) {
    catalogue(workspace, product, &[]);
    let run = |arguments: &[&str]| workspace.confc(arguments).with_status(0).stdout;
    let listing: Value = serde_json::from_str(&run(&["list", product, "--format", "json"])).unwrap();
    let all: Vec<String> = listing["environments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().into())
        .collect();
    let markdown = run(&["list", product, "--format", "csv"]);
    let mut cells = csv::Reader::from_reader(markdown.as_bytes());
    let mut differing = BTreeSet::new();
    let mut pages: BTreeMap<String, BTreeMap<String, Vec<PageRow>>> = BTreeMap::new();
    for (field, cells) in listing["fields"].as_array().unwrap().iter().zip(cells.records()) {
        let cells = cells.unwrap();
        let (component, path) = (field["component"].as_str().unwrap(), field["path"].as_str().unwrap());
        let page = pages.entry(component.to_owned());
        let page =
            page.or_insert_with(|| rows(&workspace.text(&format!("site/components/{component}.html"))));
        let rows = &page[path];
        let mut met = BTreeSet::new();
        for row in rows {
            for environment in environments(row, &all) {
                assert!(met.insert(environment.to_owned()), "{component}.{path}: {environment} twice");
                let column = all.iter().position(|name| name == environment).unwrap();
                let listed = shown(&cells[2 + column]);
                let listed = listed.split_whitespace().collect::<Vec<_>>().join(" ");
                // A number with a unit is shown in both forms.
                assert!(
                    row.value == listed || row.value.starts_with(&format!("{listed} (")),
                    "{component}.{path}: {listed:?} {row:?}"
                );
                if field["values"][environment]["left_out"] != true {
                    explained(workspace, product, (component, path, environment), row);
                }
            }
        }
        assert_eq!(met.len(), all.len(), "{component}.{path}: {rows:?}");
        let has_secret_parts = has_tag(&workspace.text(&format!("site/components/{component}.html")), path);
        if has_secret_parts || field["differs"] == true || field["sensitive"] == true {
            differing.insert(format!("{component}.{path}"));
        }
    }
    let page = workspace.text("site/differences.html");
    let found = page.split("<tr><th>").skip(1).filter(|row| row.contains("<a"));
    let found: BTreeSet<String> =
        found.map(|row| text(between(row, "<a", "</a>").unwrap().split_once('>').unwrap().1)).collect();
    assert_eq!(found, differing);
}

/// Whether the section of a field has the tag of values with secret parts.
fn has_tag(page: &str, path: &str) -> bool {
    let section = between(page, &format!("<section id=\"{path}\""), "</section>").unwrap();
    section.contains("secret parts</span>")
}

/// Compares the chain of a row with `explain`.
fn explained(
    workspace: &Workspace,
    product: &str,
    (component, path, environment): (&str, &str, &str),
    row: &PageRow,
) {
    let key = format!("{component}.{path}");
    let arguments = ["explain", &key, product, "--environment", environment];
    let answer = workspace.confc(&arguments).with_status(0).stdout;
    let mut lines = answer.lines();
    let head = lines.next().unwrap();
    if !head.starts_with(&format!("{path} [")) {
        // Members of a struct are explained in their own sections.
        assert!(row.chain.is_empty(), "{key}: {row:?}");
        return;
    }
    let folder = product.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut expected = Vec::new();
    for line in lines.take_while(|line| line.starts_with(' ')) {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if line == "optional nothing sets it, and it has no default" {
            continue;
        }
        expected.push(if folder.is_empty() { line } else { line.replace(&format!("{folder}/"), "") });
    }
    assert_eq!(row.chain, expected, "{key} in {environment}: {answer}");
}

#[test]
fn sections_say_what_list_and_explain_say() {
    let shop = Workspace::new();
    copy_shop(&shop);
    says_what_commands_say(&shop, "shop/shop.product.json5");
    says_what_commands_say(&fleet(), "fleet.product.json5");
    says_what_commands_say(&product("s", None), "a.product.json5");
}

#[test]
fn sections_of_random_products_say_what_list_and_explain_say() {
    let tally = Tally::default();
    proptest!(random::cases(12), |(product in random_product())| {
        let workspace = Workspace::new();
        product.write(&workspace, "p", false);
        let is_right = workspace.confc(&["list", "p/p.product.json5"]).status == Some(0);
        tally.count(is_right);
        if is_right {
            says_what_commands_say(&workspace, "p/p.product.json5");
        }
    });
    tally.demand(20, 0);
}

#[test]
fn two_runs_give_the_same_bytes_wherever_they_run() {
    let (one, other) = (Workspace::new(), Workspace::new());
    copy_shop(&one);
    catalogue(&one, "shop/shop.product.json5", &[]);
    for (path, content) in files(&Path::new(ROOT).join("examples/shop")) {
        other.write(path.to_str().unwrap(), content);
    }
    let absolute = other.path("shop.product.json5");
    catalogue(&other, absolute.to_str().unwrap(), &[]);
    assert!(files(&one.path("site")) == files(&other.path("site")));
    let again = one.confc(&["catalogue", "shop/shop.product.json5", "--out-dir", "site"]);
    again.says(0, ": 0 written, ");
}

#[test]
fn no_page_shows_a_secret_or_that_two_differ() {
    let (one, other) = (product("alpha", None), product("bravo", Some("brave")));
    catalogue(&one, "a.product.json5", &[]);
    catalogue(&other, "a.product.json5", &[]);
    let (pages, others) = (files(&one.path("site")), files(&other.path("site")));
    assert_eq!(pages.keys().collect::<Vec<_>>(), others.keys().collect::<Vec<_>>());
    for (path, bytes) in pages {
        assert!(others[&path] == bytes, "{}", path.display());
        let page = String::from_utf8(bytes).unwrap();
        assert!(!page.contains("fallback") && !page.contains("alpha"), "{}", path.display());
    }
    // Only the secret parts of a list differ.
    let page = String::from_utf8(files(&one.path("site"))[Path::new("differences.html")].clone()).unwrap();
    let [compared, secrets] = page.split("page-secrets").collect::<Vec<_>>()[..] else { panic!("{page}") };
    assert!(secrets.contains("#keys") && secrets.contains("secret parts"), "{secrets}");
    assert!(compared.contains("#keys"), "{compared}");
    let fleet = fleet();
    catalogue(&fleet, "fleet.product.json5", &[]);
    for (path, bytes) in files(&fleet.path("site")) {
        let page = String::from_utf8(bytes).unwrap();
        for secret in ["not-a-real-token", "token-of", "hunter-two", "change-me"] {
            assert!(!page.contains(secret), "{}: {secret}", path.display());
        }
    }
}

#[test]
fn data_of_the_search_has_no_values() {
    let workspace = product("s", None);
    catalogue(&workspace, "a.product.json5", &[]);
    let script = workspace.text("site/data.js");
    for value in ["sum(a)", "a.example", "backwards", "other"] {
        assert!(!script.contains(value), "{value}");
    }
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b" _.,:;-[]{}()=?!\"\\\n".contains(&byte);
    assert!(script.bytes().all(harmless), "{script}");
}

#[test]
fn links_lead_to_sections() {
    let workspace = fleet();
    catalogue(&workspace, "fleet.product.json5", &[]);
    let site = files(&workspace.path("site"));
    let page = |path: &str| String::from_utf8(site[Path::new(path)].clone()).unwrap();
    let mut links = 0;
    for path in site.keys().filter(|path| path.extension().is_some_and(|ending| ending == "html")) {
        let path = path.to_str().unwrap();
        let folder = if path.starts_with("components/") { "components/" } else { "" };
        let ids: Vec<String> =
            page(path).split(" id=\"").skip(1).map(|id| id.split('"').next().unwrap().into()).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{path}: an id twice");
        for address in
            page(path).split(" href=\"").skip(1).map(|link| link.split('"').next().unwrap().to_owned())
        {
            let (target, anchor) = address.split_once('#').unwrap_or((&address, ""));
            let target = match (target, target.strip_prefix("../")) {
                ("", _) => path.to_owned(),
                (_, Some(up)) => up.to_owned(),
                (_, None) => format!("{folder}{target}"),
            };
            let is_style = target.ends_with(".css");
            let found = is_style
                || anchor.is_empty()
                || anchor == "q="
                || page(&target).contains(&format!("id=\"{anchor}\""));
            assert!(site.contains_key(Path::new(&target)) && found, "{path}: {address}");
            links += 1;
        }
    }
    assert!(links > 100, "{links}");
}
