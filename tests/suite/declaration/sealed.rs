//! What is sealed is a declaration: the rules for fields and sections that were made in memory are those for bytes.
//! Both are asked about schemas and sections of which something was changed, for the better or the worse.

use crate::support::arbitrary;
use crate::support::random::{self, Tally};
use confc::declaration::{Config, Declaration, encode};
use confc::types::limits::{MAX_FIELDS, MAX_JSON_DEPTH, MAX_LEVELS, MAX_PATTERNS_MEMORY};
use confc::types::{
    ArrayType, Bounds, Component, EnumType, Field, FieldNames, FloatKind, FloatType, IntegerKind,
    IntegerType, JsonKinds, JsonType, JsonValue, Key, List, MapType, Mutability, NativeName, Pattern,
    StringType, StructType, Type, UnionCase, UnionType, Value, Variant, VectorType,
};
use confc_core::declaration::{Schema, SealError, ValueSource, checked_schema, seal_checked};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use std::sync::Arc;

/// What the public way makes of fields and sections, held against what is read where nothing was checked before it
/// was written.
fn sealed(component: &Component, fields: &[Field]) -> Result<Declaration, SealError> {
    let value_source = || ValueSource::PackagePath(Default::default());
    let unchecked = seal_checked(component.clone(), Some(checked_schema(fields.to_vec(), value_source())));
    let read = Declaration::decode(&encode(&unchecked)).ok().filter(|read| *read == unchecked);
    let sealed = Schema::new(fields.to_vec(), value_source())
        .and_then(|schema| Declaration::seal(component.clone(), Some(schema)));
    assert_eq!(
        sealed.as_ref().ok(),
        read.as_ref(),
        "{:?}\n{component:?}\n{fields:#?}",
        sealed.as_ref().err()
    );
    sealed
}

#[test]
fn what_is_sealed_and_no_more_is_read_back() {
    let tally = Tally::default();
    let picks = vec(any::<Index>(), 24).prop_map(Vec::into_iter);
    let changes = (arbitrary::component(), arbitrary::fields(3), 0..3_usize, picks);
    let mut runner = random::runner();
    for _ in 0..random::times(400) {
        let (mut component, mut fields, changes, picks) = changes.new_tree(&mut runner).unwrap().current();
        let mut picker = Picker { picks };
        for _ in 0..changes {
            if picker.below(4) == 0 {
                picker.change_sections(&mut component);
            } else {
                picker.change_fields(&mut fields);
            }
        }
        tally.count(sealed(&component, &fields).is_ok());
    }
    tally.demand(25, 25);
}

/// Puts a type into containers.
type Around<'a> = &'a dyn Fn(Type) -> Type;

