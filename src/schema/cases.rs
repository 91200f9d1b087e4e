//! The cases of unions.

use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::features::Feature;
use super::fields::{FieldContext, once_each};
use super::findings::{
    CasesAlike, KindsCollide, NullInCase, TagTaken, TaggedCaseIsNoStruct, TooManyOrFewTagged, UnionInUnion,
    WrongNumberOfCases,
};
use crate::diagnostic::{Quote, Words};
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{JsonKind, NativeName, TypeBuilder, TypeKind, TypeProblem, UnionCase, VariantName};

/// A case with its places.
struct CheckedCase<'d> {
    case: UnionCase,
    key: Node<'d>,
    /// Its type object.
    object: Node<'d>,
    /// The place of its type.
    ty: Span,
    /// The place of `kinds`.
    kinds: Option<Span>,
    /// The place of `name`.
    name: Option<Span>,
}

impl CheckedCase<'_> {
    fn quote(&self) -> Quote {
        Quote { at: self.key.span(), said: self.key.text().into() }
    }

    /// The place of the text of the tag.
    fn text(&self) -> Span {
        self.name.unwrap_or(self.key.span())
    }
}

impl Checker<'_> {
    /// Reads the tag of a union. `None` if it is not valid, which is reported.
    pub(super) fn tag(&mut self, attributes: &Attributes<'_>) -> Option<Option<NativeName>> {
        let Some(node) = attributes.value(Attribute::Tag) else { return Some(None) };
        match node.kind() {
            Kind::Invalid => None,
            Kind::String => self.native_name(node, "tag").map(Some),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => {
                self.report.push(super::errors::wrong_attribute(node, Attribute::Tag, "a string"));
                None
            }
        }
    }

    /// Reads the cases of a union with this tag or without one, if all are valid.
    pub(super) fn cases(
        &mut self,
        attributes: &Attributes<'_>,
        tag: Option<&NativeName>,
        context: &FieldContext<'_>,
    ) -> Option<Vec<UnionCase>> {
        let node = self.parts(attributes, Attribute::Cases)?;
        let mut cases = Vec::new();
        let (mut whole, mut found) = (true, 0);
        for (key, value) in once_each(node) {
            found += 1;
            match self.case(key, value, tag, context) {
                Some(case) => cases.push(case),
                None => whole = false,
            }
        }
        cases.sort_unstable_by(|a, b| a.case.name.cmp(&b.case.name));
        let checked: Vec<UnionCase> = cases.iter().map(|case| case.case.clone()).collect();
        // A misspelled tag was reported.
        let is_checkable = whole && (tag.is_some() || !attributes.is_meant(Attribute::Tag));
        let problem = if is_checkable { TypeBuilder::check_cases(tag, &checked).err() } else { None };
        match problem {
            None => is_checkable.then_some(checked),
            Some(problem) => {
                let tag = attributes.value(Attribute::Tag);
                self.report_problem(&cases, (node, found, tag), &problem);
                None
            }
        }
    }

    /// Reads a case. Reports a union in a union, and another type than a struct beside a tag.
    fn case<'d>(
        &mut self,
        key: Node<'d>,
        value: Node<'d>,
        tag: Option<&NativeName>,
        context: &FieldContext<'_>,
    ) -> Option<CheckedCase<'d>> {
        let name = self.case_name(key, tag.is_some());
        let role = if tag.is_some() { TypeRole::TaggedCase } else { TypeRole::Case };
        let attributes = Attributes::read(value, key.span(), role, self.report)?;
        let declared = self.declared(&attributes)?;
        let (type_kind, ty) = (declared.kind(), attributes.place_of_type());
        let case = || Quote { at: key.span(), said: key.text().into() };
        if tag.is_some() && type_kind != TypeKind::Struct {
            self.report.push(TaggedCaseIsNoStruct { case: case(), ty });
            return None;
        }
        if type_kind == TypeKind::Union {
            self.report.push(UnionInUnion { case: case(), ty });
            return None;
        }
        let text = self.case_text(key, &attributes);
        let case = self.shape(&attributes, &declared, &context.element())?;
        let doc = self.documentation(key).or_else(|| self.documentation_of_type(&attributes));
        let place_of = |attribute| attributes.entry(attribute).map(|(_, node)| node.span());
        let (kinds, place_of_name) = (place_of(Attribute::Kinds), place_of(Attribute::Name));
        let case = UnionCase { name: name?, ty: case, text: text?, doc };
        Some(CheckedCase { case, key, object: value, ty, kinds, name: place_of_name })
    }

    /// Reads the text of the tag for a case; `Some(None)` if it is the key. `None` if it is not valid, which is reported.
    fn case_text(&mut self, key: Node<'_>, attributes: &Attributes<'_>) -> Option<Option<VariantName>> {
        let named = attributes.entry(Attribute::Name).filter(|_| attributes.role == TypeRole::TaggedCase);
        let Some(entry) = named else { return Some(None) };
        let node = self.text_of_name(entry)?;
        let refuse = |error| self.report.push(super::errors::bad_variant(node, "text", error));
        let text = VariantName::new(node.text()).map_err(refuse).ok()?;
        if text.as_str() == key.text() {
            return Some(None);
        }
        self.uses(Feature::NativeNames, node.span());
        Some(Some(text))
    }

    fn report_problem(
        &mut self,
        cases: &[CheckedCase<'_>],
        (node, found, tag): (Node<'_>, usize, Option<Node<'_>>),
        problem: &TypeProblem,
    ) {
        let of = |name: &str| cases.iter().find(|case| case.case.name.as_str() == name);
        // The later one in the text is wrong.
        let in_order = |first: &str, again: &str| {
            let (first, again) = (of(first)?, of(again)?);
            Some(if first.key.span() < again.key.span() { (first, again) } else { (again, first) })
        };
        if let TypeProblem::KindTwice { kind, first, again } = problem
            && let Some((first, again)) = in_order(first.as_str(), again.as_str())
        {
            let is_quantity =
                [first, again].iter().any(|case| case.case.ty.unit().is_some()) && *kind == JsonKind::String;
            let is_json = first.case.ty.is_json() || again.case.ty.is_json();
            let one = if let [_, _] = cases { "in place of the union" } else { "for both" };
            let instead = if cases.iter().all(|case| case.case.ty.is_struct()) {
                format!(
                    "if a property of the literal decides which struct it is, name it in `tag`; else write one struct {one}"
                )
            } else if is_json {
                "list fewer `kinds` in the `json`".into()
            } else {
                format!("write one type {one}")
            };
            self.report.push(KindsCollide {
                first: first.quote(),
                again: again.quote(),
                kinds: Words(kind.plural().into()),
                of_first: first.ty,
                of_again: again.ty,
                is_quantity,
                instead: Words(instead),
            });
        } else if let TypeProblem::NullInCase { case } = problem
            && let Some(case) = of(case.as_str())
        {
            let kinds = case.kinds.unwrap_or(case.ty);
            self.report.push(NullInCase { case: case.quote(), kinds });
        } else if let TypeProblem::TextTwice { first, again } = problem
            && let Some((first, again)) = in_order(first.as_str(), again.as_str())
        {
            self.report.push(CasesAlike {
                text: Quote { at: again.text(), said: again.case.tag_text().into() },
                first: first.quote(),
                again: again.quote(),
                of_first: first.text(),
            });
        } else if let TypeProblem::TagTaken { case, member } = problem
            && let (Some(case), Some(tag)) = (of(case.as_str()), tag)
        {
            // The members of a named type are declared elsewhere.
            let mut members = case.object.get("fields").into_iter().flat_map(Node::members);
            let own = members.find(|(key, _)| key.text() == member.as_str());
            let place = own.map_or(case.ty, |(key, _)| key.span());
            self.report.push(TagTaken {
                member: Quote { at: place, said: member.as_str().into() },
                case: case.quote(),
                tag: Quote { at: tag.span(), said: tag.text().into() },
            });
        } else {
            let found = Words(if found == 1 { "one".to_owned() } else { found.to_string() });
            let cases = node.span();
            match tag {
                Some(_) => self.report.push(TooManyOrFewTagged { cases, found }),
                None => self.report.push(WrongNumberOfCases { cases, found }),
            }
        }
    }
}
