//! The checksum against published vectors and against a second implementation, made from the text of the
//! language reference alone.

use crate::support::{arbitrary, random};
use confc::declaration::Declaration;
use confc::schema::{Schema, ValueSource};
use confc::types::{
    Component, EnumType, Field, IntegerKind, IntegerType, JsonKinds, JsonType, Key, StringType, Type,
    UnionType, Variant, VectorType,
};
use confc_core::rules::Rules;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use sha2::{Digest, Sha256};

/// The preimage of a schema without rules.
fn preimage(fields: &[Field]) -> Vec<u8> {
    confc::declaration::preimage(fields, &Rules::default())
}

pub(crate) fn integer(kind: IntegerKind) -> Type {
    Type::Integer(IntegerType::new(kind))
}

pub(crate) fn string(max_size: u32) -> Type {
    Type::String(StringType { max_size, min_size: 0, pattern: None })
}

pub(crate) fn vector(max_count: u32, element: Type) -> Type {
    Type::Vector(VectorType { max_count, min_count: 0, unique: false, element: Box::new(element) })
}

pub(crate) fn declaration(fields: &[(&str, Type)]) -> Declaration {
    let fields = fields.iter().map(|(key, ty)| Field::new(Key::new(key).unwrap(), ty.clone())).collect();
    let schema = Schema::new(fields, ValueSource::PackagePath("meta/a.cvf".parse().unwrap())).unwrap();
    Declaration::seal(Component::default(), Some(schema)).unwrap()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sorted(fields: &[Field]) -> Vec<Field> {
    let mut fields = fields.to_vec();
    fields.sort_by(|a, b| a.key.cmp(&b.key));
    fields
}

/// Checks the checksum, and where it is short enough to stand in a table the preimage.
fn check(name: &str, fields: &[(&str, Type)], bytes: Option<&str>, checksum: &str) {
    let declaration = declaration(fields);
    let config = declaration.config().unwrap();
    if let Some(bytes) = bytes {
        assert_eq!(hex(&preimage(config.fields())), bytes, "{name}");
    }
    assert_eq!(config.checksum().to_string(), format!("sha256:{checksum}"), "{name}");
}

#[test]
fn checksums_of_fuchsias_own_tests() {
    use IntegerKind as Kind;
    let logging = "64499e75f3376988743b3816cd14709f3d4ad3e2249a1a3480b49eb96357d6ed";
    check("cm_rust", &[("enable_logging", Type::Bool)], None, logging);
    let cmc = [
        ("test1", string(50)),
        ("test2", vector(100, string(50))),
        ("test3", Type::Bool),
        ("test4", integer(Kind::Uint8)),
        ("test5", integer(Kind::Int8)),
        ("test6", integer(Kind::Uint64)),
        ("test7", integer(Kind::Int64)),
        ("test8", vector(100, integer(Kind::Uint16))),
        ("test_mutable_by_parent", Type::Bool),
    ];
    check("cmc", &cmc, None, "fcea732ca5ded26d43e71497962dbf24f532488c0ebc18c050a1261255976373");
    let older = "7b11bde87707fcec93374e8ad1e8f1e15b9b26c57e0a47649d2772c3be845341";
    check("older cmc", &cmc[..8], None, older);
    let integers = [
        ("uint8", Kind::Uint8),
        ("uint16", Kind::Uint16),
        ("uint32", Kind::Uint32),
        ("uint64", Kind::Uint64),
        ("int8", Kind::Int8),
        ("int16", Kind::Int16),
        ("int32", Kind::Int32),
        ("int64", Kind::Int64),
    ];
    let mut fields = vec![
        ("my_flag".to_owned(), Type::Bool),
        ("my_string".to_owned(), string(100)),
        ("my_vector_of_flag".to_owned(), vector(100, Type::Bool)),
        ("my_vector_of_string".to_owned(), vector(100, string(100))),
    ];
    for (name, kind) in integers {
        fields.push((format!("my_{name}"), integer(kind)));
        fields.push((format!("my_vector_of_{name}"), vector(100, integer(kind))));
    }
    let fields: Vec<(&str, Type)> = fields.iter().map(|(key, ty)| (key.as_str(), ty.clone())).collect();
    check("configc", &fields, None, "cd57b2a289bbb611cf8150ec06c5064c7cae790faa730b6fa102c3537b94ee1a");
}

#[test]
fn checksums_of_every_type_of_the_rfc() {
    use IntegerKind as Kind;
    let a = |ty, bytes, checksum| check(bytes, &[("a", ty)], Some(bytes), checksum);
    a(Type::Bool, "6100", "ffe9aaeaa2a2d5048174df0b80599ef0197ec024c4b051bc9860cff58ef7f9f3");
    let integers = [
        (Kind::Uint8, "6101", "6023e54cda16371a6fc1257eb30c1585dcda4a1ea89ce2a7b540c2fe21c127fd"),
        (Kind::Uint16, "6102", "fcc9ba1fa9b050e331c3da0f10020ff9ae29441fde0e558a34ba59330e573fb6"),
        (Kind::Uint32, "6103", "45b1703c1930b94d7b8d180ad8f17077439862d8f23827ecb89a07d0ef2ff463"),
        (Kind::Uint64, "6104", "cd155046155967dabdc5d15f10014098efbfc41ccc2d7c875a0fed629253f032"),
        (Kind::Int8, "6105", "e0aae532aad6c0cb5e0da85c603c42990a43e49ffd6fa7bfa325efa3f7a60008"),
        (Kind::Int16, "6106", "be009176304dc3057bc4b3ddfdccf6820bab8cffa98f5d894426920a96b0b25a"),
        (Kind::Int32, "6107", "bde8494ca44417e4ef2ed67383a8ebd3d9f3ead5d39a5c60ef4cf2788f5d5b65"),
        (Kind::Int64, "6108", "6f7ea90e6a7a8070e67fd81801ee45eca8abc6ebbeac2e3e11c299a1a19d8cfd"),
    ];
    for (kind, bytes, checksum) in integers {
        a(integer(kind), bytes, checksum);
    }
    a(string(1), "610100000009", "852f06bf7731e17c0f7b7391269bdf895e88559d0290373452e956170519d502");
    a(string(100), "616400000009", "f35bedb61c221c2d0328c037c2f969fa85a620c75e583eab235b5dffdf28683c");
    a(string(u32::MAX), "61ffffffff09", "2c946ebd0a59ff8b214119affc7ca508012a2f83874e43018d5fbfec908d2cb5");
    let flags = "31220d3a2ec44ddb40236b2b009ddfe886d4e9a68df33eb42e27efda13f835e7";
    a(vector(1, Type::Bool), "6101000000000a", flags);
    let numbers = "7bbd435c472ec0d476ec130b6349a84b0022c495606a795e8f3c7950bd4c4936";
    a(vector(256, integer(Kind::Int64)), "6100010000080a", numbers);
    let strings = "3afe9e9aeabc37c7521847ef36828b23d03aa2e6d2f182ba40fb73aae4321da3";
    a(vector(10, string(20)), "610a00000014000000090a", strings);
}

#[test]
fn checksums_of_several_fields() {
    use IntegerKind as Kind;
    let order = "0c483189a33a70b86e92ea013dfaf04e95330a07e3930e62bdea94c06eb1760e";
    check("order", &[("b", Type::Bool), ("a", integer(Kind::Uint8))], Some("61016200"), order);
    let keys = ["ab", "a1", "aa", "a", "a_b"].map(|key| (key, Type::Bool));
    let bytes = "6100613100615f6200616100616200";
    check("keys", &keys, Some(bytes), "7d2460a4eec2c506a376d015b0dd1226e2e34e300690b313308440e9e864422b");
    let tags = "ce2a99888467e71092450ad8dd46c4efd65b97138d18552b26a92f565af66ca0";
    check("tags", &[("tags", vector(10, string(20)))], Some("746167730a00000014000000090a"), tags);
    let network = "e62c30f85343f8b21a04b80b9fade3d28277729aaf8d3b6b7d7de3ed8f430caf";
    check("network", &[("network_id", string(100))], Some("6e6574776f726b5f69646400000009"), network);
    let threads = [("enable_advanced_features", Type::Bool), ("num_threads", integer(Kind::Uint64))];
    let checksum = "9fe5cc202379ce33a0c3367227cae598bc104cdca0954afbb6299d03dd906a99";
    check("threads", &threads, None, checksum);
    let rfc_0158 =
        [("check_interval_ns", integer(Kind::Int64)), ("data_path", string(256)), ("test_only", Type::Bool)];
    let checksum = "5876b3248a95795e4e0c51cb8c26d8f746beb3045e08aa46ebbbedd55d96198f";
    check("RFC-0158", &rfc_0158, None, checksum);
    let longest = "597756d4e75277b687fb68b19d52bffc45d496357a969f283d0678de21e9b0b4";
    check("longest key", &[(&"a".repeat(64), Type::Bool)], None, longest);
}

#[test]
fn checksums_of_json() {
    let json = |max_size, bits| Type::Json(JsonType { max_size, kinds: JsonKinds::from_bits(bits).unwrap() });
    let bytes = "02636f6e6663010000000161110101040000000010000000000000";
    let any = "432dbfd021f37a4e9a5e700dcbeed4910e52e3df450b35a28d9267a625c4a2a1";
    check("json", &[("a", json(4096, 0x1f))], Some(bytes), any);
    let bytes = "02636f6e66630100000001610a0103040000000800000011020104000000ffffffff0c010000003f00000000";
    let all = "17af43fa809bcbf49262239d1b10444759e6033edb251548667cce700978ee19";
    check("json in a vector", &[("a", vector(8, json(u32::MAX, 0x3f)))], Some(bytes), all);
    // `optional` stands before the kinds, in the order of the numbers.
    let field = Field { optional: true, ..Field::new(Key::new("a").unwrap(), json(4096, 0x18)) };
    let bytes = "02636f6e666301000000016111030104000000001000000b000000000c010000001800000000";
    assert_eq!(hex(&preimage(&[field])), bytes);
}

#[test]
fn checksums_of_unions() {
    let bytes = "02636f6e6663010000000161120002000000046e616d65090101040000000f000000066e756d626572020106100000000100000000000000000000000000000000000000";
    let sum = "a11b105652b6f7a8e185ed9928d172b57cb14528e5a3edcf53edf4ccbcdf6996";
    let port: Type = "union<name=string:15,number=uint16{min=1}>".parse().unwrap();
    check("port", &[("a", port.clone())], Some(bytes), sum);
    let bytes = "02636f6e66630100000001610a01030400000008000000120002000000036f66660000026f6e0e0001000000017805010b0000000000000000";
    let sum = "bae2b9322b2079388e6f357565539091c1db50f1c99d14fd4d7153e8882e29fb";
    let off = "vector<union<off=bool,on=struct<x:int8?>>>:8";
    check("unions in a vector", &[("a", off.parse().unwrap())], Some(bytes), sum);
    // Names of cases are part of the interface, documentation is not.
    let other: Type = "union<name=string:15,port=uint16{min=1}>".parse().unwrap();
    assert!(!port.is_same_interface(&other));
    let Type::Union(ty) = &port else { panic!("a union") };
    let mut cases = ty.cases().to_vec();
    cases[0].doc = Some("A service.".into());
    let documented = Type::Union(UnionType::new(cases));
    assert_ne!(port, documented);
    assert!(port.is_same_interface(&documented));
    let preimage = |ty: &Type| preimage(&[Field::new(Key::new("a").unwrap(), ty.clone())]);
    assert_eq!(preimage(&port), preimage(&documented));
}

/// The second implementation. It knows a type only by its text, as the reference gives it.
mod again {
    use confc::types::{Bound, Constraint, Field, Type, TypeKind};

    fn tag(type_kind: TypeKind) -> u8 {
        let order = "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 string vector \
                     float32 float64 enum struct array map json union";
        order.split(' ').position(|name| name == type_kind.name()).unwrap().try_into().unwrap()
    }

    fn kind_and_payload(constraint: Constraint<'_>) -> (u8, Vec<u8>) {
        let bound = |bound: Bound| match bound {
            Bound::Integer(n) => n.to_le_bytes().to_vec(),
            Bound::Float(n, _) => n.to_bits().to_le_bytes().to_vec(),
        };
        match constraint {
            Constraint::MaxSize(n) => (1, n.to_le_bytes().into()),
            Constraint::MinSize(n) => (2, n.to_le_bytes().into()),
            Constraint::MaxCount(n) => (3, n.to_le_bytes().into()),
            Constraint::MinCount(n) => (4, n.to_le_bytes().into()),
            Constraint::Count(n) => (5, n.to_le_bytes().into()),
            Constraint::Min(n) => (6, bound(n)),
            Constraint::Max(n) => (7, bound(n)),
            Constraint::Pattern(text) => (8, text.into()),
            Constraint::Unique => (9, vec![]),
            Constraint::Unit(unit) => (10, unit.to_string().into()),
            Constraint::Optional => (11, vec![]),
            Constraint::Nullable => (13, vec![]),
            Constraint::Tag(name) => (15, name.into()),
            Constraint::Kinds(kinds) => {
                let numbers =
                    [("bool", 1), ("number", 2), ("string", 4), ("array", 8), ("object", 16), ("null", 32)];
                let of = |name: &str| numbers.iter().find(|(known, _)| *known == name).unwrap().1;
                (12, vec![kinds.to_string().split('|').map(of).sum()])
            }
        }
    }

    fn u32le(n: usize) -> [u8; 4] {
        u32::try_from(n).unwrap().to_le_bytes()
    }

    fn text(text: &str) -> Vec<u8> {
        [&[text.len().try_into().unwrap()], text.as_bytes()].concat()
    }

    fn first(ty: &Type) -> Option<Vec<u8>> {
        let tag = [tag(ty.kind())];
        let constraints: Vec<_> = ty.constraints().map(kind_and_payload).collect();
        match (ty, constraints.as_slice()) {
            (Type::Bool | Type::Integer(_), []) => Some(tag.into()),
            (Type::String(_), [(1, max)]) => Some([max, &tag[..]].concat()),
            (Type::Vector(ty), [(3, max)]) => Some([max, &first(&ty.element)?, &tag[..]].concat()),
            _ => None,
        }
    }

    fn second(ty: &Type, of_field: &[Constraint<'_>]) -> Vec<u8> {
        let constraints = ty.constraints().chain(of_field.iter().copied());
        let mut constraints: Vec<_> = constraints.map(kind_and_payload).collect();
        constraints.sort();
        let mut bytes = vec![tag(ty.kind()), constraints.len().try_into().unwrap()];
        for (kind, payload) in constraints {
            bytes.extend([&[kind][..], &u32le(payload.len()), &payload].concat());
        }
        match ty {
            Type::Enum(ty) => {
                bytes.extend(u32le(ty.variants().len()));
                for variant in ty.variants() {
                    bytes.extend([text(variant.name.as_str()), variant.number.to_le_bytes().into()].concat());
                }
            }
            Type::Struct(ty) => bytes.extend(fields(ty.members())),
            Type::Union(ty) => {
                bytes.extend(u32le(ty.cases().len()));
                for case in ty.cases() {
                    bytes.extend([text(case.name.as_str()), second(&case.ty, &[])].concat());
                }
            }
            Type::Map(ty) => bytes.extend([second(ty.key(), &[]), second(ty.value(), &[])].concat()),
            ty => bytes.extend(ty.element().map(|element| second(element, &[])).unwrap_or_default()),
        }
        bytes
    }

    fn fields(fields: &[Field]) -> Vec<u8> {
        let of_field = |field: &Field| {
            let optional = field.optional.then_some(Constraint::Optional);
            Vec::from_iter(field.nullable.then_some(Constraint::Nullable).into_iter().chain(optional))
        };
        let each = fields
            .iter()
            .flat_map(|field| [text(field.key.as_str()), second(&field.ty, &of_field(field))].concat());
        u32le(fields.len()).into_iter().chain(each).collect()
    }

    pub(super) fn preimage(all: &[Field]) -> Vec<u8> {
        let version_1: Option<Vec<Vec<u8>>> = all
            .iter()
            .map(|field| {
                let ty = first(&field.ty).filter(|_| !field.optional && !field.nullable)?;
                Some([field.key.as_str().as_bytes(), &ty].concat())
            })
            .collect();
        version_1.map_or_else(|| [&b"\x02confc"[..], &fields(all), &u32le(0)].concat(), |all| all.concat())
    }
}

/// What the checksum covers of fields, as text.
fn interface(fields: &[Field]) -> String {
    fields.iter().map(|field| format!("{}:{};", field.key, field.type_text())).collect()
}

proptest! {
    #![proptest_config(random::cases(500))]

    #[test]
    fn two_implementations_agree(fields in arbitrary::fields(4)) {
        let fields = sorted(&fields);
        prop_assert_eq!(preimage(&fields), again::preimage(&fields));
    }

    #[test]
    fn the_checksum_is_the_sum_of_the_preimage(schema in arbitrary::schema()) {
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        let config = declaration.config().unwrap();
        let sum: [u8; 32] = Sha256::digest(preimage(config.fields())).into();
        prop_assert_eq!(*config.checksum().as_bytes(), sum);
    }

    #[test]
    fn different_interfaces_have_different_preimages(
        fields in arbitrary::fields(2),
        at in any::<Index>(),
        other in arbitrary::field(2),
    ) {
        let a = sorted(&fields);
        let mut b = a.clone();
        let field = at.get_mut(&mut b);
        field.ty = other.ty;
        field.optional = other.optional;
        field.default = other.default;
        field.doc = other.doc;
        prop_assert_eq!(interface(&a) == interface(&b), preimage(&a) == preimage(&b));
        let fewer = &a[1..];
        prop_assert!(preimage(fewer) != preimage(&a));
    }
}

#[test]
fn documentation_is_no_interface() {
    let ty = |doc: Option<&str>, number| {
        let doc = doc.map(Box::from);
        Type::Enum(EnumType::new(vec![Variant { doc, ..Variant::new(Key::new("on").unwrap(), number) }]))
    };
    let (plain, documented, other) = (ty(None, 1), ty(Some("Said."), 1), ty(Some("Said."), 2));
    assert_ne!(plain, documented);
    assert!(plain.is_same_interface(&documented) && !plain.is_same_interface(&other));
    let lists = [&plain, &documented].map(|ty| vector(3, ty.clone()));
    assert!(lists[0].is_same_interface(&lists[1]));
    let fields = lists.map(|ty| Field::new(Key::new("a").unwrap(), ty));
    assert_ne!(fields[0], fields[1]);
    assert!(fields[0].is_equal_but_for_documentation(&fields[1]));
    assert_eq!(preimage(&fields[..1]), preimage(&fields[1..]));
    assert_eq!(plain.to_string(), documented.to_string());
}

#[test]
fn interfaces_that_look_alike_are_different() {
    use IntegerKind as Kind;
    // Sizes made of letters, keys that continue another's, the same parts in another nesting.
    let letters = u32::from_le_bytes(*b"aaaa");
    let alike: Vec<Vec<(&str, Type)>> = vec![
        vec![("a", string(letters))],
        vec![("aaaaa", string(letters))],
        vec![("a", vector(letters, Type::Bool))],
        vec![("a", vector(letters, string(letters)))],
        vec![("a", string(letters)), ("aaaa", string(letters))],
        vec![("a", Type::Bool), ("b", Type::Bool)],
        vec![("ab", Type::Bool)],
        vec![("a", integer(Kind::Uint8)), ("b", Type::Bool)],
        vec![("a", vector(1, string(2)))],
        vec![("a", vector(2, string(1)))],
    ];
    let bytes: Vec<Vec<u8>> =
        alike.iter().map(|fields| preimage(declaration(fields).config().unwrap().fields())).collect();
    for (n, one) in bytes.iter().enumerate() {
        assert!(!bytes[..n].contains(one), "{n}");
    }
}