/// Each kind of container counts as a level.
#[test]
fn types_nest_to_the_same_level_in_all_containers() {
    let member = |ty| Type::Struct(StructType::new(vec![Field::new(Key::new("in").unwrap(), ty)]));
    let vector = |element| Type::Vector(VectorType::new(element, 2));
    let array = |element| Type::Array(ArrayType::new(element, 2));
    let map = |value| {
        let key = StringType { max_size: 2, min_size: 0, pattern: None };
        Type::Map(MapType::new(Type::String(key), value, 2))
    };
    let union = |ty| {
        let case = |name, ty| UnionCase::new(Key::new(name).unwrap(), ty);
        Type::Union(UnionType::new(vec![case("a", ty), case("b", Type::Bool)]))
    };
    // A union cannot be a case of a union by kind.
    let containers: [(&str, usize, Around<'_>); 6] = [
        ("struct", 1, &member),
        ("vector", 1, &vector),
        ("array", 1, &array),
        ("map", 1, &map),
        ("union", 2, &|ty| union(member(ty))),
        ("union", 2, &|ty| union(vector(ty))),
    ];
    for (name, levels, around) in containers {
        // The innermost type is at the level after the last container.
        let most = (MAX_LEVELS - 1) / levels;
        let is_sealed = |count: usize| {
            let ty = (0..count).fold(Type::Integer(IntegerType::new(IntegerKind::Uint8)), |ty, _| around(ty));
            sealed(&Component::default(), &[Field::new(Key::new("a").unwrap(), ty)]).is_ok()
        };
        assert!(is_sealed(most) && !is_sealed(most + 1) && !is_sealed(most + 40), "{name}");
    }
}

/// Takes one of many, at random.
struct Picker<I> {
    picks: I,
}

impl<I: Iterator<Item = Index>> Picker<I> {
    fn below(&mut self, count: usize) -> usize {
        self.picks.next().map_or(0, |pick| pick.index(count))
    }

    fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn change_sections(&mut self, component: &mut Component) {
        let json = self.one_of(&sections());
        match self.below(5) {
            0 => component.program = Some(json),
            1 => component.uses = Some(json),
            2 => component.capabilities = Some(json),
            3 => component.disable = Some(json),
            _ => {
                let key = self.one_of(&["x-a", "x-b", "x-", "y", ""]);
                component.extensions.push((key.into(), json));
            }
        }
    }

    fn change_fields(&mut self, fields: &mut Vec<Field>) {
        match self.below(12) {
            0 => fields.clear(),
            1 => fields.reverse(),
            2 => fields.extend_from_within(..fields.len().min(1)),
            _ if fields.is_empty() => fields.push(Field::new(Key::new("new").unwrap(), Type::Bool)),
            _ => {
                let keys: Vec<Key> = fields.iter().map(|field| field.key.clone()).collect();
                let at = self.below(fields.len());
                self.change_field(&mut fields[at], &keys);
            }
        }
    }

    fn change_field(&mut self, field: &mut Field, keys: &[Key]) {
        let text = |text: &str| Some(text.into());
        match self.below(14) {
            0 => field.default = None,
            1 => field.default = Some(self.one_of(&values())),
            2 => field.doc = self.one_of(&[None, text(""), text("a\nb"), text("\u{1b}"), text("\u{2028}")]),
            3 => field.deprecated = self.one_of(&[None, text(""), text("why")]),
            4 => field.names = FieldNames::new(None, vec![self.one_of(keys).into()]),
            5 => {
                field.names = FieldNames::new(None, vec![Key::new("old_name").unwrap().into(); self.below(3)])
            }
            6 => field.mutability = Mutability { parent: true },
            8 | 9 => {
                // A native name is the key, the key of another field, or repeated in an alias.
                let names = ["a b", "old_name", field.key.as_str(), self.one_of(keys).as_str()]
                    .map(|name| NativeName::new(name).unwrap());
                let native = Some(self.one_of(&names)).filter(|name| name.as_str() != field.key.as_str());
                let aliases = (0..self.below(3)).map(|_| self.one_of(&names)).collect();
                field.names = FieldNames::new(native, aliases);
            }
            7 => field.sensitive = true,
            10 => field.names = FieldNames::rest(),
            _ => {
                // What it was fits no more.
                if self.below(4) > 0 {
                    (field.default, field.deprecated) = (None, None);
                }
                field.ty = self.changed(&field.ty);
            }
        }
    }

    fn changed(&mut self, ty: &Type) -> Type {
        if self.below(8) == 0 {
            return self.one_of(&[nested(MAX_LEVELS - 2), nested(MAX_LEVELS), nested(MAX_LEVELS + 1)]);
        }
        let sizes = [0, 1, 2, u32::MAX];
        match ty {
            Type::Bool => Type::Enum(EnumType::new(self.one_of(&variants()))),
            Type::Integer(IntegerType { kind, .. }) => {
                let bounds = [None, Some(0), Some(1), Some(255), Some(i128::MAX), Some(-128)];
                let bounds = Bounds { min: self.one_of(&bounds), max: self.one_of(&bounds) };
                Type::Integer(IntegerType { kind: *kind, bounds: Some(Box::new(bounds)), unit: None })
            }
            Type::Float(FloatType { kind, .. }) => {
                let bounds = [None, Some(0.0), Some(-0.0), Some(0.1), Some(f64::NAN), Some(f64::INFINITY)];
                let bounds = Bounds { min: self.one_of(&bounds), max: self.one_of(&bounds) };
                Type::Float(FloatType { kind: *kind, bounds: Some(Box::new(bounds)), unit: None })
            }
            Type::String(ty) => Type::String(StringType {
                max_size: self.one_of(&sizes),
                min_size: self.one_of(&sizes),
                ..ty.clone()
            }),
            Type::Enum(_) => Type::Enum(EnumType::new(self.one_of(&variants()))),
            Type::Struct(ty) => {
                let mut members = ty.members().to_vec();
                self.change_fields(&mut members);
                Type::Struct(StructType::new(members))
            }
            Type::Vector(ty) if self.below(2) == 0 => {
                let (max_count, min_count) = (self.one_of(&sizes), self.one_of(&sizes));
                Type::Vector(VectorType { max_count, min_count, ..ty.clone() })
            }
            Type::Vector(VectorType { element, .. }) | Type::Array(ArrayType { element, .. }) => {
                let element = if self.below(4) == 0 { ty.clone() } else { self.changed(element) };
                let count = self.one_of(&sizes);
                Type::Array(ArrayType { count, unique: self.below(2) == 0, element: Box::new(element) })
            }
            Type::Json(_) => {
                let kinds = [JsonKinds::ALL_BUT_NULL, JsonKinds::ALL];
                Type::Json(JsonType { max_size: self.one_of(&sizes), kinds: self.one_of(&kinds) })
            }
            Type::Union(ty) => {
                let mut cases = ty.cases().to_vec();
                let at = self.below(cases.len());
                match self.below(4) {
                    0 => drop(cases.remove(at)),
                    1 => cases.push(cases[at].clone()),
                    2 => cases[at].doc = self.one_of(&variants())[0].doc.clone(),
                    _ => cases[at].ty = self.changed(&cases[at].ty),
                }
                Type::Union(UnionType::new(cases))
            }
            Type::Map(map) => {
                let (mut key, mut value) = (map.key().clone(), map.value().clone());
                match self.below(4) {
                    0 => key = self.changed(&key),
                    1 => value = ty.clone(),
                    2 => value = self.changed(&value),
                    _ => {}
                }
                let map = MapType::new(key, value, self.one_of(&sizes));
                Type::Map(if self.below(2) == 0 { map.at_least(self.one_of(&sizes)) } else { map })
            }
        }
    }
}

/// Lists of variants, good and bad.
fn variants() -> Vec<Vec<Variant>> {
    let variant = |name, number| Variant::new(Key::new(name).unwrap(), number);
    let documented = |doc: &str| Variant { doc: Some(doc.into()), ..variant("c", 3) };
    vec![
        vec![variant("b", 1), variant("a", -1)],
        vec![documented("what\nit is")],
        vec![],
        vec![variant("a", 1), variant("a", 2)],
        vec![variant("a", 1), variant("b", 1)],
        vec![documented("")],
        vec![documented("\u{202e}")],
    ]
}

/// Defaults that fit some type.
fn values() -> Vec<Value> {
    vec![
        Value::Bool(true),
        Value::Unsigned(256),
        Value::Signed(-1),
        Value::Float(0.1),
        Value::Float(-0.0),
        Value::Float(f64::NAN),
        Value::String("abcdefgh".into()),
        Value::Variant(1),
        Value::Struct([].into()),
        Value::List(List::Unsigned([1, 1].into())),
        Value::List(List::String([].into())),
    ]
}

/// A type of this many levels.
fn nested(levels: usize) -> Type {
    let around = |ty| Type::Struct(StructType::new(vec![Field::new(Key::new("in").unwrap(), ty)]));
    (1..levels).fold(Type::Bool, |ty, _| around(ty))
}

fn object(members: &[(&str, JsonValue)]) -> JsonValue {
    JsonValue::Map(members.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
}

/// Sections, good and bad.
fn sections() -> Vec<JsonValue> {
    let deep = |depth| (1..depth).fold(object(&[]), |inner, _| object(&[("in", inner)]));
    let text = |text: &str| JsonValue::String(text.into());
    let item = |members: &[(&str, JsonValue)]| JsonValue::List([object(members)].into());
    let capability = |key: (&'static str, JsonValue), value| {
        item(&[("config", text("fuchsia.config.A")), key, ("type", text("bool")), ("value", value)])
    };
    let config = text("fuchsia.config.A");
    vec![
        JsonValue::Null,
        JsonValue::List([].into()),
        JsonValue::List([JsonValue::Null].into()),
        deep(MAX_JSON_DEPTH),
        deep(MAX_JSON_DEPTH + 1),
        JsonValue::List([deep(MAX_JSON_DEPTH - 1)].into()),
        JsonValue::List([deep(MAX_JSON_DEPTH)].into()),
        object(&[("a", JsonValue::Negative(-1)), ("b", JsonValue::Number("1.50".into()))]),
        object(&[("a", JsonValue::Negative(1))]),
        object(&[("a", JsonValue::Number("1".into()))]),
        object(&[("a", JsonValue::Null), ("a", JsonValue::Null)]),
        capability(("a", JsonValue::Null), JsonValue::Bool(true)),
        item(&[("config", config.clone()), ("type", text("bool")), ("value", JsonValue::Bool(true))]),
        item(&[("config", config.clone()), ("type", text("bool")), ("value", text("true"))]),
        item(&[("config", config.clone()), ("type", text("bool")), ("key", text("missing"))]),
        item(&[("config", config)]),
    ]
}

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).unwrap(), ty)
}

