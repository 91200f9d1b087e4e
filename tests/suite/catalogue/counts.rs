//! The numbers on all pages, counted from `confc list --format json` and from warnings.

use super::page::{between, text};
use super::pages::fleet;
use crate::support::command::Workspace;
use crate::support::products::{copy_shop, product};
use serde_json::Value;
use std::collections::BTreeSet;

/// The number before one of these words, such as `3` in `3 differ`; 0 without the words.
fn number(sentence: &str, words: &[&str]) -> usize {
    let parts = sentence.split([',', '.']).map(str::trim);
    let mut numbers = parts.filter_map(|part| {
        let (number, rest) = part.split_once(' ')?;
        words.contains(&rest).then(|| number.parse::<usize>().unwrap())
    });
    numbers.next().unwrap_or_default()
}

/// The numbers of a sentence about fields.
fn numbers(sentence: &str) -> [usize; 3] {
    [&["field", "fields"], &["differs", "differ"], &["is secret", "are secret"]]
        .map(|words| number(sentence, words))
}

/// The text of the first element with this tag.
fn element(page: &str, open: &str, close: &str) -> String {
    text(between(page, open, close).unwrap_or_default())
}

/// The number of rows in the table that begins here.
fn rows(table: &str) -> usize {
    table.split("</table>").next().unwrap().matches("<tr><th>").count() - 1
}

/// Checks all numbers on the pages of a product.
fn are_right(workspace: &Workspace, path: &str) {
    let made = workspace.confc(&["catalogue", path, "--out-dir", "site", "--message-format", "short"]);
    let warnings = made.with_status(0).stderr;
    let listing = workspace.confc(&["list", path, "--format", "json"]).with_status(0).stdout;
    let listing: Value = serde_json::from_str(&listing).unwrap();
    let environments = listing["environments"].as_array().unwrap().len();
    let fields = listing["fields"].as_array().unwrap();
    let count = |component: Option<&str>, fits: &dyn Fn(&Value) -> bool| {
        let of = fields.iter().filter(|field| component.is_none_or(|name| field["component"] == name));
        of.filter(|field| fits(field)).count()
    };
    let differs = |field: &Value| field["differs"] == true;
    let secret = |field: &Value| field["sensitive"] == true;
    let untyped = |field: &Value| field["type"].as_str().unwrap().starts_with("json");
    let all =
        |component| [count(component, &|_| true), count(component, &differs), count(component, &secret)];
    let index = workspace.text("site/index.html");
    let components: BTreeSet<&str> =
        fields.iter().map(|field| field["component"].as_str().unwrap()).collect();
    let lead = element(&index, "<p class=\"lead\">", "</p>");
    assert_eq!(number(&lead, &["component", "components"]), components.len(), "{lead}");
    assert_eq!(number(&lead, &["field", "fields"]), fields.len(), "{lead}");
    assert_eq!(number(&lead, &["environment", "environments"]), environments, "{lead}");
    for name in components {
        let page = workspace.text(&format!("site/components/{name}.html"));
        let sentence = element(&page, "<p class=\"lead\">", "</p>");
        assert_eq!(numbers(&sentence), all(Some(name)), "{name}: {sentence}");
        let untyped = count(Some(name), &untyped);
        assert_eq!(number(&sentence, &["is untyped", "are untyped"]), untyped, "{name}: {sentence}");
        let card =
            between(&index, &format!("<li><a class=\"key\" href=\"components/{name}.html\">"), "</li>")
                .unwrap();
        assert_eq!(element(card, "<p>", "</p>"), sentence, "{name}");
        let dots = page.matches("<span class=\"dot\"").count();
        assert_eq!(dots, count(Some(name), &differs), "{name}");
        let tags = |tag: &str| page.matches(&format!("{tag}</span>")).count();
        assert_eq!(tags("<span class=\"tag differs\">differs"), count(Some(name), &differs), "{name}");
    }
    let [_, differing, secrets] = all(None);
    let questions = element(&index, "<ul class=\"questions\">", "</ul>");
    let differences = workspace.text("site/differences.html");
    let [compared, secret] = ["id=\"page-differences\"", "id=\"page-secrets\""]
        .map(|id| differences.split_once(id).map_or(0, |(_, table)| rows(table)));
    assert_eq!(compared, differing);
    let parts =
        differences.split("page-secrets").nth(1).unwrap_or_default().matches("secret parts</span>").count();
    assert_eq!(secret, secrets + parts);
    let is_in = |number: usize, words: [&str; 3]| {
        let [none, one, many] = words;
        let expected = match number {
            0 => none.to_owned(),
            1 => format!("1 {one}"),
            number => format!("{number} {many}"),
        };
        assert!(questions.contains(&expected), "{expected}: {questions}");
    };
    is_in(differing, ["No field differs between", "field differs between", "fields differ between"]);
    // A warning for each place that uses an old name, and for each environment that sets a deprecated field.
    let with_code = |code: &'static str| warnings.lines().filter(move |line| line.ends_with(code));
    let deprecated: BTreeSet<&str> =
        with_code("[W0402]").map(|line| line.split('`').nth(1).unwrap()).collect();
    is_in(
        deprecated.len() + with_code("[W0401]").count(),
        ["Nothing sets a deprecated field", "deprecated field or old name", "deprecated fields or old names"],
    );
    if count(None, &untyped) > 0 {
        is_in(count(None, &untyped), ["", "field is untyped", "fields are untyped"]);
    }
    assert_eq!(questions.contains("untyped"), count(None, &untyped) > 0);
}

#[test]
fn numbers_are_those_of_the_listing() {
    let shop = Workspace::new();
    copy_shop(&shop);
    are_right(&shop, "shop/shop.product.json5");
    are_right(&fleet(), "fleet.product.json5");
    are_right(&product("s", None), "a.product.json5");
}
