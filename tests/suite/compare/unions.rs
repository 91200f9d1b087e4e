//! Changes of the cases of unions: each verdict is compared with the layers that both sides accept.

use super::types::{declaration, layers};
use super::{Breaks, Witnessed, compare, verdict};

/// Unions whose verdicts layers show, in groups.
const GROUPS: [&[&str]; 2] = [
    &["union<a=bool,b=uint8>", "union<a=bool,b=uint16>", "union<a=bool,b=uint8,c=string:3>"],
    &["union<c=string:3,d=vector<uint8>:2>", "union<b=uint8,c=string:3,d=vector<uint8>:2>"],
];

pub(super) fn every_pair() -> Witnessed {
    let mut witnessed = Witnessed::default();
    let sources = layers();
    for group in GROUPS {
        let declarations: Vec<_> = group.iter().map(|ty| declaration(ty, false)).collect();
        let accepts = |declaration| sources.iter().map(|source| source.is_valid(declaration, None)).collect();
        let accepted: Vec<Vec<bool>> = declarations.iter().map(accepts).collect();
        witnessed.check_all(&declarations, &accepted, &sources);
    }
    witnessed
}

#[test]
fn names_of_cases_and_other_kinds_of_types_break_both_ways() {
    let union = "union<a=bool,b=uint8>";
    for other in ["union<b=uint8,z=bool>", "bool", "uint8", "json:9", "vector<bool>:1"] {
        let [old, new] = [union, other].map(|ty| declaration(ty, false));
        for pair in [[&old, &new], [&new, &old]] {
            assert_eq!(verdict(&compare(pair[0], pair[1])), [Breaks::Yes; 2], "{union} and {other}");
        }
    }
}
