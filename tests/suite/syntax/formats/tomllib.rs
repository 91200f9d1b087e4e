//! What Python's `tomllib` makes of texts, and we: both refuse one, or both read the same values. It is a reader of
//! TOML 1.0, so nothing here uses what 1.1 has added: line breaks and a last comma in inline tables, `\e` and `\x`.

use super::Read;
use crate::support::random::{Random, times};
use crate::support::skip::has_python;
use confc::syntax::{Kind, Node, nearest_f64, number};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A line of JSON a text: null for what is refused, else its values. Numbers are texts, so that none is rounded.
const PROGRAM: &str = r#"
import datetime, json, sys, tomllib
class Float(str): pass
def shown(value):
    if isinstance(value, dict): return {"table": {key: shown(value[key]) for key in value}}
    if isinstance(value, list): return [shown(element) for element in value]
    if isinstance(value, (datetime.date, datetime.time)): return {"date": True}
    if isinstance(value, Float): return {"float": value.replace("_", "")}
    if isinstance(value, bool): return value
    if isinstance(value, int): return {"integer": str(value)}
    return {"string": value}
for line in sys.stdin:
    try: value = shown(tomllib.loads(json.loads(line), parse_float=Float))
    except tomllib.TOMLDecodeError: value = None
    print(json.dumps(value))
"#;

/// Values, whole and broken. No string has a line break of two characters: TOML leaves it to the reader what becomes
/// of one.
const VALUES: &[&str] = &[
    "0",
    "7",
    "-0",
    "+0",
    "+1",
    "-17",
    "00",
    "01",
    "-01",
    "0x",
    "0b",
    "0o",
    "-0x",
    "0xF",
    "0xf",
    "0x1g",
    "+0x1",
    "-0x1",
    "0xDEADBEEF",
    "0b2",
    "0b101",
    "0o8",
    "0o755",
    "0O7",
    "0X1",
    "0B1",
    "1_0",
    "1__0",
    "_1",
    "1_",
    "0_1",
    "0x_1",
    "0x1_",
    "0x1_f",
    "0b1_0",
    "0o_7",
    "1_000",
    "1_0x",
    "7_1XX",
    "3_f5-",
    "9_88i",
    "1_0 0",
    "1.",
    ".5",
    "1.5",
    "1.5_5e1_0",
    "1_.0",
    "1._0",
    "1.0_",
    "1.0_1",
    "+1.0",
    "-1.0",
    "00.1",
    "01.0",
    "0.1",
    "1e",
    "1e5",
    "1E5",
    "1e+5",
    "1e-5",
    "1.e5",
    "1.0e",
    "5e+",
    "1e1_0",
    "1e_1",
    "1e0_1",
    "0e0",
    "1e400",
    "1e1.5",
    "1e1e1",
    "1.2.3",
    "e5",
    "0x1.5",
    "inf",
    "+inf",
    "-inf",
    "nan",
    "+nan",
    "-nan",
    "Inf",
    "NaN",
    "infinity",
    "0xinf",
    "-",
    "+",
    "++1",
    "+-1",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "٣",
    "１",
    "true",
    "false",
    "True",
    "tru",
    "truee",
    "a",
    "1 2",
    "1979-05-27",
    "1979-05-27T07:32:00Z",
    "1979-05-27 07:32:00",
    "07:32:00",
    "24:00:00",
    "1979-13-01",
    "1979-02-30",
    "1979-05-27T",
    "''",
    "'a'",
    "\"\"",
    "\"a\"",
    "\"\\n\"",
    "\"\\q\"",
    "\"\\u00e9\"",
    "\"\\u00e\"",
    "\"\\ud800\"",
    "\"\\U00110000\"",
    "\"\\U0010FFFF\"",
    "\"\"\"a\"\"\"",
    "'''a'''",
    "\"\"\"\na\\\n  b\"\"\"",
    "\"\"\"a\\  \n b\"\"\"",
    "\"\"\"a\\ b\"\"\"",
    "\"\"\"\"\"\"\"\"",
    "\"\"\"a\"\"\"\"\"",
    "\"\"\"a\"\"\"\"\"\"",
    "''''a''''",
    "'''a\rb'''",
    "\"a",
    "'a",
    "\"a\nb\"",
    "'a\tb'",
    "'a\u{1}b'",
    "\"a\u{7f}b\"",
    "\"a\0\"",
    "'é'",
    "\"\u{feff}\"",
];

const KEYS: &[&str] = &[
    "a",
    "b",
    "c",
    "a.b",
    "a.c",
    "b.a",
    "\"a\"",
    "'a'",
    "\"\"",
    "a . b",
    "\"a.b\"",
    "a.\"b\"",
    "1",
    "1.2",
    "-",
    "a..b",
    ".a",
    "a.",
    "é",
    "a b",
    "\"\\u0061\"",
    "'a\n'",
    "\"\"\"a\"\"\"",
    "true",
    "inf",
    "1979-05-27",
    "+1",
];

/// Whole keys among them.
const WHOLE_KEYS: usize = 12;

const OTHER_LINES: &[&str] = &[
    "# c",
    "# é",
    "# \u{1}",
    "# \t",
    "# \u{7f}",
    "# a\rb",
    "[a",
    "[a]]",
    "[[a]",
    "[]",
    "[[]]",
    "[ [a]]",
    "[a]b",
    "a",
    "= 1",
    "a =",
    "a = # c",
    "[a] # c",
    "a == 1",
    "a = 1 b = 2",
    "\u{feff}a = 1",
    "\r",
    "\u{c}",
    "\u{a0}",
];

