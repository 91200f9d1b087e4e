//! Errors of values, with one constructor per code.

use super::block_text::{spelled_otherwise, without_indicator};
use super::number_text::without_underscores;
use super::placeholder;
use super::quantity::{self, has_foreign_unit, is_counted};
use super::reserved::{
    is_absent_object, is_operator, json_operator, meant_operator, misplaced_operator, operator_in_text,
};
use super::rewritten::{is_left_empty, no_default, rewritten, rewritten_by_text};
use super::rewritten_lists::key_with_dash;
use super::{Subject, ValuePath};
use crate::diagnostic::{Code, DefaultsBudget, Diagnostic, Help, RemedyKind};
use crate::syntax::plain::{self, Plain};
use crate::syntax::{Format, Kind, Node};
use crate::text::{Span, escape};
use crate::types::{
    ConstraintViolation, EnumType, FloatType, IntegerType, JsonKind, Key, MapType, QuantityError, Type,
    TypeKind, Unit,
};
use confc_core::plan::MisfitKind;

/// Points at a literal, and at the declaration of its type.
pub(super) fn at(
    code: Code,
    subject: &Subject<'_>,
    node: Node<'_>,
    message: &str,
    label: &str,
) -> Diagnostic {
    let message = format!("{} of `{}` does not fit: {message}", subject.what, subject.shown_path());
    let diagnostic = Diagnostic::new(code, message).at(node.span(), label);
    let is_as_written = std::ptr::eq(node.quotable(), node.raw());
    let diagnostic =
        if is_as_written { diagnostic } else { diagnostic.quoting(node.span(), node.quotable()) };
    declared(diagnostic, subject)
}

pub(super) fn declared(diagnostic: Diagnostic, subject: &Subject<'_>) -> Diagnostic {
    match (subject.declared)(&subject.path) {
        Some(span) => diagnostic.label(span, "declared here"),
        None => diagnostic,
    }
}

/// Defaults fill in more than the budget of the run allows.
pub(super) fn too_much_filled_in(place: Span, subject: &Subject<'_>) -> Diagnostic {
    let most = DefaultsBudget::MOST;
    let message = format!(
        "with the {} of `{}`, defaults fill in more than {most} values",
        subject.what,
        subject.shown_path()
    );
    Diagnostic::new(Code::E0502, message)
        .at(place, "leaves out too much")
        .note(
            "what literals leave out is counted for all of them together; 16 bytes of a string are one value",
        )
        .help("give the members shorter defaults, or list fewer elements")
}

/// A literal of another kind than its type.
pub(super) fn wrong_kind(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    // A text at the place of an object with secrets may be one of them.
    let subject = &Subject { sensitive: subject.sensitive || ty.holds_sensitive(), ..*subject };
    // The names of its two values could be those that are hidden.
    let expected = if subject.sensitive && *ty == Type::Bool { "a bool".into() } else { kind_of(ty) };
    let message = format!("expected {expected}, found {}", found(node, subject));
    let code = if ty.kind() == TypeKind::Union { Code::E0463 } else { Code::E0401 };
    let wrong = key_with_dash(ty, node).unwrap_or(node);
    let diagnostic = at(code, subject, wrong, &message, &format!("expected {expected}"));
    if let Some((note, help)) = explained_placeholder(node, subject) {
        return diagnostic.note(note).help(help);
    }
    // Unless it is secret, the text without its `_` is a better remedy.
    let digits = without_underscores(ty, node.text()).filter(|_| !subject.sensitive);
    let diagnostic = diagnostic.help_if(spelled_otherwise(ty, node).filter(|_| digits.is_none()));
    let diagnostic = match ty {
        Type::Enum(ty) => diagnostic.note_of_schema(variants_of(ty)),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => diagnostic,
    };
    if is_absent_object(node) {
        return match subject.what {
            "default" => diagnostic.help(no_default(ty, subject)),
            _ if subject.presence.nullable => {
                diagnostic.note("it is not optional, so it cannot be absent").help("write `null`")
            }
            _ => diagnostic.note("only an optional field or member may have no value"),
        };
    }
    if let Some(name) = case_name(ty, node) {
        return diagnostic.help(without_case_name(name));
    }
    // The text at this place is not the literal.
    if subject.moved {
        return diagnostic;
    }
    // In a JSON value such a key is data, unless it is the only one.
    let has_operators = !ty.is_json() || json_operator(node, subject).is_some();
    let mut operators = node.members().filter(|(key, _)| has_operators && is_operator(key.text()));
    match operators.next() {
        Some((key, _)) => diagnostic.note(misplaced_operator(key.text())).quoting(key.span(), key.text()),
        None => match rewritten_by_text(ty, node, subject).filter(|_| !subject.sensitive) {
            Some(help) => quoting_parts(diagnostic, node.span(), help.text()).help(help),
            // TOML reads `a.b` without quotes as two keys; many people read it as one.
            None if matches!(subject.path, ValuePath::Entry(..))
                && node.kind() == Kind::Object
                && ty.element().is_none() =>
            {
                diagnostic.help("if the key of the entry has a dot in it, write all of it in quotes")
            }
            None => diagnostic.help_if(rewritten(ty, node, subject)),
        },
    }
}

