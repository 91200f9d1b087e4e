//! Texts for several components, one of which has a declaration that cannot be read: whatever it may declare sensitive is
//! a secret for all receivers, in messages and in outputs.

use super::texts;
use crate::support::command::Workspace;
use std::os::unix::fs::PermissionsExt as _;

const SECRET: &str = "gx7Qw2Lp9Rv4";

/// Declares that `password` is sensitive.
const DECLARING: &str = "{ config: { password: { type: 'string', max_size: 20, sensitive: true } } }";

/// Does not, and has rules and an expression about it.
const OTHER: &str = "{
  config: {
    password: { type: 'string', max_size: 20 },
    port: { type: 'uint16', default: 5 },
  },
  config_rules: [{ check: \"password == 'x' || port < 100\", message: '${password} is wrong' }],
}";

/// What can be wrong with a declaration: how its component names it, and its text.
fn damages() -> Vec<(&'static str, Option<Vec<u8>>)> {
    let text = |text: String| Some(text.into_bytes());
    let manifest = "manifest: 'a.cml'";
    vec![
        (manifest, text(DECLARING.replace(", sensitive", "; sensitive"))),
        (manifest, text(DECLARING.replace("20,", "20"))),
        (manifest, text(DECLARING.replace("sensitive", "sensetive"))),
        (manifest, text(DECLARING.replace("{ config", "{ include: ['none.shard.cml'], config"))),
        (manifest, text(DECLARING.get(..50).unwrap().to_owned())),
        (manifest, None),
        ("declaration: 'a.cm'", Some(b"\x0a\x07cut off".to_vec())),
        ("declaration: 'a.cm'", None),
    ]
}

/// How both components receive the text.
const SHARED: &str = "shared: ['text.yaml'],";
const SECTIONS: &str = "sections: ['text.yaml'],";
const SHARED_OVERRIDES: &str = "shared_overrides: ['text.yaml'],";
const SECTION_OVERRIDES: &str = "section_overrides: ['text.yaml'],";
const OWN: &str = "";

#[test]
fn an_unknown_declaration_keeps_its_texts_secret() {
    for (at, (named, content)) in damages().into_iter().enumerate() {
        let commands = if at == 0 { COMMANDS } else { &COMMANDS[..1] };
        let native = OTHER.replace("password: {", "pass: { name: 'password',").replace("password", "pass");
        let native = native.replace("name: 'pass'", "name: 'password'");
        let others = [(OTHER, "password", commands), (&native, "pass", &COMMANDS[..1])];
        for (common, own, text) in [
            (SHARED, "", format!("password: {SECRET}\nport: 300\n")),
            (SHARED_OVERRIDES, "", format!("password: {SECRET}\nport: 30\n")),
            (SHARED, "", format!("{{ port: 70000, password: {SECRET} }}\n")),
            (SECTIONS, "", format!("b: {{ password: {SECRET}, port: 300 }}\na: {{ password: {SECRET} }}\n")),
            (SECTION_OVERRIDES, "", format!("b: {{ password: {SECRET} }}\na: {{ password: {SECRET} }}\n")),
            (OWN, ", layers: ['text.yaml']", format!("{{ password: {SECRET}, port: 300 }}\n")),
            (OWN, ", layers: ['text.yaml']", format!("password: {SECRET}\n")),
        ] {
            for (other, key, commands) in others {
                let product = format!(
                    "{{ {common} components: {{ a: {{ {named}{own} }}, b: {{ manifest: 'b.cml'{own} }} }},
                       exports: [{{ format: 'env', path: '{{environment}}/{{component}}.env' }},
                         {{ format: 'configmap', path: '{{environment}}/{{component}}.yaml' }}],
                       rules: [{{ check: \"b.port < 200\", message: 'port of ${{b.{key}}}' }}],
                       environments: {{ dev: {{}} }} }}"
                );
                let space = Workspace::new()
                    .with("p.product.json5", &product)
                    .with("b.cml", other)
                    .with("text.yaml", &text);
                let file = if named.contains(".cml") { "a.cml" } else { "a.cm" };
                if let Some(content) = &content {
                    space.write(file, content);
                }
                check(&space, commands);
                space.write("p.product.json5", product.replace("rules: [", "'x-rules': ["));
                check(&space, commands);
            }
        }
    }
}

/// Commands that evaluate the product.
const COMMANDS: &[&[&str]] = &[
    &["assemble", "p.product.json5", "--out-dir", "out", "--provenance"],
    &["assemble", "p.product.json5", "--check", "--message-format", "sarif"],
    &["assemble", "p.product.json5", "--out-dir", "plans", "--plan"],
    &["assemble", "p.product.json5", "--out-dir", "out", "--print-commands"],
    &["list", "p.product.json5"],
    &["list", "p.product.json5", "--format", "json"],
    &["explain", "b.password", "p.product.json5"],
    &["explain", "b.port", "p.product.json5", "--message-format", "json"],
    &["diff", "--values", "p.product.json5", "p.product.json5"],
];

/// Runs commands, none of which may show the secret, or write it where others may read it.
fn check(space: &Workspace, commands: &[&[&str]]) {
    for command in commands {
        let answer = space.confc(command);
        assert_ne!(answer.status, Some(0), "{command:?}");
        let printed = answer.stderr + &answer.stdout;
        let place = space.folder().display();
        assert!(!texts::tells(&printed, SECRET), "told by {command:?} in {place}\n{printed}");
    }
    let is_output = |path: &&String| path.starts_with("out/") || path.starts_with("plans/");
    for path in space.files().iter().filter(is_output) {
        let mode = std::fs::metadata(space.path(path)).unwrap().permissions().mode();
        let content = String::from_utf8_lossy(&space.read(path)).into_owned();
        assert!(mode & 0o077 == 0 || !texts::tells(&content, SECRET), "{path} has mode {mode:o}\n{content}");
    }
}

/// The same product, nothing wrong with it and nothing sensitive in it: nothing is hidden.
#[test]
fn known_declarations_without_secrets_hide_nothing() {
    let space = Workspace::new()
        .with("a.cml", DECLARING.replace("sensitive: true", "sensitive: false"))
        .with("b.cml", OTHER)
        .with("text.yaml", "{ port: 70000, password: plain, other: seen } # a comment\n")
        .with(
            "p.product.json5",
            "{ shared: ['text.yaml'], components: { a: { manifest: 'a.cml' }, b: { manifest: 'b.cml' } },
               environments: { dev: {} } }",
        );
    let answer = space.confc(&["assemble", "p.product.json5", "--check"]).with_status(1);
    assert!(
        answer.stderr.contains("{ port: 70000, password: plain, other: seen } # a comment"),
        "{answer:#?}"
    );
}
