//! The work of a session, counted by the bytes that the server reads.

use super::copied_shop;
use crate::client::{Client, Options, uri_of};
use crate::command::Workspace;
use serde_json::json;

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
