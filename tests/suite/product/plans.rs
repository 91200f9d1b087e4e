//! Plans of products: that finishing them together is the same as knowing everything at once, and that nothing in an
//! index or a plan is trusted.

mod rules;

use crate::support::command::{Answer, Workspace};
use crate::support::products::{copy_shop, files};
use crate::support::random;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;
use sha2::{Digest as _, Sha256};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

const MANIFEST: &str = "{ config: {
    n0: { type: 'int16', default: 1 }, n1: { type: 'uint8', max: 90, default: 2 }, n2: { type: 'int32', default: 7 },
    s: { type: 'struct', fields: { x: { type: 'uint8', default: 1 }, y: { type: 'string', max_size: 12, default: 'y' } } },
    t: { type: 'string', max_size: 16, default: 'tt' },
    k: { type: 'string', max_size: 16, sensitive: true, default: 'secret' },
    o: { type: 'string', max_size: 12, optional: true },
    v: { type: 'vector', max_count: 3, element: { type: 'uint8' }, default: [] },
    m: { type: 'map', max_count: 3, key: { type: 'string', max_size: 4 }, value: { type: 'uint8' }, default: {} },
  }, config_rules: [ { check: 'n0 < n2 + 60' }, { check: \"t != 'bad'\", name: 'good', message: 't is ${t}' } ] }";

const INTEGERS: &[&str] = &[
    "1",
    "5",
    "5",
    "100",
    "{ $expr: \"input('i')\" }",
    "{ $expr: \"input('i') + 1\" }",
    "{ $expr: \"input('w') ? 5 : n2\" }",
    "{ $expr: 'pX.n0' }",
    "{ $expr: 'pX.n1 + 1' }",
    "{ $expr: 'pX.n2' }",
    "{ $expr: 'pX.s.x' }",
    "{ $expr: 'pX.s.x + n1' }",
    "{ $expr: 'n1' }",
    "{ $expr: 's.x' }",
    "{ $expr: 'size(pX.v)' }",
    "{ $expr: \"60 / input('d')\" }",
];

const STRINGS: &[&str] = &[
    "'one'",
    "'bad'",
    "{ $expr: \"input('j')\" }",
    "{ $text: \"${input('j')}-${n1}\" }",
    "{ $text: \"${pX.t}\" }",
    "{ $text: \"${pX.s.y}.${input('d')}\" }",
    "{ $expr: 'pX.s.y' }",
    "{ $expr: 'pX.o' }",
    "{ $text: '${pX.n0}${n0}' }",
];

const RULES: &[&str] = &[
    "{ check: 'c0.n0 != 5 || c1.n1 != 5', name: 'not_both', message: '${c0.n0} and ${c1.n1}' }",
    "{ check: 'c0.n2 + c1.n2 < 150' }",
    "{ for: 'c0.v[]', check: 'self != c1.n1' }",
    "{ check: \"c1.s.y != 'one' || c0.s.x > 1\" }",
    "{ check: '60 / c0.n1 != 12', message: 'a rule' }",
    "{ check: 'byte_size(c0.k) > 2' }",
    "{ check: \"input('i') < 100 || c0.n0 != 5\", message: \"i is ${input('i')}\" }",
    "{ check: \"input('j') != 'bad'\", name: 'input_alone' }",
    "{ check: \"c1.n1 != input('d')\", message: \"${input('j')} and ${c0.n0}\" }",
    "{ for: 'c1.v[]', check: \"!input('w') || self < 60 || input('z') == 'z'\" }",
    "{ check: \"input('z') != 'bad' && c0.n1 < 80\", message: 'secret' }",
    "{ check: \"c0.n1 < 80 && c1.n2 < 90 && input('i') < 250\", message: '${c0.n1} and ${c1.n2}' }",
    "{ check: \"input('i') < 250 && input('j') != 'bad'\" }",
    "{ check: \"input('w') ? input('j') != 'bad' : input('i') < 250\" }",
    "{ check: \"has(c0.o) ? c1.n1 != 5 : c0.n0 < 90 || input('w')\" }",
    "{ check: \"[c0.n1, c1.n1].all(n, n < 90) && !(c1.n0 == 5 && input('d') > 4)\" }",
    "{ check: \"c0.v.exists(n, n == 5) || size(c1.v) < 3 && c1.s.x != 5\" }",
];

/// A layer: keys with what is assigned to them, in which `pX` stands for another component.
type RandomLayer = BTreeMap<&'static str, String>;

fn layer() -> impl Strategy<Value = RandomLayer> {
    let one = |list: &'static [&'static str]| {
        (0..list.len(), 0..4usize).prop_map(move |(at, peer)| list[at].replace("pX", &format!("p{peer}")))
    };
    let (integer, text) = (one(INTEGERS).boxed(), one(STRINGS).boxed());
    let structure = (integer.clone(), proptest::option::of(text.clone()))
        .prop_map(|(x, y)| format!("{{ x: {x}{} }}", y.map_or(String::new(), |y| format!(", y: {y}"))));
    let structure =
        prop_oneof![4 => structure, 1 => (0..4usize).prop_map(|at| format!("{{ $expr: 'p{at}.s' }}"))];
    let list = vec(integer.clone(), 0..4).prop_map(|list| format!("[{}]", list.join(", ")));
    let map = (integer.clone(), integer.clone()).prop_map(|(a, b)| format!("{{ a: {a}, b: {b} }}"));
    let assignment = (0..9usize, integer, text, structure, list, map).prop_map(
        |(key, integer, text, structure, list, map)| match key {
            0 => ("n0", integer),
            1 => ("n1", integer),
            2 => ("n2", integer),
            3 => ("t", text),
            4 => ("k", text),
            5 => ("o", text),
            6 => ("s", structure),
            7 => ("v", list),
            _ => ("m", map),
        },
    );
    vec(assignment, 0..5).prop_map(|list| list.into_iter().collect())
}

fn text_of(layer: &RandomLayer, own: usize, count: usize) -> String {
    let mut text = String::from("{ ");
    for (key, value) in layer {
        // Of itself a component reads nothing as of another one.
        let mut value = value.clone();
        for peer in 0..4 {
            let other = if peer % count == own { (own + 1) % count } else { peer % count };
            value = value.replace(&format!("p{peer}."), &format!("q{other}."));
        }
        let _ = write!(text, "{key}: {value}, ");
    }
    text + "}"
}

/// What is given for the inputs, of which each is given early, late, or both times.
type GivenInputs = BTreeMap<&'static str, (String, u8)>;

fn given() -> impl Strategy<Value = GivenInputs> {
    let integer = prop_oneof![Just("1"), Just("5"), Just("70"), Just("300")];
    let divisor = prop_oneof![4 => Just("5"), 1 => Just("0")];
    let text = prop_oneof![4 => Just("jay"), 1 => Just("bad"), 1 => Just("a long text")];
    let secret = prop_oneof![3 => Just("z"), 3 => Just("zz"), 1 => Just("bad")];
    (integer, divisor, text, any::<bool>(), secret, vec(0..4u8, 5)).prop_map(|(i, d, j, w, z, when)| {
        let values = [("i", i), ("d", d), ("j", j), ("w", if w { "true" } else { "false" }), ("z", z)];
        let values = values.map(|(name, value)| (name, value.to_owned()));
        let values = values.into_iter().zip(when);
        // What has a default has it from the beginning.
        values
            .map(|((name, value), when)| (name, (value, if name == "d" { when / 2 * 3 } else { when })))
            .collect()
    })
}

#[derive(Debug, Clone)]
struct RandomPlans {
    components: Vec<RandomLayer>,
    /// A layer of a component in one environment, the list that names it, and whether that gives the input `i`.
    special: (usize, RandomLayer, &'static str, bool),
    rules: BTreeSet<usize>,
    given: GivenInputs,
}

fn random_plans() -> impl Strategy<Value = RandomPlans> {
    let rules = proptest::collection::btree_set(0..RULES.len(), 0..3);
    let list = select(vec!["layers", "overrides", "sections", "section_overrides"]);
    let special = (0..4usize, layer(), list, any::<bool>());
    (vec(layer(), 2..5), special, rules, given())
        .prop_map(|(components, special, rules, given)| RandomPlans { components, special, rules, given })
}

impl RandomPlans {
    fn write(&self, workspace: &Workspace) {
        let count = self.components.len();
        workspace.write("c.cml", MANIFEST);
        let mut components = String::new();
        for (at, layer) in self.components.iter().enumerate() {
            workspace.write(&format!("c{at}.json5"), text_of(layer, at, count));
            let peers = (0..count).filter(|peer| *peer != at);
            let imports: String = peers.map(|peer| format!("q{peer}: 'c{peer}', ")).collect();
            let _ = write!(
                components,
                "c{at}: {{ manifest: 'c.cml', layers: ['c{at}.json5'], imports: {{ {imports} }} }}, "
            );
        }
        let (at, layer, list, gives) = &self.special;
        let at = at % count;
        let (special, list) = (text_of(layer, at, count), format!("{list}: ['special.json5']"));
        let (special, list) = match list.starts_with("section") {
            true => (format!("{{ c{at}: {special} }}"), list),
            false => (special, format!("components: {{ c{at}: {{ {list} }} }}")),
        };
        workspace.write("special.json5", special);
        let inputs = if *gives { "inputs: { i: 3 }, " } else { "" };
        let rules: String = self.rules.iter().map(|at| format!("{}, ", RULES[*at])).collect();
        workspace.write(
            "p.product.json5",
            format!(
                "{{ components: {{ {components} }}, rules: [{rules}],
                    inputs: {{ i: {{ type: 'int16' }}, d: {{ type: 'uint8', default: 4 }},
                               j: {{ type: 'string', max_size: 12 }}, w: {{ type: 'bool' }},
                               z: {{ type: 'string', max_size: 4, sensitive: true }} }},
                    environments: {{ a: {{ {inputs} {list} }}, b: {{}} }},
                    exports: [{{ format: 'properties', path: '{{environment}}/{{component}}.txt', sensitive: 'omit' }}] }}"
            ),
        );
    }

    /// The arguments for what is given early or late.
    fn arguments(&self, is_wanted: impl Fn(u8) -> bool) -> Vec<String> {
        let wanted = self.given.iter().filter(|(_, (_, when))| is_wanted(*when));
        wanted.flat_map(|(name, (value, _))| ["--input".to_owned(), format!("{name}={value}")]).collect()
    }
}

