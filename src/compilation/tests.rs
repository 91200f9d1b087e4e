//! The guarantees for programs that compile.

use super::{Compilation, LayerText};
use crate::text::files::MemoryFiles;
use crate::types::Value;
use confc_core::declaration::Declaration;
use confc_core::values::load;

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
fn a_manifest_that_fails_shows_no_default_of_a_sensitive_field() {
    let wrong = [
        // The default does not fit, for several reasons.
        "{ config: { token: { type: 'string', max_size: 4, sensitive: true, default: 'hunter2' } } }",
        "{ config: { token: { type: 'uint8', sensitive: true, default: 'hunter2' } } }",
        "{ config: { token: { type: 'uint8', default: hunter2, sensitive: true } } }",
        "{ config: { token: { type: 'enum', variants: { a: 1 }, default: 'hunter2', sensitive: true } } }",
        "{ config: { token: { type: 'string', max_size: 9, pattern: '\\\\d+', default: 'hunter2', sensitive: true } } }",
        "{ config: { tokens: { type: 'vector', max_count: 1, element: { type: 'string', max_size: 9 }, \
            default: ['hunter2', 'hunter3'], sensitive: true } } }",
        "{ config: { login: { type: 'struct', fields: { token: { type: 'uint8', sensitive: true, default: 1 } }, \
            default: { token: 'hunter2' } } } }",
        // There is another mistake on the same line.
        "{ config: { token: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2' }, port: 1 } }",
        "{ config: { token: { type: 'strin', max_size: 9, sensitive: true, default: 'hunter2' } } }",
        "{ config: { token: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2', most: 1 } } }",
        "{ config: { token: { type: 'string', max_size: 9, sensitive: 'yes', default: 'hunter2' } } }",
        "{ config: { a: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2' }, a: 1 } }",
        "{ include: ['gone.cml'], config: { a: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2' } } }",
        // The text ends too early, or continues with text that is not allowed in a manifest.
        "{ config: { token: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2' ] } }",
        "{ config: { token: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2",
        "{ config: { token: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2' } } } }",
        "{ config: { token: { default: 'hunter2', sensitive: true, type = 'string' } } }",
        // The text is a layer.
        "token = 'hunter2'",
        "token: hunter2",
        "{ token: 'hunter2' }",
    ];
    for text in wrong {
        let mut compilation = Compilation::new();
        // A later mistake does not change earlier results.
        let manifest = compilation.manifest("door.cml", MANIFEST).unwrap();
        assert!(compilation.manifest("wrong.cml", text).is_none(), "{text}");
        let told = compilation.diagnostics();
        assert!(told.contains("wrong.cml") && !told.contains("hunter"), "{text}\n{told}");
        // The same text as a layer does not show the secret either, even if it is not a layer.
        for name in ["a.json5", "a.yaml", "a.toml"] {
            let _ = compilation.values(&manifest, [(name, text)]);
        }
        let told = compilation.diagnostics();
        assert!(told.contains("a.toml") || told.contains("a.json5"), "{text}\n{told}");
        assert!(!told.contains("hunter"), "{text}\n{told}");
        let shard = MemoryFiles::new().with("shard.cml", text);
        let mut compilation = Compilation::new().with_files(shard);
        assert!(compilation.manifest("main.cml", "{ include: ['shard.cml'] }").is_none());
        let told = compilation.diagnostics();
        assert!(told.contains("shard.cml") && !told.contains("hunter"), "{text}\n{told}");
    }
}

#[test]
fn a_layer_that_fails_shows_no_default_beside_the_declaration_of_its_field() {
    let mut compilation = Compilation::new();
    let text = "{ config: { port: { type: 'bool' }, token: { type: 'string', max_size: 9, \
        sensitive: true, default: 'hunter2' } } }";
    let manifest = compilation.manifest("door.cml", text).unwrap();
    assert!(compilation.values(&manifest, [("a.json5", "{ port: 1, token: 'hunter3' }")]).is_none());
    let told = compilation.diagnostics();
    assert!(told.contains("door.cml") && told.contains("max_size: 9"), "{told}");
    assert!(!told.contains("hunter"), "{told}");
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
