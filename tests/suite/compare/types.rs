//! Every pair of types, with literals at every end of every type.

use super::{ValueSource, Witnessed, seal, verdict};
use confc::compare::{Breaks, compare};
use confc::declaration::Declaration;
use confc::types::{Field, JsonText, Key, List, MapEntries, Mutability, Type, Value};

/// Types by their text.
const TYPES: &[&str] = &[
    "bool",
    "uint8",
    "uint8{min=1,max=9}",
    "uint8{min=2,max=9}",
    "uint8{max=100}",
    "uint16",
    "uint16{max=255}",
    "uint32",
    "uint64",
    "uint64{max=16777216}",
    "uint64{max=16777217}",
    "uint8{unit=s}",
    "uint8{unit=ms}",
    "uint16{unit=s}",
    "uint64{unit=KiB}",
    "int8",
    "int8{min=0,max=100}",
    "int8{max=100,unit=s}",
    "int16",
    "int32",
    "int64",
    "int64{min=16777217,max=16777218}",
    "float32",
    "float32{unit=s}",
    "float64{min=0,max=1,unit=s}",
    "float32{min=0,max=1}",
    "float32{max=16777216}",
    "float32{max=16777218}",
    "float32{min=-1,max=1}",
    "float64",
    "float64{min=0,max=1}",
    "float64{min=-0.5,max=1.0000000596046448}",
    "float64{min=-0.5,max=1.0000000596046446}",
    "float64{max=16777216}",
    "float64{max=16777217}",
    "float64{max=16777219}",
    "float64{min=-3.4028234663852886e38,max=3.4028234663852886e38}",
    "float64{min=-3.4028235677973366e38,max=3.4028235677973366e38}",
    "float64{min=-3.4028235677973362e38,max=3.4028235677973362e38}",
    "float64{min=1,max=1}",
    "float32{min=1,max=1}",
    "string:10",
    "string:20",
    "string:10{min_size=2}",
    "string:10{pattern=\"[a-z]+\"}",
    "string:10{min_size=1,pattern=\"[a-z]*\"}",
    "string:3{pattern=\"a|b\"}",
    "enum<a=0>",
    "enum<a=0,b=1>",
    "enum<a=1,b=0>",
    "enum<b=1>",
    "enum<abcdefghijklm=0>",
    "struct<x:uint8>",
    "struct<x:uint16>",
    "struct<x:int8>",
    "struct<y:uint8>",
    "struct<x:uint8,y:uint8>",
    "struct<x:vector<uint8>:2{unique}>",
    "struct<x:vector<uint8>:2>",
    "vector<bool>:2",
    "vector<uint8>:1",
    "vector<uint8>:1{unique}",
    "vector<uint8>:3",
    "vector<uint8>:3{unique}",
    "vector<uint8>:3{min_count=1}",
    "vector<uint8>:3{min_count=2,unique}",
    "vector<uint8>:3{min_count=3}",
    "vector<uint8{unit=s}>:3",
    "vector<uint8{unit=ms}>:3{unique}",
    "struct<x:uint8{unit=s}>",
    "vector<uint16>:3",
    "vector<int16>:3",
    "vector<uint32>:3{unique}",
    "vector<float32>:3{unique}",
    "vector<float64>:3{unique}",
    "vector<string:3>:3",
    "vector<enum<a=0,b=1>>:3{unique}",
    "vector<enum<a=0,b=1>>:4{unique}",
    "vector<enum<a=0,b=1>>:2{min_count=2,unique}",
    "array<enum<a=0,b=1>>:2{unique}",
    "vector<struct<x:uint8>>:2",
    "vector<struct<x:uint32>>:2{unique}",
    "vector<struct<x:float32>>:2{unique}",
    "array<uint8>:1",
    "array<uint8>:1{unique}",
    "array<uint8>:3",
    "array<uint8>:3{unique}",
    "array<uint16>:2",
    "array<int8>:3",
    "array<struct<x:uint8>>:2",
    "map<string:1,uint8>:2",
    "map<string:1,uint8>:1",
    "map<string:1,uint8>:2{min_count=1}",
    "map<string:3,uint8>:2",
    "map<string:3{min_size=1},uint8>:2",
    "map<string:3{pattern=\"a|b\"},uint8>:2",
    "map<string:1,uint16>:2",
    "map<string:1,float32>:2",
    "map<string:1,float64>:2",
    "map<string:1,struct<x:uint8>>:2",
    "map<enum<a=0,b=1>,uint8>:2",
    "map<enum<a=0,b=1>,uint8>:3{min_count=2}",
    "map<enum<a=1>,uint8>:1",
    "map<enum<a=0>,uint8>:3",
    "vector<vector<uint8>:2>:2",
    "vector<vector<uint8>:1>:2{unique}",
    "vector<vector<uint16>:2{min_count=1}>:2",
    "vector<vector<float32>:2>:2{unique}",
    "vector<array<uint8>:1>:2",
    "array<vector<uint8>:2>:2",
    "vector<map<string:1,uint8>:2>:2",
    "vector<struct<a:uint8>>:2",
    "map<string:1,vector<uint8>:2>:2",
    "map<string:1,array<uint8>:1>:2",
    "map<string:1,map<string:1,uint8>:2>:2",
    "map<string:1,map<string:1,uint8>:2{min_count=1}>:2{min_count=1}",
    "map<string:1,map<enum<a=0>,uint8>:2>:2",
    "map<string:1,struct<a:uint8>>:2",
    "json:1",
    "json:4{kinds=bool|object}",
    "json:5{kinds=bool}",
    "json:4096{kinds=bool}",
    "json:3{kinds=number}",
    "json:26{kinds=number}",
    "json:27{kinds=number}",
    "json:12{kinds=string}",
    "json:4{kinds=null}",
    "json:4096{kinds=array}",
    "json:2{kinds=object}",
    "json:6{kinds=object}",
    "json:4096{kinds=object}",
    "json:4096",
    "json:4096{kinds=bool|number|string|array|object|null}",
    "struct<x:json:8>",
    "vector<json:1>:11{unique}",
    "vector<json:1>:12{unique}",
    "vector<json:5{kinds=bool}>:2{unique}",
    "vector<json:5{kinds=bool}>:3{unique}",
    "vector<json:1{kinds=array}>:2",
    "vector<json:4096>:2",
    "vector<json:4096{kinds=object|null}>:2",
    "vector<vector<json:6>:2>:2",
    "array<json:4096>:1",
    "map<string:1,json:8>:2",
    "map<string:1,json:8{kinds=string}>:2",
];

