//! Paths that do not name readable files: folders, pipes, devices, loops of links, missing and huge files.

use crate::client::{Client, Options};
use crate::command::{Workspace, works};
use crate::skip::needs;
use crate::wire::Process;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

/// Pipes, folders, links to themselves, to a device and to nothing, and files that are not UTF-8, empty, or huge.
fn irregular_files() -> Workspace {
    let space = Workspace::new();
    let path = |name: &str| space.path(name);
    for name in ["pipe.cml", "pipe.yaml", "pipe.product.json5"] {
        assert!(Command::new("mkfifo").arg(path(name)).status().unwrap().success());
    }
    for name in ["folder.cml", "folder.yaml", "folder.product.json5"] {
        fs::create_dir(path(name)).unwrap();
    }
    for end in ["cml", "yaml", "product.json5"] {
        symlink(path(&format!("loop.{end}")), path(&format!("loop.{end}"))).unwrap();
        symlink("/dev/zero", path(&format!("device.{end}"))).unwrap();
        symlink("/no/such/file", path(&format!("nothing.{end}"))).unwrap();
        space.write(&format!("bytes.{end}"), b"\xff\xfe\x00");
        space.write(&format!("empty.{end}"), b"");
        let huge = fs::File::create(path(&format!("huge.{end}"))).unwrap();
        huge.set_len(1 << 32).unwrap();
    }
    space
}

/// The names in [`irregular_files`] before the extension.
const NAMES: [&str; 8] = ["pipe", "folder", "loop", "device", "nothing", "bytes", "empty", "huge"];

#[test]
fn products_report_irregular_files() {
    let space = irregular_files();
    let mut client = Client::start(space.folder());
    let manifests = NAMES.map(|name| format!("m_{name}: {{ manifest: \"{name}.cml\" }}"));
    let layers = NAMES.map(|name| format!("l_{name}: {{ manifest: \"a.cml\", layers: [\"{name}.yaml\"] }}"));
    let components = manifests.into_iter().chain(layers).collect::<Vec<_>>().join(",\n");
    let product = format!("{{ components: {{ {components} }}, environments: {{ e: {{}} }} }}");
    client.open(&space.path("a.cml"), "{ config: { a: { type: \"bool\", default: true } } }");
    client.open(&space.path("x.product.json5"), &product);
    let published = client.published();
    let count: usize = published.values().map(Vec::len).sum();
    assert!(count >= 2 * NAMES.len() - 2, "{published:#?}");
    for name in NAMES {
        for end in ["cml", "yaml"] {
            let path = space.path(&format!("{name}.{end}"));
            ask_all(&mut client, &path);
        }
    }
    client.end();
}

#[test]
fn manifests_report_irregular_includes() {
    let space = irregular_files();
    let mut client = Client::start(space.folder());
    for name in NAMES {
        let path = space.path("a.cml");
        let text = format!("{{ include: [\"{name}.cml\"], config: {{ a: {{ type: \"bool\" }} }} }}");
        client.open(&path, &text);
        assert!(!client.published().is_empty(), "{name}");
        ask_all(&mut client, &path);
        client.close(&path);
    }
    client.end();
}

#[test]
fn open_documents_hide_irregular_files() {
    let space = irregular_files();
    let mut client = Client::start(space.folder());
    for name in NAMES {
        for end in ["cml", "yaml", "product.json5"] {
            let path = space.path(&format!("{name}.{end}"));
            // A mistake in each kind of document.
            client.open(&path, "# confc: pipe.cml\n{ config: { a: { type: \"bool\" } } }");
            ask_all(&mut client, &path);
            client.save(&path);
            client.report_change(&path, 2);
            assert!(!client.published().is_empty(), "{name}.{end}");
            client.close(&path);
        }
    }
    assert!(client.published().is_empty());
    client.end();
}

#[test]
fn unreadable_files_are_reported() {
    let shard = "{ config: { b: { type: \"bool\" } } }";
    let space = Workspace::new().with("s.cml", shard).with("readable.cml", shard);
    let set_mode = |path: &str, mode: u32| {
        fs::set_permissions(space.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode("", 0o755);
    set_mode("s.cml", 0o000);
    if !works(&mut space.ordinary_command(&["check", "readable.cml"])) {
        return needs("unreadable_files_are_reported", "an ordinary user and setpriv");
    }
    let process = Process::of(space.ordinary_command(&["lsp"]));
    let mut client = Client::of(process, space.folder(), Options::default());
    let path = space.path("a.cml");
    for (name, count) in [("readable.cml", 0), ("s.cml", 1)] {
        let text = format!("{{ include: [\"{name}\"], config: {{ a: {{ type: \"bool\" }} }} }}");
        client.open(&path, &text);
        assert_eq!(client.published().len(), count, "{name}");
    }
    client.end();
}

/// Texts that are too long or too deeply nested.
#[test]
fn enormous_texts_are_refused() {
    let space = Workspace::new();
    let mut client = Client::start(space.folder());
    space.write("m.cml", "{ config: { a: { type: \"json\", max_size: 99 } } }");
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let texts = [
        ("a.cml", deep("[", "]")),
        ("b.cml", deep("{a:", "}")),
        ("c.yaml", "# confc: m.cml\na: ".to_owned() + &deep("[", "]")),
        (
            "d.yaml",
            "# confc: m.cml\n".to_owned()
                + &(0..1000).map(|depth| " ".repeat(depth) + "a:\n").collect::<String>(),
        ),
        ("e.toml", "# confc: m.cml\na = ".to_owned() + &deep("[", "]")),
        ("f.toml", "# confc: m.cml\na".to_owned() + &".a".repeat(100_000) + " = 1"),
        ("g.json5", "// confc: m.cml\n".to_owned() + &"/*".repeat(200_000)),
        ("h.cml", "{ config: {".to_owned() + &"a: { type: \"bool\" },".repeat(5_000)),
        ("i.cml", "\n".repeat(300_000)),
        ("j.yaml", "# confc: m.cml\n".to_owned() + &"x".repeat(2_000_000)),
    ];
    for (name, text) in texts {
        let path = space.path(name);
        client.open(&path, &text);
        ask_all(&mut client, &path);
        assert!(!client.published().is_empty(), "{name}");
        client.close(&path);
    }
    assert!(client.published().is_empty());
    client.end();
}

/// Sends each request about a document, and waits for the answers.
fn ask_all(client: &mut Client, path: &Path) {
    use serde_json::json;
    let uri = crate::client::uri_of(path);
    let place = json!({ "line": 0, "character": 20 });
    for method in ["hover", "completion", "definition", "documentSymbol", "foldingRange"] {
        client.ask(method, &uri, json!({ "position": place }));
    }
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": place });
    client.ask("codeAction", &uri, json!({ "range": range, "context": { "diagnostics": [] } }));
    client.ask("formatting", &uri, json!({ "options": { "tabSize": 4, "insertSpaces": true } }));
}
