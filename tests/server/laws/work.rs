//! The work of a session, counted by the bytes that the server reads, and by the evaluations in its log.

use super::copied_shop;
use crate::client::{Client, Options, of_document, uri_of};
use crate::command::Workspace;
use serde_json::{Value, json};
use std::path::Path;

/// The size of [`write_product`].
const COMPONENTS: usize = 12;
const ENVIRONMENTS: usize = 10;

/// After an edit, the server reads each file of the product at most once. A request reads no file.
#[test]
fn an_edit_reads_each_file_once() {
    let space = Workspace::new();
    let shop = copied_shop(&space);
    let size: u64 = shop.values().map(|text| text.len() as u64).sum();
    let layer = space.path("values/common.yaml");
    let settings = json!({ "products": ["shop.product.json5"] });
    let mut client = Client::with(space.folder(), Options { settings, ..Options::default() });
    client.open(&layer, &shop[&layer]);
    client.settle();
    for number in 0..5 {
        let before = client.process.bytes_from_files();
        client.change(&layer, &format!("{}# {number}\n", shop[&layer]));
        client.settle();
        let read = client.process.bytes_from_files() - before;
        assert!(read > 0, "an edit is not checked");
        assert!(read <= size, "an edit reads {read} bytes of files with {size} bytes");
    }
    let before = client.process.bytes_from_files();
    for method in ["hover", "completion", "definition"] {
        let position = json!({ "position": { "line": 2, "character": 3 } });
        client.ask(method, &uri_of(&layer), position);
    }
    assert_eq!(client.process.bytes_from_files(), before, "a request reads files");
    client.end();
}

/// While a declaration has a mistake, the texts of the last check without mistakes answer requests. They are read once.
#[test]
fn requests_read_earlier_texts_once() {
    let space = Workspace::new();
    let shop = copied_shop(&space);
    let manifest = space.path("components/storefront.cml");
    let layer = space.path("values/common.yaml");
    let mut client = Client::start(space.folder());
    client.open(&layer, &shop[&layer]);
    client.open(&manifest, &shop[&manifest]);
    client.settle();
    client.change(&manifest, &shop[&manifest].replacen("type:", "tipe:", 1));
    assert!(!client.published().is_empty(), "the manifest has no mistake");
    let mut hover = || {
        let before = client.process.bytes_from_files();
        let position = json!({ "position": { "line": 2, "character": 3 } });
        client.ask("hover", &uri_of(&layer), position);
        client.process.bytes_from_files() - before
    };
    assert!(hover() > 0, "the first request reads no file");
    assert_eq!([hover(), hover()], [0, 0], "later requests read files again");
    client.end();
}

/// After an edit, the server evaluates each component once in each environment. Requests evaluate nothing more.
#[test]
fn an_edit_evaluates_each_component_once() {
    let space = Workspace::new();
    write_product(&space);
    let log = space.path("log");
    let mut client = Client::with(space.folder(), Options { log: Some(&log), ..Options::default() });
    let edited =
        ["c0.cml", "c0.yaml", "all.yaml", "p.product.json5"].map(|name| (space.path(name), space.text(name)));
    for (path, text) in &edited {
        client.open(path, text);
    }
    client.settle();
    let before = evaluations(&log);
    for (path, text) in &edited {
        client.change(path, &format!("{text}\n"));
        ask_at_once(&mut client, path);
        client.settle();
        ask_at_once(&mut client, path);
    }
    client.end();
    assert_eq!(evaluations(&log) - before, edited.len() * COMPONENTS * ENVIRONMENTS);
}

