//! Asks a client the cases and compares its answers.

use super::answers::text_of;
use super::cases::Case;
use super::declarations::Declared;
use crate::support::json::exact_json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A client that is built and answers requests.
pub(super) struct Testee {
    pub(super) command: Command,
    /// The positions of the declarations without a client, because two of its names would be equal.
    pub(super) without: BTreeSet<usize>,
}

/// Asks all cases of declarations that the testee has a client for. Panics unless all answers are right; prints how many
/// of each kind there were.
#[track_caller]
pub(super) fn check(name: &str, mut testee: Testee, declarations: &[Declared], cases: &[Case]) {
    let asked: Vec<&Case> = cases.iter().filter(|case| !testee.without.contains(&case.declaration)).collect();
    let requests: String = asked
        .iter()
        .map(|case| format!("{} {}\n", declarations[case.declaration].name, case.request))
        .collect();
    let mut child =
        testee.command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the testee starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = child.wait_with_output().expect("the testee ends");
    assert!(output.status.success(), "{name} ended with {}", output.status);
    writer.join().expect("it does not panic").expect("the testee reads all requests");
    let answers = String::from_utf8(output.stdout).expect("answers are ASCII");
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (case, answer) in asked.iter().zip(answers.lines()) {
        let is_skipped = answer.starts_with("skip ");
        let is_right = if is_skipped {
            case.request.starts_with("override ") && case.answer.starts_with("override ")
        } else {
            is_equal(case, answer)
        };
        let kind = format!("{} {}", word(&case.request), word(&case.answer));
        counts.entry(kind).or_default()[usize::from(is_skipped)] += 1;
        if !is_right {
            wrong.push(format!("{}\n     but {name} answers {answer}", shortened(&case.to_string())));
        }
    }
    println!("{name}: {} declarations without a client", testee.without.len());
    for (kind, [answered, skipped]) in counts {
        println!("{name}: {kind}: {answered} answered, {skipped} skipped");
    }
    let shown = wrong.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} answers are wrong:\n{shown}", wrong.len(), asked.len());
    assert_eq!(answers.lines().count(), asked.len(), "{name} answers each request with a line");
}

/// Whether an answer is right. Two texts of JSON are equal if their values are.
fn is_equal(case: &Case, answer: &str) -> bool {
    let json = |answer: &str| exact_json(&text_of(answer.strip_prefix("ok ")?)?);
    case.answer == answer
        || case.request.starts_with("json ")
            && json(&case.answer).is_some_and(|expected| json(answer) == Some(expected))
}

fn word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn shortened(text: &str) -> String {
    if text.len() <= 1_500 {
        text.into()
    } else {
        format!("{}…{}", &text[..700], &text[text.len() - 700..])
    }
}
