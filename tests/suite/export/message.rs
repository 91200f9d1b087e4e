//! Exported messages of protobuf, read by other programs with the `.proto` that `generate proto` writes.

use super::{ValuedDeclaration, samples, text_of, valued};
use crate::generate::protobuf::{PACKAGE, compiled, message_with};
use crate::support::command::Workspace;
use crate::support::random::{self, Tally};
use crate::support::skip::{has_tool, needs};
use confc::export::{ExportError, ExportTarget, ProtobufFormat, SensitiveFields, UnsetValue};
use confc::generate::Redaction;
use confc::types::{Field, Type, UnionType, Value};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use protox::prost_reflect::{DynamicMessage, MapKey, ReflectMessage as _, Value as Found};
use serde_json::{Value as Json, json};
use std::process::{Command, Stdio};

fn exported(
    valued: &ValuedDeclaration,
    format: ProtobufFormat,
    which: SensitiveFields,
) -> Result<Vec<u8>, Vec<ExportError>> {
    valued.export(&ExportTarget::Message(format, which)).map(|exported| exported.bytes)
}

fn binary(valued: &ValuedDeclaration, which: SensitiveFields) -> Result<Vec<u8>, Vec<ExportError>> {
    exported(valued, ProtobufFormat::Binary, which)
}

/// Values in a notation that is the same for all readers.
fn told(fields: &[Field], values: &[Value]) -> Json {
    fields.iter().zip(values).map(|(field, value)| told_value(&field.ty, value)).collect()
}

fn told_value(ty: &Type, value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Unsigned(value) => json!(value),
        Value::Signed(value) | Value::Variant(value) => json!(value),
        Value::Float(value) => json!(format!("{value:e}")),
        Value::String(text) => json!(text),
        Value::Json(text) => json!(text.as_str()),
        Value::Struct(values) => told(ty.members(), values),
        Value::List(list) => {
            let contents = ty.contents().unwrap();
            list.to_values().iter().map(|value| told_value(contents, value)).collect()
        }
        Value::Map(entries) => {
            let contents = ty.contents().unwrap();
            let entries = entries.to_entries();
            entries.iter().map(|(key, value)| (key.to_string(), told_value(contents, value))).collect()
        }
        Value::Union(union) => {
            let case = &ty.cases()[union.case as usize];
            json!({ case.name.as_str(): told_value(&case.ty, &union.value) })
        }
        Value::Absent => json!({ "absent": true }),
        Value::Null => Json::Null,
    }
}

/// The default of a member: from the default of the struct around it, or else its own.
fn member_default<'v>(around: Option<&'v Value>, at: usize, member: &'v Field) -> Option<&'v Value> {
    let inner = around.and_then(Value::as_members).map(|members| &members[at]);
    inner.or(member.default.as_ref())
}

/// The values of fields in a message, as its comments explain them. `around` is the default of the struct.
fn found(fields: &[Field], message: &DynamicMessage, around: Option<&Value>) -> Json {
    let each = fields.iter().enumerate();
    let values = each.map(|(at, field)| found_field(field, message, member_default(around, at, field)));
    values.collect()
}

fn found_field(field: &Field, message: &DynamicMessage, default: Option<&Value>) -> Json {
    let key = field.key.as_str();
    if field.nullable && *message.get_field_by_name(&format!("{key}_is_null")).unwrap() == Found::Bool(true) {
        return Json::Null;
    }
    let set = match &field.ty {
        Type::Union(ty) => found_case(ty, message, &format!("{key}_")),
        ty => message.has_field_by_name(key).then(|| {
            let value = message.get_field_by_name(key).unwrap();
            // The elements of a list have no default around them.
            found_parts(ty, &value, default)
        }),
    };
    set.unwrap_or_else(|| match default {
        // A struct that is set has no other entries.
        _ if field.is_rest() => json!({}),
        Some(default) => told_value(&field.ty, default),
        None if field.optional => told_value(&field.ty, &Value::Absent),
        None if matches!(field.ty, Type::Map(_)) => json!({}),
        None if field.ty.contents().is_some() => json!([]),
        None => panic!("`{key}` has no value"),
    })
}

/// The case that is set.
fn found_case(ty: &UnionType, message: &DynamicMessage, prefix: &str) -> Option<Json> {
    let name = |case: &str| format!("{prefix}{case}");
    let case = ty.cases().iter().find(|case| message.has_field_by_name(&name(case.name.as_str())))?;
    let value = message.get_field_by_name(&name(case.name.as_str())).unwrap();
    Some(json!({ case.name.as_str(): found_value(&case.ty, &value, None) }))
}

/// A field that is not a union.
fn found_parts(ty: &Type, value: &Found, default: Option<&Value>) -> Json {
    match (ty.contents(), value) {
        (Some(contents), Found::List(list)) => {
            list.iter().map(|value| found_value(contents, value, None)).collect()
        }
        (Some(contents), Found::Map(entries)) => {
            let key = |key: &MapKey| key.as_str().unwrap().to_owned();
            entries.iter().map(|(at, value)| (key(at), found_value(contents, value, None))).collect()
        }
        _ => found_value(ty, value, default),
    }
}

