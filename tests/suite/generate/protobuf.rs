//! The protobuf message that is generated, as compilers of protobuf understand it.

use crate::support::arbitrary;
use crate::support::awkward::evil;
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Tally};
use crate::support::skip::has_tool;
use crate::values::seal_unchecked;
use confc::declaration::{Config, Declaration};
use confc::diagnostic::{Code, Report};
use confc::generate::{Redaction, Target, generate};
use confc::types::{Component, Field, Key, Type, UnionCase, UnionType};
use proptest::prelude::{Strategy, prop_assert_eq, proptest};
use proptest::strategy::ValueTree as _;
use protox::file::{File, FileResolver};
use protox::prost_reflect::{DescriptorPool, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage as _};
use protox::{Compiler, Error};

/// The package of all messages.
pub(crate) const PACKAGE: &str = "acme.echo";

/// The generated text, or the codes of what was reported instead.
fn message(config: &Config) -> Result<String, Vec<Code>> {
    message_with(config, Redaction::Option)
}

pub(crate) fn message_with(config: &Config, redaction: Redaction) -> Result<String, Vec<Code>> {
    let mut report = Report::new();
    let package = PACKAGE.parse().expect("a package");
    match generate(&Target::Proto(package, redaction), config, &|_| None, &mut report) {
        Some(files) => {
            let [file] = &*files else { panic!("one file") };
            assert!(report.sorted().is_empty());
            Ok(file.text.clone())
        }
        None => Err(report.sorted().iter().map(|found| found.code()).collect()),
    }
}

#[track_caller]
pub(crate) fn compiled(text: &str) -> DescriptorPool {
    let mut compiler = Compiler::with_file_resolver(OneFile(text.to_owned()));
    compiler.open_file("a.proto").unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    compiler.descriptor_pool()
}

struct OneFile(String);

impl FileResolver for OneFile {
    fn open_file(&self, name: &str) -> Result<File, Error> {
        File::from_source(name, &self.0)
    }
}

/// What differs between members and the fields of their message.
fn check(fields: &[Field], message: &MessageDescriptor) {
    let nullable = || fields.iter().filter(|field| field.nullable);
    let count = fields.iter().map(|field| field.ty.cases().len().max(1));
    assert_eq!(message.fields().len(), count.sum::<usize>() + nullable().count());
    for field in nullable() {
        let name = format!("{}_is_null", field.key);
        let flag = message.get_field_by_name(&name).expect("a field of this name");
        assert_eq!((flag.kind(), flag.json_name()), (Kind::Bool, &*format!("${name}")));
    }
    for field in fields {
        let key = field.key.as_str();
        if let Type::Union(ty) = &field.ty {
            for found in check_oneof(ty, message, key, &format!("{key}_")) {
                assert_eq!(found.json_name(), format!("${}", found.name()));
                check_options(field, &found);
            }
            continue;
        }
        let found = message.get_field_by_name(key).expect("a field of this name");
        // Names in brackets are those of extensions.
        let name = field.native_name();
        let is_extension = name.starts_with('[') && name.ends_with(']');
        assert_eq!(found.json_name(), if is_extension { key } else { name });
        assert_eq!(found.supports_presence(), field.ty.contents().is_none());
        check_options(field, &found);
        check_parts(&field.ty, &found);
    }
}

fn check_options(field: &Field, found: &FieldDescriptor) {
    let options = found.options();
    let flag = |name: &str| {
        let field = options.descriptor().get_field_by_name(name).expect("an option");
        options.get_field(&field).as_bool() == Some(true)
    };
    assert_eq!(flag("deprecated"), field.deprecated.is_some());
    assert_eq!(flag("debug_redact"), field.sensitive);
}

