//! Changes of the cases of unions: each verdict is compared with the layers that both sides accept.

use super::types::{declaration, declaration_of, layers};
use super::{Breaks, ValueSource, Witnessed, compare, verdict};
use confc::declaration::Declaration;
use confc::types::{Type, UnionType, VariantName};

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
    let sources: Vec<ValueSource> = ["t", "u"]
        .into_iter()
        .flat_map(|tag| ["a", "b", "c", "z"].map(|text| format!("{{ a: {{ {tag}: \"{text}\", x: true }} }}")))
        .map(ValueSource::Layer)
        .collect();
    let declarations = tagged();
    let accepts = |declaration| sources.iter().map(|source| source.is_valid(declaration, None)).collect();
    let accepted: Vec<Vec<bool>> = declarations.iter().map(accepts).collect();
    witnessed.check_all(&declarations, &accepted, &sources);
    witnessed
}

/// Unions with a tag: one with another tag, one with another case, and one with another text of a case.
fn tagged() -> Vec<Declaration> {
    let texts = [
        "union<a=struct<x:bool>,b=struct<x:bool>>{tag=\"t\"}",
        "union<a=struct<x:bool>,b=struct<x:bool>>{tag=\"u\"}",
        "union<a=struct<x:bool>,b=struct<x:bool>,c=struct<x:bool>>{tag=\"t\"}",
    ];
    let mut types: Vec<Type> = texts.into_iter().map(|text| text.parse().unwrap()).collect();
    let Type::Union(first) = types[0].clone() else { panic!("no union") };
    let mut cases = first.cases().to_vec();
    cases[0].text = Some(VariantName::new("z").unwrap());
    types.push(Type::Union(UnionType::with_tag(first.tag().cloned(), cases)));
    types.into_iter().map(declaration_of).collect()
}

#[test]
fn a_tag_and_a_text_break_both_ways_and_only_the_tag_moves_the_checksum() {
    let [first, renamed, more, text] = tagged().try_into().unwrap();
    let both = [Breaks::Yes, Breaks::Yes];
    assert_eq!(verdict(&compare(&first, &renamed)), both);
    assert_eq!(verdict(&compare(&first, &text)), both);
    assert_eq!(verdict(&compare(&first, &more)), [Breaks::No, Breaks::Yes]);
    let checksum = |declaration: &Declaration| declaration.config().unwrap().checksum();
    assert_ne!(checksum(&first), checksum(&renamed));
    assert_eq!(checksum(&first), checksum(&text));
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