/// The name of a case in a literal of a union that wraps a value in it: `{ number: 80 }`.
pub(super) fn case_name<'t>(ty: &'t Type, node: Node<'_>) -> Option<&'t Key> {
    let mut members = node.members();
    let (name, _) = members.next().filter(|_| members.next().is_none())?;
    ty.cases().iter().map(|case| &case.name).find(|case| case.as_str() == name.text())
}

/// The remedy for the name of a case in a literal.
fn without_case_name(name: &Key) -> String {
    format!("write the value alone, without `{name}`: no literal has the name of its case")
}

/// An object for a struct case that wraps a value in the name of a case.
pub(super) fn named_case(ty: &Type, name: &Key, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let subject = &Subject { sensitive: subject.sensitive || ty.holds_sensitive(), ..*subject };
    let message = "expected a value, found the name of a case with a value";
    at(Code::E0463, subject, node, message, "names a case").help(without_case_name(name))
}

/// The note and the remedy for a literal that is a placeholder of another tool. Operators of layers are not
/// placeholders.
fn explained_placeholder(node: Node<'_>, subject: &Subject<'_>) -> Option<(&'static str, &'static str)> {
    let text = node.text();
    let is_own = meant_operator(text).is_some() || operator_in_text(text).is_some();
    let may_be = node.kind() == Kind::String && !subject.sensitive && !is_own;
    may_be.then(|| placeholder::explained(text)).flatten()
}

/// Marks the parts of a remedy in backquotes as quotes of a place, except names of operators.
fn quoting_parts(diagnostic: Diagnostic, place: Span, help: &str) -> Diagnostic {
    let parts = help.split('`').skip(1).step_by(2).filter(|part| meant_operator(part) != Some(*part));
    parts.fold(diagnostic, |diagnostic, part| diagnostic.quoting(place, part))
}

/// A string at the place of a number with a unit, which is not a quantity in this unit.
pub(super) fn no_quantity(
    ty: &Type,
    (unit, error): (Unit, QuantityError),
    node: Node<'_>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let text = node.text();
    // Plain text that other readers of YAML read as a number gets the remedy for that.
    let is_spelled_otherwise = matches!(error, QuantityError::UnknownUnit { .. })
        && spelled_otherwise(ty, node).is_some()
        && !has_foreign_unit(text, error);
    let is_block = !subject.sensitive && without_indicator(ty, node).is_some();
    if !is_counted(text) || is_spelled_otherwise || is_block {
        return wrong_kind(ty, node, subject);
    }
    let what = format!("{} of `{}`", subject.what, subject.shown_path());
    declared(quantity::no_quantity(node, (&what, unit), error, subject.sensitive), subject)
}

/// Whether the text of a string includes quotes around it.
fn is_in_own_quotes(node: Node<'_>) -> bool {
    let text = node.text();
    let quoted = |quote: char| text.len() > 1 && text.starts_with(quote) && text.ends_with(quote);
    node.raw() == text && (quoted('"') || quoted('\''))
}

/// The literals that a type takes, with an article.
fn kind_of(ty: &Type) -> String {
    let type_kind = ty.kind().name();
    match ty {
        Type::Bool => "`true` or `false`".into(),
        Type::Integer(IntegerType { unit: Some(unit), .. }) => {
            format!("an integer ({type_kind}) or a quantity such as `\"1{unit}\"`")
        }
        Type::Float(FloatType { unit: Some(unit), .. }) => {
            format!("a number ({type_kind}) or a quantity such as `\"1{unit}\"`")
        }
        Type::Integer(_) => format!("an integer ({type_kind})"),
        Type::Float(_) => format!("a number ({type_kind})"),
        Type::String(_) => "a string".into(),
        Type::Enum(_) => "the name of a variant, a string".into(),
        Type::Struct(_) => format!("an object ({type_kind})"),
        Type::Vector(_) => format!("an array ({type_kind})"),
        Type::Array(_) => "an array".into(),
        Type::Map(_) => "an object (map)".into(),
        Type::Json(_) | Type::Union(_) => kinds_of(ty),
    }
}

