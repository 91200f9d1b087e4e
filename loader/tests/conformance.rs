//! The frozen conformance corpus, answered through the loader's interface alone.

#![cfg(test)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    reason = "a test that fails may panic, in its helpers too"
)]

use confc_loader::{
    Declaration, FieldRef, LoadError, LoadErrorKind, LoadOptions, TypeRef, Value, ValueRef, Values, load,
};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A value in the notation of the corpus.
fn value(ty: TypeRef<'_>, of: ValueRef<'_>) -> String {
    match of {
        ValueRef::Bool(value) => value.to_string(),
        ValueRef::Unsigned(value) => value.to_string(),
        ValueRef::Signed(value) => value.to_string(),
        ValueRef::Float(value) => format!("f{:016x}", value.to_bits()),
        ValueRef::String(text) => string(text),
        ValueRef::Variant { number, .. } => format!("v{number}"),
        ValueRef::Absent => "none".into(),
        ValueRef::Null => "null".into(),
        ValueRef::Json(text) => format!("j{}", hex(text.as_bytes())),
        ValueRef::Struct(members) => {
            let values = ty.members().zip(members.iter()).map(|(field, (_, one))| value(field.ty(), one));
            format!("{{{}}}", joined(values))
        }
        ValueRef::List(list) => {
            let element = ty.element().expect("a list has elements");
            format!("[{}]", joined(list.iter().map(|one| value(element, one))))
        }
        ValueRef::Map(map) => {
            let element = ty.element().expect("a map has values");
            format!(
                "<{}>",
                joined(map.iter().map(|(key, one)| format!("{}:{}", string(key), value(element, one))))
            )
        }
        ValueRef::Union(union) => {
            let mut cases = ty.cases().enumerate();
            let (at, case) = cases.find(|(_, case)| case.name() == union.case()).expect("a case of the type");
            format!("u{}({})", at + 1, value(case.ty(), union.value()))
        }
        _ => panic!("a kind of value that the corpus does not have"),
    }
}

fn joined(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join(",")
}

fn string(text: &str) -> String {
    format!("s{}", hex(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("a string takes everything");
        out
    })
}

/// The bytes of an argument.
fn bytes(argument: &str) -> Vec<u8> {
    let digits = argument.strip_prefix('=').expect("bytes begin with `=`");
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

fn answer(result: Result<Values, LoadError>) -> String {
    let error = match result {
        Ok(values) => {
            let values = values.iter().map(|(field, one): (FieldRef<'_>, _)| value(field.ty(), one));
            return format!("ok {{{}}}", joined(values));
        }
        Err(error) => error,
    };
    let sentence = error.to_string();
    match error.kind() {
        LoadErrorKind::Decode => "decode".into(),
        LoadErrorKind::Checksum => format!("checksum {}", string(&sentence)),
        LoadErrorKind::Count => {
            let numbers = sentence.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
            format!("count {}", numbers.collect::<Vec<_>>().join(" "))
        }
        LoadErrorKind::Constraint => format!("constraint {}", error.key().expect("the key of a field")),
        LoadErrorKind::Override => format!("override {}", error.key().expect("the key of a field")),
        LoadErrorKind::Rule => format!("rule {}", string(&sentence)),
        other => panic!("{other:?}: {sentence}"),
    }
}

/// Answers `override =FILE =FROM KEY… -KEY…`.
fn overridden(declaration: &Declaration, arguments: &[&str]) -> String {
    let from = load(declaration, &bytes(arguments[1])).expect("the file with the overrides is valid");
    let mut options = LoadOptions::new();
    for argument in &arguments[2..] {
        options = match argument.strip_prefix('-') {
            Some(key) => options.override_value(key, Value::absent()),
            None => {
                options.override_value(argument, from.get(argument).map_or_else(Value::absent, Value::from))
            }
        };
    }
    answer(options.load(declaration, &bytes(arguments[0])))
}

/// Counts the files that load.
fn accepted(declaration: &Declaration, files: impl Iterator<Item = Vec<u8>>) -> String {
    format!("accepted {}", files.filter(|file| load(declaration, file).is_ok()).count())
}

/// The answer to a request; `None` for an operation that the loader does not have.
fn answered(declaration: &Declaration, operation: &str, arguments: &[&str]) -> Option<String> {
    Some(match operation {
        "checksum" => {
            format!("ok {}", string(&declaration.config().expect("a schema").checksum().to_string()))
        }
        "load" => answer(load(declaration, &bytes(arguments[0]))),
        "override" => overridden(declaration, arguments),
        "flips" => {
            let file = bytes(arguments[0]);
            let flipped = |bit: usize| {
                let mut file = file.clone();
                file[bit / 8] ^= 1 << (bit % 8);
                file
            };
            accepted(declaration, (0..8 * file.len()).map(flipped))
        }
        "cuts" => {
            let file = bytes(arguments[0]);
            accepted(declaration, (0..file.len()).map(|size| file[..size].to_vec()))
        }
        "json" => return None,
        other => panic!("an operation that is not known: {other}"),
    })
}

#[test]
fn every_frozen_case_is_answered_as_it_says() {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance");
    if !folder.exists() {
        println!("skipped: the conformance corpus is not in the package");
        return;
    }
    let declaration = |name: &str| {
        let bytes =
            fs::read(folder.join(format!("declarations/{name}.cm"))).expect("the declaration of a case");
        Declaration::decode(&bytes).expect("the declarations are valid")
    };
    let mut last = (String::new(), None);
    let mut answers = 0;
    for line in fs::read_to_string(folder.join("cases.txt")).expect("the cases").lines() {
        let (request, expected) = line.split_once(" => ").expect("a request and its answer");
        let words: Vec<&str> = request.split(' ').collect();
        let [_, name, operation, arguments @ ..] = &words[..] else { panic!("{line}") };
        if last.0 != *name {
            last = ((*name).into(), Some(declaration(name)));
        }
        let Some(found) = answered(last.1.as_ref().expect("it was read"), operation, arguments) else {
            continue;
        };
        assert_eq!(found, expected, "{line}");
        answers += 1;
    }
    assert!(answers > 1_400, "{answers}");
}
