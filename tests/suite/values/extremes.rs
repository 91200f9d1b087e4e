//! The ends of every type, at every depth.

use super::seal;
use crate::support::arbitrary::list_of;
use confc::declaration::Declaration;
use confc::types::limits::MAX_LEVELS;
use confc::types::{ArrayType, Field, Key, StructType, Type, Value, VectorType};

/// The numbers of structs around the values: at most as many as leave two levels for lists of scalars.
const DEPTHS: [usize; 4] = [1, 2, 8, MAX_LEVELS - 2];

/// Every type with its smallest and its largest value; alone, in vectors and in arrays. One schema for each of several
/// depths, with the values of either end.
pub(crate) fn extremes() -> Vec<(Declaration, [Vec<Value>; 2])> {
    let mut types = scalars();
    let lists: Vec<_> = types.iter().flat_map(lists).collect();
    types.extend(lists);
    let key = |n: usize| Key::new(&format!("k{n:02}")).unwrap();
    let fields = types.iter().enumerate().map(|(n, (ty, _))| Field::new(key(n), ty.clone()));
    let mut fields: Vec<Field> = fields.collect();
    let mut values =
        [0, 1].map(|end| types.iter().map(|(_, ends): &(_, [Value; 2])| ends[end].clone()).collect());
    let mut extremes = vec![(seal(fields.clone()), values.clone())];
    for depth in 1..=MAX_LEVELS - 2 {
        fields = vec![Field::new(key(0), Type::Struct(StructType::new(fields)))];
        values = values.map(|values: Vec<Value>| vec![Value::Struct(values.into())]);
        if DEPTHS.contains(&depth) {
            extremes.push((seal(fields.clone()), values.clone()));
        }
    }
    extremes
}

fn scalars() -> Vec<(Type, [Value; 2])> {
    let ty = |text: &str| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut scalars = vec![
        (ty("bool"), [Value::Bool(false), Value::Bool(true)]),
        (ty("float32"), [f32::MIN, f32::from_bits(1)].map(|n| Value::Float(n.into()))),
        (ty("float64"), [f64::MAX, f64::from_bits(1)].map(Value::Float)),
        (
            ty("string:4294967295"),
            ["", "\0\u{10ffff}\u{d7ff}\u{e000}"].map(|text| Value::String(text.into())),
        ),
        (
            ty("enum<least=-9223372036854775808,most=9223372036854775807>"),
            [i64::MIN, i64::MAX].map(Value::Variant),
        ),
    ];
    for name in ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"] {
        let ty = ty(name);
        let Type::Integer(integer) = &ty else { panic!("{ty}") };
        let (least, most) = integer.kind.range();
        let ends = [least, most].map(|n| match integer.kind.is_signed() {
            true => Value::Signed(n.try_into().unwrap()),
            false => Value::Unsigned(n.try_into().unwrap()),
        });
        scalars.push((ty, ends));
    }
    scalars
}

/// A vector and an array of a type.
fn lists((ty, ends): &(Type, [Value; 2])) -> [(Type, [Value; 2]); 2] {
    let element = || Box::new(ty.clone());
    let list = |values: Vec<Value>| Value::List(list_of(ty, values));
    let vector = VectorType { max_count: u32::MAX, min_count: 0, unique: true, element: element() };
    let array = ArrayType { count: 2, unique: false, element: element() };
    let same = vec![ends[0].clone(), ends[0].clone()];
    [
        (Type::Vector(vector), [list(Vec::new()), list(ends.to_vec())]),
        (Type::Array(array), [list(ends.to_vec()), list(same)]),
    ]
}
