//! Code that goes through a client by its accessors, and what it prints if the client is right.

use super::Sample;
use crate::values::config;
use confc::declaration::Declaration;
use confc::export::{DocumentFormat, ExportTarget, ExportedValues, SensitiveFields, VariableNames, export};
use confc::types::{Field, FloatKind, MapType, Type, UnionCase, UnionType, Value};
use std::fmt::Write as _;

/// A program over many clients.
#[derive(Default)]
pub(super) struct Harness {
    modules: String,
    functions: String,
    calls: String,
    expected: String,
}

impl Harness {
    /// The program. rustdoc needs a higher limit for the deepest types.
    pub(super) fn main(&self) -> String {
        let Self { modules, functions, calls, .. } = self;
        format!(
            "//! Goes through clients.\n\
             #![recursion_limit = \"512\"]\n\
             #![deny(warnings, missing_docs, unreachable_pub, missing_debug_implementations)]\n\
             use confc_loader::LoadErrorKind;\nmod by_hand;\n{modules}\n{functions}\n\
             fn main() {{\nby_hand::run();\n{calls}}}\n"
        )
    }

    /// What it prints.
    pub(super) fn expected(&self) -> &str {
        &self.expected
    }

    /// Adds a client: its two value files by its accessors, the second made again by its builder, overrides,
    /// and value files that it must refuse.
    pub(super) fn add(&mut self, n: usize, sample: &Sample) {
        let Self { modules, functions, calls, .. } = self;
        writeln!(modules, "mod client_{n};").unwrap();
        writeln!(calls, "    run_{n}();").unwrap();
        let client = Client { name: &format!("client_{n}"), module: &sample.module, is_revealed: false };
        let show = show_struct(sample.fields(), "config", &[], client);
        // Who uses what is deprecated is warned; these functions are told not to be.
        writeln!(
            functions,
            "#[allow(deprecated, clippy::all)]\nfn show_{n}(config: &client_{n}::Config) {{\n{show}}}"
        )
        .unwrap();
        let setter = |field: &Field| {
            let name = name(field.key.as_str(), &sample.module);
            format!(".{name}({})", taken(field, &format!("other.{name}()")))
        };
        let setters: String = sample.fields().iter().map(setter).collect();
        let first = sample.fields().iter().zip(&sample.values[0]);
        let secrets = first.filter(|(field, value)| field.sensitive && !value.is_absent()).count();
        let mutable: Vec<_> = sample.fields().iter().filter(|field| field.mutability.parent).collect();
        let set: String = mutable
            .iter()
            .map(|field| {
                let name = name(field.key.as_str(), &sample.module);
                format!("{name}: Some({}), ", held(field, &format!("other.{name}()")))
            })
            .collect();
        writeln!(
            functions,
            "#[allow(deprecated, clippy::all)]\n\
             fn run_{n}() {{\n\
                 let bytes: [&[u8]; 2] = [include_bytes!(\"values_{n}_0.cvf\"), include_bytes!(\"values_{n}_1.cvf\")];\n\
                 let [config, other] = bytes.map(|bytes| client_{n}::Config::load(bytes).expect(\"loads\"));\n\
                 show_{n}(&config);\n\
                 show_{n}(&other);\n\
                 let built = client_{n}::Config::builder(){setters}.build();\n\
                 assert_eq!(built.as_ref(), Ok(&other));\n\
                 assert_eq!(config.changed(&config), [\"\"; 0]);\n\
                 println!(\"{{:?}}\", config.changed(&other));\n\
                 for config in [&config, &other] {{\n\
                     println!(\"{{}}\", serde_json::to_string(config).expect(\"it is serialized\"));\n\
                 }}\n\
                 let secrets: usize = {secrets};\n\
                 assert!(format!(\"{{config:?}}\").matches(\"<set>\").count() >= secrets);\n\
                 for end in 0..bytes[0].len() {{\n\
                     assert!(client_{n}::Config::load(&bytes[0][..end]).is_err());\n\
                 }}\n"
        )
        .unwrap();
        if !mutable.is_empty() {
            writeln!(
                functions,
                "let overrides = client_{n}::Overrides {{ {set} }};\n\
                 let format = format!(\"{{overrides:?}}\");\n\
                 assert!(format.starts_with(\"Overrides\"));\n\
                 show_{n}(&client_{n}::Config::load_with(bytes[0], overrides).expect(\"fits\"));\n"
            )
            .unwrap();
        }
        if let Some(before) = n.checked_sub(1) {
            writeln!(
                functions,
                "let skewed = client_{before}::Config::load(bytes[0]);\n\
                 let refused = skewed.expect_err(\"another interface\");\n\
                 assert_eq!(refused.kind(), LoadErrorKind::Checksum);\n\
                 assert!(refused.differences().next().is_some());\n"
            )
            .unwrap();
        }
        functions.push_str("}\n");

        self.expect(sample, !mutable.is_empty());
    }

