//! Paths that do not name regular files: folders, pipes, devices, loops of links, missing and huge ones.

use crate::client::Client;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// A folder with a pipe, a folder, a link to itself, a link to a device, a link to nothing, and bytes that are not UTF-8.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
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
        fs::write(path(&format!("bytes.{end}")), b"\xff\xfe\x00").unwrap();
        fs::write(path(&format!("empty.{end}")), b"").unwrap();
        let huge = fs::File::create(path(&format!("huge.{end}"))).unwrap();
        huge.set_len(1 << 32).unwrap();
    }
    folder
}

/// The names in [`folder`] before the extension.
const NAMES: [&str; 8] = ["pipe", "folder", "loop", "device", "nothing", "bytes", "empty", "huge"];

#[test]
fn products_report_irregular_files() {
    let folder = folder();
    let mut client = Client::start(folder.path());
    let manifests = NAMES.map(|name| format!("m_{name}: {{ manifest: \"{name}.cml\" }}"));
    let layers = NAMES.map(|name| format!("l_{name}: {{ manifest: \"a.cml\", layers: [\"{name}.yaml\"] }}"));
    let components = manifests.into_iter().chain(layers).collect::<Vec<_>>().join(",\n");
    let product = format!("{{ components: {{ {components} }}, environments: {{ e: {{}} }} }}");
    client.open(&folder.path().join("a.cml"), "{ config: { a: { type: \"bool\", default: true } } }");
    client.open(&folder.path().join("x.product.json5"), &product);
    let published = client.published();
    let count: usize = published.values().map(Vec::len).sum();
    assert!(count >= 2 * NAMES.len() - 2, "{published:#?}");
    for name in NAMES {
        for end in ["cml", "yaml"] {
            let path = folder.path().join(format!("{name}.{end}"));
            ask_all(&mut client, &path);
        }
    }
    client.end();
}

#[test]
fn manifests_report_irregular_includes() {
    let folder = folder();
    let mut client = Client::start(folder.path());
    for name in NAMES {
        let path = folder.path().join("a.cml");
        client
            .open(&path, &format!("{{ include: [\"{name}.cml\"], config: {{ a: {{ type: \"bool\" }} }} }}"));
        assert!(!client.published().is_empty() || name == "empty", "{name}");
        ask_all(&mut client, &path);
        client.close(&path);
    }
    client.end();
}

#[test]
fn open_documents_hide_irregular_files() {
    let folder = folder();
    let mut client = Client::start(folder.path());
    for name in NAMES {
        for end in ["cml", "yaml", "product.json5"] {
            let path = folder.path().join(format!("{name}.{end}"));
            client.open(&path, "# confc: pipe.cml\n{ config: { a: { type: \"bool\" } } }");
            ask_all(&mut client, &path);
            client.save(&path);
            client.report_change(&path, 2);
            client.settle();
            client.close(&path);
        }
    }
    assert!(client.published().is_empty());
    client.end();
}

/// A file that cannot be read. Nothing is checked if tests run as root, who reads everything.
#[test]
fn unreadable_files_are_reported() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (shard, path) = (folder.path().join("s.cml"), folder.path().join("a.cml"));
    fs::write(&shard, "{ config: { b: { type: \"bool\" } } }").unwrap();
    fs::set_permissions(&shard, fs::Permissions::from_mode(0o0)).unwrap();
    let mut client = Client::start(folder.path());
    client.open(&path, "{ include: [\"s.cml\"], config: { a: { type: \"bool\" } } }");
    let is_refused = fs::read(&shard).is_err();
    if !is_refused {
        println!("not checked: root reads every file");
    }
    assert_eq!(client.published().is_empty(), !is_refused);
    client.end();
}

/// Texts that are nested or long beyond all limits.
#[test]
fn enormous_texts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path());
    fs::write(folder.path().join("m.cml"), "{ config: { a: { type: \"json\", max_size: 99 } } }").unwrap();
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
        let path = folder.path().join(name);
        client.open(&path, &text);
        ask_all(&mut client, &path);
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
    for method in ["hover", "completion", "definition", "documentSymbol"] {
        client.ask(method, &uri, json!({ "position": place }));
    }
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": place });
    client.ask("codeAction", &uri, json!({ "range": range, "context": { "diagnostics": [] } }));
    client.ask("formatting", &uri, json!({ "options": { "tabSize": 4, "insertSpaces": true } }));
}