fn refused(fields: &[Field]) -> String {
    sealed(&Component::default(), fields).unwrap_err().to_string()
}

#[test]
fn errors_name_the_field_and_the_rule() {
    let string = |max_size| Type::String(StringType { max_size, min_size: 0, pattern: None });
    let structure = |members| Type::Struct(StructType::new(members));
    let servers = Type::Vector(VectorType {
        max_count: 2,
        min_count: 0,
        unique: false,
        element: Box::new(structure(vec![field("name", string(0))])),
    });
    assert_eq!(
        refused(&[field("servers", servers)]),
        "field `servers[].name`: expected `max_size` to be at least 1, found 0"
    );
    assert_eq!(refused(&[]), "expected at least one field, found none");
    let twice = [field("a", Type::Bool), field("b", Type::Bool), field("a", Type::Bool)];
    assert_eq!(refused(&twice), "`a` comes after `a`: keys must be in ascending order, each once");
    let empty = Field { doc: Some("".into()), ..field("a", Type::Bool) };
    assert_eq!(refused(&[empty]), "field `a`: expected documentation that is not empty, found none");
    let empty =
        Field { deprecated: Some("".into()), default: Some(Value::Bool(true)), ..field("a", Type::Bool) };
    assert_eq!(refused(&[empty]), "field `a`: expected a reason that is not empty, found none");
    // What `main` prints is the text, and a secret is in neither.
    let number = Type::Integer(IntegerType::new(IntegerKind::Uint8));
    let secret = Field { sensitive: true, default: Some(Value::Unsigned(4321)), ..field("pin", number) };
    let error = sealed(&Component::default(), &[secret]).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(!error.to_string().contains("4321"), "{error}");
}

