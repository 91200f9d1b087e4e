//! How much memory hostile bytes can make the decoders take: less than 16 times their size, counted at
//! the allocator, at the worst moment. What patterns take is bounded apart, by one budget for a declaration.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

#[path = "allocation/plans.rs"]
mod plans;

use confc::declaration::{Declaration, Integrity, Schema};
use confc::plan::{EmbeddedSchema, encode};
use confc::schema::ValueSource;
use confc::types::{
    Bounds, Component, EnumType, Field, FieldNames, IntegerKind, IntegerType, JsonValue, Key, List,
    MapEntries, MapType, NativeName, Pattern, StringType, StructType, Type, Value, Variant, VectorType,
    limits::MAX_PATTERNS_MEMORY,
};
use confc_core::declaration::{checked_schema, seal_checked};
use confc_core::expr::Expression;
use confc_core::rules::{MAX_RULES_MEMORY, RuleText};
use confc_core::values::{from_embedded_schema, load_with};
use peak_alloc::PeakAlloc;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

/// The bound, in multiples of the input's size.
const BOUND: usize = 16;

/// The bound for type texts, in which a member takes fewer bytes than on the wire.
const TEXT_BOUND: usize = 20;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Decodes and checks what it took at the worst moment, in hundredths of the input's size.
fn measure(name: &str, bytes: &[u8], valid: bool) {
    check(name, bytes, valid, || Declaration::decode_with(bytes, Integrity::Trust));
}

/// The same of a value file.
fn measure_values(name: &str, declaration: &Declaration, bytes: &[u8], valid: bool) {
    check(name, bytes, valid, || load_with(declaration, bytes, Integrity::Trust, []));
}

fn check<T, E: Debug>(name: &str, bytes: &[u8], valid: bool, read: impl FnOnce() -> Result<T, E>) {
    check_besides(0, name, bytes, valid, read);
}

/// The same where there is a budget besides.
fn check_besides<T, E: Debug>(
    budget: usize,
    name: &str,
    bytes: &[u8],
    valid: bool,
    read: impl FnOnce() -> Result<T, E>,
) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let decoded = read();
    let peak = ALLOCATOR.peak_usage() - before;
    assert_eq!(decoded.is_ok(), valid, "{name}: {:?}", decoded.err());
    println!("{name}: {peak} bytes for {}, {}%", bytes.len(), 100 * peak / bytes.len());
    assert!(peak < BOUND * bytes.len() + budget, "{name}: {peak} bytes for {}", bytes.len());
}

fn measure_fields(name: &str, fields: Vec<Field>) {
    measure(name, &confc::declaration::encode(&seal(fields)), true);
}

/// Keys as short as they can be for their number, in ascending order of their lengths.
fn keys(number: usize) -> Vec<Key> {
    let first = || (b'a'..=b'z').map(|byte| char::from(byte).to_string());
    let more: Vec<char> = ('0'..='9').chain('a'..='z').collect();
    let mut all: Vec<String> = first().collect();
    let mut last = all.clone();
    while all.len() < number {
        last = last.iter().flat_map(|key| more.iter().map(move |c| format!("{key}{c}"))).collect();
        all.extend(last.iter().cloned());
    }
    all.iter().take(number).map(|key| Key::new(key).unwrap()).collect()
}

fn integer(min: Option<i128>, max: Option<i128>) -> Type {
    Type::Integer(IntegerType { kind: IntegerKind::Int8, bounds: Bounds::boxed(min, max), unit: None })
}

fn string() -> Type {
    Type::String(StringType { max_size: 1, min_size: 0, pattern: None })
}

/// A map of keys as short as they can be, with the same value each.
fn map(number: usize, of: &Type, value: &Value) -> (Type, Value) {
    let key = Type::String(StringType { max_size: 9, min_size: 0, pattern: None });
    let entries = keys(number).into_iter().map(|key| (key.as_str().into(), value.clone())).collect();
    let entries = MapEntries::of(of, entries).unwrap();
    (Type::Map(MapType::new(key, of.clone(), u32::MAX)), Value::Map(entries))
}

