//! Union types and their cases, by position, name, kind and tag.

use super::ty::TaggedCases;
use super::{JsonKind, JsonKinds, Key, NativeName, Type, UnionCase, UnionType, VariantName};
use std::sync::Arc;

impl UnionType {
    /// A union in which the kind of a literal decides its case. Sorts the cases. A schema refuses the type if a name is
    /// repeated.
    #[must_use]
    pub fn new(cases: Vec<UnionCase>) -> Self {
        Self::with_tag(None, cases)
    }

    /// A union in which the text of this tag decides the case of a literal, or the kind of the literal without a tag. Sorts
    /// the cases. A schema refuses the type if a name or a text is repeated.
    #[must_use]
    pub fn with_tag(tag: Option<NativeName>, mut cases: Vec<UnionCase>) -> Self {
        cases.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Self::sorted(tag, cases)
    }

    /// A union type with this tag, of cases that are sorted by name.
    pub(crate) fn sorted(tag: Option<NativeName>, cases: Vec<UnionCase>) -> Self {
        let holds_sensitive = cases.iter().any(|case| case.ty.holds_sensitive());
        Self(Arc::new(TaggedCases { tag, cases: cases.into(), holds_sensitive }))
    }

    /// The property of a literal whose text decides the case. `None` if the kind of the literal does.
    #[must_use]
    pub fn tag(&self) -> Option<&NativeName> {
        self.0.tag.as_ref()
    }

    /// The cases, by name.
    #[must_use]
    pub fn cases(&self) -> &[UnionCase] {
        &self.0.cases
    }

    /// The case at this position, from 0.
    #[must_use]
    pub fn case(&self, position: u32) -> Option<&UnionCase> {
        self.cases().get(position as usize)
    }

    /// The position of the case with this name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<u32> {
        let at = self.cases().binary_search_by(|case| case.name.as_str().cmp(name)).ok()?;
        u32::try_from(at).ok()
    }

    /// The case for literals of this kind, with its position. `None` if a tag decides it.
    #[must_use]
    pub fn case_for(&self, kind: JsonKind) -> Option<(u32, &UnionCase)> {
        let mut cases = (0..).zip(self.cases()).filter(|_| self.tag().is_none());
        cases.find(|(_, case)| case.ty.literal_kinds().contains(kind))
    }

    /// The case for literals whose tag has this text, with its position. `None` if the union has no tag.
    #[must_use]
    pub fn case_tagged(&self, text: &str) -> Option<(u32, &UnionCase)> {
        self.tag()?;
        let by_name = self.position(text).and_then(|at| Some((at, self.case(at)?)));
        by_name.filter(|(_, case)| case.text.is_none()).or_else(|| {
            let is_text = |case: &UnionCase| case.text.as_ref().is_some_and(|own| own.as_str() == text);
            (0..).zip(self.cases()).find(|(_, case)| is_text(case))
        })
    }

    /// Whether an object is a JSON value of any shape: then only operators of JSON values are operators in it.
    #[must_use]
    pub fn takes_json_objects(&self) -> bool {
        self.case_for(JsonKind::Object).is_some_and(|(_, case)| case.ty.is_json())
    }

    pub(super) fn forget_documentation(&mut self) {
        for case in self.cases_mut() {
            case.doc = None;
            case.ty.forget_documentation();
        }
    }

    /// Removes the texts of the cases, and the names of the members in them. The text of a case is then its name.
    pub(super) fn forget_names(&mut self) {
        for case in self.cases_mut() {
            case.text = None;
            case.ty.forget_names();
        }
    }

    /// The type of the case at this position, mutable. The order of cases does not depend on it.
    pub(crate) fn case_type_mut(&mut self, at: usize) -> Option<&mut Type> {
        Some(&mut self.cases_mut().get_mut(at)?.ty)
    }

    fn cases_mut(&mut self) -> &mut [UnionCase] {
        &mut Arc::make_mut(&mut self.0).cases
    }
}

impl UnionCase {
    /// A case without a text of its own and without documentation.
    #[must_use]
    pub const fn new(name: Key, ty: Type) -> Self {
        Self { name, ty, text: None, doc: None }
    }

    /// The text of the tag in literals of this case, if the union has a tag.
    #[must_use]
    pub fn tag_text(&self) -> &str {
        self.text.as_ref().map_or(self.name.as_str(), VariantName::as_str)
    }
}

impl Type {
    /// Whether an object in a literal is a JSON value of any shape.
    #[must_use]
    pub fn takes_json_objects(&self) -> bool {
        if let Self::Union(ty) = self { ty.takes_json_objects() } else { self.is_json() }
    }

    /// The type of literals of this kind: for a union its case, for other types the type itself. `None` if a union has no
    /// such case, or has a tag.
    #[must_use]
    pub fn for_kind(&self, kind: JsonKind) -> Option<&Self> {
        if let Self::Union(ty) = self { ty.case_for(kind).map(|(_, case)| &case.ty) } else { Some(self) }
    }