    /// Adds what a client prints.
    fn expect(&mut self, sample: &Sample, is_overridable: bool) {
        let expected = &mut self.expected;
        let [values, others] = &sample.values;
        expect_members(sample.fields(), values, expected);
        expect_members(sample.fields(), others, expected);
        let pairs = sample.fields().iter().zip(values.iter().zip(others));
        let changed: Vec<&str> =
            pairs.filter(|(_, (a, b))| a != b).map(|(field, _)| field.key.as_str()).collect();
        writeln!(expected, "{changed:?}").unwrap();
        for values in &sample.values {
            writeln!(expected, "{}", exported(&sample.declaration, values)).unwrap();
        }
        if is_overridable {
            let pick =
                |(n, field): (usize, &Field)| if field.mutability.parent { &others[n] } else { &values[n] };
            let overridden: Vec<Value> = sample.fields().iter().enumerate().map(pick).cloned().collect();
            expect_members(sample.fields(), &overridden, expected);
        }
    }
}

/// The values as an export in JSON, without sensitive ones, on one line.
fn exported(declaration: &Declaration, values: &[Value]) -> String {
    let target = ExportTarget::Document(DocumentFormat::Json, SensitiveFields::Omit);
    let values = ExportedValues { values, file: &[] };
    let exported = export(config(declaration), values, &target, &VariableNames::default());
    String::from_utf8(exported.expect("it can be exported").bytes).expect("UTF-8").replace('\n', "")
}

/// The name of an accessor: the key with single underscores, and one behind it where the key alone is none.
fn name(key: &str, module: &str) -> String {
    let words: Vec<&str> = key.split('_').filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    if module.contains(&format!("pub fn {name}_(&self)")) { name + "_" } else { name }
}

/// The module of a client.
#[derive(Clone, Copy)]
struct Client<'a> {
    name: &'a str,
    /// Its text.
    module: &'a str,
    /// Whether what is shown is inside a secret, so that no member of it is wrapped again.
    is_revealed: bool,
}

/// Words of a key, each with a capital letter.
fn pascal(key: &str) -> String {
    let word = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    key.split('_').filter(|word| !word.is_empty()).map(word).collect()
}

/// Statements that print each member of a struct; `keys` lead to it.
fn show_struct(fields: &[Field], expression: &str, keys: &[&str], client: Client<'_>) -> String {
    let show = |field: &Field| {
        let expression = format!("{expression}.{}()", name(field.key.as_str(), client.module));
        let keys = [keys, &[field.key.as_str()]].concat();
        let otherwise = |shown: String, expression: &str, without: &str| {
            format!(
                "if let Some(present) = {expression} {{\n{shown}}} else {{\nprintln!(\"{without}\");\n}}\n"
            )
        };
        let is_wrapped = field.sensitive && !client.is_revealed;
        let client = Client { is_revealed: client.is_revealed || field.sensitive, ..client };
        let reveal = |expression: &str| {
            if is_wrapped { format!("{expression}.reveal()") } else { expression.to_owned() }
        };
        let show = |expression: &str| show(&field.ty, expression, &keys, client);
        match (field.optional, field.nullable) {
            (false, false) => show(&reveal(&expression)),
            (true, false) => otherwise(show(&reveal("present")), &expression, "none"),
            (false, true) => otherwise(show("present"), &reveal(&expression), "null"),
            (true, true) => {
                otherwise(otherwise(show("present"), &reveal("present"), "null"), &expression, "none")
            }
        }
    };
    fields.iter().map(show).collect()
}