/// The fields of a `oneof`, whose names begin with a prefix.
fn check_oneof(
    ty: &UnionType,
    message: &MessageDescriptor,
    name: &str,
    prefix: &str,
) -> Vec<FieldDescriptor> {
    let oneof = message.oneofs().find(|oneof| oneof.name() == name).expect("a oneof of this name");
    assert_eq!(oneof.fields().len(), ty.cases().len());
    let field = |case: &UnionCase| {
        let name = format!("{prefix}{}", case.name);
        let found = message.get_field_by_name(&name).expect("a field of this name");
        assert_eq!(found.containing_oneof().as_ref(), Some(&oneof));
        check_contents(&case.ty, &found);
        found
    };
    ty.cases().iter().map(field).collect()
}

/// A repeated field or a map, or a single value of this type.
fn check_parts(ty: &Type, found: &FieldDescriptor) {
    assert_eq!(found.is_map(), matches!(ty, Type::Map(_)));
    assert_eq!(found.is_list(), ty.element().is_some());
    match ty {
        Type::Map(map) => {
            let Kind::Message(entry) = found.kind() else { panic!("entries are messages") };
            assert_eq!(entry.map_entry_key_field().kind(), Kind::String);
            check_contents(map.value(), &entry.map_entry_value_field());
        }
        ty => ty.element().map_or_else(|| check_kind(ty, found), |element| check_contents(element, found)),
    }
}

/// A list or map inside another, or in a case, is a message with one field.
fn check_contents(ty: &Type, found: &FieldDescriptor) {
    if ty.contents().is_none() {
        return check_kind(ty, found);
    }
    let Kind::Message(message) = found.kind() else { panic!("lists and maps are messages") };
    assert_eq!(message.fields().len(), 1);
    let only = message.get_field(1).expect("the number 1");
    assert_eq!(only.name(), if ty.element().is_some() { "elements" } else { "entries" });
    check_parts(ty, &only);
}

fn check_kind(ty: &Type, found: &FieldDescriptor) {
    match (ty, found.kind()) {
        (Type::Struct(ty), Kind::Message(message)) => check(ty.members(), &message),
        (Type::Union(ty), Kind::Message(message)) => {
            assert_eq!(message.fields().len(), ty.cases().len());
            let name = if ty.position("kind").is_some() { "kind_" } else { "kind" };
            for found in check_oneof(ty, &message, name, "") {
                assert_eq!(found.json_name(), found.name());
            }
        }
        (Type::Enum(ty), Kind::Enum(found)) => {
            assert_eq!(found.enum_descriptor_proto().value[0].number, Some(0));
            for variant in ty.variants() {
                let number = i32::try_from(variant.number).expect("32 bits");
                let value = found.get_value(number).expect("a value with this number");
                let name = variant.name.as_str().to_ascii_uppercase();
                assert!(!variant.name.is_key() || value.name().ends_with(&name), "{}", value.name());
            }
        }
        (Type::Enum(ty), Kind::Int64) => {
            assert!(ty.variants().iter().any(|variant| i32::try_from(variant.number).is_err()));
        }
        (Type::Integer(ty), kind) => {
            let (min, max) = ty.kind.range();
            let range = match kind {
                Kind::Uint32 => (0, u32::MAX.into()),
                Kind::Uint64 => (0, u64::MAX.into()),
                Kind::Int32 => (i32::MIN.into(), i32::MAX.into()),
                Kind::Int64 => (i64::MIN.into(), i64::MAX.into()),
                other => panic!("{other:?}"),
            };
            assert!(range.0 <= min && max <= range.1);
        }
        (Type::Bool, Kind::Bool) | (Type::String(_) | Type::Json(_), Kind::String) => {}
        (Type::Float(ty), kind) => assert_eq!(
            format!("{:?}", ty.kind),
            match kind {
                Kind::Float => "Float32",
                Kind::Double => "Float64",
                other => panic!("{other:?}"),
            }
        ),
        (ty, kind) => panic!("{ty} as {kind:?}"),
    }
}

fn declarations() -> impl Strategy<Value = Declaration> {
    arbitrary::schema().prop_map(|schema| Declaration::seal(Component::default(), Some(schema)).unwrap())
}

fn numbers(pool: &DescriptorPool) -> Vec<(String, u32)> {
    let message = pool.get_message_by_name("acme.echo.Config").expect("the message");
    message.fields().map(|field| (field.name().to_owned(), field.number())).collect()
}

