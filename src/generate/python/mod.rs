//! A Python module that loads, checks and holds the configuration. It needs only the standard library.
//!
//! Most of the file is the same for every schema: `runtime.py`, which reads value files and checks values, and
//! `rules.py` if there are rules. The rest is made from the schema: a function for each rule; frozen dataclasses,
//! nested like the schema, with a method that checks their values; and for each class a function that reads it from
//! bytes. A union is a type of several classes, one for each case, with the attribute `value`: a struct of one member.
//!
//! Since classes nest and names keep significant underscores, no two keys have the same name. Only the name of the
//! outermost class can collide, and the name of a case, which has two keys in it.

mod absence;
mod classes;
mod expression;
mod expression_value;
mod field_part;
mod imports;
mod json;
mod layout;
mod names;
mod overrides;
mod reports;
mod rules;
mod runtime_parts;
mod values;

use super::facts::{Described, package_path};
use super::model::{Client, single};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::types::Type;
use crate::value::Places;
use absence::{alternatives, is_set, means_none, reading_any, without_value};
use classes::{ClassHead, Classes, shown_default};
use field_part::FieldPart;
use imports::UsedImports;
use layout::{GroupPart, PythonExpression, literal, quoted};
use names::{ABSENT_CLASS, attribute};
use reports::{is_free, report_patterns, report_same_classes};
use runtime_parts::RuntimeParts;
use std::collections::BTreeSet;
use values::{CheckedValue, field_check, reading};

/// The part that is the same in every file.
const RUNTIME: &str = include_str!("runtime.py");

/// The part after it that is the same in every file with JSON values.
const JSON_RUNTIME: &str = include_str!("json.py");

/// The class of absent values, for fields where `None` is null.
const ABSENT: &str = include_str!("absent.py");

/// The part after them that is the same in every file with unions.
const UNION_RUNTIME: &str = include_str!("union.py");

/// The part after them that is the same in every file with rules.
const RULES_RUNTIME: &str = include_str!("rules.py");

/// Returns the module. Warns about patterns that Python cannot express. Reports classes with the same name, and returns
/// `None`.
pub(super) fn generate(
    config: &Config,
    client: &Client,
    places: &Places<'_>,
    report: &mut Report,
) -> Option<String> {
    let fields: Vec<Described<'_>> = Described::fields(config).collect();
    let root = client.type_name.to_string();
    let has_rules = !config.rules().is_empty();
    let runtime = RuntimeParts::of(config);
    if !is_free(&root, (has_rules, runtime), config.fields(), places, report) {
        return None;
    }
    if runtime.union && !report_same_classes(config.fields(), &root, places, report) {
        return None;
    }
    report_patterns(config.fields(), &mut Vec::new(), places, report);
    let mut used = UsedImports::default();
    let overrides = overrides::class(&root, &fields, &mut used);
    let rules = has_rules.then(|| rules::functions(config, &root, &mut used));
    let asks = match (has_rules, overrides.is_some()) {
        (false, _) => "",
        (true, false) => "_check_rules(self)",
        (true, true) => "if not isinstance(self, _AsRead):\n    _check_rules(self)",
    };
    let mut classes = Classes { out: String::new(), used: &mut used, asks, names: Vec::new() };
    let doc = "The configuration, complete and checked.";
    let class = ClassHead { name: &root, qualified: &root, doc, case: None };
    classes.write(&class, &fields, 0, |classes, indent| {
        methods(&mut classes.out, &root, &fields, (overrides.is_some(), has_rules), indent);
    });
    let (classes, names) = (classes.out, classes.names);
    let mut out = head(config, &root, &used, (overrides.is_some(), runtime));
    let as_read = (has_rules && overrides.is_some()).then(|| format!("class _AsRead({root}):\n{AS_READ}"));
    let parts = [
        Some(runtime.of_runtime(RUNTIME)),
        runtime.json.then(|| runtime.of_runtime(JSON_RUNTIME)),
        runtime.absent.then(|| ABSENT.into()),
        runtime.union.then(|| UNION_RUNTIME.into()),
        has_rules.then(|| runtime.of_runtime(RULES_RUNTIME)),
        Some(classes),
        overrides,
    ];
    for part in parts.into_iter().flatten().chain(as_read.clone()) {
        out += "\n\n";
        out += &part;
    }
    checks(&mut out, &root, &fields);
    out += &rules.unwrap_or_default();
    Readers { out: &mut out, root: &root, reads_first: as_read.is_some(), names: BTreeSet::new() }.write(
        &root,
        "_read_config",
        &fields,
    );
    out += "\n\n";
    if !names.is_empty() {
        let names = names.iter().map(|(path, name)| GroupPart::entry(path, literal(name)));
        let names = PythonExpression::braces(names.collect());
        PythonExpression::call("_NAMES.update", vec![names.into()]).statement(&mut out, 0, "", "");
        out.push('\n');
    }
    out += "# The fields with their types, to report what differs in values for another interface.\n";
    let entries = config
        .fields()
        .iter()
        .map(|field| GroupPart::entry(&quoted(field.key.as_str()), literal(&field.type_text().to_string())));
    PythonExpression::braces(entries.collect()).statement(&mut out, 0, "_TYPES: dict[str, str] = ", "");
    out += "\n# The rules, for the same.\n";
    let texts = config.rules().list().iter().map(|rule| literal(rule.text()));
    PythonExpression::tuple(texts.collect()).statement(&mut out, 0, "_RULES: tuple[str, ...] = ", "");
    Some(out)
}

