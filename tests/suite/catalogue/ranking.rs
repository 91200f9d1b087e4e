//! The search of a catalogue and `text::search` find the same fields in the same order.

use crate::ROOT;
use crate::support::command::{Workspace, ask};
use crate::support::products::copy_shop;
use crate::support::random::{self, Tally};
use crate::support::skip::has_tool;
use confc::text::search::{SearchQuery, SearchedField};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The fields that a page shows before it only counts them.
const SHOWN: usize = 50;

/// Parts of names: words that begin and contain each other, and letters whose lower case is special.
const PIECES: &[&str] = &[
    "p", "pool", "Pool", "ool", "SIZE", "size", "max", "S2", "log", "ΟΔΟΣ", "ς", "σ", "İ", "ǅ", "Größe", "𐐀",
    "𝐀", "Ⓐ",
];

/// White space between words, for one of the languages or for both.
const SPACES: &[&str] = &[" ", "  ", "\t", "\u{a0}", "\u{85}", "\u{feff}"];

/// The columns of `data.js` that a search reads.
#[derive(Debug, Deserialize)]
struct SearchData {
    components: Vec<String>,
    component: Vec<usize>,
    path: Vec<String>,
    native: Vec<String>,
    aliases: Vec<String>,
    doc: Vec<String>,
}