fn codes(answer: &Answer) -> BTreeSet<String> {
    let codes = answer.stderr.lines().filter_map(|line| line.strip_prefix("error["));
    codes.filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect()
}

#[test]
fn finishing_an_index_is_knowing_everything_at_once() {
    let (finished, refused, left) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let waiting_rules = Cell::new(0);
    proptest!(random::cases(96), |(plans in random_plans())| {
        let workspace = Workspace::new();
        plans.write(&workspace);
        let run = |arguments: &[&str], more: Vec<String>| {
            let more: Vec<&str> = more.iter().map(String::as_str).collect();
            workspace.confc(&[arguments, &more].concat())
        };
        let assemble = ["assemble", "p.product.json5", "--error-limit", "1000", "--out-dir"];
        let all = run(&[&assemble[..], &["all"]].concat(), plans.arguments(|_| true));
        let planned = run(&[&assemble[..], &["planned", "--plan"]].concat(), plans.arguments(|when| when % 3 == 0));
        if planned.status != Some(0) {
            let (found, expected) = (codes(&planned), codes(&all));
            prop_assert!(!found.is_empty());
            // What cannot be left to plans can be known at once.
            if !found.contains("E0516") && !found.contains("E0887") {
                prop_assert_eq!(all.status, Some(1), "{}", planned.stderr);
                prop_assert!(found.is_subset(&expected), "{}\n{}", planned.stderr, all.stderr);
            }
            refused.set(refused.get() + 1);
            return Ok(());
        }
        let has_plans = files(&workspace.path("planned")).keys().any(|path| path.extension().is_some_and(|of| of == "cvp"));
        left.set(left.get() + usize::from(has_plans));
        let read = inputs_of_rules(&workspace);
        waiting_rules.set(waiting_rules.get() + usize::from(!has_plans && !read.is_empty()));
        let late = RandomPlans {
            given: plans.given.iter().filter(|(name, _)| has_plans || read.contains(**name)).map(|(name, value)| (*name, value.clone())).collect(),
            ..plans.clone()
        };
        let late = late.arguments(|when| when > 0);
        let finish = ["finish", "--index", "planned/index.json", "--error-limit", "1000", "--out-dir", "out"];
        let out = run(&finish, late);
        prop_assert_eq!(out.status, all.status, "{}\n{}", out.stderr, all.stderr);
        prop_assert_eq!(codes(&out), codes(&all), "{}\n{}", out.stderr, all.stderr);
        if all.status == Some(0) {
            prop_assert_eq!(files(&workspace.path("out")), files(&workspace.path("all")));
            prop_assert_eq!(run(&["verify", "--index", "out/index.json"], Vec::new()).status, Some(0));
            finished.set(finished.get() + usize::from(has_plans || !read.is_empty()));
        } else {
            prop_assert!(!workspace.exists("out"));
        }
    });
    // Else it would say little.
    let counts = [finished.get(), left.get(), waiting_rules.get(), refused.get()];
    assert!(counts[0] > 4 && counts[1] > 8 && counts[2] > 0, "{counts:?}");
}