/// The constant with the path of the value file.
const PACKAGE_PATH: &str = "PACKAGE_PATH";

/// What the documentation of a module with JSON values says of them.
const JSON_DOC: &str = "\nJSON values are parsed, with exact integers, and copied from what is given. Only their\n\
                        dicts and lists can be changed.\n";

/// The paragraph about unions in the documentation of a module.
const UNION_DOC: &str = "\nThe value of a union is an instance of the class of its case, which has the attribute\n\
                         `value` and, for programs that do not know the classes, the constant `CASE`.\n";

/// The body of the class of a configuration whose rules are not checked yet.
const AS_READ: &str = "    \"\"\"The configuration of a value file, before its overrides. Its rules are not checked.\"\"\"\n\n    \
                       __slots__ = ()\n";

/// The part before the runtime: documentation, imports, the checksum.
fn head(
    config: &Config,
    root: &str,
    used: &UsedImports,
    (has_overrides, runtime): (bool, RuntimeParts),
) -> String {
    let mut out = String::from(
        "# @generated by `confc generate python`. Do not edit: changes will be lost.\n\
         \"\"\"The configuration of a component.\n\
         \n\
         `load` verifies the bytes of a value file as confc does and returns an immutable, typed\n\
         value; it raises `LoadError` if they are refused. Constructors check the same limits, so\n\
         that no value exists that the schema forbids. Needs Python 3.10 or later, and only the\n\
         standard library.\n",
    );
    if runtime.json {
        out += JSON_DOC;
    }
    if runtime.union {
        out += UNION_DOC;
    }
    out += "\"\"\"\n\n";
    let has_rules = !config.rules().is_empty();
    let mut import = |line: &str, wanted: bool| {
        if wanted {
            out += line;
            out.push('\n');
        }
    };
    import("import decimal as _decimal", has_rules || runtime.json);
    import("import hashlib as _hashlib", true);
    import("import json as _json", runtime.json);
    import("import re as _re", true);
    import("import struct as _struct", true);
    import("import warnings as _warnings", used.warnings);
    import("from collections.abc import Callable, Iterable, Iterator, Mapping", has_rules);
    import("from collections.abc import Callable, Iterator, Mapping", !has_rules);
    import("from dataclasses import dataclass as _dataclass", true);
    import("from enum import Enum as _Enum", true);
    import("from enum import unique as _unique", used.enums);
    import("from math import copysign as _copysign", true);
    import("from math import isfinite as _isfinite", true);
    import("from os.path import commonprefix as _commonprefix", true);
    import("from types import EllipsisType as _EllipsisType", true);
    import("from typing import Any as _Any", runtime.has_any());
    import("from typing import ClassVar as _ClassVar", used.constants);
    import("from typing import Generic as _Generic", true);
    import("from typing import TypeVar as _TypeVar", true);
    import("from typing import cast as _cast", used.cast);
    out.push('\n');
    let mut names =
        vec!["CHECKSUM", "ChecksumMismatch", "CountMismatch", "DecodeError", "LoadError", "Misfit"];
    names.push(root);
    names.extend(has_overrides.then_some("Overrides"));
    names.extend(has_rules.then_some("BrokenRule"));
    names.extend(runtime.absent.then_some(ABSENT_CLASS));
    let path = package_path(config);
    names.extend(path.map(|_| PACKAGE_PATH));
    names.sort_unstable();
    let names = names.into_iter().map(|name| literal(name).into()).collect();
    PythonExpression::list(names).statement(&mut out, 0, "__all__ = ", "");
    if let Some(path) = path {
        out += "\n# The path of the value file in the package of the component.\n";
        literal(path).statement(&mut out, 0, &format!("{PACKAGE_PATH} = "), "");
    }
    out += "\n# The checksum of the interface that values must be compiled for.\n";
    out += &format!(
        "CHECKSUM = \"{}\"\n\n_E = _TypeVar(\"_E\", bound=_Enum)\n_K = _TypeVar(\"_K\")\n_T = _TypeVar(\"_T\")\n",
        config.checksum()
    );
    out
}