/// Statements that print each entry of a map, in the order of the keys' texts, which need not be that of variants.
fn show_map(map: &MapType, expression: &str, keys: &[&str], client: Client<'_>) -> String {
    let key = if matches!(map.key(), Type::Enum(_)) { "key.name()" } else { "key" };
    format!(
        "println!(\"<{{}}>\", {expression}.len());\n\
         let mut entries: Vec<_> = {expression}.iter().map(|(key, one)| ({key}.to_owned(), one)).collect();\n\
         entries.sort_by(|a, b| a.0.cmp(&b.0));\n\
         for (key, one) in entries {{\nprintln!(\"{{key:?}}\");\n{}}}\n",
        show(map.value(), "one", keys, client)
    )
}

/// Statements that print the case of a union and its value. All cases are named, so the enum has no others.
fn show_union(union: &UnionType, expression: &str, keys: &[&str], client: Client<'_>) -> String {
    let Client { name, module, .. } = client;
    let mut ty = pascal(&keys.join("_"));
    if module.contains(&format!("pub enum {ty}_ {{")) {
        ty.push('_');
    }
    let arm = |case: &UnionCase| {
        let key = case.name.as_str();
        let escape = if matches!(&*pascal(key), "ALL" | "Self") { "_" } else { "" };
        let show = show(&case.ty, "one", &[keys, &[key]].concat(), client);
        format!("{name}::{ty}::{}{escape}(one) => {{\nprintln!(\"{key}:\");\n{show}}}\n", pascal(key))
    };
    let arms: String = union.cases().iter().map(arm).collect();
    format!("match {expression} {{\n{arms}}}\n")
}

/// Statements that print a value, from an expression for it or for a reference to it.
fn show(ty: &Type, expression: &str, keys: &[&str], client: Client<'_>) -> String {
    match (ty, ty.element()) {
        (Type::Bool | Type::Integer(_), _) => format!("println!(\"{{}}\", {expression});\n"),
        (Type::Float(_), _) => format!("println!(\"{{}}\", {expression}.to_bits());\n"),
        (Type::Enum(_), _) => {
            format!("println!(\"{{}} {{}}\", {expression}.name(), {expression}.number());\n")
        }
        (Type::Struct(ty), _) => {
            let show = show_struct(ty.members(), "inner", keys, client);
            // The case of a union may be a struct without members, of which there is nothing to print.
            if show.is_empty() {
                format!("let _ = {expression};\n")
            } else {
                format!("{{\nlet inner = {expression};\n{show}}}\n")
            }
        }
        (Type::Map(map), _) => show_map(map, expression, keys, client),
        (Type::Union(union), _) => show_union(union, expression, keys, client),
        (Type::Json(_), _) => format!("println!(\"{{}}\", {expression}.as_str());\n"),
        (Type::String(_), _) | (_, None) => format!("println!(\"{{:?}}\", {expression});\n"),
        (_, Some(element)) => format!(
            "println!(\"[{{}}]\", {expression}.len());\nfor one in {expression}.iter() {{\n{}}}\n",
            show(element, "one", keys, client)
        ),
    }
}

/// The largest array that is no slice in a client.
const MAX_ARRAY: u32 = 1 << 16;