/// The names of the inputs that rules of the planned environments read.
fn inputs_of_rules(workspace: &Workspace) -> BTreeSet<String> {
    let mut read = BTreeSet::new();
    for environment in ["a", "b"] {
        let index = workspace.text(&format!("planned/{environment}/index.json"));
        let index: serde_json::Value = serde_json::from_str(&index).unwrap();
        let inputs = index["waiting"]["rule_inputs"].as_object();
        read.extend(inputs.into_iter().flatten().map(|(name, _)| name.clone()));
    }
    read
}

/// A product of three components of which two read each other's values, and a folder with its plans.
fn planned() -> Workspace {
    let workspace = Workspace::new()
        .with(
            "a.cml",
            "{ config: { url: { type: 'string', max_size: 64 }, zone: { type: 'string', max_size: 8 } } }",
        )
        .with(
            "b.cml",
            "{ config: { host: { type: 'string', max_size: 64 }, port: { type: 'uint16', default: 80 } } }",
        )
        .with("c.cml", "{ config: { n: { type: 'uint8', default: 3 } } }")
        .with(
            "a.yaml",
            "url: { $text: \"http://${b.host}:${b.port}/\" }\nzone: { $expr: \"input('zone')\" }\n",
        )
        .with("b.yaml", "host: { $text: \"h.${a.zone}\" }\n")
        .with("p.product.json5", PRODUCT);
    let plan = ["assemble", "p.product.json5", "--plan", "--out-dir", "planned"];
    assert_eq!(workspace.confc(&plan).status, Some(0));
    workspace
}

