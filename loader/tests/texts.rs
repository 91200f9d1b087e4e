//! Overrides as texts: what each type of field accepts, and the sentences of the errors.

#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that fails may panic, in its helpers too")]

use confc_loader::{Declaration, LoadErrorKind, LoadOptions, ValueRef};

const DECLARATION: &[u8] = include_bytes!("data/texts.cm");
const VALUES: &[u8] = include_bytes!("data/texts.cvf");

/// Texts, each with the value of its field, or the sentence of the error.
const TEXTS: &[(&str, &str)] = &[
    ("bool=true", "Bool(true)"),
    ("bool= true ", "Bool(true)"),
    ("bool=True", "override of `bool`: the text is not a value of type `bool`"),
    ("bool=1", "override of `bool`: the text is not a value of type `bool`"),
    ("bool=", "override of `bool`: the text is not a value of type `bool`"),
    ("bool", "expected `key=value`, found no `=`"),
    ("=true", "override of `\"\"`: no field has this key"),
    ("", "expected `key=value`, found no `=`"),
    ("Bool=true", "override of `Bool`: no field has this key"),
    ("other\n=1", "override of `other\\u{a}`: no field has this key"),
    ("closed=true", "override of `closed`: the field is not mutable by the parent"),
    ("big=18446744073709551615", "Unsigned(18446744073709551615)"),
    ("big=18446744073709551616", "override of `big`: the text is not a value of type `uint64`"),
    ("big=0x1F", "Unsigned(31)"),
    ("big=-0", "Unsigned(0)"),
    ("big=+1", "Unsigned(1)"),
    ("big=1.0", "override of `big`: the text is not a value of type `uint64`"),
    ("big=1e3", "override of `big`: the text is not a value of type `uint64`"),
    ("small=-9", "Signed(-9)"),
    ("small=-10", "override of `small`: expected at least -9, found -10"),
    ("small=128", "override of `small`: expected int8 (-9 to 127), found 128"),
    ("small= 7 ", "Signed(7)"),
    ("float=0.1", "Float(0.10000000149011612)"),
    ("float=4.5", "Float(4.5)"),
    ("float=4.6", "override of `float`: expected at most 4.5, found 4.6"),
    ("float=-1.5", "override of `float`: expected at least -1, found -1.5"),
    ("float=1", "Float(1.0)"),
    ("float=1e40", "override of `float`: the text is not a value of type `float32`"),
    ("float=NaN", "override of `float`: the text is not a value of type `float32`"),
    ("float=inf", "override of `float`: the text is not a value of type `float32`"),
    ("float=-0", "Float(0.0)"),
    ("long=1e308", "Float(1e308)"),
    ("long=1e309", "override of `long`: the text is not a value of type `float64`"),
    ("long=.5", "Float(0.5)"),
    ("memory=3", "Signed(3)"),
    ("memory=3MiB", "Signed(3)"),
    (
        "memory=2 GiB",
        "override of `memory`: the text is not a quantity of the field: expected a known unit directly after the number",
    ),
    (
        "memory=1KiB",
        "override of `memory`: the text is not a quantity of the field: not a whole number of the field's unit",
    ),
    ("memory=0", "override of `memory`: expected at least 1MiB, found 0"),
    (
        "memory=3m",
        "override of `memory`: the text is not a quantity of the field: expected a known unit directly after the number",
    ),
    (
        "memory=x",
        "override of `memory`: the text is not a quantity of the field: expected a number and a unit",
    ),
    ("seconds=250ms", "Float(0.25)"),
    ("seconds=1.5", "Float(1.5)"),
    (
        "seconds=2parsecs",
        "override of `seconds`: the text is not a quantity of the field: expected a known unit directly after the number",
    ),
    ("secret=1min", "Unsigned(60)"),
    ("secret=hunter2", "override of `secret`: the text is not a value of type `uint32`"),
    ("mode=tls", "Variant { name: \"tls\", number: -7 }"),
    ("mode=null", "Variant { name: \"null\", number: 3 }"),
    ("mode=0", "override of `mode`: the text is not a value of type `enum`"),
    ("mode= tls", "override of `mode`: the text is not a value of type `enum`"),
    ("maybe=null", "Absent"),
    ("maybe= null ", "Absent"),
    ("maybe=7", "Unsigned(7)"),
    ("maybe=256", "override of `maybe`: expected uint8 (0 to 255), found 256"),
    ("nullable=null", "Null"),
    ("nullable=-1", "Signed(-1)"),
    ("null_or_absent=null", "Null"),
    ("null_or_absent=", "override of `null_or_absent`: the text is not a value of type `int8`"),
    ("bool=null", "override of `bool`: the text is not a value of type `bool`"),
    ("text=null", "String(\"null\")"),
    ("text= a=b ", "String(\" a=b \")"),
    ("text=", "String(\"\")"),
    ("text=0123456789", "override of `text`: expected at most 9 bytes, found 10"),
    ("text_or_null=null", "String(\"null\")"),
    ("either=true", "Union(on(Bool(true)))"),
    ("either=-7", "Union(size(Signed(-7)))"),
    ("either=40000", "override of `either`: case `size`: expected int16 (-32768 to 32767), found 40000"),
    ("either=1.5", "override of `either`: the text is not a value of type `union`"),
    ("either=hello", "Union(name(String(\"hello\")))"),
    ("either=\"true\"", "Union(name(String(\"true\")))"),
    ("either=\"a", "Union(name(String(\"\\\"a\")))"),
    (
        "either=[true]",
        "override of `either`: a vector, an array, a map, a struct or JSON cannot be set as text",
    ),
    ("either={}", "Union(name(String(\"{}\")))"),
    ("either=null", "Union(name(String(\"null\")))"),
    ("number_or_list=9", "Union(one(Unsigned(9)))"),
    ("number_or_list=10", "override of `number_or_list`: case `one`: expected at most 9, found 10"),
    ("number_or_list=x", "override of `number_or_list`: the text is not a value of type `union`"),
    (
        "number_or_list=[1]",
        "override of `number_or_list`: a vector, an array, a map, a struct or JSON cannot be set as text",
    ),
    ("number_or_list=true", "override of `number_or_list`: the text is not a value of type `union`"),
    ("array=true", "override of `array`: a vector, an array, a map, a struct or JSON cannot be set as text"),
    ("vector=a", "override of `vector`: a vector, an array, a map, a struct or JSON cannot be set as text"),
    ("map=a", "override of `map`: a vector, an array, a map, a struct or JSON cannot be set as text"),
    ("struct={}", "override of `struct`: a vector, an array, a map, a struct or JSON cannot be set as text"),
    ("json=1", "override of `json`: a vector, an array, a map, a struct or JSON cannot be set as text"),
    ("tagged=a", "override of `tagged`: a vector, an array, a map, a struct or JSON cannot be set as text"),
];

