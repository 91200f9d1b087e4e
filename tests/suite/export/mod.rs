//! What `confc export` writes reads back, here and by others, and no secret stands where none was asked for.

mod json;
mod kubernetes;
mod message;
mod others;

use crate::resolve::resolved::compile;
use crate::support::arbitrary::{self, may_resolve};
use crate::support::random::{self, Random, Tally, times};
use confc::declaration::{Config, Declaration};
use confc::export::{
    DocumentFormat, ExportError, ExportTarget, Exported, ExportedValues, SensitiveFields, VariableNames,
    export,
};
use confc::plan::{self, EmbeddedSchema};
use confc::schema::{Schema, ValueSource};
use confc::syntax::Format;
use confc::types::{
    Component, Field, FieldNames, IntegerKind, IntegerType, Key, List, MapEntries, MapType, NativeName,
    StringType, StructType, Type, Value, VectorType,
};
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::strategy::ValueTree as _;

/// Texts that some reader of some format takes for something else than what they are.
const TRAPS: &[&str] = &[
    "",
    " ",
    "  ",
    "a ",
    " a",
    "\t",
    "a\tb",
    "yes",
    "No",
    "ON",
    "off",
    "y",
    "N",
    "true",
    "False",
    "null",
    "Null",
    "NULL",
    "~",
    "017",
    "0o17",
    "0x1F",
    "0b11",
    "1_000",
    "190:20:30",
    "1e3",
    "1.5",
    "+1",
    "-1",
    ".5",
    "5.",
    ".inf",
    "-.Inf",
    ".nan",
    "inf",
    "NaN",
    "Infinity",
    "2020-01-01",
    "2020-01-01 10:00:00Z",
    "12:30",
    "=",
    "<<",
    "-",
    "- a",
    "?",
    "? a",
    ":",
    "a: b",
    "a:",
    ":a",
    "#",
    "#a",
    "a #b",
    "a#b",
    "!a",
    "!!str a",
    "&a",
    "*a",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "[a]",
    "{a}",
    "[",
    "{",
    "}",
    ",",
    "a, b",
    "'",
    "''",
    "\"",
    "\"a\"",
    "\\",
    "\\n",
    "\\u0041",
    "a\\",
    "\n",
    "a\n",
    "a\nb",
    "a\nb\n",
    "a\n\nb\n\n",
    "\na",
    " a\nb",
    "a\n b",
    "a \nb",
    "a\n\tb",
    "a\n#b\n",
    "a\n---\nb",
    "---",
    "---\na",
    "...",
    "\r",
    "a\r\nb",
    "a\rb",
    "\u{85}",
    "a\u{85}b",
    "\u{2028}",
    "a\u{2029}b",
    "\u{a0}",
    "\u{feff}",
    "\u{feff}a",
    "\0",
    "a\0b",
    "\u{1}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    "\u{ad}",
    "\u{202e}abc",
    "\u{fffd}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{e000}",
    "é",
    "ß",
    "日本",
    "😀",
    "\u{1ffff}",
    "\u{10ffff}",
    "$HOME",
    "${x}",
    "$(x)",
    "%PATH%",
    "a=b",
    "=b",
    "!x",
    "\u{c}",
    "\u{c}a",
    "\u{b}",
    "export A=1",
    "a\n\"\"\"\nb",
    "'''",
    "$ref",
    "__proto__",
];

/// A declaration with a value for each field.
#[derive(Debug, Clone)]
struct ValuedDeclaration {
    declaration: Declaration,
    values: Vec<Value>,
}