const LINE_ENDS: &[&str] = &["\n", "\n", "\n", "\n", "\r\n", "\n\n", "", "\r"];

/// Makes texts; the same in every run.
struct Texts(Random);

impl Texts {
    fn key(&mut self) -> &'static str {
        let whole = !self.0.once_in(12);
        self.0.pick(if whole { &KEYS[..WHOLE_KEYS] } else { KEYS })
    }

    fn value(&mut self, depth: usize) -> String {
        const PIECES: &[&str] = &["0", "1", "7", "_", ".", "e", "-", "x", "b", "f"];
        let count = self.0.below(4);
        match self.0.below(12) {
            0 | 1 if depth > 0 => {
                let comma = self.0.pick(&[", ", ",", " ,\n", ",\n# c\n"]);
                let elements: Vec<String> = (0..count).map(|_| self.value(depth - 1)).collect();
                let end = self.0.pick(&["", "", "\n", ",", ",,"]);
                format!("[{}{end}]", elements.join(comma))
            }
            2 | 3 if depth > 0 => {
                let members = (0..count).map(|_| format!("{} = {}", self.key(), self.value(depth - 1)));
                let members: Vec<String> = members.collect();
                format!("{{{}}}", members.join(self.0.pick(&[", ", ",", " , "])))
            }
            4 => (0..1 + self.0.below(6)).map(|_| self.0.pick(PIECES)).collect(),
            _ => self.0.pick(VALUES).to_owned(),
        }
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.0.below(3) {
            match self.0.below(16) {
                0..10 => text += &format!("{} = {}", self.key(), self.value(2)),
                10..13 => text += &format!("[{}]", self.key()),
                13 | 14 => text += &format!("[[{}]]", self.key()),
                _ => text += self.0.pick(OTHER_LINES),
            }
            text += self.0.pick(LINE_ENDS);
        }
        text
    }
}

/// What Python makes of each text.
fn asked(texts: &[String]) -> Vec<Value> {
    let mut python = Command::new("python3")
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it ran before");
    let mut stdin = python.stdin.take().unwrap();
    let lines: String = texts.iter().map(|text| format!("{}\n", json!(text))).collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether it holds a date, which no field takes.
fn has_date(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().any(has_date),
        Value::Object(parts) => parts.contains_key("date") || parts.values().any(has_date),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whether we read what Python reads.
fn is_same(ours: Node<'_>, theirs: &Value) -> bool {
    let part = |name: &str| theirs.get(name);
    match ours.kind() {
        Kind::True => *theirs == true,
        Kind::False => *theirs == false,
        Kind::String => part("string").and_then(Value::as_str) == Some(ours.text()),
        Kind::Number => match (part("integer"), part("float")) {
            (Some(Value::String(text)), _) => {
                let wanted: i128 = text.parse().unwrap();
                // What no type holds is refused by every type.
                let held = i64::MIN.into()..=u64::MAX.into();
                !held.contains(&wanted) || number(ours.numeral()).integer() == Ok(wanted)
            }
            (_, Some(Value::String(text))) => {
                let (wanted, found): (f64, f64) = (text.parse().unwrap(), nearest_f64(ours.numeral()));
                number(ours.numeral()).integer().is_err()
                    && (found == wanted || found.is_nan() && wanted.is_nan())
            }
            (_, _) => false,
        },
        Kind::Array => theirs.as_array().is_some_and(|theirs| {
            ours.elements().count() == theirs.len()
                && ours.elements().zip(theirs).all(|(ours, theirs)| is_same(ours, theirs))
        }),
        Kind::Object => part("table").and_then(Value::as_object).is_some_and(|theirs| {
            let same = |(key, ours): (Node<'_>, Node<'_>)| {
                theirs.get(key.text()).is_some_and(|theirs| is_same(ours, theirs))
            };
            ours.members().count() == theirs.len() && ours.members().all(same)
        }),
        Kind::Null | Kind::Invalid => false,
    }
}

#[test]
#[ignore = "slow: asks Python about thousands of texts"]
fn tomllib_reads_what_we_read() {
    if !has_python("tomllib_reads_what_we_read", 11) {
        return;
    }
    let mut texts = Vec::new();
    for value in VALUES {
        let around =
            ["a = ?", "a = [?]", "a = [1, ? ]", "a = {b = ?}", "a = {b.c = ?, d = 1}", "[a]\nb=?\r\n"];
        texts.extend(around.iter().chain(&["[?]", "? = 1"]).map(|around| around.replacen('?', value, 1)));
    }
    let mut random = Texts(Random::stream(1));
    texts.extend((0..times(20_000)).map(|_| random.text()));
    let answers = asked(&texts);
    assert_eq!(answers.len(), texts.len());
    let (mut read, mut refused) = (0, 0);
    for (text, theirs) in texts.iter().zip(&answers) {
        let ours = Read::toml(text);
        ours.check();
        let accepts = !theirs.is_null() && !has_date(theirs);
        let same = ours.is_accepted() == accepts && (!accepts || is_same(ours.root(), theirs));
        // A byte order mark is no character of TOML to Python.
        assert!(
            same || text.starts_with('\u{feff}'),
            "{text:?}: {theirs} to Python, to us {:?}",
            ours.told()
        );
        *(if accepts { &mut read } else { &mut refused }) += 1;
    }
    assert!(read > texts.len() / 5 && refused > texts.len() / 5, "{read} read, {refused} refused");
}