    /// The kinds of literals that it takes. A number with a unit may also be written as a string.
    #[must_use]
    pub fn literal_kinds(&self) -> JsonKinds {
        let only = JsonKinds::only;
        match self {
            Self::Bool => only(JsonKind::Bool),
            Self::Integer(_) | Self::Float(_) if self.unit().is_none() => only(JsonKind::Number),
            Self::Integer(_) | Self::Float(_) => only(JsonKind::Number).with(only(JsonKind::String)),
            Self::String(_) | Self::Enum(_) => only(JsonKind::String),
            Self::Vector(_) | Self::Array(_) => only(JsonKind::Array),
            Self::Struct(_) | Self::Map(_) => only(JsonKind::Object),
            Self::Json(ty) => ty.kinds,
            Self::Union(ty) => {
                let kinds = ty.cases().iter().map(|case| case.ty.literal_kinds());
                kinds.reduce(JsonKinds::with).unwrap_or(JsonKinds::ALL_BUT_NULL)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Key, TypeProblem, TypeTextErrorKind, UnionValue, Value};

    const PORT: &str = "union<name=string:15,number=uint16{min=1}>";

    #[test]
    fn texts_read_back() {
        for text in [
            PORT,
            "union<a=bool,b=uint8,c=string:9,d=vector<bool>:2,e=struct<x:int8?>>",
            "vector<union<a=json:9{kinds=array|object},b=float32>>:3{unique}",
            "struct<p:union<a=array<int8>:2,b=map<string:2,bool>:4>?>",
        ] {
            assert_eq!(text.parse::<Type>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn cases_are_few_and_differ_in_kind() {
        let problem = |text: &str| {
            let TypeTextErrorKind::Type { problem } = text.parse::<Type>().unwrap_err().kind else {
                panic!("{text} is refused for another reason");
            };
            problem
        };
        let parts = |found| TypeProblem::Parts { type_kind: crate::types::TypeKind::Union, found };
        assert_eq!(problem("union<a=bool>"), parts(1));
        let six = "union<a=bool,b=uint8,c=string:9,d=vector<bool>:2,e=struct<x:int8>,f=json:9>";
        assert_eq!(problem(six), parts(6));
        let twice = |kind, first: &str, again: &str| {
            let key = |name: &str| Key::new(name).unwrap();
            TypeProblem::KindTwice { kind, first: key(first), again: key(again) }
        };
        for (text, expected) in [
            ("union<a=uint8,b=float64>", twice(JsonKind::Number, "a", "b")),
            ("union<a=bool,b=uint8{unit=s},c=string:9>", twice(JsonKind::String, "b", "c")),
            ("union<a=enum<x=0>,b=string:9>", twice(JsonKind::String, "a", "b")),
            ("union<a=struct<x:bool>,b=map<string:9,bool>:9>", twice(JsonKind::Object, "a", "b")),
            ("union<a=json:9,b=vector<bool>:1>", twice(JsonKind::Array, "a", "b")),
            (
                "union<a=bool,b=union<c=uint8,d=string:9>>",
                TypeProblem::UnionInUnion { case: Key::new("b").unwrap() },
            ),
            (
                "union<a=bool,b=json:9{kinds=object|null}>",
                TypeProblem::NullInCase { case: Key::new("b").unwrap() },
            ),
        ] {
            assert_eq!(problem(text), expected, "{text}");
        }
        for text in ["union<b=bool,a=uint8>", "union<a=bool,a=uint8>", "union<a:bool,b:uint8>"] {
            assert!(text.parse::<Type>().is_err(), "{text}");
        }
    }

    #[test]
    fn values_have_a_case_and_its_type() {
        let ty: Type = PORT.parse().unwrap();
        let of = |case, value: Value| Value::from(UnionValue { case, value });
        let check = |value| ty.check(&value).map_err(|violation| violation.to_string());
        assert_eq!(check(of(0, "http".into())), Ok(()));
        assert_eq!(check(of(1, 80_u16.into())), Ok(()));
        assert_eq!(check(of(1, 0_u16.into())), Err("case `number`: expected at least 1, found 0".into()));
        assert!(check(of(0, 80_u16.into())).is_err());
        assert_eq!(check(of(2, true.into())), Err("expected the number of a case, found 2".into()));
        assert_eq!(check(80_u16.into()), Err(format!("expected {PORT}")));
        assert_eq!(ty.show(&of(0, "http".into())).to_string(), "\"http\"");
    }

    #[test]
    fn json_in_a_case_is_no_operator_in_a_layer() {
        let ty: Type = "union<a=bool,b=json:99{kinds=object}>".parse().unwrap();
        let json = super::super::JsonText::new("{\"$unset\":true}").unwrap();
        let value = Value::from(UnionValue { case: 1, value: Value::Json(json) });
        assert_eq!(ty.layer_literal(&value).to_string(), "{ $override: {\"$unset\":true} }");
        assert_eq!(ty.literal(&value).to_string(), "{\"$unset\":true}");
    }
}