const PRODUCT: &str = "{
    inputs: { zone: { type: 'string', max_size: 8 } },
    components: {
        a: { manifest: 'a.cml', layers: ['a.yaml'], imports: { b: 'b' } },
        b: { manifest: 'b.cml', layers: ['b.yaml'], imports: { a: 'a' } },
        c: { manifest: 'c.cml' },
    },
    environments: { e: {} },
    rules: [{ check: 'b.host != a.url', message: '${b.host}' }],
    exports: [{ format: 'env', path: '{environment}/{component}.env' }],
}";

fn finish(workspace: &Workspace) -> Answer {
    workspace.confc(&["finish", "--index", "planned/index.json", "--input", "zone=eu", "--out-dir", "out"])
}

/// Finishes what is planned there, of which this is to be said; nothing is written.
#[track_caller]
fn refused(workspace: &Workspace, code: &str, said: &str) {
    let answer = finish(workspace);
    assert!(matches!(answer.status, Some(1 | 2)), "{:?} {}", answer.status, answer.stderr);
    let is_said = |line: &str| line.starts_with(&format!("error[{code}]")) && line.contains(said);
    assert!(answer.stderr.lines().any(is_said), "{}", answer.stderr);
    assert!(!workspace.exists("out/index.json"), "{code} {said}");
}

