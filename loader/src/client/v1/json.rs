//! JSON values of clients.

use super::{Element, Typed};
use crate::error::DecodeError;
use crate::value::Value;
use confc_core::types::{self, JsonText, List};
use std::fmt::{self, Debug, Formatter};

/// A value of a `json`, as its [canonical text](crate::ValueRef::as_json). Two are equal if and only if their texts are.
///
/// Its `Debug` text shows the value. Clients put a sensitive value into a [`Secret`](super::Secret).
///
/// ```
/// use confc_loader::Value;
/// use confc_loader::client::v1::Json;
///
/// let toleration = Json::try_from(r#"{"key":"gpu"}"#)?;
/// assert_eq!(toleration.as_str(), r#"{"key":"gpu"}"#);
/// let tolerations = Value::from(vec![toleration, Json::try_from("{}")?]);
/// # assert_ne!(tolerations, Value::from(vec!["{}"]));
/// assert_eq!(Json::try_from("{ }").unwrap_err().offset(), 1);
/// # Ok::<(), confc_loader::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json(JsonText);

impl Json {
    /// The canonical text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Debug for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Json").field(&self.as_str()).finish()
    }
}

impl TryFrom<&str> for Json {
    type Error = DecodeError;

    /// Takes a canonical text, in time linear in it.
    ///
    /// # Errors
    /// The first place at which the text is not canonical.
    fn try_from(text: &str) -> Result<Self, DecodeError> {
        Ok(Self(JsonText::new(text)?))
    }
}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        Self(types::Value::Json(json.0))
    }
}

impl FromIterator<Json> for Value {
    /// A vector or an array of JSON.
    fn from_iter<I: IntoIterator<Item = Json>>(elements: I) -> Self {
        Self(types::Value::List(List::Json(elements.into_iter().map(|json| json.0).collect())))
    }
}

impl Typed for Json {
    fn from_value(value: Value) -> Option<Self> {
        if let types::Value::Json(text) = value.0 { Some(Self(text)) } else { None }
    }

    fn into_value(self) -> Value {
        self.into()
    }
}

impl Element for Json {
    fn into_list(elements: Box<[Self]>) -> Value {
        elements.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn json(text: &str) -> Json {
        Json::try_from(text).unwrap()
    }

    #[test]
    fn only_canonical_texts_are_taken() {
        assert_eq!(json(r#"{"a":[1.0,null]}"#).as_str(), r#"{"a":[1.0,null]}"#);
        assert_ne!(json("1"), json("1.0"));
        let deep = "[".repeat(65) + &"]".repeat(65);
        for (text, offset, message) in [
            ("", 0, "byte 0: the text is not canonical JSON"),
            (r#"{"b":1,"a":1}"#, 7, "byte 7: the text is not canonical JSON"),
            ("[1 ]", 1, "byte 1: the text is not canonical JSON"),
            (&deep, 64, "byte 64: arrays and objects nest deeper than 64 levels"),
        ] {
            let error = Json::try_from(text).unwrap_err();
            assert_eq!((error.offset(), error.to_string()), (offset, message.to_owned()), "{text}");
            assert_eq!(Value::json(text), Err(error), "{text}");
        }
    }

    #[test]
    fn json_comes_back_as_it_was() {
        fn back<T: Typed + Clone + PartialEq + Debug>(value: &T) {
            assert_eq!(T::from_value(value.clone().into_value()).as_ref(), Some(value));
        }
        type Settings = BTreeMap<Box<str>, Json>;
        back(&json("{}"));
        back(&Some(json("null")));
        back(&None::<Json>);
        back::<Box<[Json]>>(&[].into());
        back::<Box<[Json]>>(&[json("1"), json("\"1\"")].into());
        back::<Box<[Json; 2]>>(&[json("[]"), json("[[]]")].into());
        back::<Box<[Box<[Json]>]>>(&[[].into(), [json("true")].into()].into());
        back::<Settings>(&[("a".into(), json("1")), ("b".into(), json("{\"a\":1}"))].into());
        back::<Box<[Settings]>>(&[Settings::new()].into());
    }

    #[test]
    fn json_is_no_text() {
        assert_eq!(Json::from_value("1".into()), None);
        assert_eq!(Json::from_value(1_u8.into()), None);
        assert_eq!(<Box<str>>::from_value(json("\"a\"").into_value()), None);
        assert_eq!(<Box<[Box<str>]>>::from_value(vec![json("\"a\"")].into()), None);
        assert_eq!(<Box<[Json]>>::from_value(vec!["1"].into()), None);
        // A JSON null is a value, and is not absent.
        assert_eq!(<Option<Json>>::from_value(json("null").into()), Some(Some(json("null"))));
    }

    #[test]
    fn an_empty_list_of_json_holds_json() {
        let empty = Value(types::Value::List(List::Json([].into())));
        assert_eq!(<Box<[Json]>>::default().into_value(), empty);
        assert_eq!(Value::from(Vec::<Json>::new()), empty);
    }

    #[test]
    fn the_text_is_shown_as_that_of_a_string() {
        assert_eq!(format!("{:?}", json("\"\u{7f}\"")), r#"Json("\"\u{7f}\"")"#);
    }
}
