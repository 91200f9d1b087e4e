//! Mistakes in sizes, counts, bounds and units.

use super::found;
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::schema::attributes::Attribute;
use crate::syntax::{Kind, Node, is_numeral};
use crate::text::{escape, suggest};
use crate::types::limits::MAX_BOUND;
use crate::types::{FloatType, IntegerType, QuantityError, TypeKind, Unit, in_unit};
use crate::value::{explain_unit, in_bytes, is_foreign_unit};

/// A value that is not a size or count, or exceeds the limits.
pub(in crate::schema) fn bad_size(
    node: Node<'_>,
    attribute: Attribute,
    least: u32,
    max_allowed: bool,
) -> Diagnostic {
    let or_max = if max_allowed { " or \"MAX\"" } else { "" };
    let name = attribute.name();
    let message =
        format!("`{name}` must be an integer from {least} to {MAX_BOUND}{or_max}, found {}", found(node));
    let diagnostic = Diagnostic::new(Code::E0310, message).at(node.span(), "not a size");
    let is_max = node.kind() == Kind::String && node.text().eq_ignore_ascii_case("max") && max_allowed;
    let is_quoted = node.kind() == Kind::String && node.text().parse::<u32>().is_ok();
    let is_amount = name.ends_with("size") && node.kind() == Kind::String && !is_quoted;
    let amounts = if is_amount { in_bytes(node.text()) } else { Vec::new() };
    let bytes = amounts.iter().filter(|(_, bytes)| *bytes <= i128::from(MAX_BOUND));
    let bytes: Vec<String> = bytes.map(|(spelled, bytes)| format!("`{bytes}` for {spelled}")).collect();
    let is_known = !bytes.is_empty();
    diagnostic
        .help_if(is_known.then(|| format!("write the number of bytes alone: {}", bytes.join(" or "))))
        .help_if(is_max.then(|| Help::new("write `\"MAX\"`, in capitals", RemedyKind::Rename("MAX".into()))))
        .help_if(is_quoted.then(Help::unquote))
}

/// A lower bound above the upper one.
pub(in crate::schema) fn min_above_max(
    min: Node<'_>,
    min_name: &str,
    max: Node<'_>,
    max_name: &str,
) -> Diagnostic {
    let (least, most) = (escape::plain(min.raw()), escape::plain(max.raw()));
    let message = format!("`{min_name}` ({least}) is above `{max_name}` ({most}): no value could fit");
    Diagnostic::new(Code::E0311, message)
        .at(min.span(), format!("above `{max_name}`"))
        .label(max.span(), format!("`{max_name}` is set here"))
}

/// A bound that the integer type cannot hold.
pub(in crate::schema) fn bound_not_in_type(
    node: Node<'_>,
    attribute: Attribute,
    ty: &IntegerType,
    value: Option<i128>,
) -> Diagnostic {
    let (min, max) = ty.kind.range();
    let found = match value {
        Some(value) if ty.unit.is_some() => in_unit(value, ty.unit),
        Some(_) | None => found(node),
    };
    let type_kind = ty.kind.type_kind();
    let counted = ty.unit.map_or(String::new(), |unit| format!(" {unit}"));
    let expected = format!("an integer from {min} to {max}{counted}");
    let diagnostic = bound_not_of_type(node, (attribute, type_kind), [&expected, &found, "value of "]);
    diagnostic.help_if(undeclared_unit(node).filter(|_| ty.unit.is_none()))
}

/// A bound that the floating-point type cannot hold.
pub(in crate::schema) fn bound_not_finite(
    node: Node<'_>,
    attribute: Attribute,
    ty: &FloatType,
) -> Diagnostic {
    let words = ["a finite number", &found(node), "finite "];
    let diagnostic = bound_not_of_type(node, (attribute, ty.kind.type_kind()), words);
    diagnostic.help_if(undeclared_unit(node).filter(|_| ty.unit.is_none()))
}

fn bound_not_of_type(
    node: Node<'_>,
    (attribute, type_kind): (Attribute, TypeKind),
    [expected, found, what]: [&str; 3],
) -> Diagnostic {
    let (name, type_kind) = (attribute.name(), type_kind.name());
    let is_quoted = node.kind() == Kind::String && is_numeral(node.text());
    Diagnostic::new(Code::E0312, format!("`{name}` of {type_kind} must be {expected}, found {found}"))
        .at(node.span(), format!("not a {what}{type_kind}"))
        .help_if(is_quoted.then(Help::unquote))
}

/// The help for a number with a unit that the type does not declare.
fn undeclared_unit(node: Node<'_>) -> Option<String> {
    let text = if node.kind() == Kind::String { node.text() } else { return None };
    let unit: Unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').parse().ok()?;
    Some(format!("declare `unit: \"{unit}\"` beside its type, or write the number alone"))
}

/// A bound that is not a quantity of the type's unit.
pub(in crate::schema) fn bound_no_quantity(
    node: Node<'_>,
    attribute: Attribute,
    unit: Unit,
    error: QuantityError,
) -> Diagnostic {
    crate::value::no_quantity(node, (&format!("`{}`", attribute.name()), unit), error, false)
}

/// A `unit` with an unknown name.
pub(in crate::schema) fn unknown_unit(node: Node<'_>) -> Diagnostic {
    let message = format!("expected the name of a unit, found {}", found(node));
    let diagnostic = Diagnostic::new(Code::E0342, message).at(node.span(), "no unit of this name");
    let name = if node.kind() == Kind::String { node.text() } else { "" };
    if name.contains('/') {
        return diagnostic.help("leave `unit` out: there are no units of rates");
    }
    // Kubernetes omits the `B`, and the nearest name is another unit.
    let binary = name
        .strip_suffix('i')
        .and_then(|prefix| format!("{}iB", prefix.to_ascii_uppercase()).parse::<Unit>().ok());
    if let Some(unit) = binary {
        return diagnostic.help(Help::write(unit.name()));
    }
    match suggest::nearest(name, Unit::ALL.iter().map(|unit| unit.name())) {
        // A foreign unit may have several meanings, so the nearest name would be only a guess.
        Some(near) if !is_foreign_unit(name) => diagnostic.help(Help::meant(near)),
        Some(_) | None => explain_unit(diagnostic, name, None),
    }
}

/// A constraint that every value of the type satisfies.
pub(in super::super) fn says_nothing(key: Node<'_>, value: Node<'_>, attribute: Attribute) -> Diagnostic {
    let name = attribute.name();
    let message = if matches!(attribute, Attribute::Optional | Attribute::Nullable) {
        format!("`{name}: false` has no effect: no field is {name} without it")
    } else if attribute == Attribute::Rest {
        "`rest: false` has no effect: no map is a rest without it".into()
    } else if attribute == Attribute::Kinds {
        "`kinds` has no effect: without it, a json takes the same kinds".into()
    } else {
        format!("`{name}` has no effect: every value satisfies it")
    };
    Diagnostic::new(Code::W0301, message)
        .at(key.span().to(value.span()), "left out")
        .help(Help::new("remove it", RemedyKind::Remove).at(key.span()).safe())
}