/// Verifies the planned outputs, of which this is to be said.
#[track_caller]
fn refused_by_verify(workspace: &Workspace, code: &str, said: &str) {
    let answer = workspace.confc(&["verify", "--index", "planned/index.json"]);
    assert_eq!(answer.status, Some(1), "{}", answer.stderr);
    let is_said = |line: &str| line.starts_with(&format!("error[{code}]")) && line.contains(said);
    assert!(answer.stderr.lines().any(is_said), "{code} {said}: {}", answer.stderr);
}

/// A text of an index, another one in its place, and the code and a part of the error that follows.
type IndexChange = (&'static str, &'static str, &'static str, &'static str);

/// Makes each change in a folder of its own. `finish` refuses the index; so does `verify`, if `verifies` says so of the
/// code and the text.
#[track_caller]
fn changed_indexes_are_refused(
    planned: fn() -> Workspace,
    changes: &[IndexChange],
    verifies: fn(&str, &str) -> bool,
) {
    for (from, to, code, said) in changes {
        let workspace = planned();
        change_index(&workspace, |index| index.replacen(from, to, 1));
        refused(&workspace, code, said);
        if verifies(code, said) {
            refused_by_verify(&workspace, code, said);
        }
    }
}

/// The type of an input that only rules read is checked against the plans and the rules, by both commands.
#[test]
fn an_input_of_rules_is_that_of_the_plans() {
    for (before, after, said) in [
        ("string:8", "string:9", "the input `zone` differs from the input of this name in"),
        ("string:8", "uint8", "the input `zone` differs from the input of this name in"),
        ("input('zone') != 'x'", "a.zone != 'x'", "no rule that reads it"),
    ] {
        let workspace = planned();
        let product = PRODUCT.replace("check: 'b.host != a.url'", "check: \"input('zone') != 'x'\"");
        let product = product.replace(", message: '${b.host}'", "");
        workspace.write("p.product.json5", product);
        let plan = ["assemble", "p.product.json5", "--plan", "--out-dir", "planned"];
        assert_eq!(workspace.confc(&plan).status, Some(0));
        change_index(&workspace, |index| {
            let (head, waiting) = index.split_once("\"waiting\"").unwrap();
            format!(
                "{head}\"waiting\"{}",
                waiting
                    .replace(before, after)
                    .replace(&before.replace('\'', "\\\""), &after.replace('\'', "\\\""))
            )
        });
        refused_by_verify(&workspace, "E0530", said);
        refused(&workspace, "E0530", said);
    }
}

/// Changes the index of the environment, and has that of the product list it as it is then.
fn change_index(workspace: &Workspace, change: impl FnOnce(String) -> String) {
    let before = workspace.text("planned/e/index.json");
    let after = change(before.clone());
    assert_ne!(before, after);
    let listed = workspace.text("planned/index.json");
    workspace
        .write("planned/index.json", listed.replace(&sha256(before.as_bytes()), &sha256(after.as_bytes())));
    workspace.write("planned/e/index.json", after);
}

