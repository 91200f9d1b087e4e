//! Random schemas, random changes and random value sources: whatever breaks must be told, and most of what is told to
//! break must be seen to.

use super::small::Small;
use super::{ValueSource, means_other, verdict};
use crate::support::random::times;
use crate::values::seal;
use confc::compare::{Breaks, CompareMode, compare, judge};
use confc::declaration::Declaration;
use confc::types::Value;
use std::collections::BTreeMap;

/// How many value sources are tried on each pair, in either direction, and how often again where a verdict that
/// something breaks was not seen to hold.
const SOURCES: usize = 24;
const AGAIN: usize = 40;

/// What became of the verdicts.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Verdicts that nothing breaks.
    pub(super) kept: usize,
    /// Verdicts that something breaks, or may.
    pub(super) broken: usize,
    /// Value sources that one of the two accepts.
    pub(super) sources: usize,
    /// What was told to break, by the kinds that told it, where no value source was seen to.
    pub(super) unseen: BTreeMap<String, usize>,
    /// Verdicts that nothing breaks, with what breaks.
    pub(super) contradicted: Vec<String>,
}

impl Outcome {
    /// How many of the verdicts that something does break were not seen to hold.
    pub(super) fn unseen(&self) -> usize {
        self.unseen.values().sum()
    }
}

/// The keys and types, with defaults.
fn written(declaration: &Declaration) -> String {
    let fields = declaration.config().unwrap().fields().iter();
    fields.map(|field| format!("    {field:?}\n")).collect()
}

/// Values that a parent may replace some of; `None` where a field has none.
fn base(small: &mut Small, declaration: &Declaration) -> Option<Vec<Value>> {
    let fields = declaration.config()?.fields().iter();
    fields
        .map(|field| field.unset_value().or_else(|| (0..20).find_map(|_| small.field_value(field))))
        .collect()
}

/// Value sources for a declaration; not all of them are valid.
fn sources(small: &mut Small, declaration: &Declaration) -> Vec<ValueSource> {
    let fields = declaration.config().unwrap().fields();
    let mut sources = Vec::new();
    for n in 0..SOURCES {
        match n % 6 {
            0 => sources.extend(small.override_text(fields).map(ValueSource::OverrideText)),
            1 => {
                let at = small.random.below(fields.len());
                let value = small.field_value(&fields[at]);
                let key = small.name_in_path(&fields[at]);
                sources.extend(value.map(|value| ValueSource::Override(key, value)));
            }
            2 => sources.push(ValueSource::Layers(vec![small.layer(fields), small.layer(fields)])),
            // Readers of YAML dispute it without its quotes.
            3 => sources.push(ValueSource::Yaml(small.layer(fields).replace("\"y\"", "y"))),
            _ => sources.push(ValueSource::Layer(small.layer(fields))),
        }
    }
    sources
}

/// Tries so many pairs.
pub(super) fn try_pairs(stream: u64, pairs: usize) -> Outcome {
    let mut small = Small::new(stream);
    let mut outcome = Outcome::default();
    for _ in 0..pairs {
        let [old, new] = small.pair().map(seal);
        for [from, to] in [[&old, &new], [&new, &old]] {
            try_direction(&mut small, from, to, &mut outcome);
        }
    }
    outcome
}

fn try_direction(small: &mut Small, from: &Declaration, to: &Declaration, outcome: &mut Outcome) {
    let changes = compare(from, to);
    let said = verdict(&changes)[0];
    // The modes say the same, each of its direction.
    let breaks = |mode| judge(&changes, mode, &[]).breaches() > 0;
    let back = verdict(&compare(to, from))[0];
    let modes = [CompareMode::Backward, CompareMode::Forward, CompareMode::Full].map(breaks);
    let [backward, forward] = [said, back].map(|breaks| breaks != Breaks::No);
    assert_eq!(modes, [backward, forward, backward || forward], "{changes:#?}");
    let checksum = |declaration: &Declaration| declaration.config().unwrap().checksum();
    assert_eq!(breaks(CompareMode::Exact), checksum(from) != checksum(to), "{changes:#?}");
    if changes.is_empty() {
        return;
    }
    let bases = [from, to].map(|declaration| base(small, declaration));
    let mut witness = None;
    for round in 0..AGAIN {
        if round > 0 && (said != Breaks::Yes || witness.is_some()) {
            break;
        }
        for source in sources(small, from) {
            if source.is_valid(from, bases[0].as_deref()) {
                outcome.sources += 1;
                if !source.is_valid(to, bases[1].as_deref()) || means_other(&source, [from, to]) {
                    witness = witness.or(Some(source));
                }
            }
        }
    }
    *(if backward { &mut outcome.broken } else { &mut outcome.kept }) += 1;
    match (said, witness) {
        (Breaks::No, Some(witness)) => outcome.contradicted.push(format!(
            "{witness:?}\n  old:\n{}  new:\n{}  {changes:#?}",
            written(from),
            written(to)
        )),
        (Breaks::Yes, None) => {
            let told = changes.iter().filter(|change| change.backward == Breaks::Yes);
            let told: Vec<&str> = told.map(|change| change.kind.id()).collect();
            *outcome.unseen.entry(told.join(" ")).or_default() += 1;
        }
        (_, _) => {}
    }
}

#[test]
fn no_verdict_is_contradicted() {
    let pairs = times(1_000);
    check(pairs, &try_pairs(1, pairs));
}

/// The same for minutes; with `CONFC_TIMES=25` for 100,000 pairs.
#[test]
#[ignore = "slow: thousands of schemas"]
fn of_thousands_of_verdicts_none_is_contradicted() {
    let pairs = times(4_000);
    let outcome = try_pairs(2, pairs);
    println!("{outcome:#?}");
    check(pairs, &outcome);
}

#[track_caller]
fn check(pairs: usize, outcome: &Outcome) {
    let first = outcome.contradicted.first().map(String::as_str).unwrap_or_default();
    assert!(outcome.contradicted.is_empty(), "{} verdicts:\n{first}", outcome.contradicted.len());
    let [kept, broken] = [outcome.kept, outcome.broken];
    assert!(2 * kept > pairs && 4 * broken > 3 * pairs && outcome.sources > 20 * kept, "{outcome:#?}");
    // What is never seen takes a value that nobody thinks of, or a pattern that matches too little.
    assert!(outcome.unseen() < broken / 40, "{outcome:#?}");
}
