//! Unions: what programs and rules do with the cases.

use super::rules::{forms_of, judge_forms};
use super::{Sample, has_python, module, run};
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::support::skip::has_tool;
use std::process::Command;

const MANIFEST: &str = include_str!("../../../../testdata/generate/_unions_of_python.cml");

#[test]
fn unions_are_used_as_the_documentation_says() {
    if !has_python("unions_are_used_as_the_documentation_says") {
        return;
    }
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().expect("a schema");
    let layer = r#"{
        admin: "root", extra: false, grid: [[[1], true], [1, false]], limit: "3MiB", token: "abcd",
        routes: { a: { path: "/a", password: "hunter2" }, b: [true, "Plain Text", "tls"], c: [] },
    }"#;
    let workspace = Workspace::new()
        .with("config.cml", MANIFEST)
        .with("values.json5", layer)
        .with("config.py", module(config).expect("a module"))
        .with("unions.py", include_str!("unions.py"));
    workspace.confc(&["values", "config.cml", "values.json5", "-o", "values.cvf"]).silent();
    run(&workspace, "unions.py", "");
}

#[test]
#[ignore = "slow: runs mypy"]
fn a_case_that_a_program_forgets_is_found_by_mypy() {
    if !has_tool("a_case_that_a_program_forgets_is_found_by_mypy", "mypy") {
        return;
    }
    let program = "from config import Port\n\n\n\
                   def shown(port: Port.Value) -> str:\n    \
                   if isinstance(port, Port.Name):\n        return port.value\n    \
                   if isinstance(port, Port.Number):\n        return str(port.value + 1)\n";
    for (more, is_complete) in [("", true), (", off: { type: 'bool' }", false)] {
        let cases = format!("name: {{ type: 'string', max_size: 9 }}, number: {{ type: 'uint16' }}{more}");
        let manifest = format!("{{ config: {{ port: {{ type: 'union', cases: {{ {cases} }} }} }} }}");
        let compiled = Compiled::of(manifest);
        let config = compiled.declaration().config().expect("a schema");
        let workspace =
            Workspace::new().with("config.py", module(config).expect("a module")).with("program.py", program);
        let arguments = ["--strict", "--no-incremental", "--python-version", "3.10", "program.py"];
        let output = Command::new("mypy").args(arguments).current_dir(workspace.folder()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.success(), is_complete, "{said}");
        assert_eq!(said.contains("Missing return statement"), !is_complete, "{said}");
    }
}

const FIELDS: &str = "
    a: { UNION },
    absent: { UNION, optional: true },
    b: { UNION },
    config: { type: 'uint8', max: 3 },
    deep: { type: 'union', cases: {
        l: { type: 'vector', max_count: 4, element: { UNION } },
        m: { type: 'map', max_count: 4, key: { type: 'string', max_size: 2 }, value: { UNION } } } },
    json: { JSON },
    lambda: { type: 'bool' },
    list: { type: 'vector', max_count: 4, element: { UNION } },
    map: { type: 'map', max_count: 2, key: { type: 'enum', variants: { x: 0, y: 1 } }, value: { type: 'union', cases: {
        off: { type: 'bool' },
        p: { type: 'struct', fields: {
            n: { type: 'uint8', max: 3, optional: true },
            t: { type: 'vector', max_count: 4, element: { UNION } } } } } } },
    none: { UNION, optional: true, nullable: true },
    other: { JSON },
    p: { type: 'struct', fields: { in: { UNION }, j: { JSON }, v: { UNION, optional: true } } },
    q: { type: 'struct', optional: true, fields: { in: { UNION }, j: { JSON }, v: { UNION, optional: true } } },
    secret: { UNION, sensitive: true },
    tagged: { type: 'union', tag: 'type', cases: {
        l: { type: 'struct', fields: { n: { type: 'uint8', max: 3 } } },
        m: { type: 'struct', fields: { n: { type: 'uint8', max: 3 } } },
        o: { type: 'struct', fields: { in: { UNION } } },
        p: { type: 'struct', fields: { n: { type: 'uint8', max: 3 } } },
        q: { type: 'struct', fields: { n: { type: 'uint8', max: 3, optional: true } } },
        r: { name: 'R', type: 'struct', fields: { n: { type: 'uint8', max: 3 } } } } },
    text: { type: 'json', max_size: 4, kinds: ['array'] },
    word: { type: 'string', max_size: 2 },
