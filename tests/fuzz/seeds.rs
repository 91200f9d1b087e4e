//! Valid files to begin with.

use confc::compile::{CompileOptions, ManifestInput};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::text::{Sources, files::MemoryFiles};
use sha2::{Digest, Sha256};

/// The size of the integrity field.
pub(crate) const INTEGRITY: usize = 35;

/// Manifests that together hold every type, constraint, attribute, section and operator of rules.
pub(crate) const MANIFESTS: &[&str] = &[
    r#"{ config: {
        /// What it says.
        greeting: { type: "string", max_size: 20, min_size: 1, pattern: "[a-z ]+", default: "hello" },
        retries: { type: "uint8", max: 9, mutability: ["parent"], default: 3, aliases: ["tries", "again"] },
        delta: { type: "int16", min: -5, max: 300, deprecated: "no", default: -1 },
        ratio: { type: "float32", min: 0.5, default: 0.75 }, exact: { type: "float64", max: 1e300 },
        token: { type: "string", max_size: "MAX", sensitive: true },
        level: { type: "enum", variants: { /** no */ debug: -1, /// Quiet.
            info: 0, error: 7 }, default: "info" },
        many: { type: "vector", max_count: 5, min_count: 1, unique: true, element: { type: "uint64" } },
        names: { type: "vector", max_count: 3, element: { type: "string", max_size: 4, pattern: "[a-c]{1,4}" } },
        on: { type: "array", count: 2, element: { type: "bool" }, default: [true, false] },
        server: { type: "struct", fields: {
            port: { type: "uint16", default: 80 }, host: { type: "string", max_size: 9 },
            tags: { type: "vector", max_count: 2, element: { type: "enum", variants: { a: 1, b: 2 } } },
            deep: { type: "struct", fields: { x: { type: "int64" } }, default: { x: -9 } } } },
        servers: { type: "vector", max_count: 4, element: { type: "struct", fields: { a: { type: "int32" },
            b: { type: "array", count: 1, element: { type: "float64" } } } } },
    } }"#,
    r#"{ config_names: "camelCase", config: {
        log_level: { type: "uint8", default: 1, aliases: ["log_level", "old-level"] },
        pool: { type: "struct", fields: { max_size: { type: "uint8" }, size: { type: "bool", name: "a b.c" } } },
    } }"#,
    r#"{ config_types: { port: { type: "uint16", min: 1 }, listen: { type: "struct", fields: {
            port: { type: "types.port", default: 80 }, key: { type: "string", max_size: 9, sensitive: true } } } },
        config: { a: { type: "types.listen", default: { key: "k" } }, b: { type: "map", max_count: 2,
            key: { type: "string", max_size: 3 }, value: { type: "types.listen" } } } }"#,
    r#"{ config: {
        lists: { type: "vector", max_count: 3, unique: true, element: { type: "vector", max_count: 3, min_count: 1,
            element: { type: "string", max_size: 4 } }, default: [["a"], ["b", ""]] },
        maps: { type: "vector", max_count: 3, element: { type: "map", max_count: 2,
            key: { type: "enum", variants: { up: 1, down: 0 } }, value: { type: "array", count: 1, element: { type: "int8" } } } },
        zones: { type: "map", max_count: 2, key: { type: "string", max_size: 9 }, value: { type: "map", max_count: 2,
            key: { type: "string", max_size: 9 }, value: { type: "struct", fields: { x: { type: "bool" },
                deep: { type: "array", count: 1, element: { type: "array", count: 1, element: { type: "float32" } } } } } } },
        } , config_rules: [ { for: "lists[][]", check: "byte_size(self) < 4" }, { check: "size(lists[0]) < 3" } ] }"#,
    r#"{ config: {
        any: { type: "json", max_size: "MAX", default: { b: [1, -2, 0.5, 1e21, null, true], a: { "\n": "x\u0000é" } } },
        null_too: { type: "json", max_size: 60, kinds: ["number", "null"], optional: true },
        list: { type: "vector", max_count: 9, unique: true, element: { type: "json", max_size: 9 }, default: [{}, "", 1, 1.0] },
        map: { type: "map", max_count: 3, key: { type: "string", max_size: 3 },
            value: { type: "json", max_size: 40, kinds: ["object", "null"] } } },
        config_rules: [{ check: "!has(null_too) || null_too != any" }] }"#,
    r#"{ config: {
        /// Where it listens.
        port: { type: "union", cases: { /// A service.
            name: { type: "string", max_size: 15 }, number: { type: "uint16", min: 1 } }, default: 80 },
        map: { type: "map", max_count: 3, key: { type: "string", max_size: 3 }, value: { type: "union", cases: {
            any: { type: "json", max_size: 40, kinds: ["object", "array"] }, off: { type: "bool" } } } },
        list: { type: "vector", max_count: 3, element: { type: "union", cases: {
            deep: { type: "struct", fields: { x: { type: "int8" }, y: { type: "bool", optional: true } } },
            all: { type: "vector", max_count: 2, element: { type: "float32" } } } } } },
        config_rules: [{ check: "!has(port.number) || port.number > 9" }] }"#,
    r#"{ config: {
        sink: { type: "union", tag: "type", optional: true, cases: { file: { name: "a file", type: "struct", fields: {
                path: { type: "string", max_size: 15 }, rest: { type: "map", max_count: 2, rest: true,
                    key: { type: "string", max_size: 3 }, value: { type: "bool" } } } },
            none: { name: "", type: "struct", fields: { x: { type: "bool", default: true } } } }, default: { type: "" } },
        list: { type: "vector", max_count: 3, element: { type: "union", tag: "@ k", cases: {
            up: { type: "struct", fields: { by: { type: "uint8" } } },
            down: { type: "struct", fields: { by: { type: "uint8" } } } } }, default: [{ by: 1, "@ k": "up" }] } },
        config_rules: [{ check: "!has(sink.file) || sink.file.path != ''" }] }"#,
    r#"{ config: { a: { type: "bool" }, b: { type: "uint32" }, c: { type: "vector", max_count: 9,
        element: { type: "int8" } } } }"#,
    r#"{ config: { n: { type: "bool", nullable: true, default: null }, s: { type: "struct", optional: true, nullable: true,
        fields: { x: { type: "int8", nullable: true } } } } }"#,
    r#"{ config: { a: { type: "bool", optional: true }, b: { type: "uint32", optional: true, deprecated: "no" },
        c: { type: "struct", optional: true, fields: { x: { type: "int8", optional: true }, y: { type: "bool" } } },
        d: { type: "vector", max_count: 9, element: { type: "struct", fields: {
            x: { type: "string", max_size: 4, optional: true, default: "x" } } } } } }"#,
    r#"{ config: { a: { type: "bool", nullable: true }, b: { type: "uint32", nullable: true, optional: true },
        c: { type: "struct", nullable: true, default: null, fields: { x: { type: "int8", nullable: true, default: 1 } } },
        d: { type: "vector", max_count: 9, nullable: true, element: { type: "struct", fields: {
            x: { type: "string", max_size: 4, nullable: true, optional: true }, y: { type: "bool" } } } },
        e: { type: "struct", fields: { x: { type: "int8", nullable: true } } } } }"#,
    r#"{ program: { runner: "elf", binary: "bin/a", args: ["-v", 1, -2, 1.5, null, true, { x: [] }] },
        use: [ { protocol: ["a", "b"], from: "parent" },
            { config: "fuchsia.Key", key: "a", type: "string", max_size: 9, pattern: "x+", from: "parent" },
            { config: "fuchsia.Other", key: "b", type: "vector", max_count: 2, availability: "optional",
              element: { type: "struct", fields: { p: { type: "float32", max: 1.5, default: 0.25 } } },
              default: [{}, { p: 1 }] } ],
        capabilities: [ { protocol: "p" }, { config: "fuchsia.Mine", type: "enum", variants: { on: 1, off: -1 },
            value: "on" }, { config: "fuchsia.Int", type: "int8", min: -3, value: 3 } ],
        offer: [{ protocol: "x", to: "y" }], expose: [{ config: "fuchsia.Mine", from: "self" }],
        children: [{ name: "c", url: "u" }], collections: [{ name: "d", durability: "transient" }],
        environments: [{ name: "e" }], facets: { f: { g: [1e400, "", -0, 18446744073709551616] } },
        disable: { must_offer_protocol: ["x"] }, "x-ext": [[], {}, ""], "x-b": NaN }"#,
    r#"{ use: [ { config: "c", key: "k", type: "uint8", max: 4, availability: "transitional", default: 4 } ],
        config: { k: { type: "uint8", max: 4 }, other: { type: "string", max_size: 3 } } }"#,
    r#"{ config: { low: { type: "uint8" }, high: { type: "uint8", max: 99 }, f: { type: "float32" },
        e: { type: "enum", variants: { a: 1, b: 2 } }, s: { type: "string", max_size: 9, sensitive: true },
        t: { type: "vector", max_count: 9, element: { type: "struct", fields: {
            n: { type: "string", max_size: 30 }, x: { type: "int32" } } } } },
        config_rules: [ { check: "low <= high && high - low < 50", message: "${low} to ${high}, $${ and ${f}", name: "near" },
            { check: "e == 'a' || f < 5 || f * 2.5 > 1e3" }, { check: "byte_size(s) < 9" },
            { for: "t[]", check: "self.x != 0 && 100 / self.x > -200", message: "${self.n}" },
            { check: "t.all(i, i.n.startsWith('a') || low in [1, 2, high]) || !t.exists(j, t.all(k, j == k))" },
            { check: "size(t) == 0 || t[0].x > -9 ? low % 7 != 3 : double(high) / 3.0 >= 0.5" } ] }"#,
    "{ program: {} }",
];

/// Compiles a manifest; `None` where something is wrong with it.
pub(crate) fn compiled(text: &str) -> Option<Declaration> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let main = sources.add("m.cml".into(), text.into(), None);
    let (files, options) = (MemoryFiles::new(), CompileOptions::default());
    let input = ManifestInput::read(&main, "m.cml", &files, &options, &mut sources, &mut report);
    let declaration = input.compile(&options, &mut report);
    if report.has_errors() { None } else { declaration }
}

/// The declarations of the manifests.
pub(crate) fn declarations() -> Vec<Declaration> {
    MANIFESTS.iter().map(|text| compiled(text).expect("nothing is wrong with it")).collect()
}

/// A file without its integrity.
pub(crate) fn content(file: &[u8]) -> &[u8] {
    &file[..file.len() - INTEGRITY]
}

/// The content with an integrity that is its own.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    [content, &[0xa2, 0x06, 32], Sha256::digest(content).as_slice()].concat()
}
