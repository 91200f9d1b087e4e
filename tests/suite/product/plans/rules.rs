//! Rules of a product that wait for inputs, in an index.

use super::{IndexChange, changed_indexes_are_refused, finish};
use crate::support::command::Workspace;

/// A product in which nothing waits but a rule, and a folder with what is known of it.
fn planned_rule() -> Workspace {
    let workspace = Workspace::new()
        .with("a.cml", "{ config: { n: { type: 'uint8', default: 3 } } }")
        .with("p.product.json5", RULE);
    let plan = ["assemble", "p.product.json5", "--plan", "--out-dir", "planned"];
    assert_eq!(workspace.confc(&plan).status, Some(0));
    workspace
}

const RULE: &str = "{
    inputs: { zone: { type: 'string', max_size: 8 }, most: { type: 'uint8', default: 5 } },
    components: { a: { manifest: 'a.cml' } },
    environments: { e: {} },
    rules: [{ check: \"a.n < input('most') && input('zone') != 'us'\", message: \"${input('most')}\" }],
}";

#[test]
fn a_rule_that_waits_is_not_lost_from_an_index() {
    let workspace = planned_rule();
    assert_eq!(finish(&workspace).status, Some(0));
    let changes: &[IndexChange] = &[
        ("\"waiting\": {", "\"waitng\": {", "E0530", "`waiting`"),
        (
            "\"rules\": [",
            "\"rules\": [], \"exports\": [], \"secret\": {}, \"inputs\": [",
            "E0530",
            "names of inputs in the index",
        ),
        ("\"rule_inputs\": {", "\"inputs\": [], \"inputz\": {", "E0530", "expected no `inputz`"),
        ("\"zone\": {", "\"zonk\": {", "E0458", "the input `zone`, which no plan has"),
        ("\"zone\": {", "\"Zone\": {", "E0530", "`Zone` is no name of an input"),
        ("\"string:8\"", "\"string:9999999999\"", "E0530", "expected the type of an input"),
        ("\"string:8\"", "\"string:1\"", "E0406", "zone"),
        ("\"string:8\"", "\"uint8\"", "E0401", "zone"),
        ("\"string:8\"", "\"string:8\", \"value\": \"us\"", "E0462", "`zone` had another value"),
        ("\"string:8\"", "\"string:8\", \"value\": 8", "E0401", "zone"),
        (
            "\"string:8\"",
            "\"string:8\", \"sensitive\": true, \"value\": \"eu\"",
            "E0530",
            "no value of a sensitive",
        ),
        ("\"value\": 5", "\"value\": 3", "E0450", "3"),
        ("\"value\": 5", "\"valve\": 5", "E0457", "the input `most` has no value"),
        ("!= \\\"us\\\"", "!= \\\"eu\\\"", "E0450", "5"),
        ("\"check\": \"", "\"check\": \"a.m < 4 || ", "E0530", "does not fit"),
        (" && input(\\\"zone\\\") != \\\"us\\\"", "", "E0530", "an input `zone` for rules, and no rule"),
    ];
    changed_indexes_are_refused(planned_rule, changes, |code, said| {
        ["E0401", "E0406", "E0530"].contains(&code) && !said.contains("zone")
    });
    // `verify` accepts the index, and reports that the rule is deferred.
    planned_rule().confc(&["verify", "--index", "planned/index.json"]).says(0, "W0864");
}
