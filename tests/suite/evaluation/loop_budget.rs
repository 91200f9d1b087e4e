//! Loops of expressions and of rules have one budget each for a run, of which each environment has a share; what plans
//! leave to be evaluated has a smaller one.

use crate::support::command::Workspace;
use std::fmt::Write as _;

/// A manifest with a vector `o` of bools, and the text of so many expressions that take about 80,000 steps each.
fn loops(count: usize, guard: &str) -> (String, String) {
    let manifest = "{ config: { z: { type: 'vector', max_count: 140, element: { type: 'uint16' } }, n: { type: 'uint8' },
        o: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } } }";
    let numbers: String = (0..140).map(|at| format!("{at}, ")).collect();
    let one = format!("{{ $expr: \"{guard}z.all(x, z.all(y, x + y < 70000))\" }},\n");
    (manifest.to_owned(), format!("{{ z: [{numbers}], n: 1,\no: [\n{}] }}", one.repeat(count)))
}

/// The environment that takes too much is named with the component and the place, however many run at the same time; the
/// others have their values.
#[test]
fn an_environment_has_its_share() {
    let (manifest, layer) = loops(14, "");
    let workspace = Workspace::new().with("m.cml", manifest).with("loops.json5", layer);
    workspace.write("l.json5", "{ z: [], o: [], n: 1 }");
    let mut product = "{ components: { a: { manifest: 'm.cml' } }, environments: {".to_owned();
    for at in 0..120 {
        let file = if at == 70 { "loops.json5" } else { "l.json5" };
        write!(product, " e{at}: {{ components: {{ a: {{ layers: ['{file}'] }} }} }},").unwrap();
    }
    workspace.write("p.product.json5", product + " } }");
    let run =
        |threads: &str| workspace.confc(&["assemble", "p.product.json5", "--check", "--threads", threads]);
    let share = "the loops of expressions take more than 833,333 steps, the share of one of 120 environments";
    let one =
        run("1").says(1, share).says(1, "--> loops.json5:11:").says(1, "here, at `a.o`").says(1, "`e70`");
    assert_eq!(one.stderr.matches("error[").count(), 1, "{}", one.stderr);
    for threads in ["2", "7"] {
        let again = run(threads);
        assert_eq!((again.stderr, again.stdout), (one.stderr.clone(), one.stdout.clone()));
    }
}

/// The rules of all components of an environment share its budget: sixteen rules of two components take over 60,000 steps
/// each. A component whose rules are not checked any more has no value file, even if its values keep them.
#[test]
fn rules_of_an_environment_have_its_share() {
    let rules: String =
        (1..9).map(|at| format!("{{ check: 'v.all(x, v.all(y, x + y < 70000 + {at}))' }}, ")).collect();
    let fields = "v: { type: 'vector', max_count: 100, element: { type: 'uint16' }, default: [] }";
    let workspace =
        Workspace::new().with("m.cml", format!("{{ config: {{ {fields} }}, config_rules: [{rules}] }}"));
    let numbers: String = (0..100).map(|at| format!("{at}, ")).collect();
    workspace.write("many.json5", format!("{{ v: [{numbers}] }}"));
    let many = "components: { a: { layers: ['many.json5'] }, b: { layers: ['many.json5'] } }";
    let environments: String = (0..120).map(|at| format!("e{at}: {{ }}, ")).collect();
    let product = format!(
        "{{ components: {{ a: {{ manifest: 'm.cml' }}, b: {{ manifest: 'm.cml' }}, c: {{ manifest: 'm.cml' }} }},
            environments: {{ {} }} }}",
        environments.replace("e70: { }", &format!("e70: {{ {many} }}"))
    );
    workspace.write("p.product.json5", product);
    let share =
        "the rules of all components take more than 833,333 steps, the share of one of 120 environments";
    let run = workspace.confc(&["assemble", "p.product.json5", "--out-dir", "out"]);
    let run = run.says(1, share).says(1, "--> m.cml:1:").says(1, "the component `b`").says(1, "`e70`");
    assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    let is_written = |path: &str| workspace.exists(path);
    assert!(is_written("out/e70/a.cvf") && is_written("out/e71/c.cvf"));
    assert!(!is_written("out/e70/b.cvf") && !is_written("out/e70/c.cvf"));
}

/// A plan that would take too long to be finished is refused when it is made, and with the input nothing waits.
#[test]
fn a_plan_leaves_less() {
    for (count, status) in [(20, 0), (21, 1)] {
        let (manifest, layer) = loops(count, "input('w') && ");
        let workspace = Workspace::new().with("m.cml", manifest);
        workspace.write("l.json5", layer.replacen('{', "{ $inputs: { w: { type: 'bool' } },", 1));
        let planned = workspace.confc(&["values", "m.cml", "l.json5", "--plan", "-o", "p.cvp"]);
        if status == 0 {
            planned.with_status(0);
            workspace.confc(&["finish", "m.cml", "p.cvp", "--input", "w=true", "-o", "o.cvf"]).with_status(0);
        } else {
            planned.says(1, "error[E0336]: the expressions left to a plan may take 2,063,964 steps, the limit is 2,000,000");
        }
        workspace.confc(&["values", "m.cml", "l.json5", "--input", "w=true", "-o", "o.cvf"]).with_status(0);
    }
}

/// All plans of a folder share the budget of one run.
#[test]
#[ignore = "slow: a hundred million steps"]
fn plans_that_are_finished_together_share_a_budget() {
    let (manifest, layer) = loops(20, "input('w') && ");
    let workspace = Workspace::new().with("m.cml", manifest);
    workspace.write("l.json5", layer.replacen('{', "{ $inputs: { w: { type: 'bool' } },", 1));
    let components: String =
        (0..64).map(|at| format!(" c{at}: {{ manifest: 'm.cml', layers: ['l.json5'] }},")).collect();
    workspace.write("p.product.json5", format!("{{ components: {{{components} }} }}"));
    workspace.confc(&["assemble", "p.product.json5", "--plan", "--out-dir", "planned"]).with_status(0);
    let finish = ["finish", "--index", "planned/index.json", "--input", "w=true", "--out-dir", "out"];
    workspace.confc(&finish).says(1, "the loops of expressions take more than 100,000,000 steps");
    assert!(!workspace.exists("out"));
}