/// Maps with values of every kind that may be short.
fn maps(number: usize) -> Vec<(&'static str, (Type, Value))> {
    let uint64 = Type::Integer(IntegerType::new(IntegerKind::Uint64));
    vec![
        ("a map of bools", map(number, &Type::Bool, &Value::Bool(false))),
        ("a map of uint64s", map(number, &uint64, &Value::Unsigned(1))),
        ("a map of empty strings", map(number, &string(), &Value::String(Box::default()))),
        (
            "a map of structs",
            map(number, &structure(1, &Type::Bool), &Value::Struct([Value::Bool(true)].into())),
        ),
    ]
}

/// Lists and maps as small as they can be, as elements.
fn nested(number: usize) -> Vec<(&'static str, (Type, List))> {
    let vector = |ty: &Type| Type::Vector(VectorType::new(ty.clone(), 2));
    let lists = |list: List| List::List(vec![list; number].into());
    let (empty_map, of_map) =
        (map(0, &Type::Bool, &Value::Bool(true)), map(1, &Type::Bool, &Value::Bool(true)));
    let maps = |(ty, value): (Type, Value)| {
        let entries = value.as_map().unwrap().clone();
        (ty, List::Map(vec![entries; number].into()))
    };
    let chain = |depth: usize| {
        let first = (vector(&Type::Bool), List::Bool(Box::default()));
        let deeper = |(ty, list): (Type, List), _| (vector(&ty), List::List([list].into()));
        let (ty, list) = (0..depth).fold(first, deeper);
        (ty, lists(list))
    };
    vec![
        ("empty lists", chain(0)),
        ("chains of lists", chain(29)),
        ("lists of one bool", (vector(&Type::Bool), lists(List::Bool([true].into())))),
        ("lists of one empty string", (vector(&string()), lists(List::String([Box::default()].into())))),
        ("empty maps", maps(empty_map)),
        ("maps of one bool", maps(of_map)),
    ]
}

fn structure(members: usize, ty: &Type) -> Type {
    Type::Struct(StructType::new(keys(members).into_iter().map(|key| Field::new(key, ty.clone())).collect()))
}

fn one(ty: Type) -> Vec<Field> {
    vec![Field::new(Key::new("a").unwrap(), ty)]
}

fn default(element: Type, unique: bool, list: List) -> Vec<Field> {
    let element = Box::new(element);
    let ty = Type::Vector(VectorType { max_count: u32::MAX, min_count: 0, unique, element });
    vec![Field { default: Some(Value::List(list)), ..Field::new(Key::new("a").unwrap(), ty) }]
}

/// Held by the test that runs: the counter is the process's, and nothing else may allocate meanwhile.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn decoding_takes_less_than_16_times_the_size() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    fields_and_types(&[1, 26, 900]);
    type_texts();
    defaults();
    sections();
    patterns();
    rules();
    bytes_that_are_refused();
    values();
    values_that_are_refused();
    plans::plans();
}

#[test]
#[ignore = "slow: declarations of close to a million fields"]
fn decoding_large_declarations_takes_less_than_16_times_the_size() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    fields_and_types(&[30_000]);
}

fn fields_and_types(numbers: &[usize]) {
    for &number in numbers {
        let fields = |ty: &Type| keys(number).into_iter().map(|key| Field::new(key, ty.clone())).collect();
        measure_fields("minimal fields", fields(&Type::Bool));
        measure_fields("fields with one bound", fields(&integer(Some(0), None)));
        measure_fields("fields with two bounds", fields(&integer(Some(0), Some(1))));
        measure_fields("structs of one member", fields(&structure(1, &Type::Bool)));
        let deep = (0..31).fold(Type::Bool, |ty, _| structure(1, &ty));
        measure_fields("chains of structs", fields(&deep));
        measure_fields("structs of 26 members", fields(&structure(26, &Type::Bool)));
        measure_fields("one struct", one(structure(number, &Type::Bool)));
        let variants = |number: usize, doc: Option<&str>| {
            let numbered = keys(number).into_iter().zip(-64..);
            let one = |(name, number)| Variant { doc: doc.map(Box::from), ..Variant::new(name, number) };
            Type::Enum(EnumType::new(numbered.map(one).collect()))
        };
        measure_fields("one enum", one(variants(number, None)));
        measure_fields("one documented enum", one(variants(number, Some("x"))));
        measure_fields("enums of one variant", fields(&variants(1, None)));
        let element = Box::new(integer(Some(0), Some(1)));
        let vector = VectorType { max_count: 1, min_count: 0, unique: false, element };
        measure_fields("vectors", fields(&Type::Vector(vector)));
        let mut names = keys(2 * number).split_off(number).into_iter().map(NativeName::from);
        let mut named = |field: Field| Field { names: FieldNames::new(names.next(), Vec::new()), ..field };
        measure_fields(
            "native names",
            keys(number).into_iter().map(|key| named(Field::new(key, Type::Bool))).collect(),
        );
        let mut aliases = keys(number + 1);
        let key = aliases.remove(0);
        let names = FieldNames::new(None, aliases.into_iter().map(NativeName::from).collect());
        measure_fields("aliases", vec![Field { names, ..Field::new(key, Type::Bool) }]);
    }
}

