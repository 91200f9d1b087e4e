//! Products that make more than one run may: refused with what to do about it, and nothing is written.

use crate::support::command::Workspace;
use std::fmt::Write as _;

/// A product of components `c0`, `c1`, …, environments `e0`, `e1`, … and so many exports for each component.
fn product(components: usize, environments: usize, exports: usize) -> String {
    let mut text = String::from("{ components: {");
    for at in 0..components {
        write!(text, " c{at}: {{ manifest: 'm.cml', layers: ['l.json5'] }},").unwrap();
    }
    text += " }, environments: {";
    (0..environments).for_each(|at| write!(text, " e{at}: {{}},").unwrap());
    text += " }, exports: [";
    for at in 0..exports {
        write!(text, " {{ format: 'json', path: '{{environment}}/{{component}}-{at}.json' }},").unwrap();
    }
    text + " ] }"
}

#[test]
fn exports_make_so_many_files_and_no_more() {
    let workspace = Workspace::new().with("m.cml", "{}").with("l.json5", "{}");
    workspace.write("p.product.json5", product(500, 10, 101));
    let refused = workspace.confc(&["assemble", "p.product.json5", "--check"]);
    refused.says(1, "the exports of the product make 505000 files, the limit is 500000");
    assert!(!workspace.exists("out"));
}

#[test]
fn rules_and_inputs_count_once_in_each_environment() {
    let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let environments = list(1000, &|at| format!(" e{at}: {{}},"));
    let components = "components: { a: { manifest: 'm.cml' } }";
    for (more, limit) in [
        (format!("rules: [{}]", list(1001, &|at| format!("{{ check: 'a.n < {at}' }},"))), "1001000 rules"),
        (
            format!("inputs: {{{} }}", list(1001, &|at| format!("i{at}: {{ type: 'bool' }},"))),
            "1001000 inputs",
        ),
    ] {
        let workspace = Workspace::new().with("m.cml", "{ config: { n: { type: 'uint8', default: 1 } } }");
        workspace.write(
            "p.product.json5",
            format!("{{ {components}, environments: {{{environments} }}, {more} }}"),
        );
        let refused = workspace.confc(&["assemble", "p.product.json5", "--check"]);
        refused.says(1, &format!("the environments of the product have {limit}, the limit is 1000000"));
    }
}

#[test]
#[ignore = "slow: as many layers for many as there may be"]
fn components_receive_so_many_layers_for_many_and_no_more() {
    let product = |components: usize, layers: usize| {
        let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
        let components = list(components, &|at| format!(" c{at}: {{ manifest: 'm.cml' }},"));
        let shared = list(layers, &|at| format!(" 's.yaml#/l{at}',"));
        format!("{{ components: {{{components} }}, shared: [{shared} ] }}")
    };
    let workspace = Workspace::new().with("m.cml", "{ config: { n: { type: 'uint8' } } }");
    workspace.write("s.yaml", (0..501).map(|at| format!("l{at}: {{ n: 1 }}\n")).collect::<String>());
    workspace.write("p.product.json5", product(500, 500));
    workspace.confc(&["assemble", "p.product.json5", "--check"]).with_status(0);
    workspace.write("p.product.json5", product(500, 501));
    let refused = workspace.confc(&["assemble", "p.product.json5", "--check"]);
    let refused = refused.says(1, "components receive shared layers and sections more than 250000 times");
    refused.says(1, "nothing would be written");
}

#[test]
#[ignore = "slow: outputs as large as they may be"]
fn outputs_have_so_many_bytes_in_all_and_no_more() {
    const LARGE: usize = 8 << 20;
    let manifest = format!("{{ config: {{ s: {{ type: 'string', max_size: {LARGE} }} }} }}");
    let workspace = Workspace::new().with("m.cml", manifest);
    workspace.write("l.json5", format!("{{ s: '{}' }}", "x".repeat(LARGE)));
    // 1 GiB is 128 of them.
    workspace.write("p.product.json5", product(1, 1, 128));
    let refused = workspace.confc(&["assemble", "p.product.json5", "--check"]);
    refused.says(1, "the outputs of the product have more than 1073741824 bytes in all");
    // What finishes plans keeps everything that there is, and less of it: 256 MiB are 32.
    workspace.write("p.product.json5", product(1, 1, 30));
    workspace.confc(&["assemble", "p.product.json5", "--out-dir", "out"]).with_status(0);
    workspace.confc(&["finish", "--index", "out/index.json", "--out-dir", "copy"]).with_status(0);
    assert!(workspace.exists("copy/index.json"));
    workspace.write("p.product.json5", product(1, 1, 32));
    workspace.confc(&["assemble", "p.product.json5", "--out-dir", "out"]).with_status(0);
    let refused = workspace.confc(&["finish", "--index", "out/index.json", "--out-dir", "other"]);
    refused.says(1, "the index lists files with more than 268435456 bytes in all");
    assert!(!workspace.exists("other"));
}