/// Literals at the ends of the types, and just beyond.
const SCALARS: &[&str] = &[
    "true",
    "false",
    "null",
    "0",
    "1",
    "2",
    "9",
    "10",
    "100",
    "101",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "16777215",
    "16777216",
    "16777217",
    "16777218",
    "16777219",
    "16777220",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "-128",
    "-129",
    "-32768",
    "-32769",
    "-2147483648",
    "-2147483649",
    "-9223372036854775808",
    "0.0",
    "1.0",
    "0.1",
    "0.5",
    "-0.5",
    "-0.6",
    "-1e-46",
    "-1e-45",
    "1.0000000000000001",
    "1.00000003",
    "1.00000005960464471",
    "1.00000005960464478",
    "1.0000001",
    "16777216.5",
    "16777217.0",
    "16777217.000000001",
    "16777218.0",
    "16777218.5",
    "16777219.0",
    "16777219.000000001",
    "16777220.0",
    "3.4028234663852886e38",
    "3.40282349e38",
    "3.40282356779733615e38",
    "3.40282356779733640e38",
    "3.4028235677973365e38",
    "3.4028235677973366e38",
    "3.4028235677973368e38",
    "-3.40282349e38",
    "-3.40282356779733615e38",
    "-3.4028235677973365e38",
    "-3.4028235677973366e38",
    "3.5e38",
    "-3.5e38",
    "1e300",
    "''",
    "'a'",
    "'b'",
    "'c'",
    "'A'",
    "'ab'",
    "'abc'",
    "'abcdefghij'",
    "'abcdefghijk'",
    "'abcdefghijklm'",
    "'0123456789'",
    "'0s'",
    "'1s'",
    "'1KiB'",
    "'1000ms'",
    "'256s'",
    "'\\u0000\\u0000\\u0000'",
    "-9223372036854775808000",
    "-0.00000012345678901234567",
    "-1.2345678901234567e-7",
    "[[]]",
    "[{}]",
    "[null]",
    "[0]",
    "[0, 0]",
    "[true]",
    "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]",
    "{'': 0}",
    "{'': ''}",
    "{$ref: 0}",
    "{x: {$expr: '1'}}",
    "{x: {$expr: '1s'}}",
    "[18446744073709551616]",
    "[[18446744073709551616]]",
    "{a: 18446744073709551616}",
    "{a: {a: ''}}",
    "{ $override: 1 }",
    "{ $override: {} }",
    "{ $expr: 'true' }",
    "{ $expr: '1' }",
    "{ $expr: '2' }",
    "{ $expr: '16777217' }",
    "{ $expr: '1.0' }",
    "{ $expr: '1s' }",
    "{ $expr: '1KiB' }",
    "{ $expr: \"'a'\" }",
    "{ $expr: \"'b'\" }",
    "{ $expr: \"'ab'\" }",
    "{ $expr: \"'abcdefghijklm'\" }",
];

