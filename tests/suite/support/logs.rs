//! SARIF logs of many commands.

use super::command::Workspace;
use super::random::{Random, attempts};
use serde_json::Value;

/// Stanzas of the checked manifests: a mistake of every stage, and every form of label.
const STANZAS: &[&str] = &[
    "a: { type: 'uint8', max: 300 }",
    "b: { type: 'uint8', min: 0 }",
    "c: { type: [\n'x'] }",
    "d: { type: 'bool', tipe: 1 }",
    "größe: { type: 'bool' }",
    "d: 4",
    "e: { type: 'string' }",
    "f: ! %",
    "g: { type: 'string', max_size: 9, pattern: '[(](' }",
    "h: { type: 'bool', default: '{0} [x](1)' }",
    "'\u{1b}\u{202e}': { type: 'bool' }",
];

/// Command lines of which most fail: as usage, in a file, or in a text that is not a file.
pub(crate) const RUNS: &[&[&str]] = &[
    &["check"],
    &["check", "absent.cml"],
    &["check", "@absent"],
    &["frobnicate"],
    &["values", "good.cml", "--set", "a=x", "-o", "out.cvf"],
    &["values", "good.cml", "--set", "b=1", "--set", "a={0}", "-o", "out.cvf"],
    &["values", "good.cml", "layer.yaml#/data/a.json5", "-o", "out.cvf"],
    &["explain", "E9999"],
    &["eval", "a + 'x'", "good.cml"],
    &["compile", "good.cml", "-o", "good.cml"],
    &["check", "good.cml"],
    &["--version"],
];

/// Calls `take` with the log of each of [`RUNS`], and with the logs of random manifests.
pub(crate) fn for_each_log(mut take: impl FnMut(&Value)) {
    let space = Workspace::new()
        .with("good.cml", "{ config: { a: { type: 'uint8', max: 9 } } }")
        .with("layer.yaml", "data:\n  a.json5: |\n    { a: 12,\n      b: 'x' }\n");
    let log = |arguments: &[&str]| -> Value {
        let answer = space.confc(&[arguments, &["--message-format", "sarif", "--error-limit", "7"]].concat());
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:#?}");
        serde_json::from_str(&answer.stderr).unwrap()
    };
    RUNS.iter().for_each(|run| take(&log(run)));
    attempts(30, |random: &mut Random| {
        let stanzas: Vec<&str> = (0..1 + random.below(8)).map(|_| random.pick(STANZAS)).collect();
        space.write("50% b,:ß/s.cml", format!("{{ config: {{\n{}\n}} }}", stanzas.join(",\n")));
        space.write("m.cml", "{ include: ['50% b,:ß/s.cml'] }");
        take(&log(&["check", random.pick(&["m.cml", "./50% b,:ß/s.cml"])]));
    });
}