#[test]
fn patterns_have_one_budget() {
    let pattern = |n: usize| Arc::new(Pattern::new(&format!("a{n:06}")).unwrap());
    let most = MAX_PATTERNS_MEMORY / pattern(0).charge();
    let fields = |count: usize| -> Vec<Field> {
        let ty = |n| Type::String(StringType { max_size: 9, min_size: 0, pattern: Some(pattern(n)) });
        // The last one is there twice, and charged once.
        (0..count).map(|n| field(&format!("f{n}"), ty(n.min(most)))).collect()
    };
    sealed(&Component::default(), &fields(most)).unwrap();
    assert!(refused(&fields(most + 1)).contains("together with the patterns before it"));
}

#[test]
#[ignore = "slow: a million fields"]
fn fields_are_counted_with_their_members() {
    let member = |n: usize| field(&format!("m{n}"), Type::Bool);
    let fields = |count| [field("s", Type::Struct(StructType::new((1..count).map(member).collect())))];
    sealed(&Component::default(), &fields(MAX_FIELDS)).unwrap();
    assert_eq!(refused(&fields(MAX_FIELDS + 1)), format!("field `s`: more than {MAX_FIELDS} fields"));
}

/// A field of each shape that a change can reach is there, so the law above is about something.
#[test]
fn a_declaration_can_be_taken_apart_and_sealed_again() {
    let float = Type::Float(FloatType {
        bounds: Bounds::boxed(Some(0.5), None),
        ..FloatType::new(FloatKind::Float32)
    });
    let declaration = sealed(&Component::default(), &[field("b", float), field("a", Type::Bool)]).unwrap();
    let keys: Vec<&str> =
        declaration.config().map(Config::fields).unwrap().iter().map(|one| one.key.as_str()).collect();
    assert_eq!(keys, ["a", "b"]);
    assert_eq!(
        sealed(&Component::default(), declaration.config().unwrap().fields()),
        Ok(declaration.clone())
    );
}