#[test]
fn any_schema_is_a_message_or_a_diagnostic() {
    let (tally, with_unions) = (Tally::default(), Tally::default());
    proptest!(random::cases(128), |(declaration in declarations())| {
        let config = declaration.config().expect("a schema");
        let message = message(config);
        tally.count(message.is_ok());
        if config.fields().iter().any(|field| field.ty.to_string().contains("union<")) {
            with_unions.count(message.is_ok());
        }
        match message {
            Ok(text) => {
                let pool = compiled(&text);
                check(config.fields(), &pool.get_message_by_name("acme.echo.Config").expect("the message"));
            }
            Err(codes) => prop_assert_eq!(codes.iter().find(|code| **code != Code::E0715), None),
        }
    });
    tally.demand(50, 0);
    with_unions.demand(50, 0);
}

#[test]
fn comments_hold_any_text() {
    let mut fields = evil();
    let doc = fields[0].doc.clone();
    let case = |name, ty| UnionCase { name: Key::new(name).unwrap(), ty, text: None, doc: doc.clone() };
    let union = UnionType::new(vec![case("a", fields[0].ty.clone()), case("b", Type::Bool)]);
    fields.push(Field::new(Key::new("union").unwrap(), Type::Union(union)));
    let declaration = seal_unchecked(fields);
    let config = declaration.config().expect("a schema");
    let pool = compiled(&message(config).expect("a message"));
    check(config.fields(), &pool.get_message_by_name("acme.echo.Config").expect("the message"));
}

#[test]
fn words_of_protobuf_are_names() {
    let words = [
        "bool",
        "bytes",
        "config",
        "double",
        "enum",
        "export",
        "extend",
        "extensions",
        "false",
        "float",
        "group",
        "import",
        "inf",
        "int32",
        "local",
        "map",
        "max",
        "message",
        "nan",
        "oneof",
        "option",
        "optional",
        "package",
        "public",
        "repeated",
        "required",
        "reserved",
        "returns",
        "rpc",
        "service",
        "string",
        "syntax",
        "to",
        "true",
        "uint64",
        "weak",
    ];
    let fields = |ty: &str| words.map(|word| format!("{word}: {ty}")).join(", ");
    let plain = fields("{ type: 'bool' }");
    let variants =
        words.iter().enumerate().map(|(n, word)| format!("{word}: {n}")).collect::<Vec<_>>().join(", ");
    let nested = fields(&format!("{{ type: 'struct', fields: {{ {plain} }} }}"));
    let enums = fields(&format!("{{ type: 'enum', variants: {{ {variants} }} }}"));
    let with = |ty: &dyn Fn(&str) -> String| words.map(|word| format!("{word}: {}", ty(word))).join(", ");
    let union = |word: &str| {
        format!("{{ type: 'union', cases: {{ kind: {{ type: 'bool' }}, {word}: {{ type: 'uint8' }} }} }}")
    };
    let listed = |word: &str| format!("{{ type: 'vector', max_count: 2, element: {} }}", union(word));
    for stanza in [plain, nested, enums, with(&union), with(&listed)] {
        let manifest = Compiled::of(format!("{{ config: {{ {stanza} }} }}"));
        let config = manifest.declaration().config().expect("a schema");
        let text = message(config).expect("names that do not meet");
        check(
            config.fields(),
            &compiled(&text).get_message_by_name("acme.echo.Config").expect("the message"),
        );
    }
}

