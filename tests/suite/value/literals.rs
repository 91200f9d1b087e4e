//! Every type with every shape of literal, in every format: what fits, and else the exact words.

use confc::declaration::{Config, Declaration};
use confc::diagnostic::{Diagnostic, Report};
use confc::layers::{Layer, MergeStrategy};
use confc::resolve::{Inputs, ResolvedValues, resolve};
use confc::schema::{Schema, ValueSource};
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::types::{Component, Field, FieldNames, Key, NativeName, StructType, Type};

const FORMATS: [Format; 3] = [Format::Json5, Format::Yaml, Format::Toml];

/// A declaration of these fields.
fn declare(fields: Vec<Field>) -> Declaration {
    let value_source = ValueSource::PackagePath(Default::default());
    Declaration::seal(Component::default(), Some(Schema::new(fields, value_source).unwrap())).unwrap()
}

/// A field, as `key` and the text of its type.
fn field(key: &str, ty: &str) -> Field {
    let ty: Type = ty.parse().unwrap_or_else(|error| panic!("{ty}: {error:?}"));
    Field::new(Key::new(key).unwrap(), ty)
}

/// Reads and resolves one layer.
fn read(config: &Config, format: Format, text: &str) -> (Option<ResolvedValues>, Vec<String>) {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let source = sources.add("layer".into(), text.into(), None);
    let document = syntax::parse(format, &source, &mut report);
    let layer = Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report);
    let resolved =
        layer.and_then(|layer| resolve(config, &Inputs::of_layers(&[layer]), &|_| None, &mut report));
    assert_eq!(resolved.is_none(), report.has_errors(), "{format:?} {text}");
    (resolved, report.sorted().into_iter().map(said).collect())
}

/// What a diagnostic says, on one line: a misfit as `CODE path: why`, and what is meant behind it.
fn said(found: &Diagnostic) -> String {
    let message = found.message();
    let violation = message.strip_prefix("value of `").and_then(|rest| rest.split_once("` does not fit: "));
    let message = violation.map_or_else(|| message.to_owned(), |(path, why)| format!("{path}: {why}"));
    let meant = found.helps().iter().find(|help| help.starts_with("did you mean"));
    let meant = meant.map_or_else(String::new, |meant| format!("; {meant}"));
    format!("{} {message}{meant}", found.code())
}

/// `text` as the value of `key`. Objects are spelled as in JSON, and so that TOML needs only another sign.
fn layer(format: Format, key: &str, text: &str) -> String {
    match format {
        Format::Json | Format::Json5 => format!("{{ {key}: {text} }}"),
        Format::Yaml => format!("{key}: {text}"),
        Format::Toml => format!("{key} = {}", text.replace("\": ", "\" = ")),
        Format::Env => format!("{}={text}", key.to_ascii_uppercase()),
    }
}

/// Makes sure of what is said on one literal.
#[track_caller]
fn check(ty: &str, formats: &[Format], text: &str, expected: &[&str]) {
    let declaration = declare(vec![field("f", ty)]);
    for format in formats {
        let (_, said) = read(declaration.config().unwrap(), *format, &layer(*format, "f", text));
        assert_eq!(said, expected, "{ty}, {format:?}: {text}");
    }
}

