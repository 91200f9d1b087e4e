//! What other readers make of what is exported: PyYAML, libyaml, Go's readers of YAML, Python's of JSON and TOML,
//! Java's of properties, and a shell that reads an environment file line by line.

use super::kubernetes::variables;
use super::{ValuedDeclaration, is_null_in_toml, samples, traps};
use crate::support::command::ask;
use crate::support::random::Random;
use crate::support::skip::{has_python, has_tool, skip};
use crate::syntax::readers::Readers;
use confc::export::{DocumentFormat, ExportError, ExportTarget, SensitiveFields};
use confc::types::{Field, List, Type, Value, float_text};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A line of JSON for each line of stdin, which is a JSON string: values in the notation of `readers/read.py`.
const PYTHON: &str = r##"
import json, sys, tomllib
def plain(value):
    if value is None or isinstance(value, (bool, str)): return value
    if isinstance(value, (int, float)): return {"#": repr(value)}
    if isinstance(value, list): return [plain(element) for element in value]
    return {"'" + key: plain(member) for key, member in value.items()}
read = tomllib.loads if sys.argv[1] == "toml" else json.loads
for line in sys.stdin: print(json.dumps(plain(read(json.loads(line)))))
"##;

/// For each line of stdin, which is a text in hexadecimal digits, a line of keys and values in such digits.
const JAVA: &str = r#"
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
public class Read {
    static String hex(String text) {
        StringBuilder out = new StringBuilder("x");
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) out.append(String.format("%02x", b));
        return out.toString();
    }
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            byte[] text = new byte[line.length() / 2];
            for (int at = 0; at < text.length; at++)
                text[at] = (byte) Integer.parseInt(line.substring(2 * at, 2 * at + 2), 16);
            Properties read = new Properties();
            read.load(new ByteArrayInputStream(text));
            StringJoiner out = new StringJoiner(" ");
            for (String key : new TreeMap<Object, Object>(read).keySet().toArray(new String[0]))
                out.add(hex(key)).add(hex(read.getProperty(key)));
            System.out.println(out);
        }
    }
}
"#;

/// Values as a reader that guesses types is to see them: in the notation of `readers/read.py`, absent ones left out,
/// where they do not stand over a default.
fn expected(fields: &[Field], values: &[Value], default: Option<&Value>) -> Json {
    let defaults = default.and_then(Value::as_members).unwrap_or_default();
    let mut members = Map::new();
    for (at, (field, value)) in fields.iter().zip(values).enumerate() {
        let default = defaults.get(at).or(field.default.as_ref());
        let told = match value {
            Value::Absent if field.takes_null() || default.is_none_or(Value::is_absent) => continue,
            Value::Absent => Json::Null,
            Value::Struct(values) => expected(field.ty.members(), values, default),
            value => of_type(&field.ty, value),
        };
        match told {
            Json::Object(entries) if field.is_rest() => members.extend(entries),
            told => _ = members.insert(format!("'{}", field.native_name()), told),
        }
    }
    Json::Object(members)
}

fn of_type(ty: &Type, value: &Value) -> Json {
    let list = |list: &List, ty: &Type| -> Vec<Json> {
        list.to_values().iter().map(|value| of_type(ty, value)).collect()
    };
    match value {
        Value::Bool(value) => json!(value),
        Value::Unsigned(value) => json!({ "#": value.to_string() }),
        Value::Signed(value) => json!({ "#": value.to_string() }),
        Value::Float(value) => {
            let text = float_text(*value, ty.float_kind());
            // Others may round it; integers they may not.
            let point = if text.contains(['.', 'e']) { "" } else { ".0" };
            json!({ "#": text + point })
        }
        Value::String(text) => json!(text),
        Value::Variant(number) => json!(ty.variant(*number).unwrap().name.as_str()),
        Value::Struct(values) => expected(ty.members(), values, None),
        Value::Union(union) => {
            let Type::Union(of) = ty else { panic!("{ty} is no union") };
            let case = &of.cases()[union.case as usize];
            let mut told = of_type(&case.ty, &union.value);
            if let (Some(tag), Json::Object(members)) = (of.tag(), &mut told) {
                members.insert(format!("'{}", tag.as_str()), json!(case.tag_text()));
            }
            told
        }
        Value::List(elements) => Json::Array(list(elements, ty.element().unwrap())),
        Value::Map(entries) => {
            let Type::Map(map) = ty else { panic!("{ty} is no map") };
            let values = list(entries.values(), map.value());
            let keys = entries.keys().iter().map(|key| format!("'{key}"));
            Json::Object(keys.zip(values).collect())
        }
        Value::Absent | Value::Null => Json::Null,
        Value::Json(text) => super::json::told(text),
    }
}

