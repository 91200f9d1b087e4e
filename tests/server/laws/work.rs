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