impl SearchData {
    /// Reads the script of a catalogue in `site`.
    fn read(workspace: &Workspace) -> Self {
        let script = workspace.text("site/data.js");
        let text = script.strip_prefix("globalThis.confcCatalogue = JSON.parse(").unwrap();
        let text: String = serde_json::from_str(text.strip_suffix(");\n").unwrap()).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// The names of the fields that a query finds, as `rank.mjs` prints them.
    fn found(&self, query: &str) -> Vec<Value> {
        let query = SearchQuery::new(query);
        let mut found = Vec::new();
        for (at, path) in self.path.iter().enumerate() {
            let native = if self.native[at].is_empty() { path } else { &self.native[at] };
            let aliases: Vec<&str> = self.aliases[at].split(' ').filter(|alias| !alias.is_empty()).collect();
            let component = &self.components[self.component[at]];
            let field =
                SearchedField { component, path, native, aliases: &aliases, documentation: &self.doc[at] };
            found.extend(query.rank(&field).map(|rank| (rank, format!("{component}.{path}"))));
        }
        found.sort_by_key(|(rank, _)| *rank);
        let more = found.len().saturating_sub(SHOWN);
        let names = found.into_iter().take(SHOWN).map(|(_, name)| json!(name));
        names.chain((more > 0).then_some(json!(more))).collect()
    }

    /// Texts of the fields, as sources of queries.
    fn texts(&self) -> Vec<&str> {
        let columns = [&self.components, &self.path, &self.native, &self.aliases, &self.doc];
        let texts: BTreeSet<&str> = columns.into_iter().flatten().map(String::as_str).collect();
        texts.into_iter().filter(|text| !text.is_empty()).collect()
    }
}

/// A part of a text in a query: the text by its number, where the part begins and ends, and how its case is changed.
type QueryPart = (usize, usize, usize, u8);

fn query_parts() -> impl Strategy<Value = Vec<(QueryPart, &'static str)>> {
    let part = (any::<usize>(), any::<usize>(), 1..9_usize, 0..4_u8);
    vec((part, select(SPACES)), 1..4)
}

/// The query of these parts of texts.
fn query(parts: &[(QueryPart, &str)], texts: &[&str]) -> String {
    let part = |&((text, start, length, case), space): &(QueryPart, &str)| {
        let text: Vec<char> = texts[text % texts.len()].chars().collect();
        let start = if case == 3 { 0 } else { start % text.len() };
        let part: String = text[start..].iter().take(length + usize::from(case == 3) * 20).collect();
        let part = match case {
            0 => part.to_uppercase(),
            1 => part.to_lowercase(),
            _ => part,
        };
        part + space
    };
    parts.iter().map(part).collect()
}

/// Compares both searches of the catalogue of a product.
fn agree(workspace: &Workspace, product: &str, queries: &[Vec<(QueryPart, &str)>], tally: &Tally) {
    workspace.confc(&["catalogue", product, "--out-dir", "site", "--message-format", "json"]).with_status(0);
    let data = SearchData::read(workspace);
    let texts = data.texts();
    let queries = queries.iter().map(|parts| query(parts, &texts)).filter(|query| !query.trim().is_empty());
    let queries: Vec<String> = queries.collect();
    let mut node = Command::new("node");
    node.arg(Path::new(ROOT).join("tests/catalogue/rank.mjs")).arg(workspace.path("site"));
    let answers = ask(&mut node, queries.iter().map(|query| json!(query).to_string()));
    for (query, answer) in queries.iter().zip(answers) {
        let expected = data.found(query);
        tally.count(expected.len() > 1);
        assert_eq!(serde_json::from_str::<Vec<Value>>(&answer).unwrap(), expected, "{query:?}");
    }
}

#[test]
fn the_search_of_the_shop_ranks_as_text_search_does() {
    if !has_tool("the_search_of_the_shop_ranks_as_text_search_does", "node") {
        return;
    }
    let workspace = Workspace::new();
    copy_shop(&workspace);
    let tally = Tally::default();
    proptest!(random::cases(2), |(queries in vec(query_parts(), 200))| {
        agree(&workspace, "shop/shop.product.json5", &queries, &tally);
    });
    tally.demand(10, 30);
}

/// A field: the parts of its key, of its native name, of an old name and of its documentation, and whether it is inside a
/// struct or a list.
type RandomField = (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>, u8);

fn random_fields() -> impl Strategy<Value = Vec<Vec<RandomField>>> {
    let pieces = |most: usize| vec(0..PIECES.len(), 0..most);
    let place = prop_oneof![Just(0), Just(1), Just(2)];
    vec(vec((pieces(3), pieces(4), pieces(3), pieces(5), place), 1..12), 1..4)
}

/// Writes a product with these fields in each component.
fn write_product(workspace: &Workspace, components: &[Vec<RandomField>]) {
    let mut product = String::new();
    for (number, fields) in components.iter().enumerate() {
        let mut places: [String; 3] = Default::default();
        for (at, (key, native, alias, doc, place)) in fields.iter().enumerate() {
            let text = |pieces: &[usize], between: &str| -> String {
                pieces.iter().map(|piece| PIECES[*piece]).collect::<Vec<_>>().join(between)
            };
            let letters = text(key, "_").to_ascii_lowercase();
            let letters: String =
                letters.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            // Each name ends in the number of the field, so that no two are the same.
            let key = format!("k{letters}{at}");
            let native = json!(format!("{}{at}", text(native, if at % 2 == 0 { "" } else { "-" })));
            let alias = json!(format!("{}old{at}", text(alias, " ")));
            let doc = text(doc, " ");
            places[usize::from(*place)] += &format!(
                "/// {doc}.\n{key}: {{ type: 'bool', default: true, name: {native}, aliases: [{alias}] }},\n"
            );
        }
        let [top, inner, listed] = places;
        let inner = format!(
            "pool: {{ type: 'struct', fields: {{ z: {{ type: 'bool', default: true }}, {inner} }} }},"
        );
        let listed = format!(
            "size_list: {{ type: 'vector', max_count: 2, default: [], element: {{ type: 'struct', fields: {{
                z: {{ type: 'bool', default: true }}, {listed} }} }} }},"
        );
        let name = ["pool", "size2", "log"][number];
        workspace.write(&format!("{name}.cml"), format!("{{ config: {{ {top} {inner} {listed} }} }}"));
        product += &format!("{name}: {{ manifest: '{name}.cml' }}, ");
    }
    workspace.write("p.product.json5", format!("{{ components: {{ {product} }} }}"));
}

#[test]
fn the_search_of_random_products_ranks_as_text_search_does() {
    if !has_tool("the_search_of_random_products_ranks_as_text_search_does", "node") {
        return;
    }
    let tally = Tally::default();
    proptest!(random::cases(12), |(fields in random_fields(), queries in vec(query_parts(), 60))| {
        let workspace = Workspace::new();
        write_product(&workspace, &fields);
        agree(&workspace, "p.product.json5", &queries, &tally);
    });
    tally.demand(10, 30);
}