/// A literal, and what is said on it.
type Said = (&'static str, &'static [&'static str]);

/// Literals that mean the same in all formats, with what is said on them; nothing where they fit.
const LITERALS: &[(&str, &[Said])] = &[
    (
        "bool",
        &[
            ("true", &[]),
            ("1", &["E0401 f: expected `true` or `false`, found the number `1`"]),
            ("0.5", &["E0401 f: expected `true` or `false`, found the number `0.5`"]),
            (r#""true""#, &[r#"E0401 f: expected `true` or `false`, found the string `"true"`"#]),
            ("[true]", &["E0401 f: expected `true` or `false`, found an array"]),
            (r#"{ "a": true }"#, &["E0401 f: expected `true` or `false`, found an object"]),
        ],
    ),
    (
        "uint8",
        &[
            ("0x1f", &[]),
            ("true", &["E0401 f: expected an integer (uint8), found `true`"]),
            ("1.0", &["E0402 f: expected an integer (uint8), found the number `1.0`"]),
            ("1e3", &["E0402 f: expected an integer (uint8), found the number `1e3`"]),
            ("1e-3", &["E0402 f: expected an integer (uint8), found the number `1e-3`"]),
            (r#""1""#, &[r#"E0401 f: expected an integer (uint8), found the string `"1"`"#]),
            ("[1]", &["E0401 f: expected an integer (uint8), found an array"]),
            ("[]", &["E0401 f: expected an integer (uint8), found an array"]),
            (r#"{ "a": 1 }"#, &["E0401 f: expected an integer (uint8), found an object"]),
        ],
    ),
    (
        "int16{min=-5,max=5}",
        &[
            ("-5", &[]),
            ("-6", &["E0405 f: expected at least -5, found -6"]),
            ("5", &[]),
            ("6", &["E0405 f: expected at most 5, found 6"]),
            ("40000", &["E0403 f: expected int16 (-5 to 5), found 40000"]),
            ("-5.0", &["E0402 f: expected an integer (int16), found the number `-5.0`"]),
        ],
    ),
    (
        "float32",
        &[
            ("1", &[]),
            ("1.5e2", &[]),
            ("3.4028235e38", &[]),
            ("1e39", &["E0404 f: expected a finite float32, found the number `1e39`"]),
            ("-1e39", &["E0404 f: expected a finite float32, found the number `-1e39`"]),
            ("1e-60", &[]),
            (r#""1""#, &[r#"E0401 f: expected a number (float32), found the string `"1"`"#]),
            ("true", &["E0401 f: expected a number (float32), found `true`"]),
            ("[1.0]", &["E0401 f: expected a number (float32), found an array"]),
        ],
    ),
    (
        "float64{min=0.5,max=1}",
        &[
            ("0.5", &[]),
            ("0.25", &["E0405 f: expected at least 0.5, found 0.25"]),
            ("1", &[]),
            ("1.5", &["E0405 f: expected at most 1, found 1.5"]),
            ("1e309", &["E0404 f: expected a finite float64, found the number `1e309`"]),
            ("-0.0", &["E0405 f: expected at least 0.5, found 0"]),
        ],
    ),
    (
        "string:6{min_size=2}",
        &[
            (r#""ab""#, &[]),
            (r#""a""#, &["E0406 f: expected at least 2 bytes, found 1"]),
            (r#""""#, &["E0406 f: expected at least 2 bytes, found 0"]),
            (r#""abcdef""#, &[]),
            (r#""abcdefg""#, &["E0406 f: expected at most 6 bytes, found 7"]),
            (r#""äöü""#, &[]),
            (r#""äöüa""#, &["E0406 f: expected at most 6 bytes, found 7"]),
            (r#""é""#, &[]),
            (r#""😀ab""#, &[]),
            (r#""😀😀""#, &["E0406 f: expected at most 6 bytes, found 8"]),
            ("1", &["E0401 f: expected a string, found the number `1`"]),
            ("true", &["E0401 f: expected a string, found `true`"]),
            (r#"["ab"]"#, &["E0401 f: expected a string, found an array"]),
            (r#"{ "ab": 1 }"#, &["E0401 f: expected a string, found an object"]),
        ],
    ),
    (
        r#"string:8{pattern="[a-z]+"}"#,
        &[
            (r#""ab""#, &[]),
            (r#""""#, &[r#"E0407 f: expected a match for the pattern `[a-z]+`, found the string `""`"#]),
            (
                r#""ab1""#,
                &[r#"E0407 f: expected a match for the pattern `[a-z]+`, found the string `"ab1"`"#],
            ),
            (r#""abcdefghi""#, &["E0406 f: expected at most 8 bytes, found 9"]),
        ],
    ),
    (
        "enum<auto=0,manual=1,off=2>",
        &[
            (r#""off""#, &[]),
            (
                r#""of""#,
                &[r#"E0410 f: expected the name of a variant, found the string `"of"`; did you mean `off`?"#],
            ),
            (
                r#""Off""#,
                &[
                    r#"E0410 f: expected the name of a variant, found the string `"Off"`; did you mean `off`?"#,
                ],
            ),
            (r#""xyz""#, &[r#"E0410 f: expected the name of a variant, found the string `"xyz"`"#]),
            ("0", &["E0401 f: expected the name of a variant, a string, found the number `0`"]),
            ("true", &["E0401 f: expected the name of a variant, a string, found `true`"]),
            (r#"["off"]"#, &["E0401 f: expected the name of a variant, a string, found an array"]),
        ],
    ),
    (
        "struct<a:uint8,inner:struct<b:bool,c:string:4>>",
        &[
            (r#"{ "a": 1, "inner": { "b": true, "c": "x" } }"#, &[]),
            (
                r#"{ "a": 1 }"#,
                &[
                    "E0416 `f.inner.b` has no value and no default",
                    "E0416 `f.inner.c` has no value and no default",
                ],
            ),
            (
                r#"{ "a": 256, "inner": { "b": 1, "c": "xxxxx" } }"#,
                &[
                    "E0403 f.a: expected uint8 (0 to 255), found 256",
                    "E0401 f.inner.b: expected `true` or `false`, found the number `1`",
                    "E0406 f.inner.c: expected at most 4 bytes, found 5",
                ],
            ),
            (
                r#"{ "a": 1, "inner": { "b": true, "c": "x", "e": 1 } }"#,
                &["E0411 `f.inner` has no member `e`"],
            ),
            (
                r#"{ "a": 1, "iner": { "b": true, "c": "x" } }"#,
                &["E0411 `f` has no member `iner`; did you mean `inner`?"],
            ),
            (
                r#"{ "a": 1, "inner": { "b": true, "d_": "x" } }"#,
                &["E0416 `f.inner.c` has no value and no default", "E0411 `f.inner` has no member `d_`"],
            ),
            (
                r#"{ "a": 1, "inner": [true, "x"] }"#,
                &["E0401 f.inner: expected an object (struct), found an array"],
            ),
            ("1", &["E0401 f: expected an object (struct), found the number `1`"]),
            (r#""a""#, &[r#"E0401 f: expected an object (struct), found the string `"a"`"#]),
            ("[]", &["E0401 f: expected an object (struct), found an array"]),
        ],
    ),
    (
        "vector<uint8>:3{min_count=1,unique}",
        &[
            ("[1, 2, 3]", &[]),
            ("[]", &["E0408 f: expected at least 1 element, found 0"]),
            ("[1, 2, 3, 4]", &["E0408 f: expected at most 3 elements, found 4"]),
            ("[1, 2, 1]", &["E0409 f: expected all elements to differ, but element 2 equals element 0"]),
            (
                r#"[1, 256, "x", true]"#,
                &[
                    "E0408 f: expected at most 3 elements, found 4",
                    "E0403 f[1]: expected uint8 (0 to 255), found 256",
                    r#"E0401 f[2]: expected an integer (uint8), found the string `"x"`"#,
                    "E0401 f[3]: expected an integer (uint8), found `true`",
                ],
            ),
            ("[[1]]", &["E0401 f[0]: expected an integer (uint8), found an array"]),
            ("1", &["E0401 f: expected an array (vector), found the number `1`"]),
            (r#""1""#, &[r#"E0401 f: expected an array (vector), found the string `"1"`"#]),
            (r#"{ "a": 1 }"#, &["E0401 f: expected an array (vector), found an object"]),
        ],
    ),
    (
        "array<bool>:2",
        &[
            ("[true, false]", &[]),
            ("[true]", &["E0408 f: expected exactly 2 elements, found 1"]),
            ("[true, false, true]", &["E0408 f: expected exactly 2 elements, found 3"]),
            (
                r#"[1, "true"]"#,
                &[
                    "E0401 f[0]: expected `true` or `false`, found the number `1`",
                    r#"E0401 f[1]: expected `true` or `false`, found the string `"true"`"#,
                ],
            ),
            ("true", &["E0401 f: expected an array, found `true`"]),
        ],
    ),
    (
        "vector<struct<x:int8,y:enum<down=2,up=1>>>:2",
        &[
            (r#"[{ "x": 1, "y": "up" }]"#, &[]),
            (
                r#"[{ "x": 1, "y": "pu" }, { "x": 128 }]"#,
                &[
                    r#"E0410 f[0].y: expected the name of a variant, found the string `"pu"`; did you mean `up`?"#,
                    "E0412 value of `f[1]` lacks the member `y`, which has no default",
                    "E0403 f[1].x: expected int8 (-128 to 127), found 128",
                ],
            ),
            (r#"[{ "x": 1, "y": "up", "z": 0 }]"#, &["E0411 `f[0]` has no member `z`"]),
            ("[1]", &["E0401 f[0]: expected an object (struct), found the number `1`"]),
        ],
    ),
];

#[test]
fn literals_of_every_type_in_every_format() {
    for (ty, literals) in LITERALS {
        for (text, expected) in *literals {
            check(ty, &FORMATS, text, expected);
        }
    }
}

#[test]
fn every_width_of_integers_ends_where_it_says() {
    for kind in ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"] {
        let bits: u32 = kind.trim_start_matches(char::is_alphabetic).parse().unwrap();
        let (min, max) = if kind.starts_with('u') {
            (0, (1_i128 << bits) - 1)
        } else {
            (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
        };
        for fits in [min, max, 0] {
            check(kind, &FORMATS, &fits.to_string(), &[]);
        }
        check(kind, &FORMATS, &format!("{max:#x}"), &[]);
        for out in [min - 1, max + 1, 1 << 64, 1 << 100] {
            // What not even 64 bits hold is told as it is written.
            let held = i128::from(i64::MIN) <= out && out <= i128::from(u64::MAX);
            let found = if held { out.to_string() } else { format!("the number `{out}`") };
            let said = format!("E0403 f: expected {kind} ({min} to {max}), found {found}");
            check(kind, &FORMATS, &out.to_string(), &[&said]);
        }
    }
}

#[test]
fn null_is_no_value_of_any_type() {
    let expected = [
        ("bool", "`true` or `false`"),
        ("uint64", "an integer (uint64)"),
        ("float32", "a number (float32)"),
        ("string:4", "a string"),
        ("enum<a=0>", "the name of a variant, a string"),
        ("struct<a:bool>", "an object (struct)"),
        ("vector<bool>:4", "an array (vector)"),
        ("array<bool>:4", "an array"),
    ];
    for (ty, expected) in expected {
        let said = format!("E0401 f: expected {expected}, found `null`");
        check(ty, &[Format::Json5, Format::Yaml], "null", &[&said]);
        check(ty, &[Format::Yaml], "", &[&said]);
    }
}

/// Literals that one format only has.
#[test]
fn literals_of_one_format() {
    let json5 = |ty, text, said: &[&str]| check(ty, &[Format::Json5], text, said);
    json5("int8", "-0x80", &[]);
    json5("uint8", "+1", &[]);
    json5("uint8", "Infinity", &["E0402 f: expected an integer (uint8), found the number `Infinity`"]);
    json5("float32", "NaN", &["E0404 f: expected a finite float32, found the number `NaN`"]);
    json5("string:3", r"'\u00e4\n'", &[]);
    let yaml = |ty, text, said: &[&str]| check(ty, &[Format::Yaml], text, said);
    yaml("bool", "yes", &["E0401 f: expected `true` or `false`, found the string `yes`"]);
    yaml("bool", "True", &[]);
    yaml("string:3", "yes", &[]);
    yaml("string:10", "2024-01-31", &[]);
    yaml("string:3", "'12'", &[]);
    yaml("string:3", "12", &["E0401 f: expected a string, found the number `12`"]);
    yaml("string:3", "~", &["E0401 f: expected a string, found `null`"]);
    yaml("float64", ".inf", &["E0404 f: expected a finite float64, found the number `.inf`"]);
    yaml("string:3", "|-\n  abcd", &["E0406 f: expected at most 3 bytes, found 4"]);
    let toml = |ty, text, said: &[&str]| check(ty, &[Format::Toml], text, said);
    toml("uint16", "0b1_0000_0000", &[]);
    toml("uint8", "0o400", &["E0403 f: expected uint8 (0 to 255), found 256"]);
    toml("float64", "nan", &["E0404 f: expected a finite float64, found the number `nan`"]);
    toml("string:3", "'''\nab'''", &[]);
    toml(
        "string:10",
        "2024-01-31",
        &["E0124 expected a value that a field can have, found the date `2024-01-31`"],
    );
}

/// A field `volume` with an alias and bounds, and a struct three levels deep.
fn fields() -> Vec<Field> {
    let alias = |name: &str| FieldNames::new(None, vec![NativeName::new(name).unwrap()]);
    let volume = Field { names: alias("loudness"), ..field("volume", "uint8{max=100}") };
    let depth = Field { names: alias("deepness"), ..field("depth", "uint8") };
    let two = Field::new(Key::new("two").unwrap(), Type::Struct(StructType::new(vec![depth])));
    let one = Field::new(Key::new("one").unwrap(), Type::Struct(StructType::new(vec![two])));
    vec![volume, one]
}

/// Whole layers of these fields in each format, with what is said on them.
const LAYERS: &[([&str; 3], &[&str])] = &[
    (
        [
            "{ volume: 1, one: { two: { depth: 1 } } }",
            "volume: 1\none: {two: {depth: 1}}",
            "volume = 1\none.two.depth = 1",
        ],
        &[],
    ),
    (
        [
            "{ $schema: 'x', volume: 1, one: { two: { depth: 1 } } }",
            "$schema: x\nvolume: 1\none: {two: {depth: 1}}",
            "'$schema' = 'x'\nvolume = 1\none.two.depth = 1",
        ],
        &[],
    ),
    (
        [
            "{ $schema: 1, volume: 1, one: { $schema: 'x', two: { depth: 1 } } }",
            "$schema: 1\nvolume: 1\none: {$schema: x, two: {depth: 1}}",
            "'$schema' = 1\nvolume = 1\none.'$schema' = 'x'\none.two.depth = 1",
        ],
        &["E0413 there is no field `$schema`", "E0421 there is no operator `$schema`"],
    ),
    (
        ["{ volum: 1, one: { twoo: {} } }", "volum: 1\none: {twoo: {}}", "volum = 1\n[one.twoo]"],
        &[
            "E0413 there is no field `volum`; did you mean `volume`?",
            "E0411 `one` has no member `twoo`; did you mean `two`?",
        ],
    ),
    (
        [
            "{ volume: 1, one: { two: { dept: 1, height: 2 } }, three: 3 }",
            "volume: 1\none: {two: {dept: 1, height: 2}}\nthree: 3",
            "volume = 1\none.two.dept = 1\none.two.height = 2\nthree = 3",
        ],
        &[
            "E0411 `one.two` has no member `dept`; did you mean `depth`?",
            "E0411 `one.two` has no member `height`",
            "E0413 there is no field `three`",
        ],
    ),
    (
        [
            "{ loudness: 1, one: { two: { deepness: 1 } } }",
            "loudness: 1\none: {two: {deepness: 1}}",
            "loudness = 1\none.two.deepness = 1",
        ],
        &[
            "W0401 `loudness` is an old name of field `volume`",
            "W0401 `deepness` is an old name of member `one.two.depth`",
        ],
    ),
    (
        [
            "{ loudness: 1, volume: 1, one: { two: { depth: 1, deepness: 1 } } }",
            "loudness: 1\nvolume: 1\none: {two: {depth: 1, deepness: 1}}",
            "loudness = 1\nvolume = 1\none.two.depth = 1\none.two.deepness = 1",
        ],
        &[
            "E0414 field `volume` is set twice, once under an alias",
            "E0414 member `one.two.depth` is set twice, once under an alias",
        ],
    ),
    (
        ["{}", "{}", ""],
        &["E0416 `one.two.depth` has no value and no default", "E0416 `volume` has no value and no default"],
    ),
    (
        ["{ one: { two: 2 }, volume: 101 }", "one: {two: 2}\nvolume: 101", "one.two = 2\nvolume = 101"],
        &[
            "E0401 one.two: expected an object (struct), found the number `2`",
            "E0405 volume: expected at most 100, found 101",
        ],
    ),
];

#[test]
fn keys_of_layers() {
    let declaration = declare(fields());
    for (texts, expected) in LAYERS {
        for (format, text) in FORMATS.into_iter().zip(texts) {
            assert_eq!(read(declaration.config().unwrap(), format, text).1, *expected, "{format:?}: {text}");
        }
    }
}

#[test]
fn a_key_twice_is_one_mistake_in_every_format() {
    let declaration = declare(vec![field("f", "uint8")]);
    let texts = ["{ f: 1, f: 2 }", "f: 1\nf: 2", "f = 1\nf = 2"];
    let twice = "E0111 expected each key once, found `f` twice in this object";
    let said = [twice, twice, "E0123 expected each key once, found `f` again"];
    for ((format, text), said) in FORMATS.into_iter().zip(texts).zip(said) {
        assert_eq!(read(declaration.config().unwrap(), format, text).1, [said], "{format:?}");
    }
}

#[test]
fn as_many_mistakes_as_were_made_in_the_order_of_the_text() {
    let types = [
        "bool",
        "uint8",
        "int8",
        "float32",
        "string:2",
        "enum<a=0>",
        "struct<a:bool>",
        "vector<bool>:1",
        "array<bool>:1",
        "uint64{min=5}",
        "string:4{min_size=2}",
        "vector<uint8>:3{unique}",
    ];
    let wrong =
        ["1", "256", "0.5", "\"x\"", "\"abc\"", "\"b\"", "[]", "[true, true]", "[]", "4", "\"a\"", "[1, 1]"];
    let codes = [
        "E0401", "E0403", "E0402", "E0401", "E0406", "E0410", "E0401", "E0408", "E0408", "E0405", "E0406",
        "E0409",
    ];
    let fields = types.iter().enumerate().map(|(n, ty)| field(&format!("f{n}"), ty)).collect();
    let declaration = declare(fields);
    for format in FORMATS {
        // Not in the order of the fields.
        let numbers = (0..types.len()).rev();
        let lines: Vec<String> = numbers.clone().map(|n| layer(format, &format!("f{n}"), wrong[n])).collect();
        let text = match format {
            Format::Json | Format::Json5 => {
                let inner: Vec<&str> =
                    lines.iter().map(|line| line.trim_start_matches("{ ").trim_end_matches(" }")).collect();
                format!("{{\n{}\n}}", inner.join(",\n"))
            }
            Format::Yaml | Format::Toml | Format::Env => lines.join("\n"),
        };
        let (resolved, said) = read(declaration.config().unwrap(), format, &text);
        assert_eq!(resolved, None);
        let found: Vec<&str> = said.iter().map(|said| said.split(' ').next().unwrap()).collect();
        let expected: Vec<&str> = numbers.map(|n| codes[n]).collect();
        assert_eq!(found, expected, "{format:?}: {said:#?}");
    }
}
