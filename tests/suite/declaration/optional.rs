//! Bytes that say of something that it is optional or absent where they may not.

use crate::declaration::checksum::{integer, string, vector};
use crate::values::{seal, unchecked};
use crate::wire::{proto, sealed};
use confc::declaration::{Declaration, DecodeErrorKind as Kind};
use confc::plan::EmbeddedSchema;
use confc::types::{
    Bounds, ConstraintKind, Field, IntegerKind, IntegerType, Key, StructType, Type, TypeProblem, Value,
};
use confc_core::values::load;
use prost::Message as _;
use proto::layout_constraint::Kind as Constraint;

/// The size of the integrity field.
const INTEGRITY: usize = 35;

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).unwrap(), ty)
}

fn optional(key: &str, ty: Type) -> Field {
    Field { optional: true, ..field(key, ty) }
}

fn byte() -> Type {
    integer(IntegerKind::Uint8)
}

/// Why the declaration of a field is refused after a change of its bytes.
#[track_caller]
fn refused(one: Field, change: impl FnOnce(&mut proto::ConfigField)) -> Kind {
    let bytes = confc::declaration::encode(&seal(vec![one]));
    let mut component = proto::Component::decode(bytes.as_slice()).unwrap();
    change(&mut component.config.as_mut().unwrap().fields[0]);
    let bytes = component.encode_to_vec();
    Declaration::decode(&sealed(&bytes[..bytes.len() - INTEGRITY])).expect_err("it is decoded").into_kind()
}

fn constraint(kind: Constraint) -> proto::LayoutConstraint {
    proto::LayoutConstraint { kind: Some(kind) }
}

fn absent() -> proto::ConfigValue {
    proto::ConfigValue { kind: Some(proto::config_value::Kind::Absent(proto::Absent {})) }
}

#[test]
fn only_fields_and_members_are_optional_each_said_once_and_last() {
    let constraints = |field: &mut proto::ConfigField, kinds: Vec<Constraint>| {
        field.r#type.as_mut().unwrap().constraints = kinds.into_iter().map(constraint).collect();
    };
    let with = |one: Field, kinds: Vec<Constraint>| refused(one, |field| constraints(field, kinds));
    let redundant = Kind::from(TypeProblem::Redundant { kind: ConstraintKind::Optional });
    assert_eq!(with(field("a", byte()), vec![Constraint::Optional(false)]), redundant);
    let bounded = || {
        let bounds = Bounds::boxed(None, Some(9));
        field("a", Type::Integer(IntegerType { kind: IntegerKind::Uint8, bounds, unit: None }))
    };
    let max = Constraint::Max(proto::Bound { kind: Some(proto::bound::Kind::Unsigned(9)) });
    for (behind, kind) in [(max, ConstraintKind::Max), (Constraint::Optional(true), ConstraintKind::Optional)]
    {
        let order = Kind::from(TypeProblem::Order { kind, after: ConstraintKind::Optional });
        assert_eq!(with(bounded(), vec![Constraint::Optional(true), behind]), order);
    }
    let element = |field: &mut proto::ConfigField| {
        use proto::layout_parameter::Kind as Parameter;
        let parameter = &mut field.r#type.as_mut().unwrap().parameters[0];
        let Some(Parameter::NestedType(element)) = &mut parameter.kind else { panic!("an element") };
        element.constraints.push(constraint(Constraint::Optional(true)));
    };
    assert_eq!(refused(field("a", vector(2, byte())), element), Kind::FieldConstraintOfPart);
    assert_eq!(refused(optional("a", vector(2, byte())), element), Kind::FieldConstraintOfPart);
}