/// Layers in YAML with texts that its readers dispute.
const DISPUTED: &[&str] = &["y", "[y]", "[no]", "[[y]]", "{x: y}", "{a: y}", "{a: [y]}", "{a: {a: y}}"];

/// What elements and members are made of.
const PARTS: &[&str] = &[
    "true",
    "0",
    "1",
    "2",
    "255",
    "256",
    "-1",
    "0.5",
    "16777216",
    "16777217",
    "65535",
    "32768",
    "'a'",
    "'b'",
    "'abc'",
    "'1s'",
    "'1ms'",
    "{x: 0}",
    "{x: 1}",
    "{x: 256}",
    "{x: 16777216}",
    "{x: 16777217}",
    "{x: 0.5}",
];

fn literals() -> Vec<String> {
    let mut all: Vec<String> = SCALARS.iter().map(|scalar| (*scalar).to_owned()).collect();
    all.extend(
        ["{}", "[]", "{y: 0}", "{x: 0, y: 0}", "{x: [1, 1]}", "{x: [1, 2]}", "{x: []}"].map(str::to_owned),
    );
    for inner in [
        "[]",
        "[1]",
        "[1, 2]",
        "[255]",
        "[256]",
        "[0.5]",
        "[16777216]",
        "[16777217]",
        "[65536]",
        "{a: 1}",
        "{b: 1}",
        "{a: 256}",
        "{a: 1, b: 1}",
    ] {
        all.extend([format!("[{inner}]"), format!("[{inner}, {inner}]"), format!("[{inner}, [1]]")]);
        all.extend([format!("[{inner}, [16777217]]"), format!("[{inner}, {{}}]")]);
        all.extend([format!("{{a: {inner}}}"), format!("{{a: {inner}, b: {inner}}}")]);
    }
    for a in ["0", "1", "255", "256", "0.5", "16777217", "65535", "1e300", "{x: 0}", "{x: 256}"] {
        for keys in
            [&["''"][..], &["a"], &["b"], &["A"], &["abc"], &["a", "b"], &["a", "abc"], &["a", "b", "A"]]
        {
            let entries: Vec<String> = keys.iter().map(|key| format!("{key}: {a}")).collect();
            all.push(format!("{{{}}}", entries.join(", ")));
        }
    }
    // Elements that are nearly as long as JSON may be.
    let long = "a".repeat(4090);
    all.extend([format!("['{long}aaa']"), format!("[{{{long}: 0}}]")]);
    for a in PARTS {
        all.extend([
            format!("[{a}]"),
            format!("[{a}, {a}]"),
            format!("[{a}, {a}, {a}]"),
            format!("[{a}, {a}, {a}, {a}]"),
        ]);
        if !a.starts_with('{') {
            all.push(format!("{{x: {a}}}"));
        }
        for b in PARTS {
            all.extend([format!("[{a}, {b}]"), format!("[{a}, {b}, 3]")]);
        }
    }
    all
}

pub(super) fn declaration(ty: &str, parent: bool) -> Declaration {
    let field =
        Field::new(Key::new("a").unwrap(), ty.parse().unwrap_or_else(|error| panic!("{ty}: {error}")));
    seal(vec![Field { mutability: Mutability { parent }, ..field }])
}

/// A declaration whose only field has this type.
pub(super) fn declaration_of(ty: Type) -> Declaration {
    seal(vec![Field::new(Key::new("a").unwrap(), ty)])
}

pub(super) fn layers() -> Vec<ValueSource> {
    let json5 = literals().into_iter().map(|literal| ValueSource::Layer(format!("{{ a: {literal} }}")));
    let yaml = DISPUTED.iter().map(|text| ValueSource::Yaml(format!("a: {text}")));
    json5.chain(yaml).collect()
}