/// Reads the text of a type, valid or not, and checks what that took.
fn measure_text(name: &str, text: &str, valid: bool) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let read: Result<Type, _> = text.parse();
    let peak = ALLOCATOR.peak_usage() - before;
    assert_eq!(read.is_ok(), valid, "{name}: {:?}", read.err());
    println!("{name}: {peak} bytes for {}, {}%", text.len(), 100 * peak / text.len());
    assert!(peak < TEXT_BOUND * text.len(), "{name}: {peak} bytes for {}", text.len());
}

fn type_texts() {
    for number in [1, 26, 900, 30_000] {
        measure_text("one struct", &structure(number, &Type::Bool).to_string(), true);
        measure_text(
            "structs of one member",
            &structure(number, &structure(1, &Type::Bool)).to_string(),
            true,
        );
        let deep = (0..30).fold(Type::Bool, |ty, _| structure(1, &ty));
        measure_text("chains of structs", &structure(number, &deep).to_string(), true);
        let bounds = structure(number, &integer(Some(0), Some(1)));
        measure_text("bounds", &bounds.to_string(), true);
        let numbered = keys(number).into_iter().zip(0..);
        let variants = numbered.map(|(name, number)| Variant::new(name, number)).collect();
        measure_text("one enum", &Type::Enum(EnumType::new(variants)).to_string(), true);
    }
    for what in ["struct<", "enum<", "struct<a:", "vector<", "vector<struct<a:", "struct<a:enum<"] {
        for filling in ["", ",", "a:", "a:bool,", "a=0,", "<>", "{,}", "\"", "é"] {
            measure_text("damaged", &[&what.repeat(4), &*filling.repeat(9_000)].concat(), false);
        }
    }
}

fn defaults() {
    for number in [0, 1, 100, 30_000] {
        let integers = |kind| Type::Integer(IntegerType::new(kind));
        measure_fields("bools", default(Type::Bool, false, List::Bool(vec![true; number].into())));
        let list = || List::Unsigned(vec![0; number].into());
        measure_fields("uint8s", default(integers(IntegerKind::Uint8), false, list()));
        let list = List::Signed((-64..64).cycle().take(number).collect());
        measure_fields("int64s", default(integers(IntegerKind::Int64), false, list));
        let different = List::Unsigned((0..number.min(128) as u64).collect());
        measure_fields("different uint8s", default(integers(IntegerKind::Uint8), true, different));
        let empty = || List::String(vec![Box::default(); number].into());
        measure_fields("empty strings", default(string(), false, empty()));
        let letters = List::String(vec!["x".into(); number].into());
        measure_fields("strings", default(string(), false, letters));
        let values: Box<[Value]> = [Value::Bool(false)].into();
        let structs = List::Struct(vec![values; number].into());
        measure_fields("structs", default(structure(1, &Type::Bool), false, structs));
        for (name, (element, list)) in nested(number) {
            measure_fields(name, default(element, false, list));
        }
        let values: Box<[Value]> = vec![Value::List(List::Bool(Box::default())); number.max(1)].into();
        let empty_vector =
            VectorType { max_count: 1, min_count: 0, unique: false, element: Box::new(Type::Bool) };
        let ty = structure(number.max(1), &Type::Vector(empty_vector));
        let key = Key::new("a").unwrap();
        let field = Field { default: Some(Value::Struct(values)), ..Field::new(key, ty) };
        measure_fields("a struct of empty vectors", vec![field]);
        let (empty, value) = map(0, &Type::Bool, &Value::Bool(true));
        let members = number.max(1);
        let value = Value::Struct(vec![value; members].into());
        let field = one(structure(members, &empty));
        measure_fields(
            "a struct of empty maps",
            field.into_iter().map(|field| Field { default: Some(value.clone()), ..field }).collect(),
        );
        for (name, (ty, value)) in maps(number) {
            let field = Field { default: Some(value), ..Field::new(Key::new("a").unwrap(), ty) };
            measure_fields(name, vec![field]);
        }
    }
}