#[test]
fn no_default_is_absent_and_only_what_is_optional_in_one() {
    let wrong = Kind::WrongCase { expected: 1, found: 5 };
    for one in [field("a", byte()), optional("a", byte())] {
        assert_eq!(refused(one, |field| field.default = Some(absent())), wrong);
    }
    let pair = |x: Field| {
        let ty = Type::Struct(StructType::new(vec![x, field("y", byte())]));
        let default = Value::Struct([Value::Unsigned(1), Value::Unsigned(2)].into());
        Field { default: Some(default), ..field("a", ty) }
    };
    let absent_at = |at: usize| {
        move |field: &mut proto::ConfigField| {
            use proto::config_single_value::Kind as Single;
            use proto::config_value::Kind as One;
            let default = field.default.as_mut().unwrap();
            let Some(One::Single(one)) = &mut default.kind else { panic!("a single value") };
            let Some(Single::Struct(members)) = &mut one.kind else { panic!("a struct") };
            members.values[at] = absent();
        }
    };
    assert_eq!(refused(pair(field("x", byte())), absent_at(0)), wrong);
    assert_eq!(refused(pair(optional("x", byte())), absent_at(1)), wrong);
}

#[test]
fn what_is_deprecated_has_a_default_or_is_optional() {
    let deprecate = |field: &mut proto::ConfigField| field.deprecated = "no".into();
    assert_eq!(refused(field("a", byte()), deprecate), Kind::DeprecatedWithoutDefault);
    let deprecated = Field { deprecated: Some("no".into()), ..optional("a", byte()) };
    let declaration = seal(vec![deprecated]);
    assert_eq!(Declaration::decode(&confc::declaration::encode(&declaration)), Ok(declaration));
}

#[test]
fn a_value_is_absent_only_where_it_may_be() {
    let members = |x: Field| Type::Struct(StructType::new(vec![x]));
    let (needed, free) = (members(field("x", byte())), members(optional("x", byte())));
    let within = || Value::Struct([Value::Absent].into());
    for (one, value, said) in [
        (field("a", byte()), Value::Absent, "field `a`: expected uint8"),
        (field("a", needed.clone()), Value::Absent, "field `a`: expected struct<x:uint8>"),
        (field("a", needed.clone()), within(), "field `a`: member `x`: expected uint8"),
        (optional("a", needed), within(), "field `a`: member `x`: expected uint8"),
        (optional("a", string(3)), Value::from("long"), "field `a`: expected at most 3 bytes, found 4"),
    ] {
        let declaration = seal(vec![one]);
        let error = load(&declaration, &unchecked(&declaration, &[value], EmbeddedSchema::Omit)).unwrap_err();
        assert_eq!(error.to_string(), said);
    }
    for (one, value) in [
        (optional("a", byte()), Value::Absent),
        (optional("a", free.clone()), Value::Absent),
        (optional("a", free.clone()), within()),
        (field("a", free), within()),
    ] {
        let declaration = seal(vec![one]);
        let loaded = load(
            &declaration,
            &unchecked(&declaration, std::slice::from_ref(&value), EmbeddedSchema::Include),
        );
        assert_eq!(loaded.unwrap().values(), [value]);
    }
}

#[test]
fn nothing_stands_in_an_absent_value() {
    let declaration = seal(vec![optional("a", byte())]);
    let bytes = unchecked(&declaration, &[Value::Absent], EmbeddedSchema::Omit);
    // The value is `0a 04 0a 02 2a 00`: with a field in the empty message it is one that nobody knows.
    assert_eq!(bytes[..6], [0x0a, 4, 0x0a, 2, 0x2a, 0]);
    let content = &bytes[6..bytes.len() - INTEGRITY];
    let changed = [&[0x0a, 6, 0x0a, 4, 0x2a, 2, 8, 1][..], content].concat();
    let error = load(&declaration, &sealed(&changed)).unwrap_err();
    assert!(error.to_string().ends_with("field number 1 is unknown"), "{error}");
    // Case 4 of a value is none that is known.
    let changed = [&[0x0a, 4, 0x0a, 2, 0x22, 0][..], content].concat();
    assert!(load(&declaration, &sealed(&changed)).is_err());
}
