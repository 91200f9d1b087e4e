//! How much stack the loader needs: what is read nests, and may come from anywhere.

use super::laws::decoded;
use super::{config, file, seal};
use crate::support::command::Workspace;
use crate::support::skip::has_tool;
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::schema::{Schema, ValueSource};
use confc::types::limits::{LOADER_STACK, MAX_JSON_DEPTH, MAX_LEVELS};
use confc::types::{
    ArrayType, Component, Field, JsonValue, Key, List, MapEntries, MapType, Pattern, StringType, StructType,
    Type, UnionCase, UnionType, UnionValue, Value, VectorType,
};
use confc_core::plan::{FinishInputs, finish};
use confc_core::values::{from_embedded_schema, load};
use std::cmp::Ordering;
use std::sync::Arc;
use std::thread;

/// What types nest in.
#[derive(Clone, Copy)]
enum Nesting {
    Struct,
    Vector,
    Array,
    Map,
    Union,
}

const ALL: [Nesting; 5] = [Nesting::Struct, Nesting::Vector, Nesting::Array, Nesting::Map, Nesting::Union];

impl Nesting {
    /// A type that holds another one, with a value.
    fn around(self, ty: Type, value: Value) -> (Type, Value) {
        let list = |ty: &Type, value| Value::List(List::from_values(ty, vec![value]).unwrap());
        match self {
            Self::Struct => {
                let member = Field { default: Some(value.clone()), ..Field::new(key("a"), ty) };
                (Type::Struct(StructType::new(vec![member])), Value::Struct([value].into()))
            }
            Self::Vector => {
                let value = list(&ty, value);
                (Type::Vector(VectorType { unique: true, ..VectorType::new(ty, 2) }), value)
            }
            Self::Array => {
                let value = list(&ty, value);
                (Type::Array(ArrayType { unique: true, ..ArrayType::new(ty, 1) }), value)
            }
            Self::Map => {
                let entries = MapEntries::of(&ty, vec![("k".into(), value)]).unwrap();
                let key = Type::String(StringType::new(9));
                (Type::Map(MapType::new(key, ty, 2).at_least(1)), Value::Map(entries))
            }
            Self::Union => {
                let case = |name, ty| UnionCase::new(key(name), ty);
                let ty = UnionType::new(vec![case("a", ty), case("b", Type::Bool)]);
                (Type::Union(ty), UnionValue { case: 0, value }.into())
            }
        }
    }
}

fn key(text: &str) -> Key {
    Key::new(text).unwrap()
}

/// A schema that nests as deep as anything may: types, defaults, the groups of a pattern. Its types nest in two ways by
/// turns.
fn deepest_schema(by_turns: [usize; 2]) -> Schema {
    let string = |pattern: &str| {
        let pattern = Some(Arc::new(Pattern::new(pattern).unwrap()));
        Type::String(StringType { max_size: 9, min_size: 0, pattern })
    };
    let deeper = |inner: &String| Some(format!("({inner})*")).filter(|text| Pattern::new(text).is_ok());
    let groups = std::iter::successors(Some(String::from("a")), deeper).last().unwrap();
    assert!(groups.len() > 70, "{groups}");
    let innermost = (string(&groups), Value::String("a".into()));
    let nested = |(ty, value), level: usize| ALL[by_turns[level % 2]].around(ty, value);
    let (ty, value) = (1..MAX_LEVELS).fold(innermost, nested);
    let fields = vec![Field { default: Some(value), ..Field::new(key("a"), ty) }];
    Schema::new(fields, ValueSource::PackagePath(Default::default())).unwrap()
}

/// A declaration with such a schema, and with sections that nest as deep as a document may.
fn deepest(by_turns: [usize; 2]) -> Declaration {
    let carried = (0..MAX_JSON_DEPTH).fold(JsonValue::Null, |inner, depth| match depth % 2 {
        0 => JsonValue::List([inner].into()),
        _ => JsonValue::Map([("k".into(), inner)].into()),
    });
    let component = Component { extensions: vec![("x-a".into(), carried)], ..Component::default() };
    Declaration::seal(component, Some(deepest_schema(by_turns))).unwrap()
}