/// The kinds of literals of a `json` or a union: `an array or an object (json)`.
fn kinds_of(ty: &Type) -> String {
    let words = |kind: JsonKind| match kind {
        JsonKind::Bool => "a bool",
        JsonKind::Number => "a number",
        JsonKind::String => "a string",
        JsonKind::Array => "an array",
        JsonKind::Object => "an object",
        JsonKind::Null => "`null`",
    };
    let kinds: Vec<&str> = ty.literal_kinds().iter().map(words).collect();
    let listed = match kinds.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    };
    format!("{listed} ({})", ty.kind().name())
}

/// A literal in words, with its text unless that is secret.
pub(super) fn found(node: Node<'_>, subject: &Subject<'_>) -> String {
    let kind = node.kind();
    let words = match kind {
        Kind::Null => "`null`",
        Kind::True | Kind::False if subject.sensitive => "a bool",
        Kind::True => "`true`",
        Kind::False => "`false`",
        Kind::Number => "the number",
        Kind::String => "the string",
        Kind::Array => "an array",
        Kind::Object if is_absent_object(node) => "no value",
        Kind::Object => "an object",
        Kind::Invalid => "something else",
    };
    match kind {
        Kind::String if is_left_empty(node, subject) => "nothing".into(),
        Kind::Number if subject.sensitive => "a number".into(),
        Kind::String if subject.sensitive => "a string".into(),
        Kind::Number if subject.moved => format!("{words} {}", escape::quoted(node.numeral())),
        Kind::String if subject.moved => format!("{words} {}", escape::quoted(node.text())),
        Kind::Number | Kind::String => format!("{words} {}", escape::quoted(node.quotable())),
        Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object | Kind::Invalid => words.into(),
    }
}

/// Floats of 64 bits hold all integers up to this one.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A list of scalars at the place of a list of lists. One message is enough for all its elements.
pub(super) fn one_list(node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    at(Code::E0401, subject, node, "expected an array of arrays, found one of single values", "not nested")
        .help("put brackets around each inner list: `[[…], […]]`")
}

/// A number with a fraction or an exponent, or no number, at the place of an integer.
pub(super) fn no_integer(ty: &IntegerType, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let type_kind = ty.kind.type_kind().name();
    let message = format!("expected an integer ({type_kind}), found {}", found(node, subject));
    // `2.0` and `1e3` are integers that are not written as such.
    let value = node.numeral().parse::<f64>().ok().filter(|_| !subject.sensitive);
    let help = match value {
        Some(value) if value.fract() != 0.0 => Help::from("write a whole number"),
        Some(value) if value.abs() < MAX_EXACT => Help::literal(&format!("{value:.0}")),
        Some(_) | None => "write the integer in decimal digits, or as `0x` and hexadecimal digits".into(),
    };
    at(Code::E0402, subject, node, &message, "not written as an integer").help(help)
}

/// An integer that needs more than 64 bits.
pub(super) fn beyond_64_bits(ty: &IntegerType, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let (min, max) = ty.range();
    let type_kind = ty.kind.type_kind().name();
    let counted = ty.unit.map_or(String::new(), |unit| format!(" {unit}"));
    let message = format!("expected {type_kind} ({min} to {max}{counted}), found {}", found(node, subject));
    at(Code::E0403, subject, node, &message, "out of range")
}

/// A number that the type of floats cannot hold.
pub(super) fn no_float(ty: &FloatType, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let type_kind = ty.kind.type_kind().name();
    let message = format!("expected a finite {type_kind}, found {}", found(node, subject));
    at(Code::E0404, subject, node, &message, &format!("not a finite {type_kind}"))
}

/// The code for entries or elements of several layers that do not fit together.
pub(crate) const COMBINED: Code = Code::E0426;

/// The code for a value that does not fit.
pub(crate) fn code_of_misfit(kind: MisfitKind) -> Code {
    match kind {
        MisfitKind::Kind => Code::E0401,
        MisfitKind::Range => Code::E0403,
        MisfitKind::NotCanonical => Code::E0404,
        MisfitKind::Bounds => Code::E0405,
        MisfitKind::Size => Code::E0406,
        MisfitKind::Pattern => Code::E0407,
        MisfitKind::Count => Code::E0408,
        MisfitKind::Combined => COMBINED,
        MisfitKind::Repeated => Code::E0409,
        MisfitKind::Name => Code::E0410,
    }
}

