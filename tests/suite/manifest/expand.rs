//! The merged manifest as text.

use super::Run;
use crate::support::random;
use confc::text::files::MemoryFiles;
use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::Value;

/// Expands a manifest, and its expansion once more.
#[track_caller]
fn expand(text: &str) -> String {
    expand_files(&MemoryFiles::new().with("m.cml", text))
}

#[track_caller]
fn expand_files(files: &MemoryFiles) -> String {
    let mut run = Run::of(files);
    let expanded = run.expand();
    let component = run.component();
    run.assert_clean();
    let mut again = Run::of_text(&expanded);
    assert_eq!(again.expand(), expanded, "expanding is idempotent");
    assert_eq!(again.component(), component, "nothing carried is lost");
    again.assert_clean();
    expanded
}

#[test]
fn texts_stand_as_written_and_keys_bare_where_they_can() {
    let text = "{ $schema: 'gone', include: [], 'program': { \"binary\": 'bin/echo', n: [+0x1F, 1.50, -NaN],
        'two words': \"a\\\nb\", \"\\u0061bc\": null, été: true, '0a': {}, $_: [], '': 'it\\'s' } }";
    let expected = "{
    program: {
        binary: 'bin/echo',
        n: [+0x1F, 1.50, -NaN],
        'two words': \"a\\\nb\",
        abc: null,
        été: true,
        '0a': {},
        $_: [],
        '': 'it\\'s',
    },
}
";
    assert_eq!(expand(text), expected);
}

#[test]
fn documentation_of_fields_members_and_variants_is_kept() {
    let text = "{ config: {
  ///  How often.
  ///
  ///\tThen give up.
  'retries': { type: 'uint8' },
  ///
  plain: { type: 'bool' }, // gone
  mode: { type: 'struct', fields: {
    /// member
    kind: { type: 'vector', max_count: 3, element: { type: 'enum', variants: {
      /// variant
      a: 1, b: 2 } } } } } } }";
    let expected = "{
    config: {
        ///  How often.
        ///
        /// \tThen give up.
        retries: { type: 'uint8' },
        plain: { type: 'bool' },
        mode: {
            type: 'struct',
            fields: {
                /// member
                kind: {
                    type: 'vector',
                    max_count: 3,
                    element: {
                        type: 'enum',
                        variants: {
                            /// variant
                            a: 1,
                            b: 2,
                        },
                    },
                },
            },
        },
    },
}
";
    assert_eq!(expand(text), expected);
}

#[test]
fn includes_are_merged_and_gone() {
    let files = MemoryFiles::new()
        .with("m.cml", "{ include: [ 's' ], 'x-a': [ 1 ], config: { a: { type: 'bool' } }, use: [ { p: 1 } ] }")
        .with("s", "{ use: [ { p: 1 }, { p: 2 } ], config: {\n/// of the shard\na: { type: 'bool' }, b: {} }, program: {} }");
    let expected = "{
    use: [
        { p: 1 },
        { p: 2 },
    ],
    program: {},
    config: {
        /// of the shard
        a: { type: 'bool' },
        b: {},
    },
    'x-a': [
        1,
    ],
}
";
    assert_eq!(expand_files(&files), expected);
    assert_eq!(expand("{}"), "{}\n");
}

#[test]
fn lines_are_at_most_a_hundred_columns_where_they_can_be_broken() {
    for length in 60..110 {
        let text = format!(
            "{{ program: {{ args: [ '{}', 'ß' ], deep: [[['{}']]] }} }}",
            "x".repeat(length),
            "y".repeat(length)
        );
        let expanded = expand(&text);
        let longest = expanded.lines().map(|line| line.chars().count()).max().unwrap();
        // Eight columns, `args: [`, three quoted texts and what is between and behind them.
        let fits = 8 + "args: ['".len() + length + "', 'ß'],".chars().count() <= 100;
        assert_eq!(expanded.contains("', 'ß'],"), fits, "{length}");
        assert!(longest <= 100 || length > 80, "{longest}");
    }
}

#[test]
fn deep_values_expand() {
    let deep = format!("{{ program: {{ a: {}{} }} }}", "[".repeat(120), "]".repeat(120));
    expand(&deep);
}

/// Any JSON value, a few levels deep.
fn json() -> impl Strategy<Value = Value> {
    let text = prop_oneof!["[a-z_]{0,40}", "\\PC{0,8}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        let members = proptest::collection::btree_map(text.clone(), inner.clone(), 0..8);
        prop_oneof![
            proptest::collection::vec(inner, 0..8).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(random::cases(256))]

    /// Someone else's reader finds the same value in the expanded text, and expanding again changes nothing.
    #[test]
    fn any_value_survives(value in json()) {
        let text = format!("{{ 'x-any': {value} }}");
        expand(&text);
        prop_assert_eq!(&Run::of_text(&text).json()["x-any"], &value);
    }
}
