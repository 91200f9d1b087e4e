//! Messages about the written form of rules, with one constructor per code.

use super::super::errors as of_schema;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::schema::words::entry_of;
use crate::syntax::Node;
use crate::text::{escape, suggest};

/// The attributes of a rule.
pub(crate) const RULE_ATTRIBUTES: &[&str] = &["check", "for", "message", "name"];

/// An unknown attribute of a rule.
pub(super) fn unknown_attribute(key: Node<'_>) -> Diagnostic {
    let hint = match key.text() {
        "environment" | "environments" => {
            Some("write a rule for one environment in `rules` of that environment of the product".into())
        }
        "severity" | "level" => Some("remove it: a broken rule is always an error".into()),
        "when" | "if" | "unless" | "then" | "else" => {
            Some("write both parts in `check`: `!condition || consequence`".into())
        }
        "messageExpression" | "message_expression" => {
            Some("write `message`, where `${…}` shows the value of an expression".into())
        }
        name => meant_attribute(name).map(Help::meant),
    };
    of_schema::unknown_attribute(key, "a rule", hint)
        .note("the attributes of a rule are `check`, `for`, `message` and `name`")
}

/// Names for the attributes of a rule in other languages.
const OTHER_NAMES: [(&str, &str); 4] = [
    ("msg error error_message errormessage text reason description doc", "message"),
    ("assert condition rule expr $expr expression test that", "check"),
    ("each foreach for_each path scope field", "for"),
    ("id title", "name"),
];

/// The attribute of a rule that an unknown name most likely means.
pub(super) fn meant_attribute(name: &str) -> Option<&'static str> {
    entry_of(&OTHER_NAMES, name).or_else(|| suggest::nearest(name, RULE_ATTRIBUTES.iter().copied()))
}

/// An attribute of a rule whose value is not a string.
pub(super) fn wrong_attribute(key: Node<'_>, value: Node<'_>) -> Diagnostic {
    let help = match key.text() {
        "check" => "give each condition a rule of its own, or join them with `&&` in one string",
        "for" => "give each list a rule of its own: `for: \"servers[]\"`",
        _ => "write one text",
    };
    let is_list = value.elements().next().is_some();
    of_schema::wrong_value(value, key.text(), "a string that is not empty").help_if(is_list.then_some(help))
}

/// A rule without its condition.
pub(super) fn no_check(item: Node<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0306, "a rule needs a `check`, found none")
        .at(item.span(), "no `check`")
        .help("add the condition that must hold: `check: \"low < high\"`")
}

/// A repeated rule of one file, or a name that two rules have. The nodes are the two checks or the two names.
pub(super) fn given_twice(first: Node<'_>, again: Node<'_>, is_name: bool) -> Diagnostic {
    let (message, help) = if is_name {
        (format!("two rules have the name {}", escape::quoted(again.text())), "give one of them another name")
    } else {
        ("the same rule is given twice".into(), "remove one of the two")
    };
    Diagnostic::new(Code::E0340, message)
        .at(again.span(), "given again here")
        .label(first.span(), "first given here")
        .help(help)
}

/// One rule with two messages or names.
pub(super) fn declared_differently(first: Node<'_>, again: Node<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0213, "two files give the same rule with another message or name")
        .at(again.span(), "given differently here")
        .label(first.span(), "first given here")
        .help("give it in one of the files, or with the same message and name in both")
}
