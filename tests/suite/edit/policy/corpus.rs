//! Karmada's own policies and verdicts.

use super::{codes, read, with_spec};
use crate::support::corpus;
use confc::diagnostic::Code;

#[test]
fn policies_are_judged_as_karmada_judges_them() {
    let Some(corpus) = corpus::folder("policies_are_judged_as_karmada_judges_them") else { return };
    let cases = corpus::json(&corpus, "karmada/cases.json");
    let expected = [
        ("neither yaml nor json", vec![Code::E0823]),
        ("both yaml and json", vec![Code::E0822]),
        ("only yaml", vec![]),
        ("only json", vec![]),
        ("fieldPath not a pointer", vec![Code::E0440]),
        ("json subPath not a pointer", vec![Code::E0440]),
        ("yaml subPath not a pointer", vec![Code::E0440]),
        ("replace without value", vec![Code::E0443]),
        ("add without value", vec![Code::E0443]),
        ("remove with value", vec![Code::E0444]),
    ];
    let cases = cases["policy_validation"].as_array().expect("a list");
    assert_eq!(cases.len(), expected.len());
    for (case, (name, codes)) in cases.iter().zip(expected) {
        assert_eq!(case["name"], name);
        assert_eq!(case["allowed"], codes.is_empty(), "{name}");
        let rule = format!("{{ overriders: {{ fieldOverrider: [{}] }} }}", case["policy"]);
        let policy = with_spec(&format!("{{ overrideRules: [{rule}] }}"));
        assert_eq!(self::codes(&policy, None), codes, "{name}");
    }
}

/// The policies of Karmada's repository use the overriders that are not ours; each is refused for that, and
/// selectors of clusters by label for that.
#[test]
fn overriders_that_are_not_ours_are_refused_as_such() {
    let Some(corpus) = corpus::folder("overriders_that_are_not_ours_are_refused_as_such") else { return };
    let folder = corpus.join("karmada");
    let mut met = 0;
    for name in corpus::files(&folder, "yaml") {
        if name.starts_with("charts") {
            continue;
        }
        let text = corpus::text(&folder, &name);
        let mut found = codes(&text, Some("member1"));
        found.sort_unstable();
        found.dedup();
        let expected = match name.rsplit('/').next() {
            Some("example-override.yaml" | "overridepolicy_image.yaml") => vec![Code::E0819, Code::E0821],
            _ => vec![Code::E0819],
        };
        assert_eq!(found, expected, "{name}");
        assert!(read(&text, None).0.is_none(), "{name}");
        met += 1;
    }
    assert_eq!(met, 7);
}
