//! Which codes have fixes, and why the others have none.

use crate::support::cases::Cases;
use crate::support::command::Workspace;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Codes without a fix, by the reason.
const WITHOUT: &[(&str, &str)] = &[
    (
        "only a person knows what fits",
        "E0302 E0311 E0313 E0314 E0319 E0403 E0404 E0405 E0406 E0407 E0408 E0409 E0423 E0424 E0425 E0426 \
         E0444 E0446 E0464 E0465 E0853 E0864 E0443 E0817 E0820 E0821 E0823 E0826 E0457",
    ),
    (
        "two places contradict each other, and either may be right",
        "E0111 E0203 E0213 E0322 E0326 E0327 E0328 E0329 E0340 E0346 E0348 E0420 E0459 E0822 E0824 E0850 E0851 E0855 \
         E0870 E0871 E0872 E0873 E0880 E0881 E0701 E0702 E0703 E0715 E0716",
    ),
    (
        "the interface or a rule must be thought over",
        "E0204 E0205 E0315 E0316 E0317 E0321 E0324 E0330 E0331 E0332 E0336 E0337 E0338 E0339 E0343 E0344 E0347 \
         E0349 E0350 E0352 E0353 E0354 E0450 E0451 E0452 E0453 E0454 E0456 E0516 E0601 W0302 W0303 W0304 W0306 \
         W0601 W0804 W0805 W0860",
    ),
    (
        "the text is of another kind, or cannot be read",
        "E0103 E0107 E0108 E0109 E0113 E0130 E0201 E0214 E0333 E0417 E0441 E0815 E0818 E0819 E0827 E0828 E0854 \
         E0856 E0860 E0879 W0102",
    ),
    (
        "other files decide: includes, layers, environments",
        "E0208 E0209 E0210 E0212 E0325 E0416 E0418 E0422 E0427 E0428 E0429 E0430 E0447 E0448 E0449 E0461 E0462 E0840 E0841 E0842 E0843 E0845 E0867 E0868 \
         E0869 E0874 E0875 E0877 E0882 E0884 W0403 W0404 W0405 W0801 W0802 W0840 W0841 W0863 W0865 W0866",
    ),
    (
        "it is about a flag, an output, or bytes",
        "E0419 E0458 E0501 E0503 E0504 E0505 E0507 E0508 E0509 E0510 E0511 E0512 E0513 E0514 E0515 E0520 E0530 E0531 E0532 E0533 E0534 \
         E0829 E0830 E0832 E0846 E0901 E0902 E0903 E0904 E0905 E0906 E0907 E0908 E0910 E0911 W0803",
    ),
];

/// Codes that have fixes, but not in their smallest case: other tests have them.
const IN_OTHER_CASES: &str =
    "E0106 E0110 E0112 E0114 E0310 E0312 E0342 E0410 E0411 E0413 E0460 E0883 E0886 W0406";

/// The codes that the smallest cases report, each with whether it has a fix.
fn met() -> BTreeMap<String, bool> {
    let space = Workspace::new();
    let cases = Cases::copied("codes", &space);
    let mut met = BTreeMap::new();
    for command in cases.names().flat_map(|case| cases.commands(case)) {
        let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
        words.extend(["--message-format", "json"]);
        let answer = space.confc(&words);
        for line in answer.stderr.lines().filter(|line| line.starts_with("{\"version\"")) {
            let found: Json = serde_json::from_str(line).unwrap();
            let Some(code) = found["code"].as_str() else { continue };
            *met.entry(code.to_owned()).or_insert(false) |= found.get("fixes").is_some();
        }
    }
    met
}

#[test]
fn each_code_has_a_fix_or_a_reason() {
    let met = met();
    assert!(met.len() > 200, "{}", met.len());
    let without: Vec<&str> = WITHOUT.iter().flat_map(|(_, codes)| codes.split_whitespace()).collect();
    let listed: BTreeSet<&str> = without.iter().copied().chain(IN_OTHER_CASES.split(' ')).collect();
    assert_eq!(listed.len(), without.len() + IN_OTHER_CASES.split(' ').count(), "a code stands twice");
    let mut wrong = Vec::new();
    for (code, has_fix) in &met {
        match (has_fix, listed.contains(code.as_str())) {
            (true, true) => wrong.push(format!("{code} has a fix")),
            (false, false) => wrong.push(format!("{code} has no fix and no reason")),
            (true, false) | (false, true) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
