//! Lists in what `patch` and `diff` read, and on their command lines.

use crate::bench::Bench;
use crate::listing::{config, list, long, words, words_and};
use crate::{Row, row};

/// Sets values in a text.
fn sets(bench: &Bench, text: String, size: usize, set: impl Fn(usize) -> String) -> Vec<String> {
    bench.write("f.yaml", text);
    words_and("patch f.yaml -o o.yaml", size, |at| vec!["--set".into(), set(at)])
}

/// A document with keys `k0`, `k1`, and so on.
fn keys(size: usize) -> String {
    list(size, |at| format!("k{at}: {at} # It.\n"))
}

/// Applies operations to the text of a ConfigMap.
fn policy(bench: &Bench, text: &str, size: usize, operation: impl Fn(usize) -> String) -> Vec<String> {
    let lines = text.lines().fold(String::new(), |all, line| format!("{all}    {line}\n"));
    bench.write("f.yaml", format!("apiVersion: v1\nkind: ConfigMap\ndata:\n  a.yaml: |\n{lines}"));
    let operations = list(size, |at| format!("          - {{ {} }}\n", operation(at)));
    bench.write(
        "p.yaml",
        policy_of(&format!("        - fieldPath: /data/a.yaml\n          yaml:\n{operations}")),
    );
    words("patch --override-policy p.yaml f.yaml -o o.yaml")
}

/// A policy with these overriders.
fn policy_of(overriders: &str) -> String {
    format!(
        "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec:\n  overrideRules:\n  - overriders:\n      fieldOverrider:\n{overriders}"
    )
}

/// Compares two declarations.
fn diff(bench: &Bench, old: impl AsRef<str>, new: impl AsRef<str>, more: &str) -> Vec<String> {
    bench.write("old.cml", config(old));
    bench.write("new.cml", config(new));
    words(format!("diff old.cml new.cml {more}").trim_end())
}

