//! Sorting fields by their keys.

use crate::types::Field;

/// How much of a key is compared without looking it up.
const HEAD: usize = 16;

/// Fields in ascending byte order of their keys, which are unique.
///
/// Fields are large and their keys lie elsewhere in memory. So what is sorted is the beginnings of the keys,
/// as numbers, with the places of the fields; each field is moved once.
pub(super) fn by_key(fields: Vec<Field>) -> Vec<Field> {
    if fields.is_sorted_by(|a, b| a.key < b.key) {
        return fields;
    }
    let mut order: Vec<(u128, usize)> =
        fields.iter().enumerate().map(|(at, field)| (head(field.key.as_str()), at)).collect();
    let key = |at: usize| fields.get(at).map(|field| &field.key);
    order.sort_unstable_by(|(a, at), (b, bt)| a.cmp(b).then_with(|| key(*at).cmp(&key(*bt))));
    let mut places: Vec<Option<Field>> = fields.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, at)| places.get_mut(at)?.take()).collect()
}

/// The first bytes of a key as a number that orders as they do: no key holds a zero byte.
fn head(key: &str) -> u128 {
    let mut head = [0; HEAD];
    head.iter_mut().zip(key.bytes()).for_each(|(place, byte)| *place = byte);
    u128::from_be_bytes(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Key, Type};

    #[test]
    fn the_order_is_that_of_the_whole_keys() {
        let long = "a".repeat(HEAD);
        let keys =
            [format!("{long}b"), "b".into(), long.clone(), format!("{long}_a"), "a_b".into(), "a1".into()];
        let field = |key: &String| Field::new(Key::new(key).expect("a key"), Type::Bool);
        let sorted = by_key(keys.iter().map(field).collect());
        let found: Vec<&str> = sorted.iter().map(|field| field.key.as_str()).collect();
        let mut expected: Vec<&str> = keys.iter().map(String::as_str).collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!(by_key(sorted.clone()), sorted);
    }
}