/// The code and the label for a violation.
fn code_of(violation: &ConstraintViolation) -> (Code, &'static str) {
    let label = match violation {
        ConstraintViolation::Range { .. } => "out of range",
        ConstraintViolation::BelowMin { .. } => "below the minimum",
        ConstraintViolation::AboveMax { .. } => "above the maximum",
        ConstraintViolation::TooLong { .. } => "too long",
        ConstraintViolation::TooShort { .. } => "too short",
        ConstraintViolation::NoMatch { .. } => "no match",
        ConstraintViolation::TooMany { .. } => "too many elements",
        ConstraintViolation::TooFew { .. } => "too few elements",
        ConstraintViolation::WrongCount { .. } => "wrong number of elements",
        ConstraintViolation::TooManyEntries { .. } => "too many entries",
        ConstraintViolation::TooFewEntries { .. } => "too few entries",
        ConstraintViolation::UnknownName => "no variant of this name",
        ConstraintViolation::NotCanonical => "not finite as this type",
        ConstraintViolation::Repeated { .. } => "repeated",
        ConstraintViolation::JsonKind { .. } => "of another kind",
        ConstraintViolation::Kind { .. }
        | ConstraintViolation::UnknownVariant { .. }
        | ConstraintViolation::OperatorKey
        | ConstraintViolation::UnknownCase { .. }
        | ConstraintViolation::Case { .. }
        | ConstraintViolation::Members { .. }
        | ConstraintViolation::Element { .. }
        | ConstraintViolation::Member { .. }
        | ConstraintViolation::Key { .. }
        | ConstraintViolation::Entry { .. } => "does not fit",
    };
    (code_of_misfit(MisfitKind::of(violation)), label)
}

/// A literal that breaks the type's range or a constraint.
pub(super) fn violation(violation: ConstraintViolation, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let (code, label) = code_of(&violation);
    let is_size =
        matches!(violation, ConstraintViolation::TooLong { .. } | ConstraintViolation::TooShort { .. });
    let is_pattern = matches!(violation, ConstraintViolation::NoMatch { .. });
    // Whether it would fit without the line break at its end.
    let is_by_line_break = if let ConstraintViolation::TooLong { max, .. } = violation {
        node.text().trim_end_matches('\n').len() <= max as usize
    } else {
        false
    };
    let in_slashes =
        if let ConstraintViolation::NoMatch { pattern } = &violation { in_slashes(pattern) } else { None };
    let message = if subject.sensitive {
        violation.without_value().to_string()
    } else if is_pattern {
        format!("{violation}, found {}", found(node, subject))
    } else {
        violation.to_string()
    };
    let diagnostic = at(code, subject, node, &message, label);
    if let Some(help) = in_slashes {
        return diagnostic.help(help);
    }
    if let Some((note, help)) = explained_placeholder(node, subject).filter(|_| is_pattern || is_size) {
        return diagnostic.note(note).help(help);
    }
    let (bytes, characters) = (node.text().len(), node.text().chars().count());
    if is_size && bytes != characters && !subject.sensitive {
        return diagnostic
            .note(format!("sizes count bytes of UTF-8; this string has {characters} characters"));
    }
    if !subject.sensitive && node.kind() == Kind::String && is_in_own_quotes(node) {
        return diagnostic.help("leave the quotes out: here they are part of the text");
    }
    let ends_a_line = node.kind() == Kind::String && node.text().ends_with('\n') && !subject.sensitive;
    if ends_a_line && (is_pattern || is_by_line_break) {
        let diagnostic = diagnostic.note("the text ends with a line break");
        return match node.raw().chars().next() {
            Some(style @ ('|' | '>')) => diagnostic.help(format!("write `{style}-` to leave it out")),
            Some(_) | None => diagnostic.help("remove the line break at the end"),
        };
    }
    diagnostic
}

/// The remedy for a pattern in the slashes of JavaScript, with or without flags: `/^[a-z]+$/i`.
fn in_slashes(pattern: &str) -> Option<&'static str> {
    let (_, flags) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    let are_flags = flags.chars().all(|flag| "dgimsuvxy".contains(flag));
    are_flags.then_some(match flags.is_empty() {
        true => "write the pattern without `/` around it, unless values have them",
        false => "write the pattern without `/` around it and without flags, unless values have them",
    })
}