impl ValuedDeclaration {
    fn of_fields(fields: Vec<(Field, Value)>) -> Self {
        let (fields, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
        let value_source = ValueSource::PackagePath(Default::default());
        let schema = Schema::new(fields.clone(), value_source).unwrap();
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        // The declaration has its own order.
        let of_key = |field: &Field| {
            let at = fields.iter().position(|one| one.key == field.key).unwrap();
            values[at].clone()
        };
        let values = declaration.config().unwrap().fields().iter().map(of_key).collect();
        Self { declaration, values }
    }

    fn config(&self) -> &Config {
        self.declaration.config().unwrap()
    }

    fn export(&self, target: &ExportTarget) -> Result<Exported, Vec<ExportError>> {
        self.export_with(target, &VariableNames::default())
    }

    fn export_with(
        &self,
        target: &ExportTarget,
        variables: &VariableNames,
    ) -> Result<Exported, Vec<ExportError>> {
        let values = ExportedValues { values: &self.values, file: b"a value file" };
        export(self.config(), values, target, variables)
    }

    fn document(&self, format: DocumentFormat, which: SensitiveFields) -> Result<String, Vec<ExportError>> {
        self.export(&ExportTarget::Document(format, which)).map(text_of)
    }

    /// The value file that the values make directly.
    fn bytes(&self) -> Vec<u8> {
        plan::encode(self.config(), &self.values, EmbeddedSchema::Include).unwrap()
    }
}

/// The bytes of an export as text.
fn text_of(exported: Exported) -> String {
    String::from_utf8(exported.bytes).unwrap()
}

/// Any declaration, with secrets, and any values that read back from a layer.
fn valued() -> impl Strategy<Value = ValuedDeclaration> {
    let whole = |schema: &Schema| schema.fields().iter().all(may_resolve);
    let schema = arbitrary::schema().prop_filter("every field has a value", whole);
    let fields = schema.prop_flat_map(|schema| {
        let (fields, _) = schema.into_parts();
        let values = arbitrary::members(&fields);
        (Just(fields), values)
    });
    let fields = fields.prop_filter("reads back", |(fields, values)| json::read_back(fields, values));
    fields.prop_map(|(fields, values)| ValuedDeclaration::of_fields(fields.into_iter().zip(values).collect()))
}

/// A struct with one member per text. The text is the native name of the member and its value. Skips texts that are not
/// valid native names.
fn named(texts: &[String]) -> (Type, Value) {
    let names: Vec<NativeName> = texts.iter().filter_map(|text| NativeName::new(text).ok()).collect();
    let member = |(at, name): (usize, &NativeName)| Field {
        names: FieldNames::new(Some(name.clone()), Vec::new()),
        ..Field::new(Key::new(&format!("t{at}")).unwrap(), Type::String(StringType::new(1 << 20)))
    };
    let ty = StructType::new(names.iter().enumerate().map(member).collect());
    let values = ty.members().iter().map(|member| Value::String(member.native_name().into()));
    let values = Value::Struct(values.collect());
    (Type::Struct(ty), values)
}

/// Texts that readers stumble over, as elements, as keys of maps and as native names.
fn traps() -> ValuedDeclaration {
    let mut random = Random::stream(9);
    let mut texts: Vec<String> = TRAPS.iter().map(|text| text.to_string()).collect();
    texts.extend((0..times(300)).map(|_| {
        let parts = 2 + random.below(4);
        (0..parts).map(|_| random.pick(TRAPS)).collect::<String>()
    }));
    texts.push("long ".repeat(500));
    let text = || Type::String(StringType::new(1 << 20));
    let of = |key: &str, ty: Type, value: Value| (Field::new(Key::new(key).unwrap(), ty), value);
    let list = List::String(texts.iter().map(|text| text.as_str().into()).collect());
    let mut keys: Vec<String> = texts.iter().filter(|text| !text.starts_with('$')).cloned().collect();
    keys.sort();
    keys.dedup();
    let entries = keys.iter().map(|key| (key.as_str().into(), Value::String(key.as_str().into())));
    let map = MapEntries::of(&text(), entries.collect()).unwrap();
    let structs = MapType::new(
        text(),
        Type::Struct(StructType::new(vec![Field::new(
            Key::new("deep").unwrap(),
            Type::Vector(VectorType::new(text(), 10)),
        )])),
        1 << 20,
    );
    let deep = |text: &String| {
        let list = List::String([text.as_str().into(), "x".into()].into());
        (text.as_str().into(), Value::Struct([Value::List(list)].into()))
    };
    let (named, named_values) = named(&keys);
    let lists = Type::Vector(VectorType::new(named.clone(), 1));
    let Value::Struct(members) = &named_values else { panic!("a struct") };
    let list_values = Value::List(List::Struct([members.clone()].into()));
    let deep = MapEntries::of(structs.value(), keys.iter().map(deep).collect()).unwrap();
    ValuedDeclaration::of_fields(vec![
        json::field("json", &json::traps(&texts)),
        of("texts", Type::Vector(VectorType::new(text(), 1 << 20)), Value::List(list)),
        of("map", Type::Map(MapType::new(text(), text(), 1 << 20)), Value::Map(map)),
        of("deep", Type::Map(structs), Value::Map(deep)),
        of("named", named, named_values),
        of("lists", lists, list_values),
        of("big", Type::Integer(IntegerType::new(IntegerKind::Uint64)), Value::Unsigned(u64::MAX)),
        of("small", Type::Integer(IntegerType::new(IntegerKind::Int64)), Value::Signed(i64::MIN)),
    ])
}

/// As many declarations with values as in the usual run, and the texts that readers stumble over.
fn samples(usual: usize) -> Vec<ValuedDeclaration> {
    let (mut runner, strategy) = (random::runner(), valued());
    let samples = (0..times(usual)).map(|_| strategy.new_tree(&mut runner).unwrap().current());
    samples.chain([traps()]).collect()
}

const READ_BACK: [(DocumentFormat, Format); 3] = [
    (DocumentFormat::Json, Format::Json),
    (DocumentFormat::Yaml, Format::Yaml),
    (DocumentFormat::Toml, Format::Toml),
];

/// Whether all that is wrong is what TOML cannot say.
fn is_null_in_toml(format: DocumentFormat, errors: &[ExportError]) -> bool {
    let is_null = |error: &ExportError| {
        matches!(
            error,
            ExportError::AbsentInToml { .. } | ExportError::Null { .. } | ExportError::MoreNulls { .. }
        )
    };
    format == DocumentFormat::Toml && errors.iter().all(is_null)
}

#[test]
fn what_is_exported_is_a_layer_of_the_same_value_file() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(valued in valued())| {
        for (format, layer) in READ_BACK {
            match valued.document(format, SensitiveFields::Include) {
                Ok(text) => {
                    tally.count(true);
                    let bytes = compile(valued.config(), &[(layer, &text)]);
                    prop_assert_eq!(bytes, Ok(valued.bytes()), "{:?}\n{}", format, text);
                }
                Err(errors) => {
                    tally.count(false);
                    prop_assert!(is_null_in_toml(format, &errors), "{:?}", errors);
                }
            }
        }
    });
    tally.demand(70, 3);
}