fn sections() {
    let measure_json = |name: &str, json: JsonValue| {
        let extensions = vec![("x-a".into(), json)];
        let component = Component { extensions, ..Component::default() };
        measure(name, &confc::declaration::encode(&seal_checked(component, None)), true);
    };
    for number in [1, 100, 30_000] {
        let list = |json: &JsonValue| JsonValue::List(vec![json.clone(); number].into());
        measure_json("nulls", list(&JsonValue::Null));
        measure_json("empty lists", list(&JsonValue::List(Box::default())));
        measure_json("empty maps", list(&JsonValue::Map(Box::default())));
        measure_json("empty texts", list(&JsonValue::String(Box::default())));
        let deep = (0..100).fold(JsonValue::Null, |json, _| JsonValue::List([json].into()));
        measure_json("deep lists", JsonValue::List(vec![deep; number.min(300)].into()));
        let map = |members: Vec<Box<str>>| {
            JsonValue::Map(members.into_iter().map(|key| (key, JsonValue::Null)).collect())
        };
        measure_json("small maps", list(&map(vec![Box::default()])));
        let members = keys(number).iter().map(|key| key.as_str().into()).collect();
        measure_json("one map", JsonValue::List([map(members)].into()));
    }
}

/// However many patterns there are, and whatever they compile to, they stay within their budget: nothing of it
/// is kept when a declaration is decoded, and a small multiple of it when all have matched.
fn patterns() {
    let with = |patterns: Vec<String>, default: Option<&str>| {
        let field = |(key, pattern): (Key, String)| {
            let pattern = Some(Arc::new(Pattern::new(&pattern).unwrap()));
            let ty = Type::String(StringType { max_size: 999, min_size: 0, pattern });
            Field { default: default.map(|text| Value::String(text.into())), ..Field::new(key, ty) }
        };
        seal(keys(patterns.len()).into_iter().zip(patterns).map(field).collect())
    };
    let decode = |name: &str, bytes: &[u8], bound: usize| {
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        let decoded = Declaration::decode(bytes);
        let peak = ALLOCATOR.peak_usage() - before;
        println!("{name}: {peak} bytes for {}, {}", bytes.len(), decoded.is_ok());
        assert!(peak < BOUND * bytes.len() + bound, "{name}: {peak} bytes for {}", bytes.len());
        decoded
    };
    // What one pattern takes while it is checked.
    const CHECK: usize = 512 << 10;
    let distinct: Vec<String> = (0..8_000).map(|n| format!("a{n}")).collect();
    decode("distinct patterns", &confc::declaration::encode(&with(distinct, None)), CHECK).unwrap();
    let distinct: Vec<String> = (0..20_000).map(|n| format!("a{n}")).collect();
    decode("too many patterns", &confc::declaration::encode(&with(distinct, None)), CHECK).unwrap_err();
    let large =
        |count: usize| -> Vec<String> { (0..count).map(|n| format!("[\\w]{{1,98}}(?:{n})?")).collect() };
    decode("large patterns", &confc::declaration::encode(&with(large(300), None)), CHECK).unwrap();
    decode("too many large patterns", &confc::declaration::encode(&with(large(5_000), None)), CHECK)
        .unwrap_err();
    // Every pattern is matched: by a default.
    let all = decode(
        "patterns that match",
        &confc::declaration::encode(&with(large(300), Some("xyz"))),
        3 * MAX_PATTERNS_MEMORY,
    );
    all.unwrap();
    let groups = |n: usize| format!("{}(?:{n})?", "(x)?".repeat(200));
    let of_groups =
        |count: usize| confc::declaration::encode(&with((0..count).map(groups).collect(), Some("xxx")));
    decode("groups that match", &of_groups(1), 3 * MAX_PATTERNS_MEMORY).unwrap();
    decode("too many groups", &of_groups(3), 3 * MAX_PATTERNS_MEMORY).unwrap_err();
}

