//! Merges JSON values member by member.

use super::json_cursor::{JsonCursor, JsonToken};
use super::json_text::JsonText;
use crate::text::escape::write_canonical;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// A JSON value with the places of its members.
#[derive(Debug, Clone, Copy)]
pub struct PlacedJson<'a, P> {
    /// The canonical text.
    text: &'a str,
    /// The place of the value.
    place: P,
    /// The places of all members at every depth, in the order of the text. Empty if they are not known.
    members: &'a [P],
}

impl<'a, P: Copy> PlacedJson<'a, P> {
    /// A value with its place and those of all its members at every depth, in the order of the text. If `members` is
    /// empty, each member has the place of the value.
    #[must_use]
    pub fn new(text: &'a JsonText, place: P, members: &'a [P]) -> Self {
        Self { text: text.as_str(), place, members }
    }

    /// The members of an object by their unescaped keys; empty for other values.
    fn members(self) -> impl Iterator<Item = (Box<str>, Self)> {
        let mut cursor = JsonCursor::new(self.text);
        let begin = cursor.next();
        std::iter::from_fn(move || {
            let Some((JsonToken::BeginObject, JsonToken::Key(key))) = begin.zip(cursor.next()) else {
                return None;
            };
            let first = cursor.members();
            let place =
                first.checked_sub(1).and_then(|at| self.members.get(at)).copied().unwrap_or(self.place);
            let text = cursor.pass();
            let members = self.members.get(first..cursor.members()).unwrap_or_default();
            Some((key.text().into(), Self { text, place, members }))
        })
    }

    fn is_object(self) -> bool {
        self.text.starts_with('{')
    }
}

impl<'a> PlacedJson<'a, ()> {
    /// A value without places.
    #[must_use]
    pub fn without_places(text: &'a JsonText) -> Self {
        Self::new(text, (), &[])
    }
}

/// A JSON value into which others are merged. A merge takes time linear in the other value, and once for each object in
/// time linear in that object. Takes memory linear in the texts.
#[derive(Debug, Clone)]
pub struct JsonTree<P> {
    place: P,
    content: JsonContent<P>,
}

#[derive(Debug, Clone)]
enum JsonContent<P> {
    /// A canonical text, with the places of its members at every depth. It may be an object into which no other one was
    /// merged yet.
    Text(Box<str>, Box<[P]>),
    /// Members by their unescaped keys.
    Object(BTreeMap<Box<str>, JsonTree<P>>),
}

/// What a merge did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JsonMerge {
    /// Whether the second value added a member.
    pub adds: bool,
    /// Whether the second value replaced a part of the first.
    pub replaces: bool,
}

/// Two values that cannot be merged: a part that is not an object in both differs.
#[derive(Debug)]
pub struct JsonConflict<P> {
    /// The keys of the members that lead to the part; empty if the values themselves differ.
    pub path: Box<[Box<str>]>,
    /// The places of the part in the first and in the second value.
    pub places: [P; 2],
}

impl<P: Copy> JsonTree<P> {
    /// The tree of a value.
    #[must_use]
    pub fn new(value: PlacedJson<'_, P>) -> Self {
        let PlacedJson { text, place, members } = value;
        Self { place, content: JsonContent::Text(text.into(), members.into()) }
    }

    /// The value.
    #[must_use]
    pub fn text(&self) -> JsonText {
        JsonText::of_canonical(self.to_string())
    }

    /// Merges another value into this one. Objects merge member by member. Other parts must be equal, or, if `replaces`,
    /// those of the other value win. Recursion is limited by the depth of JSON values.
    ///
    /// # Errors
    /// The first part that differs, in the order of keys. The members before it are merged.
    pub fn merge(&mut self, other: PlacedJson<'_, P>, replaces: bool) -> Result<JsonMerge, JsonConflict<P>> {
        let mut merging = Merging { replaces, path: Vec::new(), done: JsonMerge::default() };
        match merging.merge(self, other) {
            Ok(()) => Ok(merging.done),
            Err(places) => Err(JsonConflict { path: merging.path.into(), places }),
        }
    }

    /// The members of an object to merge others into; `None` for other values.
    fn members(&mut self) -> Option<&mut BTreeMap<Box<str>, Self>> {
        if let JsonContent::Text(text, members) = &self.content {
            let object =
                Some(PlacedJson { text, place: self.place, members }).filter(|text| text.is_object())?;
            let members = object.members().map(|(key, value)| (key, Self::new(value))).collect();
            self.content = JsonContent::Object(members);
        }
        if let JsonContent::Object(members) = &mut self.content { Some(members) } else { None }
    }
}

/// The canonical text. Recursion is limited by the depth of JSON values.
impl<P> Display for JsonTree<P> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let members = match &self.content {
            JsonContent::Text(text, _) => return f.write_str(text),
            JsonContent::Object(members) => members,
        };
        f.write_str("{")?;
        for (at, (key, value)) in members.iter().enumerate() {
            f.write_str(if at > 0 { "," } else { "" })?;
            write_canonical(key, f)?;
            write!(f, ":{value}")?;
        }
        f.write_str("}")
    }
}

/// The state of a merge.
struct Merging {
    replaces: bool,
    /// The keys around the place.
    path: Vec<Box<str>>,
    done: JsonMerge,
}

