//! Products drafted from real charts: a base, and an overlay for each environment.

use crate::support::command::Workspace;
use crate::support::corpus;
use std::fs;

#[test]
fn products_of_real_charts_are_valid_in_every_environment() {
    let Some(folder) = corpus::folder("products of real charts") else { return };
    let folder = folder.join("wild/ci");
    let workspace = Workspace::new();
    let mut operands = Vec::new();
    for chart in fs::read_dir(&folder).unwrap() {
        let chart = chart.unwrap().path();
        let files = corpus::files(&chart, "yaml");
        let files: Vec<_> =
            files.iter().filter(|file| file.starts_with(|c: char| c.is_ascii_digit())).collect();
        let [base, overlays @ ..] = files.as_slice() else { continue };
        let mut operand = format!("c{}={}", operands.len(), chart.join(base).display());
        for (at, overlay) in overlays.iter().enumerate() {
            operand += &format!(",env-{at}={}", chart.join(overlay).display());
        }
        operands.push(operand);
    }
    assert!(operands.len() > 15, "{}", operands.len());
    let mut arguments = vec!["init", "--product", "all.product.json5"];
    arguments.extend(operands.iter().map(String::as_str));
    workspace.confc(&arguments).with_status(0);
    let answer = workspace.confc(&["assemble", "all.product.json5", "--check"]).with_status(0);
    assert!(answer.stderr.ends_with(" outputs: 0 failed\n"), "{answer:#?}");
}