/// Far more rules than are kept ready, each of other types than the one before.
fn rules() {
    let keys: Vec<Key> =
        keys(360).into_iter().filter(|key| Expression::parse(key.as_str()).is_ok()).collect();
    let declaration = |ty: Type, operator: &str| {
        let fields = keys.iter().map(|key| Field::new(key.clone(), ty.clone())).collect();
        let schema = Schema::new(fields, ValueSource::PackagePath(Default::default())).unwrap();
        let pairs = keys.iter().flat_map(|a| keys.iter().filter(move |b| *b != a).map(move |b| (a, b)));
        // One more makes most growing tables double.
        let rules = pairs.take(114_700).map(|(a, b)| RuleText::new(&format!("{a} {operator} {b}")));
        Declaration::seal(Component::default(), Some(schema.with_rules(rules).unwrap())).unwrap()
    };
    let variants = vec![Variant::new(Key::new("a").unwrap(), 0)];
    let bytes = confc::declaration::encode(&declaration(Type::Enum(EnumType::new(variants)), "=="));
    check_besides(MAX_RULES_MEMORY, "rules on many types", &bytes, true, || {
        Declaration::decode_with(&bytes, Integrity::Trust)
    });
    let values = vec![Value::Bool(true); keys.len()];
    let declaration = declaration(Type::Bool, "||");
    let bytes = encode(declaration.config().unwrap(), &values, EmbeddedSchema::Include).unwrap();
    drop(declaration);
    check_besides(MAX_RULES_MEMORY, "rules of an echo", &bytes, true, || from_embedded_schema(&bytes));
}

/// Bytes that are refused must not take more before they are.
fn bytes_that_are_refused() {
    let sized = |tag: u8, content: &[u8]| {
        let mut bytes = vec![tag];
        prost::encoding::encode_varint(content.len() as u64, &mut bytes);
        [bytes.as_slice(), content].concat()
    };
    let file = |content: &[u8]| [content, &[0xa2, 0x06, 32], &[0; 32]].concat();
    let config = |fields: &[u8]| file(&sized(0x52, fields));
    let boolean = [0x0a, 1, b'a', 0x12, 2, 0x08, 1];
    for number in [1, 100, 30_000] {
        measure("empty fields", &config(&[0x0a, 0].repeat(number)), false);
        let short = sized(0x0a, &[0xff; 7]);
        measure("fields of 7 bytes", &config(&short.repeat(number)), false);
        let minimal = sized(0x0a, &boolean);
        measure("equal fields", &config(&minimal.repeat(number + 1)), false);
        let field = |parameters: &[u8], layout: u8, behind: &[u8]| {
            let ty = [&[0x08, layout][..], parameters].concat();
            sized(0x0a, &[&[0x0a, 1, b'a'][..], &sized(0x12, &ty), behind].concat())
        };
        measure("empty parameters", &config(&field(&[0x12, 0].repeat(number), 15, &[])), false);
        measure("parameters", &config(&field(&sized(0x12, &[0xff; 9]).repeat(number), 15, &[])), false);
        measure("variants", &config(&field(&sized(0x12, &[0xff; 7]).repeat(number), 14, &[])), false);
        // Fields that promise much, of which the first is a struct that promises much.
        let member = sized(0x12, &sized(0x1a, &boolean));
        let first = field(&[&member[..], &sized(0x12, &[0xff; 9]).repeat(number)].concat(), 15, &[]);
        measure("nested", &config(&[first, short.repeat(number)].concat()), false);
        measure("empty aliases", &config(&field(&[], 1, &[0x42, 0].repeat(number))), false);
        let vector = |element: u8, list: &[u8]| {
            let ty = [&sized(0x12, &sized(0x0a, &[0x08, element]))[..], &[0x1a, 2, 0x18, 127]].concat();
            let with_unique = [&ty[..], &[0x1a, 2, 0x48, 1]].concat();
            let default = sized(0x22, &sized(0x12, list));
            config(&field(&with_unique, 11, &default))
        };
        let zeros = sized(0x12, &sized(0x0a, &vec![0; number + 1]));
        measure("equal uint8s", &vector(2, &zeros), false);
        measure("varints without an end", &vector(5, &sized(0x2a, &sized(0x0a, &vec![0x80; number]))), false);
        let key = sized(0x0a, &[&[0x08, 10][..], &sized(0x1a, &[0x08, 9])].concat());
        let of_map = |default: &[u8]| {
            let ty = [sized(0x12, &key), sized(0x12, &sized(0x0a, &[0x08, 1])), sized(0x1a, &[0x18, 127])];
            config(&field(&ty.concat(), 17, &sized(0x22, &sized(0x22, default))))
        };
        let many = |entries: &[u8]| sized(0x12, &sized(0x0a, &sized(0x0a, entries)));
        let empty_keys = [0x0a, 0].repeat(number + 1);
        measure("equal keys", &of_map(&[&empty_keys[..], &many(&vec![1; number + 1])].concat()), false);
        measure("keys without values", &of_map(&[&empty_keys[..], &many(&[1])].concat()), false);
        measure("values without keys", &of_map(&many(&vec![1; number + 1])), false);
        measure(
            "texts cut off",
            &vector(10, &sized(0x52, &[&[0x0a, 0].repeat(number)[..], &[0x0a]].concat())),
            false,
        );
        let list = |items: &[u8]| file(&sized(0x12, &sized(0x3a, items)));
        measure("empty data", &list(&[0x0a, 0].repeat(number)), false);
        measure("data", &list(&[0x0a, 2, 0xff, 0xff].repeat(number)), false);
        let map = file(&sized(0x12, &sized(0x42, &[0x0a, 6, 0x0a, 0, 0x12, 2, 0xff, 0xff].repeat(number))));
        measure("members", &map, false);
    }
}

