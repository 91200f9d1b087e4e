//! Null in fields and members: what programs and rules do with it.

use super::rules::{forms_of, judge_forms};
use super::{Sample, has_python, module, run};
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;

#[test]
fn null_and_absent_are_two_values() {
    if !has_python("null_and_absent_are_two_values") {
        return;
    }
    let compiled = Compiled::of(include_str!("../../../../testdata/generate/_nullable.cml"));
    let config = compiled.declaration().config().expect("a schema");
    let workspace = Workspace::new()
        .with("config.py", module(config).expect("a module"))
        .with("nullable.py", include_str!("nullable.py"));
    run(&workspace, "nullable.py", "");
}

const FIELDS: &str = "
    a: { type: 'uint8', max: 3, nullable: true },
    b: { type: 'uint8', max: 3, nullable: true, optional: true },
    config: { type: 'uint8', max: 3 },
    list: { type: 'vector', max_count: 4, nullable: true, element: { type: 'uint8', max: 3 } },
    map: { type: 'map', max_count: 4, nullable: true, optional: true, key: { type: 'string', max_size: 3 },
        value: { type: 'struct', fields: { n: { type: 'uint8', max: 3, nullable: true } } } },
    p: { type: 'struct', nullable: true, fields: { n: { type: 'uint8', max: 3, nullable: true, optional: true } } },
    q: { type: 'struct', optional: true, fields: { n: { type: 'uint8', max: 3, nullable: true, optional: true } } },
    r: { type: 'vector', max_count: 4, element: { type: 'struct', fields: {
        n: { type: 'uint8', max: 3, nullable: true, optional: true } } } },
    text: { type: 'string', max_size: 4, nullable: true, optional: true },
";

/// One rule a line, `for` before a `|` where it has one.
const CHECKS: &str = "
    has(a) == has(b)
    a < b
    !has(b) || b > 1
    a in list
    list[a] > 1 || list[b] > 1
    has(list) && size(list) > config
    p == q
    p in r
    has(p.n) && has(q.n)
    p.n == q.n
    r.exists(x, x == p || x.n == a)
    has(map[text].n) || map['a'].n > 0
    map.all(k, map[k].n > 0)
    byte_size(text) > 1 ? text == 'ab' : has(text)
    a|self > 1
    b|self > 1
    list[]|self > a
    map[]|map[self].n != b
    p|self.n > 0
    p.n|self > 0
    r[]|self.n != 2
    r[].n|self > 1
    text|byte_size(self) > 1
";

const MESSAGES: &[&str] = &["${a} ${b}", "${p.n} ${text}"];

/// One declaration for so many rules at once.
pub(super) fn forms(at_once: usize) -> Vec<Sample> {
    forms_of(FIELDS, CHECKS, MESSAGES, at_once)
}

#[test]
fn rules_on_null_are_judged_as_the_loader_does() {
    if has_python("rules_on_null_are_judged_as_the_loader_does") {
        let verdicts = [
            "ok",
            "is broken",
            "a nullable field is null",
            "an optional field has no value",
            "a field in the index has no value",
            "<not known>",
        ];
        judge_forms(&forms(1), &verdicts);
    }
}