pub(super) fn every_pair() -> Witnessed {
    let mut witnessed = Witnessed::default();
    let sources = layers();
    let declarations: Vec<_> = TYPES.iter().map(|ty| declaration(ty, false)).collect();
    let accepts = |declaration| sources.iter().map(|source| source.is_valid(declaration, None)).collect();
    let accepted: Vec<Vec<bool>> = declarations.iter().map(accepts).collect();
    witnessed.check_all(&declarations, &accepted, &sources);
    only_what_cannot_be_told(&declarations);
    witnessed
}

/// A verdict is open only where a pattern, elements that must differ, a vector of as many elements as an array, or a
/// `json` that becomes another type leave it so.
fn only_what_cannot_be_told(declarations: &[Declaration]) {
    for (old, old_ty) in declarations.iter().zip(TYPES) {
        for (new, new_ty) in declarations.iter().zip(TYPES) {
            let both = [old_ty, new_ty];
            let like_an_array = |ty: &&&str| ty.contains("min_count") || ty.contains("array");
            // The members of a struct may be entries of a map.
            let holds = |which: usize, what: &str| both[which].contains(what);
            let objects = |one, other| holds(one, "struct") && holds(other, "map");
            let open = both.iter().any(|ty| ty.contains("pattern"))
                || becomes_other(old_ty, new_ty)
                || objects(0, 1)
                || objects(1, 0)
                || both.iter().all(|ty| ty.contains("unique"))
                || both.iter().all(like_an_array);
            let said = verdict(&compare(old, new));
            assert!(open || !said.contains(&Breaks::May), "{old_ty} to {new_ty}: {said:?}");
        }
    }
}

/// Canonical JSON texts.
const JSON: &[&str] = &[
    "0",
    "9",
    "10",
    "-9",
    "0.5",
    "-0.00000012345668901234567",
    "true",
    "false",
    "null",
    "\"\"",
    "\"abc\"",
    "\"abcd\"",
    "\"abcdefghijk\"",
    "[]",
    "[0]",
    "[null]",
    "{}",
    "{\"\":0}",
    "{\"a\":0}",
    "{\"$ref\":0}",
];

/// Whether a `json`, by itself or inside a list or map, becomes a type of another kind.
fn becomes_other(old: &str, new: &str) -> bool {
    let shape = |ty: &str| ty.split(['<', ':', '{']).next().unwrap().to_owned();
    let has_json = old.contains("json") || new.contains("json");
    has_json
        && (shape(old) != shape(new)
            || old.matches("json").count() != new.matches("json").count()
            || old.matches('<').count() != new.matches('<').count())
}

/// Numbers that lists are made of.
const LISTS: &[&[i64]] =
    &[&[], &[1], &[256], &[1, 1], &[1, 2], &[1, 256], &[1, 1, 1], &[1, 2, 3], &[1, 2, 256], &[1, 1, 1, 1]];

