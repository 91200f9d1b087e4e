//! JSON values in Python: parsed values in attributes, canonical texts where values are compared.

use super::layout::{GroupPart, PythonExpression, literal, quoted};
use crate::types::{Field, JsonKind, JsonNode, JsonString, JsonText, JsonType, Type};

/// The number of lists and maps around the JSON values of a field; `None` if it has none, apart from those in structs.
pub(super) fn json_levels(ty: &Type) -> Option<usize> {
    if ty.is_json() { Some(0) } else { Some(1 + json_levels(ty.contents()?)?) }
}

/// The annotation of a value, without `None`.
pub(super) fn json_annotation(ty: &JsonType) -> PythonExpression {
    let only = |kind| ty.kinds.iter().all(|one| one == kind || one == JsonKind::Null);
    PythonExpression::atom(match (only(JsonKind::Object), only(JsonKind::Array)) {
        (true, false) => "_JsonObject",
        (false, true) => "_JsonArray",
        // Both are true if null is the only kind.
        (true, true) | (false, false) => "_Json",
    })
}

/// A call of a function of one JSON value for each value inside this many lists and maps.
pub(super) fn each_json(function: &str, value: PythonExpression, levels: usize) -> PythonExpression {
    if levels == 0 {
        return PythonExpression::call(function, vec![value.into()]);
    }
    let (function, levels) = (PythonExpression::atom(function), PythonExpression::atom(levels.to_string()));
    PythonExpression::call("_each_json", vec![function.into(), value.into(), levels.into()])
}

/// Writes the method that gives the values of a class for comparisons.
pub(super) fn compared<'f>(
    out: &mut String,
    names: impl Iterator<Item = (String, &'f Field)>,
    indent: usize,
) {
    *out += &format!("\n{:indent$}def _compared(self) -> _Compared:\n", "");
    let value = |(name, field): (String, &Field)| {
        let value = PythonExpression::atom(format!("self.{name}"));
        let Some(levels) = json_levels(&field.ty) else { return value };
        let levels = PythonExpression::atom(levels.to_string());
        PythonExpression::call(
            "_each_json",
            vec![PythonExpression::atom("_json_text").into(), value.into(), levels.into()],
        )
    };
    PythonExpression::tuple(names.map(value).collect()).statement(out, indent + 4, "return ", "");
}

/// A JSON value as an expression.
pub(super) fn json_value(text: &JsonText) -> PythonExpression {
    text.fold(|node| match node {
        JsonNode::Null => PythonExpression::atom("None"),
        JsonNode::Bool(value) => PythonExpression::atom(if value { "True" } else { "False" }),
        JsonNode::Number(text) => PythonExpression::atom(text),
        JsonNode::String(text) => literal(&text.text()),
        JsonNode::Array(elements) => {
            PythonExpression::list(elements.into_iter().map(GroupPart::from).collect())
        }
        JsonNode::Object(members) => {
            let member = |(key, value): (JsonString<'_>, _)| GroupPart::entry(&quoted(&key.text()), value);
            PythonExpression::braces(members.into_iter().map(member).collect())
        }
    })
}