#[test]
fn a_text_is_a_value_of_its_type() {
    let declaration = Declaration::decode(DECLARATION).unwrap();
    for (text, expected) in TEXTS {
        let loaded = LoadOptions::new().override_text(text).load(&declaration, VALUES);
        let answer = match loaded {
            Ok(values) => {
                let key = text.split('=').next().unwrap_or_default();
                format!("{:?}", values.get(key).unwrap())
            }
            Err(error) => {
                assert_eq!(error.kind(), LoadErrorKind::Override, "{text}");
                error.to_string()
            }
        };
        assert_eq!(answer, *expected, "{text}");
    }
}

#[test]
fn an_override_replaces_a_value() {
    let declaration = Declaration::decode(DECLARATION).unwrap();
    let loaded =
        LoadOptions::new().override_text("small=1").override_text("maybe=2").load(&declaration, VALUES);
    let loaded = loaded.unwrap();
    assert_eq!(loaded.get("small"), Some(ValueRef::Signed(1)));
    assert_eq!(loaded.get("maybe"), Some(ValueRef::Unsigned(2)));
    let twice =
        LoadOptions::new().override_text("small=1").override_text("small=2").load(&declaration, VALUES);
    assert_eq!(twice.unwrap_err().to_string(), "override of `small`: the key is given twice");
}
