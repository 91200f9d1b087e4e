//! What the top level of one manifest may hold.

use super::Run;
use confc::diagnostic::Code;
use confc::manifest::Section;

/// What is said about a manifest without includes.
fn told(text: &str) -> Vec<String> {
    let mut run = Run::of_text(text);
    run.component();
    run.told()
}

#[test]
fn every_section_is_known_and_has_its_shape() {
    for section in Section::ALL {
        let name = section.name();
        let (right, wrong) = if section.is_list() { ("[ {} ]", "{}") } else { ("{}", "[]") };
        assert_eq!(told(&format!("{{ {name}: {right} }}")), Vec::<String>::new());
        let [told] = &told(&format!("{{ {name}: {wrong} }}"))[..] else { panic!("{name}") };
        assert!(
            told.starts_with(&format!("E0204 m.cml:1:{}: `{name}` must be an", name.len() + 5)),
            "{told}"
        );
    }
    assert_eq!(told("{ $schema: 'x', 'x-y': 1, config: { a: {} }, include: [] }"), Vec::<String>::new());
}

#[test]
fn wrong_shapes_are_reported_at_the_value() {
    for (text, expected) in [
        ("[]", "E0201 m.cml:1:1: a manifest must be an object, found an array"),
        ("null", "E0201 m.cml:1:1: a manifest must be an object, found null"),
        ("{ config: [] }", "E0204 m.cml:1:11: `config` must be an object, found an array"),
        ("{ config: {} }", "E0205 m.cml:1:11: `config` must hold at least one field, found none"),
        ("{ config_rules: {} }", "E0204 m.cml:1:17: `config_rules` must be an array, found an object"),
        (
            "{ config_rules: [[]] }",
            "E0204 m.cml:1:18: every element of `config_rules` must be an object, found an array",
        ),
        ("{ $schema: 1 }", "E0204 m.cml:1:12: `$schema` must be a string, found a number"),
        (
            "{ use: [ {}, 'a' ] }",
            "E0204 m.cml:1:14: every element of `use` must be an object, found a string",
        ),
        ("{ 'x-': 1 }", "E0202 m.cml:1:3: a manifest has no section `x-`"),
        ("{ Use: [] }", "E0202 m.cml:1:3: a manifest has no section `Use`"),
    ] {
        let mut run = Run::of_text(text);
        let _ = confc::manifest::read(&run.loaded, &mut run.report);
        assert_eq!(run.told(), [expected], "{text}");
    }
}

#[test]
fn unknown_sections_name_the_nearest() {
    for (key, near) in [("confg", "config"), ("includes", "include"), ("programs", "program")] {
        let mut run = Run::of_text(&format!("{{ {key}: {{}} }}"));
        run.component();
        assert_eq!(run.only().helps()[0], format!("did you mean `{near}`?"));
    }
    let mut run = Run::of_text("{ wholly_different: 1, 'x-team': 1 }");
    run.component();
    assert_eq!(
        run.only().helps(),
        ["if it is for other tools, start the key with `x-`, and put it in quotes"]
    );
}