#[test]
fn what_is_left_out_and_what_is_left_make_the_same_value_file() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(valued in valued())| {
        for (format, layer) in READ_BACK {
            let parts = [SensitiveFields::Omit, SensitiveFields::Only].map(|which| valued.document(format, which));
            if let [Ok(public), Ok(secret)] = &parts {
                let bytes = compile(valued.config(), &[(layer, public), (layer, secret)]);
                prop_assert_eq!(bytes, Ok(valued.bytes()), "{:?}\n{}\n{}", format, public, secret);
            }
            tally.count(parts.iter().all(Result::is_ok));
        }
    });
    tally.demand(70, 3);
}

/// Whether a value has a line. A struct has the lines of its members, and a rest the lines of its entries.
fn writes_line(field: &Field, value: &Value) -> bool {
    match value {
        Value::Absent | Value::Null => false,
        Value::Struct(members) => {
            field.ty.members().iter().zip(members).any(|(member, value)| writes_line(member, value))
        }
        Value::Map(entries) => !(field.is_rest() && entries.is_empty()),
        _ => true,
    }
}

/// How many values that may be left out have no line: not to count them would reveal them.
fn without_lines(fields: &[Field], values: &[Value]) -> usize {
    let of = |(field, value): (&Field, &Value)| match value {
        Value::Struct(members) if !field.sensitive => without_lines(field.ty.members(), members),
        value => usize::from(!value.is_absent() && !writes_line(field, value)),
    };
    fields.iter().zip(values).map(of).sum()
}

/// Whether each struct that is present has a line of its own, nothing is null, and no absent value hides a default.
fn has_lines(fields: &[Field], values: &[Value], default: Option<&Value>) -> bool {
    let defaults = default.and_then(Value::as_members).unwrap_or_default();
    fields.iter().zip(values).enumerate().all(|(at, (field, value))| {
        let default = defaults.get(at).or(field.default.as_ref());
        match value {
            Value::Absent => default.is_none_or(Value::is_absent),
            Value::Null => false,
            // A line does not record the case of a text.
            Value::Union(union) => !matches!(union.value, Value::String(_) | Value::Variant(_)),
            Value::Struct(members) => {
                writes_line(field, value) && has_lines(field.ty.members(), members, default)
            }
            _ => true,
        }
    })
}

#[test]
fn an_environment_file_is_a_layer_of_the_same_value_file() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(valued in valued())| {
        // A line has no spelling for an absent value over a default, or for an optional struct without members.
        let is_spelled = has_lines(valued.config().fields(), &valued.values, None);
        let text = valued.document(DocumentFormat::Env, SensitiveFields::Include).ok().filter(|_| is_spelled);
        tally.count(text.is_some());
        if let Some(text) = text {
            prop_assert_eq!(compile(valued.config(), &[(Format::Env, &text)]), Ok(valued.bytes()), "{}", text);
        }
    });
    tally.demand(10, 10);
}

#[test]
fn texts_of_one_line_read_back_from_an_environment_file() {
    for text in TRAPS.iter().filter(|text| !text.contains(['\n', '\r', '\0'])) {
        let field = Field::new(Key::new("text").unwrap(), Type::String(StringType::new(99)));
        let valued = ValuedDeclaration::of_fields(vec![(field, Value::String((*text).into()))]);
        let written = valued.document(DocumentFormat::Env, SensitiveFields::Include).unwrap();
        assert_eq!(compile(valued.config(), &[(Format::Env, &written)]), Ok(valued.bytes()), "{text:?}");
    }
}

