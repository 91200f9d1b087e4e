//! Loops of expressions have one budget for a run, of which each environment has a share, and a smaller one in plans.

use crate::command::Workspace;
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
