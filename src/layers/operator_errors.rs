//! Messages about operators in layers, with one constructor for each.

use super::operator::Operator;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::syntax::{Format, Kind, Node};
use crate::text::escape::{plain, quoted};
use crate::text::{Span, suggest};
use crate::types::{Key, Type};
use crate::value::{EXPRESSION, READ_INPUT, Subject, TEXT, ValuePath, is_operator};
use std::borrow::Cow;

/// An operator beside another key: `other`.
pub(super) fn operator_not_alone(
    (key, operand): (Node<'_>, Node<'_>),
    other: Node<'_>,
    ty: &Type,
    subject: &Subject<'_>,
) -> Diagnostic {
    let has_keys = matches!(ty, Type::Struct(_) | Type::Map(_));
    let is_override = key.text() == Operator::Override.key();
    let takes_it = is_override && operand.kind() == Kind::Object && !is_operator(other.text());
    let is_flag = is_override && operand.kind() == Kind::True && has_keys;
    // `{ $override: a, b }` in YAML: the second key has no value.
    let is_list = operand.kind() == Kind::String && is_without_value(other);
    let help: Cow<'_, str> = match (takes_it, is_flag) {
        _ if is_list => "put the elements of a list in brackets: `[…]`".into(),
        _ if !has_keys && !is_operator(other.text()) => match subject.sensitive {
            true => "remove the other key".into(),
            false => format!("remove {}", quoted(other.text())).into(),
        },
        (true, _) => "move this key into the object of `$override`".into(),
        (false, true) => "put the other keys into the operator: `{ $override: { … } }`".into(),
        (false, false) => "remove one of the two".into(),
    };
    let (key, place) = (quoted(key.text()), key.span());
    let beside = if subject.sensitive { "another key".into() } else { quoted(other.text()).to_string() };
    Diagnostic::new(
        Code::E0420,
        format!("{key} must be the only key of its object, found {beside} beside it"),
    )
    .at(other.span(), "beside an operator")
    .label(place, "the operator")
    .help(help)
}

/// Whether a key of YAML has neither a `:` nor a value.
fn is_without_value(key: Node<'_>) -> bool {
    let document = key.document();
    let after = document.source().text().get(key.span().end as usize..).unwrap_or_default();
    document.format() == Format::Yaml && after.trim_start().starts_with([',', '}'])
}

/// A key that begins with `$`, but is not an operator.
pub(super) fn unknown_operator((key, operand): (Node<'_>, Node<'_>), subject: &Subject<'_>) -> Diagnostic {
    let names = || Operator::ALL.iter().map(|operator| operator.key()).chain([EXPRESSION, TEXT]);
    let nearest = suggest::nearest(key.text(), names());
    let shown = if subject.sensitive { "of this name".into() } else { quoted(key.text()).to_string() };
    let diagnostic = Diagnostic::new(Code::E0421, format!("there is no operator {shown}"))
        .at(key.span(), "no such operator");
    if let Some(name) = referred_to(key.text(), operand).filter(|_| !subject.sensitive) {
        let help = format!("write `{{ {EXPRESSION}: \"{name}\" }}` for the value of another field");
        return diagnostic.quoting(operand.span(), name).help(help);
    }
    if let Some([flag, in_product]) = of_other_tools(key.text(), operand).filter(|_| !subject.sensitive) {
        return diagnostic.help_or_in_product(flag, in_product);
    }
    match foreign_name(key.text()).or(nearest).filter(|_| !subject.sensitive) {
        Some(nearest) => diagnostic.help(Help::meant(nearest)),
        None => {
            let names: Vec<String> = names().map(|name| format!("`{name}`")).collect();
            diagnostic.note(format!("the operators are {}", names.join(", ")))
        }
    }
}

/// `$append` to a value that is not a vector.
pub(super) fn append_to_no_vector(ty: &Type, key: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let type_kind = ty.kind().name();
    let diagnostic = Diagnostic::new(
        Code::E0422,
        format!("`$append` adds to a vector, but `{}` is declared as {type_kind}", subject.shown_path()),
    )
    .at(key.span(), "cannot be appended to");
    let diagnostic = match (subject.declared)(&subject.path) {
        Some(declared) => diagnostic.label(declared, "declared here"),
        None => diagnostic,
    };
    diagnostic.help(if let Type::Map(_) = ty {
        "write the entries without `$append`: the entries of all layers are merged"
    } else if ty.is_struct() {
        "write the members without `$append`: a layer sets those that it names"
    } else {
        "set the whole value, with `$override` if another layer sets one"
    })
}

/// `$append` to the vector in the entry of a map.
pub(super) fn append_in_entry(key: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let message = format!(
        "`$append` adds to the vector of a field or member, but `{}` is an entry of a map",
        subject.shown_path()
    );
    Diagnostic::new(Code::E0422, message)
        .at(key.span(), "cannot be appended to")
        .note("layers set an entry as a whole")
        .help("write the whole list, in `$override` if an earlier layer sets the entry")
}

