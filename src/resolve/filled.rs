//! The results of expressions as parts of literals.

use crate::layers::computed::LiteralMark;
use crate::layers::tree::{NodeOrigin, tree_of};
use crate::pointer::{Data, SourceSpans, Tree};
use crate::text::Span;
use crate::types::{FloatKind, TakenEntry, Type, Value, float_text, to_f32};
use crate::value::LiteralType;
use confc_core::expr::Operand;

/// The types of the places of definitions, by their numbers.
pub(super) fn types_of_definitions<'t>(
    literal: &Tree<LiteralMark>,
    ty: Option<&'t Type>,
    types: &mut [Option<&'t Type>],
) {
    if let Some(place) = literal.mark.definition.and_then(|at| types.get_mut(at)) {
        *place = ty;
    }
    let of = ty.and_then(|ty| LiteralType::of(ty, literal));
    match &literal.data {
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        Data::Array(elements) => {
            let element = of.and_then(|of| of.ty.element());
            elements.iter().for_each(|literal| types_of_definitions(literal, element, types));
        }
        Data::Object(members) => {
            for (key, literal) in members.iter() {
                types_of_definitions(literal, of.and_then(|of| of.member(key)), types);
            }
        }
    }
}

/// The mark of a part at a place of a layer.
pub(crate) fn brought(place: Span) -> NodeOrigin {
    NodeOrigin::Brought(SourceSpans { key: None, value: place, text: None })
}

/// The result of an expression as a literal of its type. Fails if an entry of a rest has the name of a member, which the
/// struct of the result has under another name.
pub(super) fn data_of(
    ty: &Type,
    operand: Operand<'_>,
    mark: NodeOrigin,
) -> Result<Data<NodeOrigin>, TakenEntry> {
    let ty = operand.literal_kind().and_then(|kind| ty.for_kind(kind)).unwrap_or(ty);
    let of_value = |value: Value| match ty.taken_entry(&value) {
        Some(taken) => Err(taken),
        None => Ok(tree_of(ty, &value, mark).data),
    };
    Ok(match operand {
        Operand::Bool(value) => Data::Bool(value),
        Operand::Integer(value) => Data::Number(value.to_string().into()),
        Operand::Float(value) => {
            let is_single = matches!(ty, Type::Float(ty) if ty.kind == FloatKind::Float32);
            // A number beyond all float32 values keeps its text, so that the message shows it.
            let kind =
                if is_single && to_f32(value).is_finite() { FloatKind::Float32 } else { FloatKind::Float64 };
            Data::Number(float_text(value, kind).into())
        }
        Operand::String(text) => Data::String(text.into()),
        Operand::Variant(number) => of_value(Value::Variant(number))?,
        Operand::Struct(members) => of_value(Value::Struct(members.into()))?,
        Operand::List(list) => of_value(Value::List(list.clone()))?,
        Operand::Map(entries) => of_value(Value::Map(entries.clone()))?,
        Operand::Json(text) => of_value(Value::Json(text.clone()))?,
        Operand::Union(value) => of_value(value.clone().into())?,
        Operand::Absent | Operand::Null => Data::Null,
    })
}
