//! Lists in products: components, environments, shared keys, rules, what environments extend.

use crate::bench::Bench;
use crate::listing::{fields, list, words, words_and};
use crate::{Row, row};

fn product(bench: &Bench, text: &str) -> Vec<String> {
    bench.write("p.product.json5", text);
    words("assemble p.product.json5 --check --error-limit 0")
}

fn number(bench: &Bench) {
    bench.write("m.cml", "{ config: { n: { type: 'uint8', max: 100, default: 1 } } }");
}

fn components(size: usize, more: impl Fn(usize) -> String) -> String {
    list(size, |at| format!("c{at}: {{ manifest: 'm.cml', {} }}, ", more(at)))
}

fn environments(size: usize, more: impl Fn(usize) -> String) -> String {
    list(size, |at| format!("e{at}: {{ {} }}, ", more(at)))
}

/// One component in many environments.
fn of_environments(bench: &Bench, size: usize, more: impl Fn(usize) -> String) -> Vec<String> {
    number(bench);
    let environments = environments(size, more);
    product(
        bench,
        &format!("{{ components: {{ a: {{ manifest: 'm.cml' }} }}, environments: {{ {environments} }} }}"),
    )
}

fn of_components(bench: &Bench, size: usize, more: impl Fn(usize) -> String, rest: &str) -> Vec<String> {
    number(bench);
    let components = components(size, more);
    product(bench, &format!("{{ components: {{ {components} }}, {rest} }}"))
}

/// Components and shared layers, of which each has a key of one component.
fn of_one_each(bench: &Bench, size: usize, command: &str) -> Vec<String> {
    of_one_each_and(bench, size, "");
    words(command)
}

/// The same with more components.
fn of_one_each_and(bench: &Bench, size: usize, more: &str) -> Vec<String> {
    for at in 0..size {
        bench.write(&format!("m{at}.cml"), format!("{{ config: {{ f{at}: {{ type: 'uint8' }} }} }}"));
        bench.write(&format!("s{at}.yaml"), format!("f{at}: 2\n"));
    }
    let components = list(size, |at| format!("c{at}: {{ manifest: 'm{at}.cml' }}, "));
    let shared = list(size, |at| format!("'s{at}.yaml', "));
    product(bench, &format!("{{ components: {{ {components} {more} }}, shared: [{shared}] }}"))
}

/// Plans of components that each read the one before, and have an export; the first waits for an input.
fn planned(bench: &Bench, size: usize) -> Vec<String> {
    number(bench);
    bench.write("f.yaml", "n: { $expr: \"input('i')\" }\n");
    bench.write("l.yaml", "n: { $expr: 'p.n % 100' }\n");
    let import = |at: usize| match at {
        0 => "layers: ['f.yaml']".into(),
        at => format!("layers: ['l.yaml'], imports: {{ p: 'c{}' }}", at - 1),
    };
    let components = components(size, import);
    let inputs = "inputs: { i: { type: 'uint8' } }";
    let rules = "rules: [{ check: 'c0.n < 100' }], exports: [{ format: 'env', path: '{component}.env' }]";
    bench.write("p.product.json5", format!("{{ components: {{ {components} }}, {inputs}, {rules} }}"));
    words("assemble p.product.json5 --plan --out-dir planned")
}