/// Whether a reader found the same value. With `has_kinds`, it distinguishes integers from floats.
fn same(ours: &Json, theirs: &Json, has_kinds: bool) -> bool {
    match (ours, theirs) {
        (Json::Object(ours), Json::Object(theirs)) if ours.contains_key("#") => {
            let digits = |of: &Map<String, Json>| of.get("#").and_then(Json::as_str).map(str::to_owned);
            let (Some(ours), Some(theirs)) = (digits(ours), digits(theirs)) else { return false };
            match (ours.parse::<i128>(), theirs.parse::<i128>()) {
                (Ok(ours), Ok(theirs)) => ours == theirs,
                (Ok(_), Err(_)) | (Err(_), Ok(_)) if has_kinds => false,
                (_, _) => ours.parse::<f64>().unwrap() == theirs.parse::<f64>().unwrap(),
            }
        }
        (Json::Object(ours), Json::Object(theirs)) => {
            let is_same =
                |key: &str, ours| theirs.get(key).is_some_and(|theirs| same(ours, theirs, has_kinds));
            ours.len() == theirs.len() && ours.iter().all(|(key, ours)| is_same(key, ours))
        }
        (Json::Array(ours), Json::Array(theirs)) => {
            let mut pairs = ours.iter().zip(theirs);
            ours.len() == theirs.len() && pairs.all(|(ours, theirs)| same(ours, theirs, has_kinds))
        }
        (ours, theirs) => ours == theirs,
    }
}