/// Unchecked: some are refused, which must not take more.
fn seal(fields: Vec<Field>) -> Declaration {
    let schema = checked_schema(fields, ValueSource::PackagePath(Default::default()));
    seal_checked(Component::default(), Some(schema))
}

/// What one byte of a value file can be made into at most.
fn values() {
    let vector = |element: Type, unique: bool| {
        let element = Box::new(element);
        seal(one(Type::Vector(VectorType { max_count: u32::MAX, min_count: 0, unique, element })))
    };
    let integers = |kind| Type::Integer(IntegerType::new(kind));
    for number in [1, 100, 30_000] {
        let measure_list = |name: &str, declaration: &Declaration, list: List| {
            let config = declaration.config().unwrap();
            for embedded_schema in [EmbeddedSchema::Include, EmbeddedSchema::Omit] {
                let bytes = encode(config, &[Value::List(list.clone())], embedded_schema).unwrap();
                measure_values(name, declaration, &bytes, true);
            }
        };
        let zeros = List::Unsigned(vec![0; number].into());
        measure_list("values: uint8s", &vector(integers(IntegerKind::Uint8), false), zeros);
        let different = List::Unsigned((0..number.min(128) as u64).collect());
        measure_list("values: different uint8s", &vector(integers(IntegerKind::Uint8), true), different);
        let empty = List::String(vec![Box::default(); number].into());
        measure_list("values: empty strings", &vector(string(), false), empty);
        let letters = List::String(vec!["x".into(); number].into());
        measure_list("values: strings", &vector(string(), false), letters);
        let values: Box<[Value]> = [Value::Bool(false)].into();
        let structs = List::Struct(vec![values; number].into());
        measure_list("values: structs", &vector(structure(1, &Type::Bool), false), structs);

        for (name, (ty, value)) in maps(number) {
            let declaration = seal(one(ty));
            let config = declaration.config().unwrap();
            let bytes = encode(config, &[value], EmbeddedSchema::Omit).unwrap();
            measure_values(&format!("values: {name}"), &declaration, &bytes, true);
        }

        let fields = |ty: &Type| {
            seal(keys(number).into_iter().map(|key| Field::new(key, ty.clone())).collect::<Vec<_>>())
        };
        let measure_all = |name: &str, ty: &Type, value: Value| {
            let declaration = fields(ty);
            let bytes =
                encode(declaration.config().unwrap(), &vec![value; number], EmbeddedSchema::Omit).unwrap();
            measure_values(name, &declaration, &bytes, true);
        };
        measure_all("values: bools", &Type::Bool, Value::Bool(false));
        measure_all("values: small strings", &string(), Value::String("x".into()));
        measure_all(
            "values: small structs",
            &structure(1, &Type::Bool),
            Value::Struct([Value::Bool(true)].into()),
        );
        let empty = VectorType { max_count: 1, min_count: 0, unique: false, element: Box::new(Type::Bool) };
        measure_all("values: empty vectors", &Type::Vector(empty), Value::List(List::Bool(Box::default())));
        let (empty, value) = map(0, &Type::Bool, &Value::Bool(true));
        measure_all("values: empty maps", &empty, value);
    }
}

