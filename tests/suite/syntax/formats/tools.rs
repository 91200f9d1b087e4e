//! What other tools print is a layer too.

use super::Read;
use confc::syntax::Format;
use serde_json::json;

fn keys(read: &Read) -> Vec<&str> {
    read.root().members().map(|(key, _)| key.text()).collect()
}

/// `kcl run`: YAML, keys in the order of the program, strings quoted only where YAML needs it.
const KCL: &str = r#"retries: 5
largest: 18446744073709551615
name: "17"
enabled: true
ratio: 0.1
motd: |
  Hello,
    world
empty: {}
list:
- 1
- -9223372036854775808
none: null
version: 1.2.3
url: http://localhost:8080/a?b=c
"yes": "yes"
"#;

#[test]
fn kcl() {
    let read = Read::yaml(KCL);
    assert!(read.is_accepted(), "{:?}", read.told());
    let order = [
        "retries", "largest", "name", "enabled", "ratio", "motd", "empty", "list", "none", "version", "url",
        "yes",
    ];
    assert_eq!(keys(&read), order);
    assert_eq!(
        read.json(),
        json!({
            "retries": 5, "largest": u64::MAX, "name": "17", "enabled": true, "ratio": 0.1, "motd": "Hello,\n  world\n",
            "empty": {}, "list": [1, i64::MIN], "none": null, "version": "1.2.3", "url": "http://localhost:8080/a?b=c",
            "yes": "yes",
        })
    );
}

/// `jsonnet`: JSON with three spaces, keys sorted, numbers as doubles, empty objects with a space; and
/// `std.manifestYamlDoc`: every string quoted, or a block.
#[test]
fn jsonnet() {
    let text = "{\n   \"big\": 9007199254740992,\n   \"empty\": { },\n   \"list\": [\n      1,\n      2.5\n   ],\n   \"text\": \"tab\\t\\u0001é\\u2028\"\n}\n";
    let expected = json!({
        "big": 9_007_199_254_740_992_u64, "empty": {}, "list": [1, 2.5], "text": "tab\t\u{1}é\u{2028}",
    });
    for format in [Format::Json5, Format::Yaml] {
        let read = Read::new(format, text);
        assert!(read.is_accepted(), "{:?}", read.told());
        assert_eq!(read.json(), expected);
    }
    let read = Read::yaml("\"a\": \"017\"\n\"b\":\n- \"x\"\n- {}\n\"c\": |\n  one\n\n  two\n\"d\": []\n");
    assert_eq!(read.json(), json!({"a": "017", "b": ["x", {}], "c": "one\n\ntwo\n", "d": []}));
}

/// `cue export`: JSON with four spaces, `<`, `>` and `&` escaped; `--out yaml`: blocks, `'` quotes and
/// `"` quotes where it must; `--out toml`.
#[test]
fn cue() {
    let json = Read::new(
        Format::Json5,
        "{\n    \"html\": \"\\u003ca\\u0026b\\u003e\",\n    \"n\": 18446744073709551615,\n    \"path\": \"a\\/b\"\n}\n",
    );
    assert_eq!(json.json(), json!({"html": "<a&b>", "n": u64::MAX, "path": "a/b"}));
    let yaml = Read::yaml(
        "date: \"2001-01-23\"\non: \"on\"\nblock: |-\n  # no comment\n  b: c\nn: 1e+06\nlist:\n  - - 1\n    - 2\n  - a: b\n    c: d\n",
    );
    assert!(yaml.is_accepted(), "{:?}", yaml.told());
    assert_eq!(
        yaml.json(),
        json!({
            "date": "2001-01-23", "on": "on", "block": "# no comment\nb: c", "n": 1e6, "list": [[1, 2], {"a": "b", "c": "d"}],
        })
    );
    let toml = Read::toml(
        "html = '<a&b>'\nn = 9223372036854775807\n[server]\nhosts = ['a', \"it's\"]\n[[rules]]\nname = 'x'\n",
    );
    assert_eq!(
        toml.json(),
        json!({
            "html": "<a&b>", "n": i64::MAX, "server": {"hosts": ["a", "it's"]}, "rules": [{"name": "x"}],
        })
    );
}

/// `pkl eval -f yaml`, with quotes where YAML 1.1 would take a text for something else, and `-f json`.
#[test]
fn pkl() {
    let read = Read::yaml(
        "name: Pigeon\nage: 30\nratio: .inf\nanswer: 'yes'\noctal: '0777'\nhobbies:\n- surfing\n- |-\n  two\n  lines\naddress:\n  street: \"tab\\there\\u00e9\"\n",
    );
    assert!(read.is_accepted(), "{:?}", read.told());
    let ratio = read.root().get("ratio").map(|ratio| ratio.numeral());
    assert_eq!(ratio, Some("Infinity"));
    assert_eq!(read.root().get("hobbies").map(super::json), Some(json!(["surfing", "two\nlines"])));
    assert_eq!(read.root().get("octal").map(|octal| octal.text()), Some("0777"));
    assert_eq!(read.root().get("address").map(super::json), Some(json!({"street": "tab\thereé"})));
}