fn wanted(valued: &ValuedDeclaration) -> Json {
    expected(valued.config().fields(), &valued.values, None)
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn readers_of_yaml_read_what_was_written() {
    let readers = Readers::new("what readers of YAML make of exports");
    let samples = samples(600);
    let texts: Vec<String> = samples
        .iter()
        .map(|valued| valued.document(DocumentFormat::Yaml, SensitiveFields::Include).unwrap())
        .collect();
    for ((valued, text), opinions) in samples.iter().zip(&texts).zip(readers.read(&texts)) {
        let wanted = wanted(valued);
        for (name, said) in opinions {
            let said = said.unwrap_or_else(|why| panic!("{name}: {why}\n{text}"));
            assert!(said.len() == 1 && same(&wanted, &said[0], false), "{name}:\n{text}\n{wanted}\n{said:?}");
        }
    }
}

#[test]
fn python_reads_what_was_written_as_json_and_toml() {
    let test = "what Python makes of exports";
    if !has_python(test, 11) {
        return;
    }
    let samples = samples(300);
    for (name, format) in [("json", DocumentFormat::Json), ("toml", DocumentFormat::Toml)] {
        let mut written = Vec::new();
        for valued in &samples {
            match valued.document(format, SensitiveFields::Include) {
                Ok(text) => written.push((valued, text)),
                Err(errors) => assert!(is_null_in_toml(format, &errors), "{errors:?}"),
            }
        }
        assert!(written.len() > samples.len() / 2);
        let lines = written.iter().map(|(_, text)| serde_json::to_string(text).unwrap());
        let told = ask(Command::new("python3").args(["-c", PYTHON, name]), lines);
        for ((valued, text), told) in written.iter().zip(told) {
            let (wanted, told) = (wanted(valued), serde_json::from_str(&told).unwrap());
            assert!(same(&wanted, &told, true), "{name}:\n{text}\n{wanted}\n{told}");
        }
    }
}

/// The text that a value with a key of its own is to have.
#[derive(Debug)]
enum FlatText {
    Text(String),
    /// Any JSON of a list or a map.
    SomeJson,
    /// The JSON of this value.
    Json(Json),
}

/// Each value that has a key of its own, with its text. `spelled` is the part of its key for a field.
fn flat<'f>(
    fields: &'f [Field],
    values: &[Value],
    path: &str,
    spelled: fn(&'f Field) -> &'f str,
    found: &mut BTreeMap<String, FlatText>,
) {
    let around = path;
    for (field, value) in fields.iter().zip(values) {
        let below = |name: &str| if around.is_empty() { name.to_owned() } else { format!("{around}.{name}") };
        let path = below(spelled(field));
        match (value, &field.ty) {
            (Value::Absent | Value::Null, _) => {}
            (Value::Struct(values), ty) => flat(ty.members(), values, &path, spelled, found),
            (Value::Map(entries), _) if field.is_rest() && entries.is_empty() => {}
            (Value::Map(entries), Type::Map(map)) if field.is_rest() && spelled(field).is_empty() => {
                for (key, value) in entries.to_entries() {
                    found.insert(below(&key), flat_text(map.value(), &value));
                }
            }
            (value, ty) => _ = found.insert(path, flat_text(ty, value)),
        }
    }
}

/// The text of a value that is no struct, or that is one in an entry.
fn flat_text(ty: &Type, value: &Value) -> FlatText {
    if let Value::Json(text) = value {
        return FlatText::Json(serde_json::from_str(text.as_str()).unwrap());
    }
    if let Value::Union(union) = value {
        return flat_text(&ty.cases()[union.case as usize].ty, &union.value);
    }
    match of_type(ty, value) {
        Json::String(text) => FlatText::Text(text),
        Json::Object(number) if number.contains_key("#") => {
            FlatText::Text(number["#"].as_str().unwrap().into())
        }
        Json::Bool(value) => FlatText::Text(value.to_string()),
        _ => FlatText::SomeJson,
    }
}

/// The name in properties; empty for a rest, whose entries have names of their own.
fn native_name(field: &Field) -> &str {
    if field.is_rest() { "" } else { field.native_name() }
}

/// Whether a text is the one that is wanted: floats may be written in another way.
fn is_text(wanted: &FlatText, found: &str) -> bool {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let json = serde_json::from_str::<Json>(found);
    match wanted {
        FlatText::Text(wanted) if is_number(wanted) && is_number(found) => {
            wanted == found || wanted.parse::<f64>().is_ok_and(|wanted| found.parse() == Ok(wanted))
        }
        FlatText::Text(wanted) => wanted == found,
        FlatText::SomeJson => json.is_ok_and(|json| json.is_array() || json.is_object()),
        FlatText::Json(wanted) => json.is_ok_and(|json| json == *wanted),
    }
}

#[track_caller]
fn check_flat(
    valued: &ValuedDeclaration,
    found: &BTreeMap<String, String>,
    spelled: fn(&Field) -> &str,
    name: impl Fn(&str) -> String,
) {
    let mut wanted = BTreeMap::new();
    flat(valued.config().fields(), &valued.values, "", spelled, &mut wanted);
    assert_eq!(wanted.len(), found.len(), "{wanted:?}\n{found:?}");
    for (path, wanted) in wanted {
        let found = found.get(&name(&path)).unwrap_or_else(|| panic!("{path} is missing"));
        assert!(is_text(&wanted, found), "{path}: {wanted:?} and {found:?}");
    }
}

/// Every text that readers stumble over as a field of its own.
fn trap_fields(is_line: bool) -> ValuedDeclaration {
    let traps = traps();
    let at = traps.config().position("texts").unwrap();
    let Value::List(List::String(texts)) = &traps.values[at] else { panic!("it is a vector of strings") };
    let texts =
        texts.iter().map(|text| &**text).filter(|text| !is_line || !text.contains(['\n', '\r', '\0']));
    let field = |(at, text): (usize, &str)| {
        let ty = Type::String(confc::types::StringType::new(1 << 20));
        (Field::new(format!("t{at}").parse_key(), ty), Value::String(text.into()))
    };
    ValuedDeclaration::of_fields(texts.enumerate().map(field).collect())
}

trait ParseKey {
    fn parse_key(&self) -> confc::types::Key;
}

impl ParseKey for String {
    fn parse_key(&self) -> confc::types::Key {
        confc::types::Key::new(self).unwrap()
    }
}

#[test]
#[ignore = "slow: starts Java"]
fn java_reads_what_was_written_as_properties() {
    let test = "what Java makes of exports";
    // It has no `--version` before 9, and without a compiler it runs no source.
    if !has_tool(test, "javac") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Read.java"), JAVA).unwrap();
    let samples: Vec<_> = samples(300).into_iter().chain([trap_fields(false)]).collect();
    let mut lines = Vec::new();
    let samples: Vec<_> = samples
        .into_iter()
        .filter(|valued| match valued.document(DocumentFormat::Properties, SensitiveFields::Include) {
            Ok(text) => {
                assert!(text.is_ascii());
                lines.push(text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
                true
            }
            Err(errors) => {
                let is_same = |error: &ExportError| matches!(error, ExportError::SameNativeName { .. });
                assert!(errors.iter().all(is_same), "{errors:?}");
                false
            }
        })
        .collect();
    assert!(samples.len() > 250);
    let told = ask(Command::new("java").arg(folder.path().join("Read.java")), lines.into_iter());
    let text = |hex: &str| {
        let digits = &hex[1..];
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        String::from_utf8((0..digits.len()).step_by(2).map(byte).collect()).unwrap()
    };
    for (valued, told) in samples.iter().zip(told) {
        let parts: Vec<String> = told.split_whitespace().map(text).collect();
        let found = parts.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        check_flat(valued, &found, native_name, str::to_owned);
    }
}

#[test]
fn a_line_of_an_environment_file_is_a_variable() {
    let mut refused = 0;
    let samples: Vec<_> = samples(300).into_iter().chain([trap_fields(true)]).collect();
    let mut random = Random::stream(12);
    for valued in &samples {
        let variables = variables(&mut random);
        let target = ExportTarget::Document(DocumentFormat::Env, SensitiveFields::Include);
        let text = match valued.export_with(&target, &variables) {
            Ok(exported) => super::text_of(exported),
            Err(errors) => {
                let is_said = |error: &ExportError| {
                    matches!(error, ExportError::NotOneLine { .. } | ExportError::SameVariable { .. })
                };
                assert!(errors.iter().all(is_said), "{errors:?}");
                refused += 1;
                continue;
            }
        };
        // As `docker run --env-file` reads it: all behind the first `=` is the value.
        let lines = text.split_terminator('\n').map(|line| line.split_once('=').unwrap());
        let found = lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        check_flat(
            valued,
            &found,
            |field| field.key.as_str(),
            |path| {
                let parts: Vec<String> = path.split('.').map(str::to_uppercase).collect();
                format!("{}{}", variables.prefix.as_ref(), parts.join(variables.separator.as_ref()))
            },
        );
    }
    assert!(refused < samples.len() / 2, "{refused}");
}

#[test]
fn a_shell_reads_an_environment_file_line_by_line() {
    let test = "what a shell makes of an environment file";
    let program = r#"while IFS= read -r line; do export "$line"; done; env -0"#;
    let works = Command::new("sh").args(["-c", "env -0"]).stdout(Stdio::null()).status();
    if !works.is_ok_and(|status| status.success()) {
        return skip(test, "`sh` or `env -0` is missing");
    }
    let valued = trap_fields(true);
    let mut input = tempfile::NamedTempFile::new().unwrap();
    let text = valued.document(DocumentFormat::Env, SensitiveFields::Include).unwrap();
    input.write_all(text.as_bytes()).unwrap();
    let input = std::fs::File::open(input.path()).unwrap();
    let output = Command::new("sh").args(["-c", program]).env_clear().stdin(input).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let variables = told.split_terminator('\0').filter_map(|variable| variable.split_once('='));
    let own = variables.filter(|(name, _)| name.starts_with('T'));
    let found = own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    check_flat(&valued, &found, |field| field.key.as_str(), str::to_uppercase);
}