/// Values that parents may override with, of every kind, at every end.
fn values() -> Vec<Value> {
    let json = |text: &&str| JsonText::new(*text).unwrap();
    let numbers = || SCALARS.iter().filter_map(|text| text.parse::<f64>().ok());
    let mut all: Vec<Value> = vec![Value::Bool(true)];
    all.extend(SCALARS.iter().filter_map(|text| text.parse().ok().map(Value::Unsigned)));
    all.extend(SCALARS.iter().filter_map(|text| text.parse().ok().map(Value::Signed)));
    all.extend(numbers().map(|number| Value::Float(number + 0.0)));
    let narrow = SCALARS.iter().filter_map(|text| text.parse::<f32>().ok());
    all.extend(narrow.map(|number| Value::Float(f64::from(number) + 0.0)));
    let strings = SCALARS.iter().filter_map(|text| text.strip_prefix('\'')?.strip_suffix('\''));
    all.extend(strings.map(|text| Value::String(text.into())));
    all.extend([0, 1].map(Value::Variant));
    all.extend(JSON.iter().map(|text| Value::Json(json(text))));
    let scalars = all.clone();
    all.extend(scalars.iter().map(|value| Value::Struct([value.clone()].into())));
    all.push(Value::Struct([Value::Unsigned(0), Value::Unsigned(0)].into()));
    for &numbers in LISTS {
        let list = |list| Value::List(list);
        all.push(list(List::Unsigned(numbers.iter().map(|n| n.unsigned_abs()).collect())));
        all.push(list(List::Signed(numbers.iter().copied().collect())));
        all.push(list(List::Signed(numbers.iter().map(|n| -*n).collect())));
        all.push(list(List::Float(numbers.iter().map(|n| *n as f64 / 2.0).collect())));
        all.push(list(List::Float(numbers.iter().map(|n| *n as f64 + 0.1).collect())));
        all.push(list(List::Bool(numbers.iter().map(|n| *n == 1).collect())));
        all.push(list(List::String(numbers.iter().map(ToString::to_string).map(Box::from).collect())));
        all.push(list(List::Variant(numbers.iter().map(|n| n - 1).collect())));
        for member in [Value::Unsigned, |n| Value::Float(n as f64 + 0.5)] {
            all.push(list(List::Struct(numbers.iter().map(|n| [member(n.unsigned_abs())].into()).collect())));
        }
    }
    for keys in
        [&[][..], &[""], &["a"], &["b"], &["A"], &["abc"], &["a", "b"], &["a", "abc"], &["A", "a", "b"]]
    {
        let map = |values: List| {
            let keys = keys.iter().map(|key| Box::from(*key)).collect();
            Value::Map(MapEntries::ascending(keys, values).unwrap())
        };
        for number in [0_u64, 255, 256] {
            all.push(map(keys.iter().map(|_| number).collect::<List>()));
            all.push(map(List::Struct(keys.iter().map(|_| [Value::Unsigned(number)].into()).collect())));
        }
        for number in [0.5, f64::from(f32::MAX), 16_777_217.0, 1e300] {
            all.push(map(keys.iter().map(|_| number).collect()));
        }
    }
    let number = |n: i64| List::Unsigned([n.unsigned_abs()].into());
    let map = |key: &str, values: List| MapEntries::ascending([key.into()].into(), values).unwrap();
    for &numbers in LISTS.iter().filter(|numbers| numbers.len() < 3) {
        all.push(Value::List(List::List(numbers.iter().map(|n| number(*n)).collect())));
        all.push(Value::List(List::Map(numbers.iter().map(|n| map("a", number(*n))).collect())));
        let inner = List::Unsigned(numbers.iter().map(|n| n.unsigned_abs()).collect());
        all.push(Value::List(List::List([inner.clone()].into())));
        all.push(Value::Map(map("a", List::List([inner].into()))));
        let float = List::Float(numbers.iter().map(|n| *n as f64 + 0.1).collect());
        all.push(Value::List(List::List([float].into())));
    }
    for key in ["a", "b"] {
        all.push(Value::Map(map(key, List::Map([map("a", number(1))].into()))));
        all.push(Value::Map(map("a", List::Map([map(key, number(256))].into()))));
    }
    for texts in [
        &[][..],
        &["0"],
        &["0", "1"],
        &["0", "0"],
        &["true"],
        &["true", "false"],
        &["{}"],
        &["null"],
        &["\"\""],
    ] {
        let list = || List::Json(texts.iter().map(json).collect());
        all.push(Value::List(list()));
        all.push(Value::List(List::List([list()].into())));
        if let [_] = texts {
            all.push(Value::Map(map("a", list())));
        }
    }
    let lists: Vec<Value> = all.iter().filter(|value| value.as_list().is_some()).cloned().collect();
    all.extend(lists.into_iter().map(|list| Value::Struct([list].into())));
    all
}

/// Layers and overrides together: a type that layers may change and parents may not is told.
#[test]
fn every_pair_of_types_that_parents_override() {
    let mut witnessed = Witnessed::default();
    let mut sources = layers();
    sources.extend(values().into_iter().map(|value| ValueSource::Override("a".into(), value)));
    let declarations: Vec<_> = TYPES.iter().map(|ty| declaration(ty, true)).collect();
    let accepts = |declaration: &Declaration| {
        let ty: &Type = &declaration.config().unwrap().fields()[0].ty;
        let base = values().into_iter().find(|value| ty.check(value).is_ok());
        let base = [base.unwrap_or_else(|| panic!("no value fits {ty}"))];
        sources.iter().map(|source| source.is_valid(declaration, Some(&base))).collect()
    };
    let accepted: Vec<Vec<bool>> = declarations.iter().map(accepts).collect();
    witnessed.check_all(&declarations, &accepted, &sources);
    witnessed.assert();
}