/// Every pair of ways in which types nest. No case of a union is a union.
fn pairs() -> impl Iterator<Item = [usize; 2]> {
    let all = (0..ALL.len()).flat_map(|even| (0..ALL.len()).map(move |odd| [even, odd]));
    all.filter(|pair| !pair.iter().all(|at| matches!(ALL[*at], Nesting::Union)))
}

/// A plan for the declaration, whose innermost value waits for an input.
fn plan(workspace: &Workspace, declaration: &[u8], by_turns: [usize; 2]) -> Vec<u8> {
    let nested = |literal: String, level: usize| match ALL[by_turns[level % 2]] {
        Nesting::Struct => format!("{{ a: {literal} }}"),
        Nesting::Vector | Nesting::Array => format!("[{literal}]"),
        Nesting::Map => format!("{{ k: {literal} }}"),
        Nesting::Union => literal,
    };
    let literal = (1..MAX_LEVELS).fold("{ $expr: \"input('i')\" }".to_owned(), nested);
    let inputs = "$inputs: { i: { type: 'string', max_size: 9 } }";
    workspace.write("a.cm", declaration);
    workspace.write("l.json5", format!("{{ {inputs}, a: {literal} }}"));
    workspace.confc(&["values", "a.cm", "l.json5", "--plan", "-o", "a.cvp"]).silent();
    workspace.read("a.cvp")
}

#[test]
fn the_loader_gets_by_with_the_stack_it_says() {
    let (other, workspace) = (Arc::new(file_of_another()), Workspace::new());
    for pair in pairs() {
        let declaration = deepest(pair);
        let values = [config(&declaration).fields()[0].default.clone().unwrap()];
        let (bytes, file) =
            (confc::declaration::encode(&declaration), file(&declaration, &values, EmbeddedSchema::Include));
        let (other, plan) = (Arc::clone(&other), plan(&workspace, &bytes, pair));
        let read = move || {
            let declaration = Declaration::decode(&bytes).unwrap();
            assert_eq!(load(&declaration, &file).unwrap().values(), values);
            assert_eq!(declaration.clone(), declaration);
            assert!(load(&declaration, &other).is_err() && from_embedded_schema(&file).is_ok());
            assert_eq!(values[0].partial_cmp(&values[0].clone()), Some(Ordering::Equal));
            let ty = &config(&declaration).fields()[0].ty;
            assert!(ty.show(&values[0]).to_string().contains("\"a\"") && ty.to_string().contains(":9"));
            let viewed = confc_loader::Declaration::decode(&bytes).unwrap();
            let loaded = confc_loader::load(&viewed, &file).unwrap();
            assert!(format!("{loaded:?}").contains("\"a\""));
            let inputs = vec![("i", Value::String("a".into()))];
            let finished = finish(&declaration, &plan, FinishInputs { inputs, imports: Vec::new() }).unwrap();
            assert_eq!(load(&declaration, &finished.bytes).unwrap().values(), values);
        };
        // Where nothing is optimised a frame is several times as large.
        let stack = if cfg!(debug_assertions) { 4 * LOADER_STACK } else { LOADER_STACK };
        thread::Builder::new().stack_size(stack).spawn(read).unwrap().join().unwrap();
    }
}

#[test]
fn readers_with_the_usual_limit_of_messages_take_the_deepest_files() {
    if !has_tool("readers_with_the_usual_limit_of_messages_take_the_deepest_files", "protoc") {
        return;
    }
    let workspace = Workspace::new();
    for pair in pairs() {
        // A section may nest deeper than the limit of other readers.
        let declaration = Declaration::seal(Component::default(), Some(deepest_schema(pair))).unwrap();
        let bytes = confc::declaration::encode(&declaration);
        let values = [config(&declaration).fields()[0].default.clone().unwrap()];
        decoded(&bytes, "Component", "declaration");
        decoded(&file(&declaration, &values, EmbeddedSchema::Include), "ValuesData", "values");
        decoded(&plan(&workspace, &bytes, pair), "ValuesPlan", "plan");
    }
}

fn file_of_another() -> Vec<u8> {
    let other = seal(vec![Field::new(Key::new("a").unwrap(), Type::Bool)]);
    file(&other, &[Value::Bool(true)], EmbeddedSchema::Include)
}
