//! The text of a type and the type it is read back as.

use crate::support::arbitrary;
use crate::support::random::{self, Tally};
use confc::types::limits::{MAX_FIELDS, MAX_KEY_SIZE, MAX_LEVELS};
use confc::types::{
    ArrayType, ConstraintKind, EnumType, Field, Key, KeyError, MapType, Presence, StructType, Type, TypeKind,
    TypeProblem as Problem, TypeReader, TypeTextErrorKind, UnionCase, UnionType, Variant, VectorType,
};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::{Index, select};

/// The type without what its text does not say: attributes of members, documentation of variants.
fn bare(ty: &Type) -> Type {
    match ty {
        Type::Struct(ty) => {
            let member = |member: &Field| Field {
                optional: member.optional,
                nullable: member.nullable,
                ..Field::new(member.key.clone(), bare(&member.ty))
            };
            Type::Struct(StructType::new(ty.members().iter().map(member).collect()))
        }
        Type::Vector(ty) => Type::Vector(VectorType { element: Box::new(bare(&ty.element)), ..ty.clone() }),
        Type::Array(ty) => Type::Array(ArrayType { element: Box::new(bare(&ty.element)), ..ty.clone() }),
        Type::Map(ty) => {
            let map = MapType::new(bare(ty.key()), bare(ty.value()), ty.max_count);
            Type::Map(map.at_least(ty.min_count))
        }
        Type::Enum(ty) => {
            let variant = |variant: &Variant| Variant::new(variant.name.clone(), variant.number);
            Type::Enum(EnumType::new(ty.variants().iter().map(variant).collect()))
        }
        Type::Union(ty) => {
            let case = |case: &UnionCase| UnionCase::new(case.name.clone(), bare(&case.ty));
            Type::Union(UnionType::with_tag(ty.tag().cloned(), ty.cases().iter().map(case).collect()))
        }
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Json(_) => ty.clone(),
    }
}

/// What a text is read as: if it is a type, then one that prints as this text.
#[track_caller]
fn read(text: &str) -> Result<Type, TypeTextErrorKind> {
    match text.parse::<Type>() {
        Ok(ty) => {
            assert_eq!(ty.to_string(), text);
            Ok(ty)
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.at), "{error} in {text}");
            Err(error.kind)
        }
    }
}

proptest! {
    #![proptest_config(random::cases(400))]

    #[test]
    fn every_type_is_read_back(fields in arbitrary::fields(4)) {
        let mut reader = TypeReader::default();
        for field in fields {
            let text = field.ty.to_string();
            prop_assert_eq!(reader.read(&text), Ok(bare(&field.ty)), "{}", text);
            prop_assert!(field.ty.is_same_interface(&text.parse().unwrap()), "{}", text);
            let text = field.type_text().to_string();
            let Presence { optional, nullable } = field.presence();
            let bare = Field { optional, nullable, ..Field::new(field.key.clone(), bare(&field.ty)) };
            prop_assert_eq!(reader.read_field(field.key, &text), Ok(bare), "{}", text);
            prop_assert_eq!(text.parse::<Type>().is_err(), optional || nullable, "{}", text);
        }
    }
}