";

/// One rule a line, `for` before a `|` where it has one.
const CHECKS: &str = "
    a == b
    a != absent
    has(a.n) == has(b.n)
    !has(a.n) || a.n > 1
    a.n < config
    a.s == 'a' || a.s == word
    has(absent) && has(absent.s)
    has(absent.s) || !has(none.s)
    !has(absent.n) || absent.n == b.n
    none.n > 1
    a in list
    absent in [a, b]
    a in [absent, list[0]]
    list[config].n > 1
    list[a.n].s == 'a'
    list[absent.n] == a
    has(list[a.n].s) || has(list[0].s)
    list[(`lambda` ? a : b).n] == b
    list.exists(x, x == a || x.n == config)
    list.all(x, has(x.n) || byte_size(x.s) > 0)
    [a, b].all(x, x.n > 0)
    [a, absent].exists(x, x == p.`in`)
    [a, b].exists(x, has(x.s))
    (`lambda` ? a : b).n > 1
    has((`lambda` ? a : b).n) == has(a.n)
    (`lambda` ? a : p.`in`) == absent
    (`lambda` ? a : none).s == 'a'
    p == q
    p.`in` == q.v
    has(p.v.n) && has(q.v.n)
    json == other
    json in [other, p.j]
    json.any == text
    json.any == other.any
    json.on == `lambda`
    p.j.any in [text]
    map['x'] == map['y']
    map['x'].p == map['y'].p
    has(map['x'].p.n) || map['y'].off
    map.all(k, !has(map[k].p) || map[k].p.n > 1)
    map.exists(k, map[k].p.t.exists(x, x == a))
    size(map['x'].p.t) > 1 && a in map['y'].p.t
    map['x'].p.t == list
    deep.l[a.n].s == 'a'
    a in deep.l || b == deep.m['']
    deep.l == list
    deep.m.all(k, deep.m[k].n > 1)
    secret == a
    secret.n > 1
    has(tagged.l) || has(tagged.r)
    !has(tagged.r) || tagged.r.n > 1
    tagged.m.n == config
    tagged.o.`in` == a
    a|self == b
    a.n|self > 1
    absent.n|self > a.n
    none.s|byte_size(self) > 1
    p.v.n|self != config
    q.j.any|self == text
    list[]|self.n > 1
    list[].n|self > 1
    map[]|map[self].p.n > 1
    deep.l[]|self == a
    deep.l[].n|self > 1
    deep.m[]|deep.m[self].s == self
    secret.n|self > 1
";

const MESSAGES: &[&str] = &["${a.n} ${a.s}", "${p.v.n} ${map['x'].off}"];

/// One declaration for so many rules at once.
pub(super) fn forms(at_once: usize) -> Vec<Sample> {
    let union = "type: 'union', cases: { n: { type: 'uint8', max: 3 }, s: { type: 'string', max_size: 2 } }";
    let json = "type: 'union', cases: { any: { type: 'json', max_size: 4, kinds: ['array'] }, on: { type: 'bool' } }";
    forms_of(&FIELDS.replace("UNION", union).replace("JSON", json), CHECKS, MESSAGES, at_once)
}

#[test]
fn rules_on_unions_are_judged_as_the_loader_does() {
    if has_python("rules_on_unions_are_judged_as_the_loader_does") {
        let verdicts = [
            "ok",
            "is broken",
            "an optional field has no value",
            "a field in the index has no value",
            "no element",
            "there is no entry",
            "<not known>",
            "(at `",
        ];
        judge_forms(&forms(1), &verdicts);
    }
}
