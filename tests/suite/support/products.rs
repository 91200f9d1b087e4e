//! Products: one in which every text is awkward to list, and the shop of `examples/`.

use crate::ROOT;
use crate::support::command::Workspace;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts that some form could take for more than text.
pub(crate) const AWKWARD: &[&str] = &[
    "",
    "=1+2",
    "@sum(a)",
    "-1",
    "+1",
    "a,b;c\td",
    "say \"so\"",
    "it's",
    "two\nlines\r\nand more",
    "a | b \\| c",
    "*a* _b_ `c` ~d~",
    "<b>&lt;</b>",
    "[a](b)",
    "# a",
    "<absent>",
    "\u{202e}backwards",
    "\u{1b}[31mred",
    "  spaces  ",
    "$x$ {y}",
    "http://a.example/?b=c&d",
];

/// A component with a field for each awkward text, one for each kind of value besides, and secrets.
pub(crate) fn product(secret: &str, other_secret: Option<&str>) -> Workspace {
    let fields = AWKWARD.iter().enumerate().map(|(at, text)| {
        let default = serde_json::to_string(text).unwrap();
        format!("text_{at:02}: {{ type: 'string', max_size: 64, default: {default} }},")
    });
    let more = "
        number: { type: 'int64', default: -5 },
        ratio: { type: 'float32', default: 0.1 },
        list: { type: 'vector', element: { type: 'string', max_size: 9 }, max_count: 3, default: ['a', '|'] },
        maybe: { type: 'struct', optional: true, fields: { deep: { type: 'uint8', default: 1 } } },
        token: { type: 'string', max_size: 64, sensitive: true, default: 'fallback' },
        keys: { type: 'vector', max_count: 3, default: [], element: { type: 'struct', fields: {
            name: { type: 'string', max_size: 9 },
            key: { type: 'string', max_size: 64, sensitive: true },
        } } },";
    let manifest = format!("{{ config: {{ {} {more} }} }}", fields.collect::<String>());
    let layer = |secret: &str| {
        let secret = serde_json::to_string(secret).unwrap();
        format!(
            "{{ text_01: 'other', maybe: {{}}, token: {secret}, keys: [{{ name: 'a', key: {secret} }}] }}"
        )
    };
    Workspace::new()
        .with("a.cml", manifest)
        .with("one.json5", layer(secret))
        .with("two.json5", layer(other_secret.unwrap_or(secret)))
        .with(
            "a.product.json5",
            "{ components: { a: { manifest: 'a.cml' } }, environments: { plain: { without: [] },
                one: { components: { a: { layers: ['one.json5'] } } },
                two: { components: { a: { layers: ['two.json5'] } } } } }",
        )
}

/// Every file below a folder, by its path in it.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(open) = folders.pop() {
        for entry in fs::read_dir(open).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Copies `examples/shop` to the folder `shop` of a workspace.
pub(crate) fn copy_shop(workspace: &Workspace) {
    for (path, content) in files(&Path::new(ROOT).join("examples/shop")) {
        workspace.write(&format!("shop/{}", path.display()), content);
    }
}

/// The shop in a workspace with its outputs in `out`: the component `payments` of `prod-us` fails, and so has no value
/// file.
pub(crate) fn failing_shop() -> Workspace {
    let workspace = Workspace::new();
    copy_shop(&workspace);
    workspace.write("shop/values/prod-us.yaml", "payments:\n  api_key: 7\n");
    let assemble = ["assemble", "shop/shop.product.json5", "--out-dir", "out", "--provenance"];
    workspace.confc(&assemble).with_status(1);
    workspace
}