/// A single value, or a list or map in a message of its own.
fn found_value(ty: &Type, value: &Found, default: Option<&Value>) -> Json {
    match value {
        Found::Bool(value) => json!(value),
        Found::U32(value) => json!(value),
        Found::U64(value) => json!(value),
        Found::I32(value) | Found::EnumNumber(value) => json!(value),
        Found::I64(value) => json!(value),
        Found::F32(value) => json!(format!("{:e}", f64::from(*value))),
        Found::F64(value) => json!(format!("{value:e}")),
        Found::String(text) => json!(text),
        Found::Message(message) => match ty {
            Type::Struct(ty) => found(ty.members(), message, default),
            Type::Union(ty) => found_case(ty, message, "").expect("a case"),
            ty => found_parts(ty, &message.get_field(&message.descriptor().get_field(1).unwrap()), None),
        },
        Found::Bytes(_) | Found::List(_) | Found::Map(_) => panic!("{ty} as {value:?}"),
    }
}

/// The number of values that an unset field would change.
fn unset(fields: &[Field], values: &[Value], around: Option<&Value>) -> usize {
    let each = fields.iter().zip(values).enumerate();
    let counts = each.map(|(at, (field, value))| {
        let default = member_default(around, at, field);
        let is_empty = match value {
            Value::List(list) => list.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            _ => value.is_absent(),
        };
        let unset = default.cloned().unwrap_or(if field.optional { Value::Absent } else { value.clone() });
        let is_other = told_value(&field.ty, &unset) != told_value(&field.ty, value);
        usize::from(is_empty && is_other && !field.is_rest()) + unset_inside(&field.ty, value, default)
    });
    counts.sum()
}

fn unset_inside(ty: &Type, value: &Value, default: Option<&Value>) -> usize {
    let inside = |values: Vec<Value>| -> usize {
        values.iter().map(|value| unset_inside(ty.contents().unwrap(), value, None)).sum()
    };
    match value {
        Value::Struct(values) => unset(ty.members(), values, default),
        Value::List(list) => inside(list.to_values()),
        Value::Map(entries) => inside(entries.values().to_values()),
        Value::Union(union) => unset_inside(&ty.cases()[union.case as usize].ty, &union.value, None),
        _ => 0,
    }
}

/// The message; `None` if it is refused for an expected reason.
fn any(valued: &ValuedDeclaration) -> Option<Vec<u8>> {
    match binary(valued, SensitiveFields::Include) {
        Ok(bytes) => Some(bytes),
        Err(errors) => {
            let is_known =
                |error: &ExportError| matches!(error, ExportError::Unset { .. } | ExportError::Collision(_));
            assert!(errors.iter().all(is_known), "{errors:?}");
            None
        }
    }
}

#[test]
fn who_follows_the_comments_reads_the_values() {
    let (tally, unsaid) = (Tally::default(), Tally::default());
    proptest!(random::cases(256), |(valued in valued())| {
        let config = valued.config();
        let Ok(proto) = message_with(config, Redaction::Option) else {
            let errors = binary(&valued, SensitiveFields::Include).unwrap_err();
            let is_collision = |error: &ExportError| matches!(error, ExportError::Collision(_));
            prop_assert!(errors.iter().all(is_collision));
            return Ok(());
        };
        let count = unset(config.fields(), &valued.values, None);
        let bytes = binary(&valued, SensitiveFields::Include);
        tally.count(bytes.is_ok());
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(errors) => {
                let is_unset = |error: &ExportError| matches!(error, ExportError::Unset { .. });
                prop_assert!(errors.iter().all(is_unset), "{:?}", errors);
                // Elements of one list have one error.
                prop_assert!(errors.len() <= count);
                return Ok(());
            }
        };
        prop_assert_eq!(count, 0);
        let descriptor = compiled(&proto).get_message_by_name(&format!("{PACKAGE}.Config")).unwrap();
        let read = |bytes: &[u8]| DynamicMessage::decode(descriptor.clone(), bytes).unwrap();
        let whole = read(&bytes);
        prop_assert_eq!(whole.unknown_fields().count(), 0);
        prop_assert_eq!(found(config.fields(), &whole, None), told(config.fields(), &valued.values));
        // Protobuf merges concatenated messages.
        let parts = [SensitiveFields::Omit, SensitiveFields::Only];
        let parts = parts.map(|which| binary(&valued, which).unwrap());
        unsaid.count(parts.iter().all(|part| !part.is_empty()));
        prop_assert_eq!(read(&parts.concat()), whole);
    });
    tally.demand(50, 5);
    unsaid.demand(10, 10);
}