/// Native names with every escape, those that protobuf derives itself, and one that it refuses.
#[test]
fn json_names_are_native_names() {
    let long = "é".repeat(128);
    let names = ["a.b", "\"", "\\", "é", "\u{202e}", "@type", "[x]", "[", "8080", "true", "logLevel", &long];
    let fields = names.iter().enumerate().map(|(n, name)| {
        let name = serde_json::json!(name);
        format!("f_{n}: {{ name: {name}, type: 'bool' }}, g{n}_x: {{ name: 'g{n}X', type: 'bool' }}")
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    let inner = format!("inner: {{ type: 'struct', fields: {{ {fields} }} }}");
    let manifest = Compiled::of(format!("{{ config: {{ {fields}, {inner} }} }}"));
    let config = manifest.declaration().config().expect("a schema");
    let text = message(config).expect("names that do not meet");
    check(config.fields(), &compiled(&text).get_message_by_name("acme.echo.Config").expect("the message"));
}

#[test]
fn names_of_entries_are_not_hidden() {
    let map = |value: &str| {
        format!("{{ type: 'map', max_count: 2, key: {{ type: 'string', max_size: 2 }}, value: {value} }}")
    };
    let variants = "{ type: 'enum', variants: { a: 0 } }";
    let list = format!("{{ type: 'vector', max_count: 2, element: {} }}", map(variants));
    let manifest = Compiled::of(format!("{{ config: {{ entries_entry: {list} }} }}"));
    let config = manifest.declaration().config().expect("a schema");
    let text = message(config).expect("a message");
    check(config.fields(), &compiled(&text).get_message_by_name("acme.echo.Config").expect("the message"));

    let (map, nested) = (map("{ type: 'bool' }"), map(&map("{ type: 'bool' }")));
    for (fields, codes) in [
        (format!("a: {map}, a_entry: {variants}"), vec![Code::E0715]),
        (format!("a: {map}, a_value: {variants}"), Vec::new()),
        (format!("a: {nested}, a_value: {variants}"), vec![Code::E0715]),
        (format!("a: {nested}, a_value: {nested}"), Vec::new()),
    ] {
        let manifest = Compiled::of(format!("{{ config: {{ {fields} }} }}"));
        let found = message(manifest.declaration().config().expect("a schema"));
        assert_eq!(found.err().unwrap_or_default(), codes, "{fields}");
    }
}

#[test]
fn names_of_cases_are_not_those_of_fields() {
    let union = |cases: &str| format!("{{ type: 'union', cases: {{ {cases} }}, nullable: true }}");
    let list = |ty: &str| format!("{{ type: 'vector', max_count: 2, element: {ty} }}");
    let listed = |cases: &str| list(&format!("{{ type: 'union', cases: {{ {cases} }} }}"));
    let (bool, number, text) = ("{ type: 'bool' }", "{ type: 'uint8' }", "{ type: 'string', max_size: 3 }");
    let structure = format!("{{ type: 'struct', fields: {{ x: {bool} }} }}");
    let structs = list(&structure);
    let plain = union(&format!("b: {bool}, n: {number}"));
    for (fields, codes) in [
        (format!("a: {plain}, a_c: {bool}, a__b_n: {bool}"), Vec::new()),
        (format!("a: {plain}, a_b: {bool}"), vec![Code::E0715]),
        (format!("a: {plain}, a__n: {bool}"), vec![Code::E0715]),
        (
            format!(
                "a: {}, a_b: {}",
                union(&format!("b_c: {bool}, n: {number}")),
                union(&format!("c: {bool}, t: {text}"))
            ),
            vec![Code::E0715],
        ),
        // The accessor of the case, and the enum of cases.
        (format!("a: {plain}, a_case: {bool}"), vec![Code::E0715]),
        (format!("a: {plain}, a_case: {structure}"), vec![Code::E0715]),
        (format!("a: {plain}, a_not: {{ type: 'enum', variants: {{ set: 0 }} }}"), vec![Code::E0715]),
        (format!("a: {}", union(&format!("case: {bool}, n: {number}"))), vec![Code::E0715]),
        (format!("a: {}", union(&format!("is_null: {bool}, n: {number}"))), vec![Code::E0715]),
        (format!("a: {}", listed(&format!("case: {bool}, kind: {number}"))), Vec::new()),
        (format!("a: {}", listed(&format!("kind_case: {bool}, n: {number}"))), vec![Code::E0715]),
        // The message around a list.
        (format!("a: {}, a_s_lists: {structure}", union(&format!("b: {bool}, s: {structs}"))), Vec::new()),
        (
            format!("a: {}, a_s_list: {structure}", union(&format!("b: {bool}, s: {structs}"))),
            vec![Code::E0715],
        ),
        (format!("a: {}", listed(&format!("s: {structs}, s_list: {structure}"))), vec![Code::E0715]),
    ] {
        let manifest = Compiled::of(format!("{{ config: {{ {fields} }} }}"));
        let found = message(manifest.declaration().config().expect("a schema"));
        let text = match found {
            Ok(text) => text,
            Err(found) => {
                assert_eq!(found, codes, "{fields}");
                continue;
            }
        };
        assert_eq!(codes, [], "{fields}");
        let config = manifest.declaration().config().expect("a schema");
        check(
            config.fields(),
            &compiled(&text).get_message_by_name("acme.echo.Config").expect("the message"),
        );
    }
}

/// The deepest structs: protoc allows one message fewer inside each other.
fn deepest() -> Declaration {
    let structure = |ty, n| format!("{{ type: 'struct', fields: {{ s{n}: {ty} }} }}");
    let ty = (0..31).fold("{ type: 'enum', variants: { a: 0 } }".to_owned(), structure);
    Compiled::of(format!("{{ config: {{ a: {ty} }} }}")).declaration().clone()
}

/// Messages around unions inside structs, as deep as types nest.
fn deepest_unions() -> Declaration {
    let structure = |ty: &str| format!("{{ type: 'struct', fields: {{ s: {ty} }} }}");
    let inner = structure("{ type: 'enum', variants: { a: 0 } }");
    let union = format!("{{ type: 'union', cases: {{ off: {{ type: 'bool' }}, on: {inner} }} }}");
    let list = format!("{{ type: 'vector', max_count: 2, element: {union} }}");
    let ty = (0..28).fold(list, |ty, _| structure(&ty));
    Compiled::of(format!("{{ config: {{ a: {ty} }} }}")).declaration().clone()
}

#[test]
fn the_deepest_structs_are_messages() {
    for declaration in [deepest(), deepest_unions()] {
        let config = declaration.config().expect("a schema");
        let text = message(config).expect("a message");
        let pool = compiled(&text);
        check(config.fields(), &pool.get_message_by_name("acme.echo.Config").expect("the message"));
    }
}

#[test]
fn numbers_stay_when_fields_come_and_go() {
    let of = |stanza: &str| {
        let manifest = Compiled::of(format!("{{ config: {{ {stanza} }} }}"));
        numbers(&compiled(&message(manifest.declaration().config().expect("a schema")).expect("a message")))
    };
    let few = of("b: { type: 'bool' }, d: { type: 'uint8' }");
    let more = of(
        "a: { type: 'bool' }, b: { type: 'string', max_size: 3 }, c: { type: 'bool' }, d: { type: 'uint8' }",
    );
    assert_eq!(few.iter().filter(|one| !more.contains(one)).count(), 0, "{few:?} {more:?}");
    assert_eq!(more.len(), 4);
}

/// Whatever protox takes, stock protoc takes too, also before version 22 without `debug_redact`.
#[test]
fn protoc_takes_the_messages() {
    if !has_tool("protoc_takes_the_messages", "protoc") {
        return;
    }
    let workspace = Workspace::new();
    let mut runner = random::runner();
    let mut names: Vec<String> = Vec::new();
    let mut any = || declarations().new_tree(&mut runner).expect("a schema").current();
    while names.len() < 40 {
        let declaration = match names.len() {
            0 => seal_unchecked(evil()),
            1 => deepest(),
            2 => deepest_unions(),
            _ => any(),
        };
        let config = declaration.config().expect("a schema");
        let Ok(text) = message_with(config, Redaction::Comment) else { continue };
        let name = format!("{}.proto", names.len());
        workspace
            .write(&name, text.replace("package acme.echo;", &format!("package acme.echo{};", names.len())));
        names.push(name);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let protoc = &mut workspace.command("protoc", &[&["-I.", "-oout"], names.as_slice()].concat());
    crate::support::command::Answer::of(protoc).silent();
}