/// Changes a file of the environment, and has the indexes list it as it is then.
fn change_file(workspace: &Workspace, path: &str, after: &[u8]) {
    let before = workspace.read(&format!("planned/{path}"));
    workspace.write(&format!("planned/{path}"), after);
    change_index(workspace, |index| index.replace(&sha256(&before), &sha256(after)));
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_plan_in_a_folder_is_trusted_in_nothing() {
    let workspace = planned();
    assert_eq!(finish(&workspace).status, Some(0));
    assert_eq!(workspace.confc(&["verify", "--index", "out/index.json"]).status, Some(0));
    // It was cut, first without anybody else knowing.
    let workspace = planned();
    let bytes = workspace.read("planned/e/a.cvp");
    let cut = &bytes[..bytes.len() / 2];
    workspace.write("planned/e/a.cvp", cut);
    refused(&workspace, "E0531", "`planned/e/a.cvp` differs from the output that the index lists");
    workspace.write("planned/e/a.cvp", &bytes);
    change_file(&workspace, "e/a.cvp", cut);
    refused(&workspace, "E0501", "the value plan is refused");
    assert_eq!(workspace.confc(&["verify", "--index", "planned/index.json"]).status, Some(1));
    // Two were exchanged.
    let workspace = planned();
    let (a, b) = (workspace.read("planned/e/a.cvp"), workspace.read("planned/e/b.cvp"));
    change_file(&workspace, "e/a.cvp", &b);
    change_file(&workspace, "e/b.cvp", &a);
    refused(&workspace, "E0513", "it was made for another interface");
    // One is from another time, when something else was known.
    let workspace = planned();
    let old = workspace.read("planned/e/a.cvp");
    workspace.write(
        "a.yaml",
        "url: { $text: \"http://${input('zone')}:${b.port}/\" }\nzone: { $expr: \"input('zone')\" }\n",
    );
    let plan = ["assemble", "p.product.json5", "--plan", "--out-dir", "planned"];
    assert_eq!(workspace.confc(&plan).status, Some(0));
    let old_port = workspace.read("planned/e/a.cvp");
    assert_ne!(old, old_port);
    workspace.write("b.yaml", "host: { $text: \"h.${a.zone}\" }\nport: 81\n");
    assert_eq!(workspace.confc(&plan).status, Some(0));
    change_file(&workspace, "e/a.cvp", &old_port);
    refused(&workspace, "E0462", "`b.port` had another value");
    // One was made with another type of the input.
    let workspace = planned();
    let old = workspace.read("planned/e/a.cvp");
    workspace.write(
        "p.product.json5",
        PRODUCT.replace("zone: { type: 'string', max_size: 8 }", "zone: { type: 'string', max_size: 7 }"),
    );
    assert_eq!(workspace.confc(&plan).status, Some(0));
    change_file(&workspace, "e/a.cvp", &old);
    refused(&workspace, "E0515", "its input `zone` differs from the input of this name");
}

#[test]
fn an_index_with_plans_is_trusted_in_nothing() {
    let changes: &[IndexChange] = &[
        ("\"e/a.cvp\"", "\"../e/a.cvp\"", "E0530", "leads out of the output folder"),
        ("\"e/a.cvp\"", "\"/e/a.cvp\"", "E0530", "is not relative to the output folder"),
        ("\"e/a.cvp\"", "\"e/b.cvp\"", "E0530", "is listed twice"),
        ("\"e/a.cvp\"", "\"e/none.cvp\"", "E0532", "is missing"),
        ("\"status\": \"plan\"", "\"status\": \"values\"", "E0530", "the index lacks `values`"),
        ("\"status\": \"plan\"", "\"status\": \"failed\"", "E0530", "has no `plan`"),
        (
            "\"imports\": {\n        \"b\"",
            "\"imports\": {\n        \"d\"",
            "E0530",
            "reads `b`, which is not among its",
        ),
        ("\"b\": \"b\"", "\"b\": \"d\"", "E0530", "reads `b`, which is not among its"),
        ("b.host != a.url", "b.hosts != a.url", "E0530", "does not fit the components"),
        ("b.host != a.url", "b.port != a.url", "E0530", "does not fit the components"),
        ("b.host != a.url", "b.host == a.url", "E0450", "h.eu"),
        ("\"e/a.env\"", "\"../a.env\"", "E0530", "leads out of the output folder"),
        ("\"e/a.env\"", "\"e/a:b.env\"", "E0530", "has a `:`"),
        ("\"e/a.env\"", "\"e/a\\nb.env\"", "E0530", "has a line break or another control character"),
        ("\"e/a.env\"", "\"e/a\\u001bb.env\"", "E0530", "has a line break or another control character"),
        ("\"e/a.env\"", "\"index.json\"", "E0530", "belongs to another output"),
        ("\"e/a.env\"", "\"e/z.cvf\"", "E0886", "is named like a value file"),
        ("\"e/a.env\"", "\"e/b.env\"", "E0530", "is listed twice"),
        ("\"e/a.env\"", "\"e/B.ENV\"", "E0530", "differs from another in upper and lower case alone"),
        ("\"e/a.env\"", "\"e/z.CVF\"", "E0886", "is named like a value file"),
        ("\"e/a.env\"", "\"a.cm/x\"", "E0530", "is below another output, or has one below it"),
        ("\"e/a.env\"", "\"e\"", "E0530", "is below another output, or has one below it"),
        ("\"e/a.env\"", "\"e/a.cvf/x\"", "E0530", "whose value file is below another output, or has one"),
        ("\"e/a.env\"", "\"index.json/x\"", "E0530", "belongs to another output, or is below one"),
        ("\"e/a.env\"", "\"Earlier.json\"", "E0530", "belongs to another output"),
        ("\"e/c.env\"", "\"e/c.Cvp\"", "E0530", "belongs to an export, and is named like a value plan"),
        ("\"component\": \"a\"", "\"component\": \"c\"", "E0530", "has no plan"),
        (
            "\"format\": \"env\",\n        \"path\": \"e/a",
            "\"format\": \"xml\",\n        \"path\": \"e/a",
            "E0886",
            "no format",
        ),
        ("\"line\"", "\"lines\"", "E0530", "the index lacks `line`"),
        ("\"rules\": [", "\"rules\": {}, \"exports\": [", "E0111", "expected each key once"),
        ("\"rules\": [", "\"rulez\": [", "E0530", "expected no `rulez` in `waiting`"),
        ("\"waiting\": {", "\"waiting\": 5, \"others\": {", "E0530", "`waiting` in the index must be"),
        ("\"waiting\": {", "\"waitng\": {", "E0530", "the index lacks `waiting`"),
        ("\"rules\": [", "\"secret\": { \"a\": 1 }, \"rules\": [", "E0530", "must be a list"),
        ("\"rules\": [", "\"secret\": { \"a\": [1] }, \"rules\": [", "E0530", "must be strings"),
        ("\"rules\": [", "\"inputs\": [[]], \"rules\": [", "E0530", "must be strings"),
    ];
    // Only `finish` evaluates the rules.
    changed_indexes_are_refused(planned, changes, |code, _| code != "E0450");
    // A link out of the folder, and one to what is an input.
    let workspace = planned();
    workspace.write("elsewhere.cvp", workspace.read("planned/e/a.cvp"));
    fs::remove_file(workspace.path("planned/e/a.cvp")).unwrap();
    symlink("../../elsewhere.cvp", workspace.path("planned/e/a.cvp")).unwrap();
    refused(&workspace, "E0530", "leads out of the folder");
    let workspace = planned();
    workspace.write("out/e/none", "");
    symlink("../planned/a.cm", workspace.path("out/a.cm")).unwrap();
    refused(&workspace, "E0908", "would overwrite the input");
    let workspace = planned();
    let into = workspace.confc(&["finish", "--index", "planned/index.json", "--out-dir", "./planned/"]);
    assert_eq!(into.status, Some(2), "{}", into.stderr);
    assert!(into.stderr.contains("the output folder is the folder of the index"), "{}", into.stderr);
}

/// Whoever opens a pipe waits for who writes to it.
#[test]
fn a_pipe_is_no_index_and_no_product() {
    let workspace = planned();
    let pipes = ["pipe", "p.product.json5"].map(|name| workspace.path(&format!("planned/{name}")));
    assert!(Command::new("mkfifo").args(pipes).status().unwrap().success());
    for arguments in [
        &["finish", "--index", "planned/pipe", "--out-dir", "out"][..],
        &["verify", "--index", "planned/pipe"],
        &["assemble", "planned/p.product.json5", "--out-dir", "out"],
        &["list", "planned/p.product.json5"],
        &["explain", "a.url", "planned/p.product.json5"],
    ] {
        let answer = workspace.confc(arguments);
        assert_eq!(answer.status, Some(2), "{}", answer.stderr);
        assert!(answer.stderr.contains("is no regular file"), "{}", answer.stderr);
    }
}

/// Whatever an index says, there is an answer, and nothing lies where it should not.
#[test]
fn no_altered_index_is_a_bug() {
    let workspace = planned();
    let (product, index) = (workspace.text("planned/index.json"), workspace.text("planned/e/index.json"));
    proptest!(random::cases(60), |(at in 0..index.len(), with in "[a-z0-9\"{}\\[\\],:./]{0,3}", gone in 0..4usize)| {
        let start = (0..=at).rev().find(|at| index.is_char_boundary(*at)).unwrap();
        let end = (start + gone..=index.len()).find(|at| index.is_char_boundary(*at)).unwrap_or(index.len());
        let altered = [&index[..start], &with, &index[end..]].concat();
        workspace.write("planned/e/index.json", &altered);
        let listed = product.replace(&sha256(index.as_bytes()), &sha256(altered.as_bytes()));
        workspace.write("planned/index.json", listed);
        let _ = fs::remove_dir_all(workspace.path("out"));
        let answer = finish(&workspace);
        prop_assert!(matches!(answer.status, Some(0..=2)), "{}\n{altered}", answer.stderr);
        prop_assert_eq!(answer.status == Some(0), workspace.exists("out/index.json"));
        if answer.status == Some(0) {
            let verified = workspace.confc(&["verify", "--index", "out/index.json"]);
            prop_assert_eq!(verified.status, Some(0), "{}\n{}", verified.stderr, altered);
        }
    });
}

/// The preview of the example: planned without what only who deploys it knows.
#[test]
fn the_example_is_finished_where_it_is_deployed() {
    let workspace = Workspace::new();
    copy_shop(&workspace);
    let run = |arguments: &[&str]| {
        let answer = workspace.confc(arguments);
        assert_eq!(answer.status, Some(0), "{}", answer.stderr);
    };
    let product = "shop/preview.product.json5";
    let given = ["--input", "region=eu-3", "--input", "payments_key=key-of-the-cluster"];
    run(&["assemble", product, "--plan", "--out-dir", "planned"]);
    // It is finished without the sources.
    fs::remove_dir_all(workspace.path("shop/values")).unwrap();
    run(&[&["finish", "--index", "planned/index.json", "--out-dir", "deployed"][..], &given].concat());
    run(&["verify", "--index", "deployed/index.json"]);
    copy_shop(&workspace);
    run(&[&["assemble", product, "--out-dir", "all"][..], &given].concat());
    assert_eq!(files(&workspace.path("deployed")), files(&workspace.path("all")));
    // Only the owner may read files with secrets.
    for (path, is_secret) in [
        ("planned/preview/payments.cvp", true),
        ("planned/preview/index.json", true),
        ("planned/preview/cache.cvf", false),
        ("deployed/preview/payments.cvf", true),
        ("deployed/preview/index.json", true),
        ("deployed/preview/cache.cvf", false),
        ("deployed/preview/storefront.configmap.yaml", false),
    ] {
        let mode = fs::metadata(workspace.path(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077 == 0, is_secret, "{path}");
    }
}
