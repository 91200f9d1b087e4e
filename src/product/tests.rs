use super::{LayerAudience, LayerList, PRODUCT_KEYS, Product, ProductLevel};
use crate::diagnostic::Report;
use crate::layers::MergeStrategy;
use crate::syntax::{self, Document, Format};
use crate::text::Sources;

fn document(text: &str) -> Document {
    let source = Sources::new().add("shop/shop.product.json5".into(), text.into(), None);
    syntax::parse(Format::Json5, &source, &mut Report::new())
}

/// The codes and messages of an invalid product.
fn messages(text: &str) -> Vec<String> {
    let document = document(text);
    let mut report = Report::new();
    let product = Product::read(&document, "shop/shop.product.json5", &mut report);
    assert_eq!(product.is_none(), report.has_errors(), "{text}");
    let sorted = report.sorted();
    sorted.iter().map(|found| format!("{} {}", found.code(), found.message())).collect()
}

const SHOP: &str = r#"{
    include_root: "..",
    components: {
        platform: { manifest: "platform.cml", layers: ["p.yaml"], overrides: ["po.yaml"], patches: ["pp.json"] },
        payments: { declaration: "//prebuilt/payments.cm", imports: { platform: "platform" } },
    },
    shared: ["common.yaml"],
    sections: ["//all.yaml#/values"],
    section_overrides: ["so.yaml"],
    shared_overrides: ["sho.yaml"],
    environments: {
        eu: { extends: ["prod"], shared: ["eu.yaml"], section_overrides: ["eu-so.yaml"],
            components: { platform: { overrides: ["eu-po.yaml"], layers: ["eu-p.yaml"], set: { a: 2 } } } },
        prod: { abstract: true, sections: ["prod.yaml"], inputs: { zone: "x" }, rules: [{ check: "a" }],
            components: { platform: { layers: ["prod-p.yaml"], patches: ["prod-pp.json"], set: { a: 1 } } } },
        dev: {},
    },
    rules: [{ check: "b" }],
}"#;

#[test]
fn everything_has_one_order() {
    let document = document(SHOP);
    let mut report = Report::new();
    let product = Product::read(&document, "shop/shop.product.json5", &mut report).unwrap();
    assert!(!report.has_errors());
    let eu = product.environments_by_name()["eu"];
    let platform = product.component("platform").unwrap();
    let sources = product.sources(platform, eu);
    let layers: Vec<_> = sources.layers.iter().map(|layer| layer.path.path.as_str()).collect();
    assert_eq!(
        layers,
        [
            "shop/common.yaml",
            "all.yaml#/values",
            "shop/p.yaml",
            "shop/sho.yaml",
            "shop/so.yaml",
            "shop/po.yaml",
            "shop/prod.yaml",
            "shop/prod-p.yaml",
            "shop/eu.yaml",
            "shop/eu-p.yaml",
            "shop/eu-so.yaml",
            "shop/eu-po.yaml",
        ]
    );
    assert_eq!(sources.layers[1].path.relative, "../all.yaml#/values");
    assert_eq!(sources.layers[1].list.audience, LayerAudience::Sections);
    assert_eq!(sources.layers[3].list.audience, LayerAudience::Shared);
    assert_eq!(sources.layers[3].list.strategy, MergeStrategy::Override);
    assert_eq!(sources.layers[7].environment, Some(product.environments_by_name()["prod"]));
    let patches: Vec<_> = sources.patches.iter().map(|patch| patch.path.as_str()).collect();
    assert_eq!(patches, ["shop/pp.json", "shop/prod-pp.json"]);
    let settings: Vec<_> = sources.settings.iter().map(|setting| setting.value.raw()).collect();
    assert_eq!(settings, ["1", "2"]);
    assert_eq!(product.rules_in(eu).len(), 2);
    assert_eq!(product.rules_in(product.environments_by_name()["dev"]).len(), 1);
    assert_eq!(product.inputs_in(eu).len(), 1);
    let built: Vec<_> = product.built().map(|at| product.environments[at].name).collect();
    assert_eq!(built, ["eu", "dev"]);
}

/// The lists are in the order in which [`LayerList`] sorts them, and each is allowed where its receivers are known.
#[test]
fn lists_of_layers_are_keys_in_order() {
    assert!(LayerList::ALL.is_sorted());
    for list in LayerList::ALL {
        let key = PRODUCT_KEYS.iter().find(|key| key.name == list.key()).unwrap();
        let levels = match list.audience {
            LayerAudience::Shared | LayerAudience::Sections => {
                [ProductLevel::Product, ProductLevel::Environment]
            }
            LayerAudience::One => [ProductLevel::Component, ProductLevel::EnvironmentComponent],
        };
        assert!(key.levels().eq(levels), "{}", key.name);
    }
}