#[test]
fn a_field_declared_twice_shows_both_places() {
    let mut run = Run::of_text(
        "{\n  config: {\n    retries: { type: 'uint8' },\n    \"retries\": { type: 'uint16' },\n  },\n}",
    );
    let fields = run.read(|manifest, _| {
        let stanza = manifest.config_section.as_ref().expect("a `config` section");
        stanza.fields.iter().map(|(_, value)| value.raw().to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(fields, ["{ type: 'uint8' }"], "the first stands");
    let only = run.only();
    assert_eq!(only.message(), "field `retries` is declared twice");
    assert_eq!(run.place(only.primary()), "m.cml:4:5");
    assert_eq!(only.primary().unwrap().text, "declared again here");
    assert_eq!(run.place(only.secondary().first()), "m.cml:3:5");
    assert_eq!(only.secondary()[0].text, "first declared here");
    assert_eq!(only.helps(), ["remove one of the two, or give it another key"]);
}

#[test]
fn repeated_keys_are_fields_only_where_keys_are_fields() {
    for (text, code) in [
        ("{ config: { a: {}, '\\u0061': {} } }", Code::E0203),
        ("{ config: { a: { fields: { b: {}, b: {} } } } }", Code::E0203),
        ("{ config: { a: { element: { fields: { b: { fields: { c: {}, c: {} } } } } } } }", Code::E0203),
        ("{ config: { a: { type: 'bool', type: 'bool' } } }", Code::E0111),
        ("{ config: { a: { variants: { b: 1, b: 2 } } } }", Code::E0111),
        ("{ config: { a: { default: { fields: { b: 1, b: 2 } } } } }", Code::E0111),
        ("{ program: { fields: { b: 1, b: 2 } } }", Code::E0111),
        ("{ config: { a: {} }, config: { b: {} } }", Code::E0111),
        ("{ use: [ { config: { a: 1, a: 2 } } ] }", Code::E0111),
    ] {
        let mut run = Run::of_text(text);
        run.component();
        assert_eq!(run.only().code(), code, "{text}");
    }
}

#[test]
fn documentation_counts_where_keys_are_fields_members_or_variants() {
    let text = "{
  config: {
    /// field
    a: {
      type: 'struct',
      fields: {
        /// member
        b: { type: 'vector', element: {
          type: 'enum',
          variants: {
            /// variant
            v: 0,
          },
        } },
      },
      default: {
        /// nothing
        /// at all
        b: [],
      },
      /// nothing
      sensitive: true,
    },
  },
  /// nothing
  program: {},
}";
    let message = |key| {
        format!("`///` documents fields, struct members, enum variants and union cases, but not `{key}`")
    };
    let expected = [("17", "9", "b"), ("21", "7", "sensitive"), ("25", "3", "program")];
    let expected =
        expected.map(|(line, column, key)| format!("W0101 m.cml:{line}:{column}: {}", message(key)));
    assert_eq!(told(text), expected);
}

#[test]
fn what_could_not_be_read_is_not_spoken_of_again() {
    for text in ["{ config: @ }", "{ use: [ @ ] }", "{ include: [ @ ] }", "{ program: { a: @ } }", "@"] {
        let mut run = Run::of_text(text);
        let _ = confc::manifest::read(&run.loaded, &mut run.report);
        let told = run.told();
        assert!(!told.is_empty() && told.iter().all(|told| told.starts_with("E01")), "{told:?}");
    }
}

#[test]
fn numbers_are_carried_exactly() {
    use confc::types::JsonValue;
    let text =
        "{ program: { n: [ 18446744073709551615, -9223372036854775808, +1, 0xff, -0x10, +1.50, 1e3, -0,
                          18446744073709551616, -NaN, +Infinity, -0x0 ] } }";
    let mut run = Run::of_text(text);
    let Some(JsonValue::Map(members)) = run.component().program else { panic!("an object") };
    let JsonValue::List(numbers) = &members[0].1 else { panic!("an array") };
    let text = |text: &str| JsonValue::Number(text.into());
    let expected = [
        JsonValue::Unsigned(u64::MAX),
        JsonValue::Negative(i64::MIN),
        JsonValue::Unsigned(1),
        JsonValue::Unsigned(255),
        JsonValue::Negative(-16),
        text("1.50"),
        text("1e3"),
        text("-0"),
        text("18446744073709551616"),
        text("-NaN"),
        text("Infinity"),
        JsonValue::Unsigned(0),
    ];
    assert_eq!(numbers[..], expected);
    run.assert_clean();
    assert_eq!(
        told("{ 'x-y': [ 0x1ffffffffffffffff ] }"),
        ["E0214 m.cml:1:12: expected a hexadecimal number of at most 64 bits, found `0x1ffffffffffffffff`"]
    );
}