pub(crate) const ROWS: &[Row] = &[
    row("patch --set", 130, 0, |bench, size| {
        sets(bench, keys(size), size, |at| format!("/k{at}={}", at + 1))
    }),
    row("patch --set: new keys", 90, 0, |bench, size| {
        sets(bench, keys(size), size, |at| format!("/n{at}={at}"))
    }),
    row("patch --set: one key", 300, 0, |bench, size| sets(bench, keys(9), size, |at| format!("/k1={at}"))),
    row("patch --set: elements behind", 170, 0, |bench, size| {
        sets(bench, format!("a:\n{}", "- x\n".repeat(size)), size, |at| format!("/a/-=n{at}"))
    }),
    row("patch --set: nothing there", 190, 1, |bench, size| {
        sets(bench, keys(size), size, |at| format!("/n{at}/a={at}"))
    }),
    row("patch --set: bad literals", 300, 1, |bench, size| {
        sets(bench, keys(9), size, |at| format!("/k{at}=[["))
    }),
    row("patch --set: bad pointers", 300, 1, |bench, size| {
        sets(bench, keys(9), size, |at| format!("k{at}=1"))
    }),
    row("patch: keys", 240, 0, |bench, size| sets(bench, keys(size), 1, |_| "/k1=2".into())),
    row("patch: one line", 260, 0, |bench, size| {
        sets(bench, format!("{{ {} }}", list(size, |at| format!("k{at}: 1, "))), 1, |_| "/k1=2".into())
    }),
    row("patch: one line, many changes", 130, 0, |bench, size| {
        sets(bench, format!("{{ {} }}", list(size, |at| format!("k{at}: 1, "))), size, |at| {
            format!("/k{at}=2")
        })
    }),
    row("patch: anchors", 100, 0, |bench, size| {
        sets(
            bench,
            format!("k: 1\n{}", list(size, |at| format!("a{at}: &a{at} x\nb{at}: *a{at}\n"))),
            1,
            |_| "/k=2".into(),
        )
    }),
    row("patch: a block", 2_000, 0, |bench, size| {
        sets(bench, format!("k: 1\nb: |\n{}", "  line\n".repeat(size)), 1, |_| "/k=2".into())
    }),
    row("patch: comments", 2_000, 0, |bench, size| {
        sets(bench, format!("k: 1\n{}b: 1\n", "# It.\n".repeat(size)), 1, |_| "/k=2".into())
    }),
    row("patch: repeated keys", 300, 0, |bench, size| {
        sets(bench, format!("k: 1\nb:\n{}", "  a: 1\n".repeat(size)), 1, |_| "/k=2".into())
    }),
    row("policy: replaced", 80, 0, |bench, size| {
        policy(bench, &keys(size), size, |at| format!("subPath: /k{at}, operator: replace, value: x"))
    }),
    row("policy: removed", 120, 0, |bench, size| {
        policy(bench, &keys(size + 1), size, |at| format!("subPath: /k{at}, operator: remove"))
    }),
    row("policy: added", 120, 0, |bench, size| {
        policy(bench, &keys(9), size, |at| format!("subPath: /n{at}, operator: add, value: x"))
    }),
    row("policy: elements removed", 150, 0, |bench, size| {
        let text = format!("a:\n{}- last\n", list(size, |at| format!("- x{at} # It.\n")));
        policy(bench, &text, size, |_| "subPath: /a/0, operator: remove".into())
    }),
    row("policy: nothing there", 200, 1, |bench, size| {
        policy(bench, &keys(9), size, |at| format!("subPath: /n{at}, operator: remove"))
    }),
    row("policy: rules for one text", 30, 0, |bench, size| {
        let arguments = policy(bench, "k: 1", 1, |_| "subPath: /k, operator: replace, value: 2".into());
        let rule = |at| {
            format!(
                "        - fieldPath: /data/a.yaml\n          yaml: [{{ subPath: /k, operator: replace, value: {at} }}]\n"
            )
        };
        bench.write("p.yaml", policy_of(&list(size, rule)));
        arguments
    }),
    row("policy: rules for many texts", 30, 0, |bench, size| {
        let data = list(size, |at| format!("  a{at}.yaml: 'k: 1'\n"));
        bench.write("f.yaml", format!("apiVersion: v1\nkind: ConfigMap\ndata:\n{data}"));
        let rule = |at| {
            format!(
                "        - fieldPath: /data/a{at}.yaml\n          yaml: [{{ subPath: /k, operator: replace, value: {at} }}]\n"
            )
        };
        bench.write("p.yaml", policy_of(&list(size, rule)));
        words("patch --override-policy p.yaml f.yaml -o o.yaml")
    }),
    row("policy: rules for texts that are missing", 30, 1, |bench, size| {
        let data = list(size, |at| format!("  {}.yaml: 'k: 1'\n", long(at)));
        bench.write("f.yaml", format!("apiVersion: v1\nkind: ConfigMap\ndata:\n{data}"));
        let rule = |at| {
            format!(
                "        - fieldPath: /data/x{}.yaml\n          yaml: [{{ subPath: /k, operator: replace, value: {at} }}]\n",
                long(at)
            )
        };
        bench.write("p.yaml", policy_of(&list(size, rule)));
        words("patch --override-policy p.yaml f.yaml -o o.yaml")
    }),
    row("policy: policies", 30, 0, |bench, size| {
        let arguments = policy(bench, "k: 1", 1, |_| "subPath: /k, operator: replace, value: 2".into());
        let rule = |at: usize| {
            format!(
                "        - fieldPath: /data/a.yaml\n          yaml: [{{ subPath: /k, operator: replace, value: {at} }}]\n"
            )
        };
        bench.write("p.yaml", list(size, |at| format!("---\n{}", policy_of(&rule(at)))));
        arguments
    }),
    row("policy: documents", 30, 0, |bench, size| {
        let arguments = policy(bench, "k: 1", 1, |_| "subPath: /k, operator: replace, value: 2".into());
        bench.write("f.yaml", list(size, |at| {
            format!("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m{at}\ndata:\n  a.yaml: 'k: 1'\n")
        }));
        arguments
    }),
    row("policy: policies for a document each", 100, 0, |bench, size| {
        bench.write("f.yaml", list(size, |at| {
            format!("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m{at}\ndata:\n  a.yaml: 'k: 1'\n")
        }));
        let rule = "        - fieldPath: /data/a.yaml\n          yaml: [{ subPath: /k, operator: replace, value: 2 }]\n";
        let selectors =
            |at| format!("  resourceSelectors: [{{ apiVersion: v1, kind: ConfigMap, name: m{at} }}]\n");
        let policy = |at| {
            let policy = policy_of(rule);
            format!("---\n{}", policy.replace("spec:\n", &format!("spec:\n{}", selectors(at))))
        };
        bench.write("p.yaml", list(size, policy));
        words("patch --override-policy p.yaml f.yaml -o o.yaml")
    }),
    row("policy: misspelled members", 140, 1, |bench, size| {
        policy(bench, &keys(9), size, |at| format!("subPath: /k1, operater: remove, value: {at}"))
    }),
    row("diff: equal", 600, 0, |bench, size| {
        let fields = list(size, |at| format!("f{at}: {{ type: 'bool' }},"));
        diff(bench, &fields, &fields, "")
    }),
    row("diff: removed and added", 200, 1, |bench, size| {
        let fields = |letter| list(size, |at| format!("{letter}{at}: {{ type: 'bool' }},"));
        diff(bench, fields('f'), fields('g'), "")
    }),
    row("diff: removed and added, long", 60, 1, |bench, size| {
        let fields =
            |letter: &str| list(size, |at| format!("{letter}{}: {{ type: 'bool' }},", &long(at)[1..]));
        diff(bench, fields("f"), fields("g"), "")
    }),
    row("diff: renamed", 200, 0, |bench, size| {
        let old = list(size, |at| format!("f{at}: {{ type: 'bool' }},"));
        let new = list(size, |at| format!("g{at}: {{ type: 'bool', aliases: ['f{at}'] }},"));
        diff(bench, old, new, "")
    }),
    row("diff: defaults", 270, 0, |bench, size| {
        let fields = |default| list(size, |at| format!("f{at}: {{ type: 'bool', default: {default} }},"));
        diff(bench, fields("true"), fields("false"), "")
    }),
    row("diff: types", 290, 1, |bench, size| {
        let fields = |ty| list(size, |at| format!("f{at}: {{ type: '{ty}' }},"));
        diff(bench, fields("uint8"), fields("bool"), "")
    }),
    row("diff: json", 130, 1, |bench, size| {
        let fields = |ty| list(size, |at| format!("f{at}: {{ type: '{ty}' }},"));
        diff(bench, fields("uint8"), fields("bool"), "--format json")
    }),
    row("diff: variants", 320, 1, |bench, size| {
        let variants = |letter: char| list(size, |at| format!("{letter}{at}: {at},"));
        let field = |letter| format!("e: {{ type: 'enum', variants: {{ {} }} }}", variants(letter));
        diff(bench, field('a'), field('b'), "")
    }),
    row("diff: patterns", 60, 1, |bench, size| {
        let fields = |letter| {
            list(size, |at| format!("f{at}: {{ type: 'string', max_size: 9, pattern: '{letter}{at}' }},"))
        };
        diff(bench, fields('a'), fields('b'), "")
    }),
    row("diff: exempt", 240, 0, |bench, size| {
        let fields = |ty| list(size, |at| format!("f{at}: {{ type: '{ty}' }},"));
        let arguments = diff(bench, fields("uint8"), fields("bool"), "");
        [arguments, words_and("--format text", size, |at| words(&format!("--allow type-changed:f{at}")))]
            .concat()
    }),
    row("diff: exempt for nothing", 200, 0, |bench, size| {
        let fields = |default| list(size, |at| format!("f{at}: {{ type: 'bool', default: {default} }},"));
        let arguments = diff(bench, fields("true"), fields("false"), "");
        [arguments, words_and("--format text", size, |at| words(&format!("--allow default-changed:f{at}")))]
            .concat()
    }),
    row("diff: exempt that are not there, with changes", 300, 1, |bench, size| {
        let fields = |ty| list(size, |at| format!("f{at}: {{ type: '{ty}' }},"));
        let arguments = diff(bench, fields("uint8"), fields("bool"), "");
        [arguments, words_and("--format text", size, |at| words(&format!("--allow type-changed:g{at}")))]
            .concat()
    }),
    row("diff: exempt that are not there", 300, 0, |bench, size| {
        let fields = |default| list(size, |at| format!("f{at}: {{ type: 'bool', default: {default} }},"));
        let arguments = diff(bench, fields("true"), fields("false"), "");
        [arguments, words_and("--format text", size, |at| words(&format!("--allow type-changed:x{at}")))]
            .concat()
    }),
];