/// What a setter takes, from what an accessor gave.
fn taken(field: &Field, expression: &str) -> String {
    let ty = &field.ty;
    match (ty, ty.element()) {
        _ if field.sensitive => {
            let value = |secret: &str| format!("{secret}.reveal().clone()");
            if field.optional {
                format!("{expression}.map(|one| {})", value("one"))
            } else {
                value(expression)
            }
        }
        _ if field.presence().may_lack_value() => held(field, expression),
        (Type::Struct(_) | Type::Json(_) | Type::Union(_), _) => format!("{expression}.clone()"),
        (Type::Vector(_), _) => format!("{expression}.to_vec()"),
        (Type::Array(ty), _) if ty.count > MAX_ARRAY => format!("{expression}.to_vec()"),
        (Type::Array(_) | Type::Map(_), _) => format!("{expression}.clone()"),
        (_, _) => expression.into(),
    }
}

/// What an override holds, from what an accessor gave.
fn held(field: &Field, expression: &str) -> String {
    if field.sensitive {
        return format!("{expression}.{}()", if field.optional { "cloned" } else { "clone" });
    }
    if field.presence().may_lack_value() {
        // Of two `Option`s, the outer one is for the absent value.
        let field = Field { optional: false, nullable: field.nullable && field.optional, ..field.clone() };
        return format!("{expression}.map(|present| {})", held(&field, "present"));
    }
    match &field.ty {
        Type::String(_) | Type::Vector(_) => format!("{expression}.into()"),
        Type::Array(ty) if ty.count > MAX_ARRAY => format!("{expression}.into()"),
        Type::Struct(_) | Type::Map(_) | Type::Json(_) | Type::Union(_) => {
            format!("{expression}.clone()")
        }
        Type::Array(_) => format!("Box::new({expression}.clone())"),
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => expression.into(),
    }
}

/// The lines that print the values of fields or members.
fn expect_members(fields: &[Field], values: &[Value], out: &mut String) {
    for (field, value) in fields.iter().zip(values) {
        match value {
            Value::Absent => writeln!(out, "none").unwrap(),
            Value::Null => writeln!(out, "null").unwrap(),
            value => expect(&field.ty, value, out),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "values of float32 are exact")]
fn expect(ty: &Type, value: &Value, out: &mut String) {
    match (ty, value) {
        (_, Value::Bool(value)) => writeln!(out, "{value}").unwrap(),
        (_, Value::Unsigned(value)) => writeln!(out, "{value}").unwrap(),
        (_, Value::Signed(value)) => writeln!(out, "{value}").unwrap(),
        (Type::Float(ty), Value::Float(value)) if ty.kind == FloatKind::Float32 => {
            writeln!(out, "{}", (*value as f32).to_bits()).unwrap();
        }
        (_, Value::Float(value)) => writeln!(out, "{}", value.to_bits()).unwrap(),
        (_, Value::String(value)) => writeln!(out, "{value:?}").unwrap(),
        (_, Value::Json(value)) => writeln!(out, "{}", value.as_str()).unwrap(),
        (Type::Enum(ty), Value::Variant(number)) => {
            writeln!(out, "{} {number}", ty.by_number(*number).unwrap().name.as_str()).unwrap();
        }
        (Type::Struct(ty), Value::Struct(values)) => expect_members(ty.members(), values, out),
        (Type::Union(ty), Value::Union(union)) => {
            let case = ty.case(union.case).unwrap();
            writeln!(out, "{}:", case.name).unwrap();
            expect(&case.ty, &union.value, out);
        }
        (Type::Vector(_) | Type::Array(_), Value::List(list)) => {
            let element = ty.element().unwrap();
            writeln!(out, "[{}]", list.len()).unwrap();
            list.to_values().iter().for_each(|one| expect(element, one, out));
        }
        (Type::Map(map), Value::Map(entries)) => {
            writeln!(out, "<{}>", entries.len()).unwrap();
            for (key, value) in entries.to_entries() {
                writeln!(out, "{key:?}").unwrap();
                expect(map.value(), &value, out);
            }
        }
        (ty, value) => panic!("{value:?} is no value of {ty}"),
    }
}