/// A key that does not fit the map that `subject` is; `meant` is the nearest variant of an enum.
pub(super) fn bad_entry_key(
    map: &MapType,
    violation: ConstraintViolation,
    (key, place): (&str, Span),
    meant: Option<&str>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let (code, label) = code_of(&violation);
    let is_operator = violation == ConstraintViolation::OperatorKey;
    let violation = ConstraintViolation::Key { key: Some(key.into()), violation: Box::new(violation) };
    let violation = if subject.sensitive { violation.without_value() } else { violation };
    let message = format!("{} of `{}` does not fit: {violation}", subject.what, subject.shown_path());
    let diagnostic = declared(Diagnostic::new(code, message).at(place, label), subject);
    let diagnostic = if subject.sensitive { diagnostic } else { diagnostic.quoting(place, key) };
    match (meant, map.key()) {
        _ if is_operator => diagnostic.note(misplaced_operator(key)),
        (Some(meant), _) => diagnostic.help(Help::meant(meant)),
        (None, Type::Enum(ty)) => diagnostic.note_of_schema(variants_of(ty)),
        (None, _) => diagnostic,
    }
}

/// Two equal elements in a list with `unique`; `again` is the index of the later one.
pub(super) fn repeated(list: Node<'_>, first: usize, again: usize, subject: &Subject<'_>) -> Diagnostic {
    let violation = ConstraintViolation::Repeated { first, again };
    let place = |index| list.elements().nth(index).unwrap_or(list);
    let diagnostic = at(Code::E0409, subject, place(again), &violation.to_string(), "the same element again");
    diagnostic.label(place(first).span(), "first here")
}

/// A name that is not a variant; `meant` is the nearest variant.
pub(super) fn unknown_variant(
    ty: &EnumType,
    node: Node<'_>,
    meant: Option<&str>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let message = format!("expected the name of a variant, found {}", found(node, subject));
    let (code, label) = code_of(&ConstraintViolation::UnknownName);
    let diagnostic = at(code, subject, node, &message, label);
    if let Some((note, help)) = explained_placeholder(node, subject) {
        return diagnostic.note(note).help(help);
    }
    let diagnostic = match !subject.sensitive && is_in_own_quotes(node) {
        true => diagnostic.help("leave the quotes out: here they are part of the name"),
        false => diagnostic,
    };
    if let Some(help) = without_indicator(&Type::Enum(ty.clone()), node).filter(|_| !subject.sensitive) {
        return diagnostic.help(help);
    }
    match meant {
        Some(meant) => diagnostic.help(did_you_mean(meant, node)),
        None => match node.text().rsplit(['.', ':', '/', '=']).next().and_then(|name| ty.by_name(name)) {
            Some(variant) if !subject.sensitive => {
                let name = variant.name.as_str();
                let help = format!("write {} alone", escape::quoted(name));
                diagnostic.help(Help::new(help, RemedyKind::Rename(name.into())))
            }
            Some(_) | None => diagnostic.note_of_schema(variants_of(ty)),
        },
    }
}

/// The help for a text that most likely means this one: in quotes if YAML would read it as another kind of value.
pub(super) fn did_you_mean(meant: &str, node: Node<'_>) -> Help {
    let is_text = node.document().format() != Format::Yaml || plain::read(meant) == Plain::Text;
    let quoted = if is_text { meant.to_owned() } else { format!("\"{meant}\"") };
    Help::new(format!("did you mean {}?", escape::quoted(&quoted)), RemedyKind::Rename(meant.into()))
}

/// The names of the first few variants, as a sentence.
pub(crate) fn variants_of(ty: &EnumType) -> String {
    all_named("variant", ty.variants().iter().map(|variant| variant.name.as_str()))
}

/// All names of a kind, as a sentence: `the fields are …`.
pub(super) fn all_named<'a>(what: &str, names: impl ExactSizeIterator<Item = &'a str>) -> String {
    match names.len() {
        1 => format!("the only {what} is {}", listed(names)),
        _ => format!("the {what}s are {}", listed(names)),
    }
}

/// The first names of a list in backquotes, and the number of the others.
pub(crate) fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let more = names.len().saturating_sub(SHOWN);
    let names: Vec<String> = names.take(SHOWN).map(|name| escape::quoted(name).to_string()).collect();
    let listed = names.join(", ");
    if more > 0 { format!("{listed} and {more} more") } else { listed }
}