/// `$unset` with a value other than `true`.
pub(super) fn flag_is_not_true(
    operator: Operator,
    ty: &Type,
    operand: Node<'_>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let key = operator.key();
    let is_part = matches!(ty, Type::Map(_) | Type::Struct(_)) && operand.kind() == Kind::String;
    let help = match is_part && !subject.sensitive {
        true => format!("write `{{ {}: {{ {key}: true }} }}`", plain(operand.text())),
        false => format!("write `{{ {key}: true }}`, or leave the key out"),
    };
    let found =
        if subject.sensitive { "something else".into() } else { quoted(operand.quotable()).to_string() };
    Diagnostic::new(
        Code::E0422,
        format!("`{key}` of `{}` must be `true`, found {found}", subject.shown_path()),
    )
    .at(operand.span(), "expected `true`")
    .quoting(operand.span(), operand.quotable())
    .quoting(operand.span(), operand.text())
    .help(help)
}

/// `$unset` of a value that is not set.
pub(crate) fn nothing_to_unset(path: &ValuePath<'_>, place: Span) -> Diagnostic {
    Diagnostic::new(Code::W0403, format!("`$unset` has no effect: no earlier layer sets `{}`", path.native()))
        .at(place, "nothing to unset")
        .help("remove it, or put the layer that sets the value before this one")
}

/// The field that `$ref` names, directly or by a JSON Pointer from the root; `None` if it names a file.
fn referred_to<'t>(word: &str, operand: Node<'t>) -> Option<&'t str> {
    let refers = word == "$ref" && operand.kind() == Kind::String;
    let text = refers.then(|| operand.text())?;
    let name = text.strip_prefix("#/").unwrap_or(text);
    Key::check(name).is_ok().then_some(name)
}

/// The replacement for an operator of another tool: with flags, and in a product.
fn of_other_tools(word: &str, operand: Node<'_>) -> Option<[Cow<'static, str>; 2]> {
    if let Some(path) = referenced(word, operand) {
        let help = format!("write `{{ $expr: \"{path}\" }}` for the value of another field");
        return Some([help.clone().into(), help.into()]);
    }
    fixed_for_word(word, operand).map(|helps| helps.map(Cow::Borrowed))
}

/// The path of the value that a `$ref` means, of this document or another component.
fn referenced(word: &str, operand: Node<'_>) -> Option<String> {
    let text = Some(operand.text()).filter(|_| word == "$ref")?;
    let path = match text.strip_prefix("#/") {
        Some(pointer) => pointer.replace('/', "."),
        None => text.to_owned(),
    };
    let is_path = Format::of(&path).is_none() && path.split('.').all(|key| Key::check(key).is_ok());
    is_path.then_some(path)
}

/// The operator that another tool calls by this name.
fn foreign_name(word: &str) -> Option<&'static str> {
    match word.trim_start_matches('$') {
        "set" | "replace" | "force" | "value" | "assign" | "overwrite" => Some(Operator::Override.key()),
        "eval" | "calc" | "compute" | "js" | "cel" | "exp" | "expression" => Some(EXPRESSION),
        "template" | "format" | "fmt" | "string" | "interpolate" => Some(TEXT),
        _ => None,
    }
}

/// As [`of_other_tools`], for words whose help is fixed.
fn fixed_for_word(word: &str, operand: Node<'_>) -> Option<[&'static str; 2]> {
    let is_list = operand.kind() == Kind::Array;
    let removes = || match is_list {
        true => "set the elements that stay: `{ $override: […] }`",
        false => "write `{ $unset: true }` to drop what an earlier layer sets",
    };
    let word = word.trim_start_matches('$');
    let replaces = || operand.kind() == Kind::String && operand.text() == "replace";
    Some(match word {
        "patch" if replaces() => ["write `{ $override: { … } }` around the members or entries"; 2],
        "env" | "environment" | "fromEnv" | "from_env" | "envVar" | "var" | "variable" | "input"
        | "param" => [READ_INPUT; 2],
        "ref" | "include" | "import" | "file" | "from" | "extends" | "load" => [
            "a layer includes no other file: name both layers, the more specific one last",
            "a layer includes no other file: list both in `layers`, the more specific one last",
        ],
        "patch" | "delete" | "remove" | "drop" | "reset" | "clear" | "null" | "none" | "absent" => {
            [removes(); 2]
        }
        "prepend" | "insert" | "push" | "add" | "concat" | "extend" | "merge" if is_list => {
            ["write `$append` to add at the end, or set all elements: `{ $override: […] }`"; 2]
        }
        "merge" | "deepMerge" | "add" => ["write the members or entries alone: layers merge them"; 2],
        _ => return None,
    })
}