#[test]
fn what_is_not_set_is_named_once() {
    use confc::types::{Key, List, StructType, VectorType};
    let list = |field: Field| Type::Vector(VectorType::new(field.ty, 9));
    let key = |key: &str| Key::new(key).unwrap();
    let flag = Field::new(key("flag"), Type::Bool);
    let member = Field { optional: true, ..Field::new(key("on"), list(flag)) };
    let ty = Type::Struct(StructType::new(vec![member]));
    let empty = || Value::List(List::default());
    let elements = List::Struct(vec![Box::from([empty()]), Box::from([empty()])].into());
    let field = Field::new(key("list"), Type::Vector(VectorType::new(ty, 9)));
    let valued = ValuedDeclaration::of_fields(vec![(field, Value::List(elements))]);
    let unset = ExportError::Unset { path: "list.on".into(), value: UnsetValue::EmptyNotAbsent };
    assert_eq!(binary(&valued, SensitiveFields::Include), Err(vec![unset]));
}

/// Runs a program with a stdin, and returns its stdout.
fn piped(command: &mut Command, stdin: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}");
    output.stdout
}

/// The message of a declaration, and its values in both encodings.
struct Message {
    proto: String,
    binary: Vec<u8>,
    text: String,
}

/// Returns this many messages that are not refused.
fn messages(count: usize) -> Vec<Message> {
    let message = |valued: ValuedDeclaration| {
        let binary = any(&valued)?;
        let package = PACKAGE.parse().unwrap();
        let format = ProtobufFormat::Text(Some(package));
        let text = text_of(valued.export(&ExportTarget::Message(format, SensitiveFields::Include)).unwrap());
        Some(Message { proto: message_with(valued.config(), Redaction::Comment).unwrap(), binary, text })
    };
    let messages: Vec<Message> = samples(count).into_iter().filter_map(message).collect();
    assert!(messages.len() > count / 3, "{}", messages.len());
    messages
}

#[test]
fn protoc_reads_and_writes_the_same_messages() {
    if !has_tool("protoc_reads_and_writes_the_same_messages", "protoc") {
        return;
    }
    let space = Workspace::new();
    let ty = format!("{PACKAGE}.Config");
    for Message { proto, binary, text } in messages(40) {
        space.write("config.proto", proto);
        let protoc = |flags: &[&str], stdin: &[u8]| {
            piped(&mut space.command("protoc", &[flags, &["config.proto"]].concat()), stdin)
        };
        let (encode, decode) = (format!("--encode={ty}"), format!("--decode={ty}"));
        let encode = ["--deterministic_output", &encode];
        assert_eq!(protoc(&encode, text.as_bytes()), binary, "{text}");
        let decoded = protoc(&[&decode], &binary);
        assert_eq!(protoc(&encode, &decoded), binary, "{text}");
        // The layout is the same; only strings and floats may be spelled in other ways.
        let lines = |text: &str| -> Vec<String> {
            let names = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            names.map(|line| line.split(':').next().unwrap().to_owned()).collect()
        };
        assert_eq!(lines(&String::from_utf8(decoded).unwrap()), lines(&text));
    }
}

/// Reads each message and its text, which must be the same, and writes the message again.
const READ_AGAIN: &str = r"
import glob, sys
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

for path in sorted(glob.glob('*.set')):
    name = path.removesuffix('.set')
    files = descriptor_pb2.FileDescriptorSet.FromString(open(path, 'rb').read())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.AddSerializedFile(file.SerializeToString())
    message = pool.FindMessageTypeByName(sys.argv[1] + '.Config')
    # Before version 4.22 of the package, a factory makes the class.
    make = getattr(message_factory, 'GetMessageClass', None) or message_factory.MessageFactory(pool).GetPrototype
    Config = make(message)
    data = open(name + '.binpb', 'rb').read()
    message = Config.FromString(data)
    text = text_format.Parse(open(name + '.txtpb', encoding='utf-8').read(), Config())
    assert text == message, name
    # It sorts keys of maps in another way.
    written = text.SerializeToString()
    assert len(written) == len(data) and Config.FromString(written) == message, name
";

#[test]
#[ignore = "slow: asks protobuf in Python"]
fn python_reads_and_writes_the_same_messages() {
    let test = "python_reads_and_writes_the_same_messages";
    let imports = Command::new("python3").args(["-c", "import google.protobuf.message_factory"]).output();
    if !imports.is_ok_and(|output| output.status.success()) {
        return needs(test, "protobuf for Python");
    }
    if !has_tool(test, "protoc") {
        return;
    }
    let space = Workspace::new();
    for (at, Message { proto, binary, text }) in messages(150).into_iter().enumerate() {
        space.write(&format!("{at}.proto"), proto);
        let set = format!("-o{at}.set");
        let file = format!("{at}.proto");
        assert!(space.command("protoc", &[&set, &file]).status().unwrap().success());
        space.write(&format!("{at}.binpb"), binary);
        space.write(&format!("{at}.txtpb"), text);
    }
    let read = Command::new("python3").args(["-c", READ_AGAIN, PACKAGE]).current_dir(space.folder()).output();
    let read = read.unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}