#[test]
fn a_product_without_environments_has_one() {
    let document = document("{ components: { a: { manifest: 'a.cml' } } }");
    let product = Product::read(&document, "p.product.json5", &mut Report::new()).unwrap();
    assert_eq!(product.environments[0].name, super::DEFAULT_ENVIRONMENT);
    assert_eq!(product.built().count(), 1);
}

#[test]
fn all_mistakes_are_told_in_one_run() {
    let found = messages(
        r#"{
        componets: {},
        layers: [],
        components: {
            Payments: { manifest: "a.cml" },
            a: {},
            b: { manifest: "/b.cml", imports: { b: "a", x: "nobody", y: "b" } },
            c: { manifest: "c.cml", declaration: "c.cm", package_path: "meta/c.cvf", set: { "x.y": 1, x: {}, z: { $unset: true } } },
        },
        environments: {
            "-eu": {},
            prod: { extends: ["prd", "dev", "dev"], without: ["nobody"] },
            dev: { extends: ["dev"], abstract: 1 },
        },
        exports: [{ format: "env", path: "../x" }, { path: "{x}" }, 1],
        features: ["rulez"],
    }"#,
    );
    for expected in [
        "E0861 unexpected key `componets` in the product",
        "E0861 unexpected key `layers` in the product",
        "E0863 `Payments` cannot be the name of a component",
        "E0864 the component `a` needs a manifest, found none",
        "E0869 the path `/b.cml` is not relative to the product file",
        "E0863 `b` cannot be the name of an import",
        "E0865 the product has no component `nobody`",
        "E0863 the component `b` imports itself",
        "E0873 expected `manifest` or `declaration` for the component `c`, found both",
        "E0873 expected `declaration` or `package_path` for the component `c`, found both",
        "E0870 `x.y` lies within `x`, which is set as a whole",
        "E0875 `set` takes literals, found an operator for `z`",
        "E0863 `-eu` cannot be the name of an environment",
        "E0866 the product has no environment `prd`",
        "E0872 `extends` of the environment `prod` names `dev` twice",
        "E0867 the environment `dev` extends itself",
        "E0862 expected `abstract` of the environment `dev` to be `true` or `false`, found a number",
        "E0869 the path `../x` leads out of the output folder",
        "E0864 an export needs `format`, found none",
        "E0869 the path `{x}` contains `x`, which is not a placeholder",
        "E0862 expected an element of `exports` of the product to be an object, found a number",
        "E0876 expected the name of a feature, found `rulez`",
    ] {
        assert!(found.iter().any(|found| found == expected), "{expected}\n{found:#?}");
    }
}

#[test]
fn bases_that_do_not_extend_each_other_must_agree() {
    let product = |derived: &str, bases: [&str; 2]| {
        let [a, b] = bases.map(|set| format!("abstract: true, components: {{ x: {{ set: {set} }} }}"));
        format!(
            "{{ components: {{ x: {{ manifest: 'x.cml' }} }}, environments: {{
                a: {{ {a} }}, b: {{ {b} }}, c: {{ extends: ['a', 'b'] {derived} }} }} }}"
        )
    };
    assert_eq!(
        messages(&product("", ["{ k: 1, l: [0x10] }", "{ k: 1, l: [16], m: 2 }"])),
        Vec::<String>::new()
    );
    let told = "E0871 the environment `c` inherits `k` of `x` twice, and differently";
    assert_eq!(messages(&product("", ["{ k: 1 }", "{ k: 2 }"])), [told]);
    assert_eq!(messages(&product("", ["{ k: {} }", "{ 'k.l': 2 }"])), [told]);
    let settled = product(", components: { x: { set: { k: 3 } } }", ["{ k: 1 }", "{ k: 2 }"]);
    assert_eq!(messages(&settled), Vec::<String>::new());
}

#[test]
fn what_is_left_out_is_imported_by_nobody() {
    let text = "{ components: { a: { manifest: 'a.cml', imports: { b: 'b' } }, b: { manifest: 'b.cml' } },
        environments: { base: { abstract: true, without: ['b'] }, e: { extends: ['base'] }, f: {} } }";
    assert_eq!(messages(text), ["E0874 `a` imports `b`, which the environment `e` leaves out"]);
}
