//! Merges JSON values member by member.

use super::json_cursor::JsonCursor;
use super::json_escape::unescaped;
use super::json_text::JsonText;
use crate::text::escape::write_canonical;
use std::collections::BTreeMap;

/// A JSON value with the places of its members.
#[derive(Debug, Clone, Copy)]
pub struct PlacedJson<'a, P> {
    /// The value.
    pub text: &'a JsonText,
    /// The place of the value.
    pub whole: P,
    /// The places of all members at every depth, in the order of the text. Empty if they are not known.
    pub members: &'a [P],
}

impl<P: Copy> PlacedJson<'_, P> {
    fn place(&self, member: usize) -> P {
        self.members.get(member).copied().unwrap_or(self.whole)
    }
}

/// A JSON value into which others are merged, each in time linear in the other one. Its depth is that of JSON texts.
#[derive(Debug, Clone)]
pub struct JsonTree<P> {
    place: P,
    content: JsonContent<P>,
}

#[derive(Debug, Clone)]
enum JsonContent<P> {
    /// The canonical text of a value that is not an object.
    Text(Box<str>),
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
        Self::read(&mut value.text.cursor(), &value, value.whole)
    }

    /// The value.
    #[must_use]
    pub fn text(&self) -> JsonText {
        let mut text = String::new();
        self.write(&mut text);
        JsonText::of_canonical(text)
    }

    /// Merges another value into this one. Objects merge member by member. Other parts must be equal, or, if `replaces`,
    /// those of the other value win. Recursion is limited by the depth of JSON values.
    ///
    /// # Errors
    /// The first part that differs, in the order of keys. The members before it are merged.
    pub fn merge(&mut self, other: PlacedJson<'_, P>, replaces: bool) -> Result<JsonMerge, JsonConflict<P>> {
        let mut merging = Merging {
            other,
            cursor: other.text.cursor(),
            replaces,
            path: Vec::new(),
            done: JsonMerge::default(),
        };
        match merging.value(self, other.whole) {
            Ok(()) => Ok(merging.done),
            Err(places) => Err(JsonConflict { path: merging.path.into(), places }),
        }
    }

    /// Reads the value at the cursor, which has this place.
    fn read(cursor: &mut JsonCursor<'_>, value: &PlacedJson<'_, P>, place: P) -> Self {
        if cursor.byte() != Some(b'{') {
            return Self { place, content: JsonContent::Text(cursor.pass().into()) };
        }
        let mut members = BTreeMap::new();
        while cursor.key().is_some() {
            let (key, place) = pass_key(cursor, value);
            members.insert(key, Self::read(cursor, value, place));
        }
        cursor.pass_end();
        Self { place, content: JsonContent::Object(members) }
    }

    fn write(&self, out: &mut String) {
        match &self.content {
            JsonContent::Text(text) => out.push_str(text),
            JsonContent::Object(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    // Writing to a string cannot fail.
                    let _ = write_canonical(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// Passes the bracket or comma before a key, and the key. Returns the key and the place of the member.
fn pass_key<P: Copy>(cursor: &mut JsonCursor<'_>, value: &PlacedJson<'_, P>) -> (Box<str>, P) {
    cursor.pass_byte();
    let place = value.place(cursor.members());
    (unescaped(cursor.pass_key()).collect::<String>().into(), place)
}

/// The state of a merge.
struct Merging<'t, P> {
    other: PlacedJson<'t, P>,
    cursor: JsonCursor<'t>,
    replaces: bool,
    /// The keys around the place.
    path: Vec<Box<str>>,
    done: JsonMerge,
}

impl<P: Copy> Merging<'_, P> {
    /// Merges the value at the cursor, which has this place. The error has the places of the part that differs.
    fn value(&mut self, first: &mut JsonTree<P>, place: P) -> Result<(), [P; 2]> {
        match &mut first.content {
            JsonContent::Object(members) if self.cursor.byte() == Some(b'{') => {
                self.members(members)?;
                if self.replaces {
                    first.place = place;
                }
            }
            JsonContent::Object(_) | JsonContent::Text(_) if self.replaces => {
                *first = JsonTree::read(&mut self.cursor, &self.other, place);
                self.done.replaces = true;
            }
            JsonContent::Text(text) if **text == *self.cursor.pass() => {}
            JsonContent::Object(_) | JsonContent::Text(_) => return Err([first.place, place]),
        }
        Ok(())
    }

    fn members(&mut self, members: &mut BTreeMap<Box<str>, JsonTree<P>>) -> Result<(), [P; 2]> {
        while self.cursor.key().is_some() {
            let (key, place) = pass_key(&mut self.cursor, &self.other);
            if let Some(first) = members.get_mut(&key) {
                self.path.push(key);
                self.value(first, place)?;
                self.path.pop();
            } else {
                members.insert(key, JsonTree::read(&mut self.cursor, &self.other, place));
                self.done.adds = true;
            }
        }
        self.cursor.pass_end();
        Ok(())
    }
}

/// Two JSON values merged: see [`JsonTree::merge`].
///
/// # Errors
/// The first part that differs.
pub fn merge_json(first: &JsonText, second: &JsonText, replaces: bool) -> Result<JsonText, JsonConflict<()>> {
    let placed = |text| PlacedJson { text, whole: (), members: &[] };
    let mut tree = JsonTree::new(placed(first));
    tree.merge(placed(second), replaces).map(|_| tree.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(a: &str, b: &str, replaces: bool) -> Result<(String, bool, bool), String> {
        let (a, b) = (JsonText::new(a).unwrap(), JsonText::new(b).unwrap());
        let placed = |text| PlacedJson { text, whole: (), members: &[] };
        let mut tree = JsonTree::new(placed(&a));
        match tree.merge(placed(&b), replaces) {
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
        let first = PlacedJson { text: &a, whole: 0, members: &[1, 2, 3, 4] };
        let second = PlacedJson { text: &b, whole: 10, members: &[11, 12, 13, 14, 15] };
        let tree = || JsonTree::new(first);
        let conflict = tree().merge(second, false).unwrap_err();
        assert_eq!((&*conflict.path, conflict.places), (&["c".into()] as &[Box<str>], [3, 15]));
        let mut merged = tree();
        merged.merge(second, true).unwrap();
        assert_eq!(merged.text().as_str(), "{\"a\":{\"x\":1,\"y\":2},\"b\":[{\"z\":3}],\"c\":4}");
        // Members have the places of the value that set them last.
        let third = JsonText::new("{\"a\":{\"x\":9},\"c\":5}").unwrap();
        let third = PlacedJson { text: &third, whole: 20, members: &[21, 22, 23] };
        assert_eq!(merged.merge(third, false).unwrap_err().places, [2, 22]);
        let third = JsonText::new("{\"c\":5}").unwrap();
        let third = PlacedJson { text: &third, whole: 20, members: &[] };
        assert_eq!(merged.merge(third, false).unwrap_err().places, [15, 20]);
    }
}