/// While a declaration has a mistake, the server answers requests before it evaluates anything, and continues the check
/// after them.
#[test]
fn requests_do_not_wait_for_a_check() {
    let space = Workspace::new();
    write_product(&space);
    let (manifest, layer, log) = (space.path("c0.cml"), space.path("c1.yaml"), space.path("log"));
    let (right, text) = (space.text("c0.cml"), space.text("c1.yaml"));
    let mut client = Client::with(space.folder(), Options { log: Some(&log), ..Options::default() });
    client.open(&manifest, &right);
    client.open(&layer, &text);
    client.settle();
    let before = evaluations(&log);
    client.change(&manifest, &right.replacen("type:", "tipe:", 1));
    client.settle();
    for number in 0..5 {
        client.change(&layer, &format!("{text}# {number}\n"));
        ask_at_once(&mut client, &layer);
        client.settle();
    }
    // The first answers after a mistake use the texts before it.
    client.change(&manifest, &right);
    client.settle();
    client.change(&manifest, &right.replacen("type:", "tipe:", 1));
    ask_at_once(&mut client, &layer);
    client.settle();
    client.end();
    // Seven checks leave out the broken component. The check of the repaired one evaluates all components.
    assert_eq!(evaluations(&log) - before, (7 * (COMPONENTS - 1) + COMPONENTS) * ENVIRONMENTS);
    let lines = lines(&log);
    let mut pending = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some(("from client: textDocument/completion" | "from client: textDocument/hover", id)) =
            split_id(line)
        else {
            continue;
        };
        let answer = format!("to client: response {id} ");
        let length = lines[at..].iter().position(|line| line.starts_with(&answer)).unwrap();
        let (waited, after) = lines[at..].split_at(length);
        assert!(!waited.iter().any(|line| is_evaluation(line)), "request {id} waits for a check");
        let until_change = after.iter().take_while(|line| !line.contains("didChange"));
        pending += usize::from(until_change.into_iter().any(|line| is_evaluation(line)));
    }
    assert!(pending > 0, "no request came before the end of a check");
}

/// Writes a product of [`COMPONENTS`] components in [`ENVIRONMENTS`] environments.
fn write_product(space: &Workspace) {
    let mut components = Vec::new();
    for at in 0..COMPONENTS {
        space.write(
            &format!("c{at}.cml"),
            "{ config: { size: { type: \"uint8\" }, own: { type: \"bool\" } } }",
        );
        space.write(&format!("c{at}.yaml"), "own: true\n");
        components.push(format!("c{at}: {{ manifest: \"c{at}.cml\", layers: [\"c{at}.yaml\"] }}"));
    }
    space.write("all.yaml", "size: 1\n");
    let environments: Vec<_> = (0..ENVIRONMENTS).map(|at| format!("e{at}: {{}}")).collect();
    let product = format!(
        "{{ components: {{ {} }}, shared: [\"all.yaml\"], environments: {{ {} }} }}",
        components.join(", "),
        environments.join(", ")
    );
    space.write("p.product.json5", product);
}

/// Sends several requests about the start of a document, and waits for the answers.
fn ask_at_once(client: &mut Client, path: &Path) {
    let position = json!({ "position": { "line": 0, "character": 1 } });
    let params = of_document(&uri_of(path), position);
    let begin = |method| client.begin(&format!("textDocument/{method}"), params.clone());
    let ids = ["completion", "hover", "definition"].map(begin);
    for id in ids {
        assert_eq!(client.response(id).get("error"), None::<&Value>);
    }
}

/// The lines of a log, without their times.
fn lines(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).unwrap();
    text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
}

/// The method of a line of a log, and the id of its message.
fn split_id(line: &str) -> Option<(&str, &str)> {
    line.strip_suffix(" bytes")?.rsplit_once(' ')?.0.rsplit_once(' ')
}

fn is_evaluation(line: &str) -> bool {
    line.starts_with("evaluated ")
}

/// The number of evaluations of components in a log.
fn evaluations(log: &Path) -> usize {
    let lines = lines(log);
    let counts = lines.iter().filter_map(|line| line.strip_prefix("evaluated ")?.strip_suffix(" components"));
    counts.map(|count| count.parse::<usize>().unwrap()).sum()
}