/// The file of another declaration with the checksum of this one, which stands before the integrity.
fn forged_sum(file: &[u8], declaration: &Declaration) -> Vec<u8> {
    let (content, integrity) = file.split_at(file.len() - 35);
    let (before, _) = content.split_at(content.len() - 32);
    [before, declaration.config().unwrap().checksum().as_bytes(), integrity].concat()
}

/// Value files that are refused: not even what explains why may take more. The declarations are large, too.
fn values_that_are_refused() {
    let bools = |keys: Vec<Key>| seal(keys.into_iter().map(|key| Field::new(key, Type::Bool)).collect());
    let file = |declaration: &Declaration, values: usize, embedded_schema| {
        encode(declaration.config().unwrap(), &vec![Value::Bool(true); values], embedded_schema).unwrap()
    };
    for number in [100, 1_000, 30_000] {
        let declaration = bools(keys(number));
        let fewer = bools(keys(number - 1));
        measure_values(
            "few values",
            &declaration,
            &forged_sum(&file(&fewer, number - 1, EmbeddedSchema::Omit), &declaration),
            false,
        );
        let other = bools(keys(2 * number).split_off(number));
        measure_values("another schema", &declaration, &file(&other, number, EmbeddedSchema::Include), false);
        measure_values(
            "another schema, no echo",
            &declaration,
            &file(&other, number, EmbeddedSchema::Omit),
            false,
        );
        let tail =
            |values: &[u8]| [values, &[0x12, 34, 0x0a, 32], &[0; 32], &[0xa2, 0x06, 32], &[0; 32]].concat();
        measure_values("empty specs", &declaration, &tail(&[0x0a, 0].repeat(number)), false);
        measure_values("empty values", &declaration, &tail(&[0x0a, 2, 0x0a, 0].repeat(number)), false);
        let minimal = [0x0a, 6, 0x0a, 4, 0x0a, 2, 0x08, 1];
        measure_values(
            "a broken value behind many",
            &declaration,
            &tail(&[&minimal.repeat(number - 1)[..], &[0x0a, 0]].concat()),
            false,
        );
        let embedded_schema = |fields: &[u8]| {
            let mut embedded_schema = vec![0x7a];
            prost::encoding::encode_varint(fields.len() as u64, &mut embedded_schema);
            let content =
                [&[0x12, 34, 0x0a, 32][..], &[0; 32], &embedded_schema, fields, &[0xa2, 0x06, 32], &[0; 32]];
            [&minimal[..], &content.concat()].concat()
        };
        measure_values(
            "an echo of empty fields",
            &declaration,
            &embedded_schema(&[0x0a, 0].repeat(number)),
            false,
        );
        let field = |key: &Key| {
            let key = key.as_str().as_bytes();
            let length = u8::try_from(key.len()).unwrap();
            [&[0x0a, length + 5, 0x0a, length][..], key, &[0x12, 1, b'x']].concat()
        };
        let mut ascending = keys(number);
        ascending.sort();
        let fields: Vec<u8> = ascending.iter().flat_map(field).collect();
        measure_values("an echo of strange types", &declaration, &embedded_schema(&fields), false);
    }
}