/// Whether a document has an object for each struct that is present, and none for an absent one.
fn shows_presence(fields: &[Field], values: &[Value], object: &serde_json::Value) -> bool {
    fields.iter().zip(values).filter(|(field, _)| field.ty.is_struct()).all(|(field, value)| {
        let member = object.get(field.native_name());
        match value {
            Value::Struct(values) => {
                let members = field.ty.members();
                member.is_some_and(|member| member.is_object() && shows_presence(members, values, member))
            }
            _ => member.is_none_or(serde_json::Value::is_null),
        }
    })
}

#[test]
fn a_struct_that_is_present_is_written() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(valued in valued())| {
        let text = valued.document(DocumentFormat::Json, SensitiveFields::Include).unwrap();
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        prop_assert!(shows_presence(valued.config().fields(), &valued.values, &object), "{}", text);
        tally.count(text.contains("{}"));
    });
    tally.demand(2, 20);
}

#[test]
fn texts_that_readers_stumble_over_read_back() {
    let traps = traps();
    for (format, layer) in READ_BACK {
        let text = traps.document(format, SensitiveFields::Include).unwrap();
        assert_eq!(compile(traps.config(), &[(layer, &text)]), Ok(traps.bytes()), "{format:?}\n{text}");
        let shown = |c: char| c == '\n' || !confc::text::escape::is_unsafe(c);
        assert!(text.chars().all(shown), "{format:?}: something in it cannot be seen");
    }
}

#[test]
fn how_many_are_left_out_is_how_many_are_written_alone() {
    let tally = Tally::default();
    proptest!(random::cases(128), |(valued in valued())| {
        let target = |which| ExportTarget::Document(DocumentFormat::Properties, which);
        let all = match valued.export(&target(SensitiveFields::Include)) {
            Ok(all) => all,
            Err(errors) => {
                let is_same = |error: &ExportError| matches!(error, ExportError::SameNativeName { .. });
                prop_assert!(errors.iter().all(is_same), "{:?}", errors);
                return Ok(());
            }
        };
        let public = valued.export(&target(SensitiveFields::Omit)).unwrap();
        let secret = valued.export(&target(SensitiveFields::Only)).unwrap();
        let lines = |exported: &Exported| text_of(exported.clone()).lines().count();
        // A struct is left out as a whole, and may have any number of members.
        let without = without_lines(valued.config().fields(), &valued.values);
        prop_assert!(public.left_out <= lines(&secret) + without);
        prop_assert_eq!((secret.left_out, all.left_out), (0, 0));
        prop_assert_eq!(lines(&public) + lines(&secret), lines(&all));
        prop_assert!(!public.is_secret);
        prop_assert_eq!(secret.is_secret, valued.config().holds_sensitive());
        tally.count(public.left_out > 0);
    });
    tally.demand(20, 10);
}

#[test]
#[cfg(unix)]
fn a_file_with_secrets_is_its_owners_alone() {
    use crate::support::command::Workspace;
    use std::os::unix::fs::PermissionsExt as _;
    let manifest = "{ config: { a: { type: 'bool', default: true }, \
                    token: { type: 'string', max_size: 9, sensitive: true, optional: true } } }";
    let space = Workspace::new().with("m.cml", manifest);
    space.confc(&["values", "m.cml", "--set", "token=x", "-o", "v.cvf"]).silent();
    let mode = |flags: &[&str]| {
        // One that others could read before is narrowed.
        space.write("out", "");
        std::fs::set_permissions(space.path("out"), std::fs::Permissions::from_mode(0o644)).unwrap();
        space.confc(&[&["export", "m.cml", "v.cvf", "-o", "out"], flags].concat()).silent();
        std::fs::metadata(space.path("out")).unwrap().permissions().mode() & 0o777
    };
    assert_eq!(mode(&["--format", "json", "--sensitive", "include"]), 0o600);
    assert_eq!(mode(&["--format", "env", "--sensitive", "only"]), 0o600);
    assert_eq!(mode(&["--format", "binpb", "--sensitive", "include"]), 0o600);
    assert_eq!(mode(&["--format", "txtpb", "--sensitive", "only"]), 0o600);
    assert_eq!(mode(&["--format", "txtpb", "--sensitive", "omit"]), 0o644);
    assert_eq!(mode(&["--format", "secret", "--name", "a"]), 0o600);
    assert_eq!(mode(&["--format", "secret", "--name", "a", "--value-file"]), 0o600);
    assert_eq!(mode(&["--format", "configmap", "--name", "a"]), 0o644);
    assert_eq!(mode(&["--format", "container-env", "--secret-name", "a"]), 0o644);
    assert_eq!(mode(&["--format", "yaml", "--sensitive", "omit"]), 0o644);
}
