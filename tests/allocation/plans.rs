//! What one byte of a value plan can be made into at most: bytes that no compiler writes, as short as they can be.

use super::{check_besides, integer, keys, map, seal, string, structure};
use confc::declaration::Declaration;
use confc::types::{Field, Key, Type, Value, VectorType};
use confc_core::plan::{FinishInputs, ValuePlan};
use confc_core::wire::append_integrity;

/// How many of each there are.
const NUMBER: usize = 20_000;

/// What types of expressions are remembered in, and what the reader of one expression takes.
const REST: usize = 1 << 20;

/// A field of a message, behind its key and its length.
fn sized(number: u8, content: &[u8]) -> Vec<u8> {
    let (mut bytes, mut length) = (vec![number << 3 | 2], content.len());
    while length >= 0x80 {
        bytes.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
        length >>= 7;
    }
    bytes.push(u8::try_from(length).unwrap());
    [bytes, content.to_vec()].concat()
}

fn absent() -> Vec<u8> {
    sized(1, &sized(5, &[]))
}

/// A `bool` that is true, in a slot or term.
fn truth() -> Vec<u8> {
    sized(1, &sized(1, &[8, 1]))
}

fn expression(text: &str) -> Vec<u8> {
    sized(2, &sized(1, text.as_bytes()))
}

fn definitions(terms: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let definition = |term: Vec<u8>| sized(1, &sized(1, &term));
    sized(3, &terms.into_iter().flat_map(definition).collect::<Vec<u8>>())
}

/// A plan of these slots, and of what stands before and behind them.
fn plan(
    declaration: &Declaration,
    before: &[u8],
    slots: impl IntoIterator<Item = Vec<u8>>,
    behind: &[u8],
) -> Vec<u8> {
    let checksum = declaration.config().unwrap().checksum();
    let slots: Vec<u8> = slots.into_iter().flat_map(|slot| sized(2, &slot)).collect();
    let checksum = sized(3, &sized(1, checksum.as_bytes()));
    let mut bytes = [before, &slots, &checksum, &[5 << 3, 1], behind].concat();
    append_integrity(&mut bytes);
    bytes
}

fn measure(name: &str, declaration: &Declaration, bytes: &[u8]) {
    let finish = || ValuePlan::decode(declaration, bytes)?.finish(FinishInputs::default());
    check_besides(REST, name, bytes, true, finish);
}

fn fields(ty: &Type, optional: bool) -> Declaration {
    let field = |key| Field { optional, ..Field::new(key, ty.clone()) };
    seal(keys(NUMBER).into_iter().map(field).collect())
}

fn one(ty: Type) -> Declaration {
    seal(vec![Field::new(Key::new("a").unwrap(), ty), Field::new(Key::new("b").unwrap(), Type::Bool)])
}

pub(super) fn plans() {
    let bools = fields(&Type::Bool, true);
    measure("a plan of absent values", &bools, &plan(&bools, &[], (0..NUMBER).map(|_| absent()), &[]));
    let bools = fields(&Type::Bool, false);
    let slots = || (0..NUMBER).map(|at| if at == 0 { truth() } else { definitions([expression("a")]) });
    measure("a plan of short expressions", &bools, &plan(&bools, &[], slots(), &[]));
    let mut names: Vec<Key> = keys(NUMBER);
    names.sort_unstable();
    // Each is the next one; a word of the language is in backquotes.
    let chain = (1..=NUMBER).map(|at| match names.get(at).map(Key::as_str) {
        Some(name @ ("as" | "if" | "in")) => definitions([expression(&format!("`{name}`"))]),
        Some(name @ ("for" | "let" | "var")) => definitions([expression(&format!("`{name}`"))]),
        Some(name) => definitions([expression(name)]),
        None => truth(),
    });
    measure("a plan of a chain of expressions", &bools, &plan(&bools, &[], chain, &[]));
    let alone = one(Type::Bool);
    let many = definitions((0..NUMBER).map(|at| if at == 0 { expression("b") } else { truth() }));
    measure("a plan of definitions that agree", &alone, &plan(&alone, &[], [many, truth()], &[]));
    let many = definitions((0..NUMBER).map(|_| expression("b")));
    measure("a plan of expressions that agree", &alone, &plan(&alone, &[], [many, truth()], &[]));
    let element = Box::new(Type::Bool);
    let vector = one(Type::Vector(VectorType { max_count: u32::MAX, min_count: 0, unique: false, element }));
    let elements: Vec<u8> = (0..NUMBER).flat_map(|_| sized(1, &expression("b"))).collect();
    let slots = || [definitions([sized(4, &elements)]), truth()];
    measure("a plan of a list of expressions", &vector, &plan(&vector, &[], slots(), &[]));
    let (ty, _) = map(1, &Type::Bool, &Value::Bool(true));
    let entries = one(ty);
    let texts: Vec<u8> = names.iter().flat_map(|key| sized(1, key.as_str().as_bytes())).collect();
    let values: Vec<u8> = names.iter().flat_map(|_| sized(2, &expression("b"))).collect();
    let slots = || [definitions([sized(5, &[&*texts, &*values].concat())]), truth()];
    measure("a plan of a map of expressions", &entries, &plan(&entries, &[], slots(), &[]));
    let nested = one(structure(NUMBER, &Type::Bool));
    let members: Vec<u8> = (0..NUMBER).flat_map(|_| sized(1, &definitions([expression("b")]))).collect();
    measure(
        "a plan of a struct of expressions",
        &nested,
        &plan(&nested, &[], [sized(2, &members), truth()], &[]),
    );
    // Types of inputs and imports, as short as they can be.
    let field = |key: &Key| [sized(1, key.as_str().as_bytes()), sized(2, &[8, 1])].concat();
    let inputs: Vec<u8> = names.iter().flat_map(|key| sized(1, &sized(1, &field(key)))).collect();
    let slots = || [truth(), truth()];
    measure("a plan of inputs", &alone, &plan(&alone, &inputs, slots(), &[]));
    let checksum = sized(2, &sized(1, &[7; 32]));
    let imported: Vec<u8> = names.iter().flat_map(|key| sized(3, &field(key))).collect();
    let import = sized(6, &[&sized(1, b"x"), &*checksum, &imported].concat());
    measure("a plan of an import", &alone, &plan(&alone, &[], slots(), &import));
    let strings = fields(&string(), false);
    let empty = || sized(1, &sized(1, &sized(10, &[])));
    measure("a plan of empty strings", &strings, &plan(&strings, &[], (0..NUMBER).map(|_| empty()), &[]));
    let numbers = fields(&integer(None, None), false);
    let slots = (0..NUMBER).map(|_| definitions([expression("1")]));
    measure("a plan of numbers", &numbers, &plan(&numbers, &[], slots, &[]));
}
