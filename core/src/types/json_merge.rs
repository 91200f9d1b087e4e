//! Merges two JSON values member by member.

use super::json_cursor::JsonCursor;
use super::json_text::{JsonText, key_order, unescaped};
use std::cmp::Ordering;

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

/// Two values merged.
#[derive(Debug)]
pub struct MergedJson<P> {
    /// The value.
    pub text: JsonText,
    /// The places of its members, as [`PlacedJson`] has them.
    pub members: Box<[P]>,
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

/// Merges two values. Objects merge member by member. Other parts must be equal, or, if `replaces`, the second replaces
/// the first. Recursion is limited by the depth of JSON values.
///
/// # Errors
/// The first part that differs, in the order of keys.
pub fn merge_json<P: Copy>(
    first: PlacedJson<'_, P>,
    second: PlacedJson<'_, P>,
    replaces: bool,
) -> Result<MergedJson<P>, JsonConflict<P>> {
    let text = String::with_capacity(first.text.as_str().len() + second.text.as_str().len());
    let (a, b) = (first.text.cursor(), second.text.cursor());
    let mut merge = JsonMerge {
        a,
        b,
        first,
        second,
        replaces,
        path: Vec::new(),
        text,
        members: Vec::new(),
        adds: false,
        has_replaced: false,
    };
    let places = [first.whole, second.whole];
    if let Err(places) = merge.value(places) {
        let key = |raw: &&str| unescaped(raw).collect::<String>().into();
        return Err(JsonConflict { path: merge.path.iter().map(key).collect(), places });
    }
    Ok(MergedJson {
        text: JsonText::of_canonical(merge.text),
        members: merge.members.into(),
        adds: merge.adds,
        replaces: merge.has_replaced,
    })
}

struct JsonMerge<'t, P> {
    a: JsonCursor<'t>,
    b: JsonCursor<'t>,
    first: PlacedJson<'t, P>,
    second: PlacedJson<'t, P>,
    replaces: bool,
    /// The contents of the keys around the place.
    path: Vec<&'t str>,
    text: String,
    members: Vec<P>,
    adds: bool,
    has_replaced: bool,
}

impl<P: Copy> JsonMerge<'_, P> {
    /// Merges the values at both places, which have these places in their documents. The error has the places of the
    /// part that differs.
    fn value(&mut self, places: [P; 2]) -> Result<(), [P; 2]> {
        if self.a.byte() == Some(b'{') && self.b.byte() == Some(b'{') {
            return self.object();
        }
        let (a_members, b_members) = (self.a.members(), self.b.members());
        let (a, b) = (self.a.pass(), self.b.pass());
        if self.replaces {
            self.has_replaced = true;
            self.copy_second(b, b_members);
        } else if a == b {
            self.copy_first(a, a_members);
        } else {
            return Err(places);
        }
        Ok(())
    }

    fn object(&mut self) -> Result<(), [P; 2]> {
        self.text.push('{');
        let mut is_first = true;
        loop {
            let order = match (self.a.key(), self.b.key()) {
                (Some(a), Some(b)) => key_order(a, b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            if !std::mem::replace(&mut is_first, false) {
                self.text.push(',');
            }
            // The bracket or comma before the key.
            match order {
                Ordering::Less => {
                    self.a.pass_byte();
                    let members = self.a.members();
                    let member = self.a.pass_member();
                    self.copy_first(member, members);
                }
                Ordering::Greater => {
                    self.b.pass_byte();
                    let members = self.b.members();
                    let member = self.b.pass_member();
                    self.adds = true;
                    self.copy_second(member, members);
                }
                Ordering::Equal => {
                    self.a.pass_byte();
                    self.b.pass_byte();
                    let places = [self.first.place(self.a.members()), self.second.place(self.b.members())];
                    let (key, _) = (self.a.pass_key(), self.b.pass_key());
                    self.text.push('"');
                    self.text.push_str(key);
                    self.text.push_str("\":");
                    self.members.push(if self.replaces { places[1] } else { places[0] });
                    self.path.push(key);
                    self.value(places)?;
                    self.path.pop();
                }
            }
        }
        // An empty object still has both brackets before the place.
        self.a.pass_end();
        self.b.pass_end();
        self.text.push('}');
        Ok(())
    }

    fn copy_first(&mut self, text: &str, from: usize) {
        self.text.push_str(text);
        let places = (from..self.a.members()).map(|member| self.first.place(member));
        self.members.extend(places);
    }

    fn copy_second(&mut self, text: &str, from: usize) {
        self.text.push_str(text);
        let places = (from..self.b.members()).map(|member| self.second.place(member));
        self.members.extend(places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(a: &str, b: &str, replaces: bool) -> Result<(String, bool, bool), String> {
        let (a, b) = (JsonText::new(a).unwrap(), JsonText::new(b).unwrap());
        let placed = |text| PlacedJson { text, whole: (), members: &[] };
        match merge_json(placed(&a), placed(&b), replaces) {
            Ok(merged) => Ok((merged.text.as_str().to_owned(), merged.adds, merged.replaces)),
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
        let conflict = merge_json(first, second, false).unwrap_err();
        assert_eq!((&*conflict.path, conflict.places), (&["c".into()] as &[Box<str>], [3, 15]));
        let merged = merge_json(first, second, true).unwrap();
        assert_eq!(merged.text.as_str(), "{\"a\":{\"x\":1,\"y\":2},\"b\":[{\"z\":3}],\"c\":4}");
        assert_eq!(*merged.members, [11, 2, 12, 13, 14, 15]);
    }
}