/// Writes the methods of the class of the configuration.
fn methods(
    out: &mut String,
    root: &str,
    fields: &[Described<'_>],
    (has_overrides, has_rules): (bool, bool),
    indent: usize,
) {
    let mut lines = |text: &str| {
        for line in text.replace("ROOT", root).lines() {
            *out += format!("{:indent$}{line}", "").trim_end();
            out.push('\n');
        }
    };
    if has_rules {
        lines(include_str!("load_ruled.py"));
    } else {
        lines(include_str!("load.py"));
    }
    if has_overrides {
        lines(if has_rules { include_str!("load_ruled_with.py") } else { include_str!("load_with.py") });
        let chosen = fields.iter().map(|described| {
            let name = attribute(described.field.key.as_str());
            let choose = if means_none(described.field) { "_Check.chosen" } else { "_Check.given" };
            let code = match overrides::is_open(described.field) {
                true => PythonExpression::call(
                    choose,
                    vec![
                        PythonExpression::atom(format!("overrides.{name}")).into(),
                        PythonExpression::atom(format!("config.{name}")).into(),
                    ],
                ),
                false => PythonExpression::atom(format!("config.{name}")),
            };
            GroupPart::named(&name, code)
        });
        PythonExpression::call(root, chosen.collect()).statement(out, indent + 4, "return ", "");
    }
    let parameters = fields.iter().map(|described| {
        let field = described.field;
        let default = match shown_default(described) {
            Some(default) => match without_value(field, &default) {
                Some(code) => format!(" = {code}"),
                None => format!(" = {}_DEFAULT", names::constant(field.key.as_str())),
            },
            None => String::new(),
        };
        let ty = FieldPart::of(field, "").annotation();
        let other = alternatives(field).split(" | ").filter(|other| !other.is_empty());
        let ty =
            other.fold(ty, |ty, other| PythonExpression::operation(ty, "|", PythonExpression::atom(other)));
        GroupPart::typed(&attribute(field.key.as_str()), ty, &default)
    });
    let parameters = [GroupPart::from(PythonExpression::atom("*"))].into_iter().chain(parameters).collect();
    let signature = PythonExpression::call("def for_tests", parameters);
    let result = format!(" -> \"{root}\":");
    // `black` skips the method, since its versions break a type at different places.
    let breaks = signature.breaks_operation(indent, result.len());
    out.push('\n');
    if breaks {
        *out += &format!("{:indent$}# fmt: off\n", "");
    }
    *out += &format!("{:indent$}@staticmethod\n", "");
    signature.lines(out, indent, "", &result);
    layout::docstring(
        out,
        indent + 4,
        "A configuration for tests: fields that are not given have their defaults.",
    );
    let arguments = fields.iter().map(|described| {
        let name = attribute(described.field.key.as_str());
        GroupPart::named(&name, PythonExpression::atom(name.clone()))
    });
    PythonExpression::call(root, arguments.collect()).statement(out, indent + 4, "return ", "");
    if breaks {
        *out += &format!("{:indent$}# fmt: on\n", "");
    }
}

/// Writes the functions that check one field each, for constructors and for reading.
fn checks(out: &mut String, root: &str, fields: &[Described<'_>]) {
    let scope = format!("{root}.");
    for described in fields {
        let field = described.field;
        let parameters = vec![PythonExpression::atom("value: object").into()];
        *out += "\n\n";
        PythonExpression::call(format!("def {}", field_check(field)), parameters).statement(
            out,
            0,
            "",
            " -> None:",
        );
        let value = CheckedValue { field, value: "value".into(), scope: &scope, secret: described.secret };
        let mut indent = 4;
        if field.presence().may_lack_value() {
            let is_set = format!("if {}:", is_set(field, "value"));
            PythonExpression::atom(is_set).statement(out, indent, "", "");
            indent += 4;
        }
        value.check().statement(out, indent, "", "");
    }
}

/// Writes the functions that read classes from bytes.
struct Readers<'a> {
    out: &'a mut String,
    /// The class of the configuration, whose fields are checked when they are read.
    root: &'a str,
    /// Whether the configuration may be read without checking its rules.
    reads_first: bool,
    /// The names of functions so far.
    names: BTreeSet<String>,
}

impl Readers<'_> {
    fn write(&mut self, path: &str, name: &str, fields: &[Described<'_>]) {
        let is_config = path == self.root;
        let mut parts = Vec::new();
        for described in fields {
            let field = described.field;
            let part = FieldPart::of(field, &format!("{path}."));
            let read = self.of_type(&part, name, described);
            let mut read = reading_any(field, read);
            if is_config {
                let check = PythonExpression::atom(field_check(field));
                read = PythonExpression::call("values.checked", vec![check.into(), read.into()]);
            }
            parts.push(GroupPart::named(&attribute(field.key.as_str()), read));
        }
        *self.out += "\n\n";
        let mut parameters = vec![PythonExpression::atom("values: _Values").into()];
        let mut made = path;
        if is_config && self.reads_first {
            let kind = PythonExpression::atom(format!("type[{path}]"));
            parameters.push(GroupPart::typed("kind", kind, &format!(" = {path}")));
            made = "kind";
        }
        PythonExpression::call(format!("def {name}"), parameters).statement(
            self.out,
            0,
            "",
            &format!(" -> {path}:"),
        );
        PythonExpression::call(made, parts).statement(self.out, 4, "return ", "");
    }

    /// The expression that reads a value of a field's type. Writes the functions that it calls.
    fn of_type(&mut self, part: &FieldPart<'_>, name: &str, described: &Described<'_>) -> PythonExpression {
        let field = described.field;
        let mut reader = String::new();
        if matches!(single(part.ty), Type::Struct(_) | Type::Union(_)) {
            reader = self.name(&format!("{name}_{}", field.key));
        }
        match single(part.ty) {
            Type::Struct(_) => self.write(&part.class, &reader, &described.members().collect::<Vec<_>>()),
            Type::Union(_) => self.union(part, &reader, described.secret),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_) => {}
        }
        let mut arguments = vec![literal(field.key.as_str()).into()];
        arguments.extend(reading(part, &reader, described.secret));
        let shape = match part.ty {
            Type::Vector(_) => "vector",
            Type::Array(_) => "array",
            Type::Map(_) => "map",
            Type::Union(_) => "union",
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Json(_) => "single",
        };
        PythonExpression::call(format!("values.{shape}"), arguments)
    }

    /// Writes the function that reads a value of a union.
    fn union(&mut self, part: &FieldPart<'_>, name: &str, secret: bool) {
        let cases = part.cases();
        let mut body = String::new();
        let head = format!("case, values = _read_case(union, {})", cases.len());
        PythonExpression::atom(head).statement(&mut body, 4, "", "");
        for (at, case) in cases.iter().enumerate() {
            let member = case.member();
            let described = Described { field: &member, default: None, secret };
            let value = self.of_type(&case.value(), &format!("{name}_{}", case.case.name), &described);
            let is_last = at + 1 == cases.len();
            if !is_last {
                body += &format!("    if case == {}:\n", at + 1);
            }
            let made = PythonExpression::call(&*case.path, vec![value.into()]);
            made.statement(&mut body, if is_last { 4 } else { 8 }, "return ", "");
        }
        *self.out += "\n\n";
        let parameters = vec![PythonExpression::atom("union: _Reader").into()];
        let result = format!(" -> {}:", part.class);
        PythonExpression::call(format!("def {name}"), parameters).statement(self.out, 0, "", &result);
        *self.out += &body;
    }

    /// A unique name of a function, derived from this one, since `a_b.c` and `a.b_c` would have the same name.
    fn name(&mut self, like: &str) -> String {
        let numbered = (2..).map(|n| format!("{like}_{n}"));
        let mut names = [like.to_owned()].into_iter().chain(numbered);
        names.find(|name| self.names.insert(name.clone())).unwrap_or_default()
    }
}
