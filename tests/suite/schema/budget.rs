//! Patterns have one budget a declaration, the same for the compiler and for every reader.

use crate::support::pipeline::Compiled;
use confc::declaration::{Declaration, DecodeErrorKind, ValueSource};
use confc::diagnostic::Code;
use confc::types::limits::MAX_PATTERNS_MEMORY;
use confc::types::{Component, Field, Key, Pattern, PatternError, StringType, Type};
use std::fmt::Write as _;
use std::sync::Arc;

/// What is charged for the smallest pattern.
const LEAST: usize = 2 << 10;

/// A manifest with these patterns, each on a field of its own.
fn manifest(patterns: &[String]) -> String {
    let mut text = String::from("{ config: {\n");
    for (n, pattern) in patterns.iter().enumerate() {
        writeln!(text, "f{n}: {{ type: 'string', max_size: 9, pattern: '{pattern}' }},").unwrap();
    }
    text + "} }"
}

/// The same declaration, made without the compiler.
fn sealed(patterns: &[String]) -> Vec<u8> {
    let field = |(n, pattern): (usize, &String)| {
        let pattern = Some(Arc::new(Pattern::new(pattern).unwrap()));
        let ty = Type::String(StringType { max_size: 9, min_size: 0, pattern });
        Field::new(Key::new(&format!("f{n}")).unwrap(), ty)
    };
    let fields = patterns.iter().enumerate().map(field).collect();
    let value_source = ValueSource::PackagePath(Default::default());
    // `Schema::new` refuses what the decoder would; here the decoder is to meet it.
    let schema = confc_core::declaration::checked_schema(fields, value_source);
    confc::declaration::encode(&confc_core::declaration::seal_checked(Component::default(), Some(schema)))
}

fn codes(compiled: &Compiled) -> Vec<Code> {
    compiled.report.sorted().iter().map(|found| found.code()).collect()
}

/// The compiler and the decoder agree; whether they take the patterns.
#[track_caller]
fn taken(patterns: &[String]) -> bool {
    let compiled = Compiled::of(manifest(patterns));
    let decoded = Declaration::decode(&sealed(patterns));
    match &decoded {
        Ok(declaration) => assert_eq!(Some(declaration), compiled.declaration.as_ref()),
        Err(error) => {
            let together = matches!(
                error.kind(),
                DecodeErrorKind::Pattern { error: PatternError::TooLargeTogether, .. }
            );
            assert!(together, "{error}");
            assert_eq!(codes(&compiled), [Code::E0314]);
        }
    }
    decoded.is_ok()
}

#[test]
#[ignore = "slow: declarations as large as they may be"]
fn what_the_compiler_takes_the_decoder_takes() {
    let small = |count: usize| -> Vec<String> { (0..count).map(|n| format!("a{n}")).collect() };
    let most = MAX_PATTERNS_MEMORY / LEAST;
    assert!(taken(&small(most)));
    assert!(!taken(&small(most + 1)));
    // Equal ones count once.
    assert!(taken(&[small(most), small(most)].concat()));
    // Groups and repetitions count.
    let groups =
        |count: usize| -> Vec<String> { (0..count).map(|n| format!("{}{n}", "(a)".repeat(99))).collect() };
    assert!(taken(&groups(10)));
    assert!(!taken(&groups(60)));
    let repeated = |count: usize| -> Vec<String> { (0..count).map(|n| format!("a{{99}}{n}")).collect() };
    assert!(taken(&repeated(100)));
    assert!(!taken(&repeated(4_000)));
}

#[test]
fn what_is_too_large_is_never_called_not_valid() {
    for pattern in ["(a{99}){99}", "((a{99}){99}){99}", "a{4294967295}", r"[\\w]{9999}", &"()".repeat(500)] {
        let compiled = Compiled::of(manifest(&[pattern.to_owned()]));
        assert_eq!(codes(&compiled), [Code::E0314], "{pattern}");
    }
}

#[test]
fn a_budget_that_is_spent_is_reported_once() {
    let patterns: Vec<String> = (0..20_000).map(|n| format!("a{n}")).collect();
    assert_eq!(codes(&Compiled::of(manifest(&patterns))), [Code::E0314]);
}