#[test]
fn a_damaged_text_is_refused_or_the_text_of_another_type() {
    let tally = Tally::default();
    proptest!(random::cases(400), |(
        fields in arbitrary::fields(4),
        places in [any::<Index>(), any::<Index>()],
        inserted in select(PIECES),
    )| {
        for field in fields {
            let text = field.ty.to_string();
            let mut ends = places.map(|at| at.index(text.len() + 1)).map(|at| {
                (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap()
            });
            ends.sort_unstable();
            let [start, end] = ends;
            for damaged in [
                [&text[..start], inserted, &text[start..]].concat(),
                [&text[..start], inserted, &text[end..]].concat(),
                [&text[..end], &text[start..]].concat(),
                text[start..end].to_owned(),
            ] {
                tally.count(read(&damaged).is_ok());
            }
        }
    });
    tally.demand(1, 40);
}

/// A list of documented variants was once read back as another type.
#[test]
fn what_a_text_does_not_say_is_not_read_back() {
    let variant = Variant { doc: Some("a".into()), ..Variant::new(Key::new("a").unwrap(), 0) };
    let documented = Type::Enum(EnumType::new(vec![variant]));
    let element = Box::new(documented.clone());
    let vector = Type::Vector(VectorType { max_count: u32::MAX, min_count: 4, unique: false, element });
    for (ty, text) in [(documented, "enum<a=0>"), (vector, "vector<enum<a=0>>:4294967295{min_count=4}")] {
        assert_eq!(ty.to_string(), text);
        assert_eq!(read(text), Ok(bare(&ty)));
        assert_ne!(read(text), Ok(ty));
    }
}

/// What is put into a text to damage it.
const PIECES: &[&str] = &[
    "",
    ",",
    "<",
    ">",
    "{",
    "}",
    ":",
    "=",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "é",
    "-",
    "0",
    "1",
    ".5",
    "a",
    "_",
    " ",
    "A",
    "bool",
    "struct<",
    "enum<a=0>",
    "vector<",
    ">:1",
    "{min=1}",
    "{unique}",
    "pattern=\"",
    "\u{0}",
    "1e400",
    "nan",
];

#[test]
fn a_text_that_breaks_a_rule_is_refused_where_it_does() {
    use TypeTextErrorKind as Kind;
    let (min, max) = (ConstraintKind::Min, ConstraintKind::Max);
    let problem = |problem| Kind::Type { problem };
    let sizes = Problem::MinOverMax { min: ConstraintKind::MinSize, max: ConstraintKind::MaxSize };
    let empty = Problem::Parts { type_kind: TypeKind::Struct, found: 0 };
    let expected = |what| Kind::Expected { what };
    let character = |at| Kind::Key { error: KeyError::Character { at } };
    let long = "a".repeat(MAX_KEY_SIZE + 1);
    for (text, at, kind) in [
        ("", 0, Kind::TypeKind),
        ("Bool", 0, Kind::TypeKind),
        ("bool ", 0, Kind::TypeKind),
        ("bool{}", 4, expected("the end of the text")),
        ("bool:1", 4, expected("the end of the text")),
        ("bool?", 4, expected("the end of the text")),
        ("struct<a:uint8?{min=1}>", 15, expected("`,` or `>`")),
        ("vector<bool?>:1", 11, expected("`>` after the type of the elements")),
        ("uint8{}", 6, Kind::ConstraintUnfit { type_kind: TypeKind::Uint8 }),
        ("uint8{min=01}", 10, Kind::NotCanonical),
        ("uint8{min=+1}", 10, Kind::NotCanonical),
        ("uint8{min=1,}", 12, Kind::ConstraintUnfit { type_kind: TypeKind::Uint8 }),
        ("uint8{max=1,min=1}", 12, Kind::Order),
        ("uint8{min=1,min=1}", 12, Kind::Order),
        ("uint8{min=2,max=1}", 10, problem(Problem::MinOverMax { min, max })),
        ("uint8{min=0}", 10, problem(Problem::Redundant { kind: min })),
        ("int64{max=9223372036854775807}", 10, problem(Problem::Redundant { kind: max })),
        ("uint8{min=1", 11, expected("`,` or `}`")),
        ("float64{min=1.0}", 13, Kind::NotCanonical),
        ("float64{min=1e3}", 13, Kind::NotCanonical),
        ("float64{min=x}", 12, expected("a number in its range")),
        ("string", 6, expected("`:` and a number")),
        ("string:0", 7, problem(Problem::Zero { kind: ConstraintKind::MaxSize })),
        ("string:MAX", 7, expected("a number in its range")),
        ("string:4294967296", 7, expected("a number in its range")),
        ("string:1{max_size=1}", 9, Kind::ConstraintUnfit { type_kind: TypeKind::String }),
        ("string:1{min_size=0}", 18, problem(Problem::Redundant { kind: ConstraintKind::MinSize })),
        ("string:1{min_size=2}", 8, problem(sizes)),
        ("string:1{pattern=a}", 17, expected("a string in double quotes")),
        ("string:1{pattern=\"a}", 18, expected("`\"` after the string")),
        (r#"string:1{pattern="\a"}"#, 18, expected("a valid escape")),
        (r#"string:1{pattern="\u0061"}"#, 18, Kind::NotCanonical),
        (r#"string:1{pattern="\ud83d"}"#, 18, expected("a valid escape")),
        ("enum<>", 5, Kind::Key { error: KeyError::Empty }),
        ("enum<a>", 6, expected("`=` and the variant's number")),
        ("enum<b=0,a=1>", 9, Kind::Order),
        ("enum<a=0,a=1>", 9, Kind::Order),
        ("enum<a=0,b=0>", 4, problem(Problem::VariantTwice { number: 0 })),
        ("enum<a=9223372036854775808>", 7, expected("a number in its range")),
        ("enum<A=0>", 5, character(0)),
        // Only a case of a union with a tag may have no members.
        ("struct<>", 0, problem(empty.clone())),
        ("struct<a:struct<>>", 9, problem(empty.clone())),
        ("vector<struct<>>:1", 7, problem(empty.clone())),
        ("union<a=bool,b=struct<>>", 5, problem(empty)),
        ("struct<a_:bool>", 7, character(1)),
        ("struct<a:bool,a:bool>", 14, Kind::Order),
        ("struct<a:bool", 13, expected("`,` or `>`")),
        ("vector<bool>", 12, expected("`:` and a number")),
        ("vector<bool>:1{count=1}", 15, Kind::ConstraintUnfit { type_kind: TypeKind::Vector }),
        ("vector<bool>:1{unique=true}", 21, expected("`,` or `}`")),
        ("array<bool>:1{min_count=1}", 14, Kind::ConstraintUnfit { type_kind: TypeKind::Array }),
        (&*format!("enum<{long}=0>"), 5, Kind::Key { error: KeyError::TooLong { size: MAX_KEY_SIZE + 1 } }),
    ] {
        assert_eq!(read(text), Err(kind), "{text}");
        assert_eq!(text.parse::<Type>().unwrap_err().at, at, "{text}");
    }
    for (text, start) in [
        ("uint8{max=256}", "`max` does not fit the type: "),
        ("float32{min=0.1,max=1e39}", "`max` does not fit the type: "),
        ("float64{min=-0}", "`min` does not fit the type: "),
        ("float64{min=nan}", "`min` does not fit the type: "),
        ("float64{min=1e400}", "`min` does not fit the type: "),
        (r#"string:1{pattern="("}"#, "a pattern that is not valid: "),
        (
            r#"string:1{pattern="(a{100}){100}"}"#,
            "a pattern that is not valid: it takes too much memory when compiled",
        ),
    ] {
        let said = read(text).unwrap_err().to_string();
        assert!(said.starts_with(start), "{text}: {said}");
    }
}

#[test]
#[ignore = "slow: types as large as they may be"]
fn limits_hold_on_both_sides() {
    let nested = |levels: usize| {
        let structs = levels - 1;
        ["struct<a:".repeat(structs), "bool".into(), ">".repeat(structs)].concat()
    };
    assert!(read(&nested(MAX_LEVELS)).is_ok());
    let too_deep = TypeTextErrorKind::Type { problem: Problem::TooManyLevels };
    assert_eq!(read(&nested(MAX_LEVELS + 1)), Err(too_deep.clone()));
    assert_eq!(read(&"struct<a:".repeat(1_000_000)), Err(too_deep.clone()));

    // All the types that one reader reads are one schema's.
    let one = |n| Field::new(Key::new(&format!("k{n:06}")).unwrap(), Type::Bool);
    let half = Type::Struct(StructType::new((0..MAX_FIELDS / 2).map(one).collect())).to_string();
    let mut reader = TypeReader::default();
    assert!(reader.read(&half).is_ok() && reader.read(&half).is_ok());
    let more = reader.read("struct<a:bool>").unwrap_err();
    assert_eq!(more.kind, TypeTextErrorKind::TooManyMembers);
}