impl Merging {
    /// Merges a part into the one at the same place. The error has the places of the part that differs.
    fn merge<P: Copy>(&mut self, first: &mut JsonTree<P>, other: PlacedJson<'_, P>) -> Result<(), [P; 2]> {
        let is_equal = matches!(&first.content, JsonContent::Text(text, _) if **text == *other.text);
        if is_equal && !self.replaces {
            return Ok(());
        }
        let place = first.place;
        let members = if other.is_object() { first.members() } else { None };
        match members {
            Some(members) => {
                for (key, value) in other.members() {
                    if let Some(first) = members.get_mut(&key) {
                        self.path.push(key);
                        self.merge(first, value)?;
                        self.path.pop();
                    } else {
                        members.insert(key, JsonTree::new(value));
                        self.done.adds = true;
                    }
                }
                first.place = if self.replaces { other.place } else { place };
            }
            None if self.replaces => {
                *first = JsonTree::new(other);
                self.done.replaces = true;
            }
            None => return Err([place, other.place]),
        }
        Ok(())
    }
}

/// Two JSON values merged: see [`JsonTree::merge`].
///
/// # Errors
/// The first part that differs.
pub fn merge_json(first: &JsonText, second: &JsonText, replaces: bool) -> Result<JsonText, JsonConflict<()>> {
    let mut tree = JsonTree::new(PlacedJson::without_places(first));
    tree.merge(PlacedJson::without_places(second), replaces).map(|_| tree.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(a: &str, b: &str, replaces: bool) -> Result<(String, bool, bool), String> {
        let (a, b) = (JsonText::new(a).unwrap(), JsonText::new(b).unwrap());
        let mut tree = JsonTree::new(PlacedJson::without_places(&a));
        match tree.merge(PlacedJson::without_places(&b), replaces) {
            Ok(JsonMerge { adds, replaces }) => Ok((tree.text().as_str().to_owned(), adds, replaces)),
            Err(conflict) => Err(conflict.path.join("/")),
        }
    }

    #[test]
    fn objects_merge_member_by_member() {
        for (a, b, expected) in [
            ("{}", "{}", ("{}", false, false)),
            ("{}", "{\"a\":1}", ("{\"a\":1}", true, false)),
            ("{\"a\":1}", "{}", ("{\"a\":1}", false, false)),
            ("{\"a\":1}", "{\"b\":[{\"c\":1}]}", ("{\"a\":1,\"b\":[{\"c\":1}]}", true, false)),
            (
                "{\"a\":{\"x\":1},\"c\":2}",
                "{\"a\":{\"y\":{}},\"b\":0}",
                ("{\"a\":{\"x\":1,\"y\":{}},\"b\":0,\"c\":2}", true, false),
            ),
            ("{\"\\\"\":1}", "{\"\\\"\":1,\"\\\\\":2}", ("{\"\\\"\":1,\"\\\\\":2}", true, false)),
            ("1", "1", ("1", false, false)),
        ] {
            let (text, adds, replaces) = expected;
            assert_eq!(merged(a, b, false), Ok((text.to_owned(), adds, replaces)), "{a} {b}");
            assert_eq!(merged(a, b, true).map(|merged| merged.0), Ok(text.to_owned()), "{a} {b}");
        }
    }

    #[test]
    fn other_parts_agree_or_are_replaced() {
        for (a, b, path, replaced) in [
            ("{\"a\":1}", "{\"a\":2}", "a", "{\"a\":2}"),
            ("{\"a\":1}", "{\"a\":1.0}", "a", "{\"a\":1.0}"),
            ("{\"a\":{\"b\":[1]}}", "{\"a\":{\"b\":[1,2]}}", "a/b", "{\"a\":{\"b\":[1,2]}}"),
            ("{\"a\":{\"b\":[1]},\"z\":0}", "{\"a\":null}", "a", "{\"a\":null,\"z\":0}"),
            ("1", "{}", "", "{}"),
        ] {
            assert_eq!(merged(a, b, false), Err(path.to_owned()), "{a} {b}");
            assert_eq!(merged(a, b, true).map(|merged| merged.0), Ok(replaced.to_owned()), "{a} {b}");
        }
    }

    #[test]
    fn members_keep_their_places() {
        let (a, b) = ("{\"a\":{\"x\":1},\"c\":{\"d\":1}}", "{\"a\":{\"y\":2},\"b\":[{\"z\":3}],\"c\":4}");
        let (a, b) = (JsonText::new(a).unwrap(), JsonText::new(b).unwrap());
        let first = PlacedJson::new(&a, 0, &[1, 2, 3, 4]);
        let second = PlacedJson::new(&b, 10, &[11, 12, 13, 14, 15]);
        let tree = || JsonTree::new(first);
        let conflict = tree().merge(second, false).unwrap_err();
        assert_eq!((&*conflict.path, conflict.places), (&["c".into()] as &[Box<str>], [3, 15]));
        let mut merged = tree();
        merged.merge(second, true).unwrap();
        assert_eq!(merged.text().as_str(), "{\"a\":{\"x\":1,\"y\":2},\"b\":[{\"z\":3}],\"c\":4}");
        // Members have the places of the value that set them last.
        let third = JsonText::new("{\"a\":{\"x\":9},\"c\":5}").unwrap();
        let third = PlacedJson::new(&third, 20, &[21, 22, 23]);
        assert_eq!(merged.merge(third, false).unwrap_err().places, [2, 22]);
        let third = JsonText::new("{\"c\":5}").unwrap();
        let third = PlacedJson::new(&third, 20, &[]);
        assert_eq!(merged.merge(third, false).unwrap_err().places, [15, 20]);
    }
}
