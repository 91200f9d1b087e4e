//! Plans of products: that finishing them together is the same as knowing everything at once, and that nothing in an
//! index or a plan is trusted.

use crate::command::{Answer, Workspace};
use crate::products::files;
use crate::random;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

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
    (integer, divisor, text, any::<bool>(), vec(0..4u8, 4)).prop_map(|(i, d, j, w, when)| {
        let values = [("i", i.to_owned()), ("d", d.to_owned()), ("j", j.to_owned()), ("w", w.to_string())];
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
    /// A layer of a component in one environment, whether it overrides, and whether that gives the input `i`.
    special: (usize, RandomLayer, bool, bool),
    rules: BTreeSet<usize>,
    given: GivenInputs,
}

fn random_plans() -> impl Strategy<Value = RandomPlans> {
    let rules = proptest::collection::btree_set(0..RULES.len(), 0..3);
    let special = (0..4usize, layer(), any::<bool>(), any::<bool>());
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
        let (at, layer, overrides, gives) = &self.special;
        let at = at % count;
        workspace.write("special.json5", text_of(layer, at, count));
        let list = if *overrides { "overrides" } else { "layers" };
        let inputs = if *gives { "inputs: { i: 3 }, " } else { "" };
        let rules: String = self.rules.iter().map(|at| format!("{}, ", RULES[*at])).collect();
        workspace.write(
            "p.product.json5",
            format!(
                "{{ components: {{ {components} }}, rules: [{rules}],
                    inputs: {{ i: {{ type: 'int16' }}, d: {{ type: 'uint8', default: 4 }},
                               j: {{ type: 'string', max_size: 12 }}, w: {{ type: 'bool' }} }},
                    environments: {{ a: {{ {inputs} components: {{ c{at}: {{ {list}: ['special.json5'] }} }} }}, b: {{}} }},
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
            if !found.contains("E0516") {
                prop_assert!(found.is_subset(&expected), "{}\n{}", planned.stderr, all.stderr);
            }
            refused.set(refused.get() + 1);
            return Ok(());
        }
        let has_plans = files(&workspace.path("planned")).keys().any(|path| path.extension().is_some_and(|of| of == "cvp"));
        left.set(left.get() + usize::from(has_plans));
        let late = if has_plans { plans.arguments(|when| when > 0) } else { Vec::new() };
        let finish = ["finish", "--index", "planned/index.json", "--error-limit", "1000", "--out-dir", "out"];
        let out = run(&finish, late);
        prop_assert_eq!(out.status, all.status, "{}\n{}", out.stderr, all.stderr);
        prop_assert_eq!(codes(&out), codes(&all), "{}\n{}", out.stderr, all.stderr);
        if all.status == Some(0) {
            prop_assert_eq!(files(&workspace.path("out")), files(&workspace.path("all")));
            prop_assert_eq!(run(&["verify", "--index", "out/index.json"], Vec::new()).status, Some(0));
            finished.set(finished.get() + usize::from(has_plans));
        } else {
            prop_assert!(!workspace.exists("out"));
        }
    });
    // Else it would say little.
    assert!(finished.get() > 4 && left.get() > 8, "{} {} {}", finished.get(), left.get(), refused.get());
}
