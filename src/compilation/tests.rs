//! What programs that compile rely on.

use super::{Compilation, LayerText};
use crate::text::files::MemoryFiles;
use crate::types::Value;
use confc_loader::declaration::Declaration;
use confc_loader::values::load;

const MANIFEST: &str = r#"{ config: {
    port: { type: "uint16", default: 8080 },
    token: { type: "string", max_size: 8, sensitive: true },
} }"#;

#[test]
fn texts_become_bytes_that_load() {
    let mut compilation = Compilation::new();
    let manifest = compilation.manifest("door.cml", MANIFEST).unwrap();
    assert_eq!(Declaration::decode(manifest.bytes()).as_ref(), Ok(manifest.declaration()));
    assert_eq!(manifest.files(), ["door.cml"]);
    let layers = [
        LayerText::new("a.toml", "token = 'one'\nport = 1"),
        LayerText::new("b.yaml", "token: two").overriding(),
    ];
    let bytes = compilation.values(&manifest, layers).unwrap();
    let loaded = load(manifest.declaration(), &bytes).unwrap();
    assert_eq!(loaded.get("port"), Some(&Value::Unsigned(1)));
    assert_eq!(loaded.get("token").and_then(Value::as_str), Some("two"));
    assert_eq!(compilation.diagnostics(), "");
}

#[test]
fn what_is_wrong_is_told_without_secrets_and_stops_nothing_else() {
    let mut compilation = Compilation::new();
    assert!(compilation.manifest("bad.cml", "{ config: { a: { type: 'bool', max: 1 } } }").is_none());
    let manifest = compilation.manifest("door.cml", MANIFEST).unwrap();
    assert!(compilation.values(&manifest, [("a.json5", "{ token: 'hunter2hunter2' }")]).is_none());
    assert!(compilation.values(&manifest, [("b.json5", "{ token: 'hunter3', prot: 1 }")]).is_none());
    assert!(compilation.values(&manifest, [("c.json5", "{")]).is_none());
    assert!(compilation.values(&manifest, [LayerText::new("d.yaml", "port: 1")]).is_none());
    let none = compilation.manifest("none.cml", "{}").unwrap();
    assert!(compilation.values(&none, [("e.json5", "{}")]).is_none());
    let told = compilation.diagnostics();
    for part in ["bad.cml:1", "a.json5:1", "`prot`", "c.json5:1", "`token`", "none.cml"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("hunter"), "{told}");
    assert!(compilation.values(&manifest, [("f.json5", "{ token: 'hunter4' }")]).is_some());
    assert_eq!(compilation.diagnostics(), told);
    assert!(!format!("{:?}", LayerText::new("f.json5", "hunter5")).contains("hunter5"));
}

#[test]
fn layers_may_be_as_large_as_their_format_allows() {
    let mut compilation = Compilation::new();
    let manifest = compilation.manifest("door.cml", MANIFEST).unwrap();
    let token = "token = 'one'\n";
    let layer = |size: usize| token.to_owned() + &"#".repeat(size - token.len());
    assert!(compilation.values(&manifest, [("a.toml", &*layer(16 << 20))]).is_some());
    assert_eq!(compilation.diagnostics(), "");
    assert!(compilation.values(&manifest, [("b.toml", &*layer((16 << 20) + 1))]).is_none());
    let told = compilation.diagnostics();
    let limit = "`b.toml` is too large: expected at most 16777216 bytes (16 MiB), found 16777217";
    assert!(told.contains(limit), "{told}");
}

#[test]
fn includes_come_from_the_files_that_are_given() {
    let manifest = r#"{ include: ["log.shard.cml"] }"#;
    assert!(Compilation::new().manifest("door.cml", manifest).is_none());
    let files =
        MemoryFiles::new().with("log.shard.cml", "{ config: { level: { type: 'int8', default: 1 } } }");
    let mut compilation = Compilation::new().with_files(files);
    let compiled = compilation.manifest("door.cml", manifest).expect("the shard is there");
    assert_eq!(compiled.files(), ["door.cml", "log.shard.cml"]);
    let nothing: [LayerText<'_>; 0] = [];
    assert!(compilation.values(&compiled, nothing).is_some());
}