pub(crate) const ROWS: &[Row] = &[
    row("product-plans", 100, 0, planned),
    row("product-plans-verified", 100, 0, |bench, size| {
        bench.confc(&planned(bench, size).join(" "));
        words("verify --index planned/index.json")
    }),
    row("product-plans-finished", 100, 0, |bench, size| {
        bench.confc(&planned(bench, size).join(" "));
        words("finish --index planned/index.json --input i=3 --out-dir out")
    }),
    row("product-plans-that-fail", 100, 1, |bench, size| {
        bench.confc(&planned(bench, size).join(" "));
        words("finish --index planned/index.json --input i=200 --out-dir out")
    }),
    row("product-components", 200, 0, |bench, size| of_components(bench, size, |_| String::new(), "")),
    row("product-shared-key-of-components", 200, 0, |bench, size| {
        bench.write("s.yaml", "n: 3\n");
        of_components(bench, size, |_| String::new(), "shared: ['s.yaml']")
    }),
    row("product-shared-mistake-of-components", 200, 1, |bench, size| {
        bench.write("s.yaml", "n: 300\nm: 1\n");
        of_components(bench, size, |_| String::new(), "shared: ['s.yaml']")
    }),
    row("product-shared-overrides-of-components", 200, 0, |bench, size| {
        bench.write("s.yaml", list(size, |at| format!("l{at}: {{ n: {} }}\n", at % 100)));
        let shared = list(size, |at| format!("'s.yaml#/l{at}', "));
        of_components(bench, 10, |_| String::new(), &format!("shared_overrides: [{shared}]"))
    }),
    row("product-section-overrides", 200, 0, |bench, size| {
        bench.write("s.yaml", list(size, |at| format!("c{at}: {{ n: 2 }}\n")));
        bench.write("o.yaml", list(size, |at| format!("c{at}: {{ n: 3 }}\n")));
        of_components(bench, size, |_| String::new(), "sections: ['s.yaml'], section_overrides: ['o.yaml']")
    }),
    row("product-sections", 200, 0, |bench, size| {
        bench.write("s.yaml", list(size, |at| format!("c{at}: {{ n: 2 }}\n")));
        of_components(bench, size, |_| String::new(), "sections: ['s.yaml']")
    }),
    row("product-shared-layers-of-one-component", 100, 0, |bench, size| {
        of_one_each(bench, size, "assemble p.product.json5 --check")
    }),
    row("product-shared-layers-of-one-component-listed", 100, 0, |bench, size| {
        of_one_each(bench, size, "list p.product.json5")
    }),
    row("product-shared-layers-of-one-component-explained", 100, 0, |bench, size| {
        of_one_each(bench, size, "explain c0.f0 p.product.json5")
    }),
    row("product-shared-layers-of-one-component-compared", 100, 0, |bench, size| {
        of_one_each(bench, size, "diff --values p.product.json5 p.product.json5")
    }),
    row("product-shared-layers-of-one-component-planned", 100, 0, |bench, size| {
        of_one_each(bench, size, "assemble p.product.json5 --plan --out-dir planned")
    }),
    row("product-shared-layers-of-one-component-and-an-unknown-one", 100, 1, |bench, size| {
        of_one_each_and(bench, size, "u: { manifest: 'u.cml' }")
    }),
    row("product-shared-layers-of-unknown-components", 100, 1, |bench, size| {
        let unknown = list(size, |at| format!("u{at}: {{ manifest: 'u.cml' }}, "));
        of_one_each_and(bench, size, &unknown)
    }),
    // The longer lists are more than a product may have.
    row("product-shared-layers-of-too-many-components", 100, 1, |bench, size| {
        bench.write("s.yaml", list(size, |at| format!("l{at}: {{ n: 300 }}\n")));
        let shared = list(size, |at| format!("'s.yaml#/l{at}', "));
        of_components(bench, size, |_| String::new(), &format!("shared: [{shared}]"))
    }),
    row("product-inputs-of-components", 100, 0, |bench, size| {
        for at in 0..size {
            let input = format!("$inputs: {{ i{at}: {{ type: uint8, default: 1 }} }}");
            bench.write(&format!("l{at}.yaml"), format!("{input}\nn: {{ $expr: \"input('i{at}')\" }}\n"));
        }
        of_components(bench, size, |at| format!("layers: ['l{at}.yaml']"), "")
    }),
    // Each layer has a key of all components.
    row("product-shared-layers-of-components", 200, 0, |bench, size| {
        let layers = list(size, |at| format!("l{at}: {{ n: 2 }}\n"));
        bench.write("s.yaml", layers);
        let shared = list(size, |at| format!("'s.yaml#/l{at}', "));
        of_components(bench, 10, |_| String::new(), &format!("shared: [{shared}]"))
    }),
    row("product-shared-layers-with-mistakes", 200, 1, |bench, size| {
        bench.write("s.yaml", list(size, |at| format!("l{at}: {{ n: 300 }}\n")));
        let shared = list(size, |at| format!("'s.yaml#/l{at}', "));
        of_components(bench, 10, |_| String::new(), &format!("shared: [{shared}]"))
    }),
    row("product-sections-without-schema", 200, 1, |bench, size| {
        bench.write("none.cml", "{}");
        bench.write("s.yaml", list(size, |at| format!("c{at}: {{ n: 2 }}\n")));
        let components = list(size, |at| format!("c{at}: {{ manifest: 'none.cml' }}, "));
        product(bench, &format!("{{ components: {{ {components} }}, sections: ['s.yaml'] }}"))
    }),
    row("product-imports-chain", 100, 0, |bench, size| {
        bench.write("l.yaml", "n: { $expr: 'p.n % 100' }\n");
        let import = |at: usize| match at {
            0 => String::new(),
            at => format!("layers: ['l.yaml'], imports: {{ p: 'c{}' }}", at - 1),
        };
        of_components(bench, size, import, "")
    }),
    row("product-failed-chain", 100, 1, |bench, size| {
        bench.write("l.yaml", "n: { $expr: 'p.n % 100' }\n");
        let import = |at: usize| match at {
            0 => "set: { n: 200 }".into(),
            at => format!("layers: ['l.yaml'], imports: {{ p: 'c{}' }}", at - 1),
        };
        of_components(bench, size, import, "")
    }),
    row("product-rules", 100, 0, |bench, size| {
        let rules = list(size, |at| format!("{{ check: 'c0.n + {at} < c1.n + 100000' }}, "));
        of_components(bench, 2, |_| String::new(), &format!("rules: [{rules}]"))
    }),
    row("product-broken-rules", 100, 1, |bench, size| {
        let rules = list(size, |at| format!("{{ check: 'c0.n + {at} > c1.n + 10000' }}, "));
        of_components(bench, 2, |_| String::new(), &format!("rules: [{rules}]"))
    }),
    row("product-environments", 300, 0, |bench, size| of_environments(bench, size, |_| String::new())),
    row("product-components-and-abstract-environments", 300, 0, |bench, size| {
        number(bench);
        let (components, abstracts) =
            (components(size, |_| String::new()), environments(size, |_| "abstract: true".into()));
        let environments = format!("environments: {{ {abstracts} built: {{}} }}");
        product(bench, &format!("{{ components: {{ {components} }}, {environments} }}"))
    }),
    row("product-environments-that-are-not-there", 1_000, 2, |bench, size| {
        let mut words = of_environments(bench, size, |_| String::new());
        words.extend((0..size).flat_map(|at| ["--environment".into(), format!("x{at}")]));
        words
    }),
    row("imports-of-one-component", 1_000, 0, |bench, size| {
        number(bench);
        bench.confc("compile m.cml -o m.cm");
        bench.confc("values m.cm -o m.cvf");
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("--import=i{at}=m.cm,m.cvf")])
    }),
    row("product-environments-with-mistakes", 300, 1, |bench, size| {
        of_environments(bench, size, |_| "components: { a: { set: { n: 200 } } }".into())
    }),
    row("product-unknown-components", 300, 1, |bench, size| {
        of_environments(bench, size, |at| format!("without: ['b{at}']"))
    }),
    row("product-extends-one", 300, 0, |bench, size| {
        of_environments(bench, size, |at| match at {
            0 => "components: { a: { set: { n: 2 } } }".into(),
            _ => "extends: ['e0']".into(),
        })
    }),
    row("product-extends-chain", 500, 1, |bench, size| {
        of_environments(bench, size, |at| match at {
            0 => String::new(),
            at => format!("extends: ['e{}']", at - 1),
        })
    }),
    row("product-extends-in-cycles", 500, 1, |bench, size| {
        of_environments(bench, size, |at| match at {
            0 => format!("extends: ['e{}']", 1),
            at => format!("extends: ['e0', 'e{}']", at + 1),
        })
    }),
    row("product-extends-one-cycle", 500, 1, |bench, size| {
        of_environments(bench, size, move |at| format!("extends: ['e{}']", (at + 1) % size))
    }),
    row("product-shared-keys", 500, 0, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint8', default: 0"));
        bench.write("s.yaml", list(size, |at| format!("f{at}: 1\n")));
        let text =
            "{ components: { a: { manifest: 'm.cml' }, b: { manifest: 'm.cml' } }, shared: ['s.yaml'] }";
        product(bench, text)
    }),
    row("product-unknown-shared-keys", 500, 1, |bench, size| {
        number(bench);
        bench.write("s.yaml", list(size, |at| format!("f{at}: 1\n")));
        product(bench, "{ components: { a: { manifest: 'm.cml' } }, shared: ['s.yaml'] }")
    }),
    row("product-set", 500, 0, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint8', default: 0"));
        let set = list(size, |at| format!("f{at}: 1, "));
        product(bench, &format!("{{ components: {{ a: {{ manifest: 'm.cml', set: {{ {set} }} }} }} }}"))
    }),
    row("product-set-within", 500, 1, |bench, size| {
        number(bench);
        let set = list(size, |at| format!("'n.m{at}': 1, "));
        product(bench, &format!("{{ components: {{ a: {{ manifest: 'm.cml', set: {{ n: 1, {set} }} }} }} }}"))
    }),
    row("product-labels", 200, 0, |bench, size| {
        let labels = list(size, |at| format!("l{at}: '{{component}}', "));
        let export = format!("{{ format: 'configmap', path: 'x.yaml', labels: {{ {labels} }} }}");
        of_components(bench, 1, |_| String::new(), &format!("exports: [{export}]"))
    }),
    row("product-exports", 200, 0, |bench, size| {
        let exports = list(size, |at| format!("{{ format: 'json', path: '{at}.json' }}, "));
        of_components(bench, 1, |_| String::new(), &format!("exports: [{exports}]"))
    }),
    row("product-unknown-keys", 1000, 1, |bench, size| {
        number(bench);
        let keys = list(size, |at| format!("k{at}: 1, "));
        product(bench, &format!("{{ components: {{ a: {{ manifest: 'm.cml' }} }}, {keys} }}"))
    }),
];
