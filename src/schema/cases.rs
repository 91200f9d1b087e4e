//! The cases of unions.

use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::fields::{FieldContext, once_each};
use super::findings::{KindsCollide, NullInCase, UnionInUnion, WrongNumberOfCases};
use crate::diagnostic::{Quote, Words};
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{JsonKind, TypeBuilder, TypeKind, TypeProblem, UnionCase};

/// A case with its places.
struct CheckedCase<'d> {
    case: UnionCase,
    key: Node<'d>,
    /// The place of its type.
    ty: Span,
    /// The place of `kinds`.
    kinds: Option<Span>,
}

impl Checker<'_> {
    /// Reads the cases of a union, if all are valid.
    pub(super) fn cases(
        &mut self,
        attributes: &Attributes<'_>,
        context: &FieldContext<'_>,
    ) -> Option<Vec<UnionCase>> {
        let node = self.parts(attributes, Attribute::Cases)?;
        let mut cases = Vec::new();
        let (mut whole, mut found) = (true, 0);
        for (key, value) in once_each(node) {
            found += 1;
            match self.case(key, value, context) {
                Some(case) => cases.push(case),
                None => whole = false,
            }
        }
        cases.sort_unstable_by(|a, b| a.case.name.cmp(&b.case.name));
        let checked: Vec<UnionCase> = cases.iter().map(|case| case.case.clone()).collect();
        let problem = if whole { TypeBuilder::check_cases(&checked).err() } else { None };
        match problem {
            None => whole.then_some(checked),
            Some(problem) => {
                self.report_problem(&cases, (node, found), &problem);
                None
            }
        }
    }

    /// Reads a case. Reports a union in a union.
    fn case<'d>(
        &mut self,
        key: Node<'d>,
        value: Node<'d>,
        context: &FieldContext<'_>,
    ) -> Option<CheckedCase<'d>> {
        let name = self.case_name(key);
        let attributes = Attributes::read(value, key.span(), TypeRole::Case, self.report)?;
        let declared = self.declared(&attributes)?;
        let ty = attributes.place_of_type();
        if declared.kind() == TypeKind::Union {
            let case = Quote { at: key.span(), said: key.text().into() };
            self.report.push(UnionInUnion { case, ty });
            return None;
        }
        let case = self.shape(&attributes, &declared, &context.element())?;
        let doc = self.documentation(key).or_else(|| self.documentation_of_type(&attributes));
        let kinds = attributes.entry(Attribute::Kinds).map(|(_, node)| node.span());
        Some(CheckedCase { case: UnionCase { name: name?, ty: case, doc }, key, ty, kinds })
    }

    fn report_problem(
        &mut self,
        cases: &[CheckedCase<'_>],
        (node, found): (Node<'_>, usize),
        problem: &TypeProblem,
    ) {
        let of = |name: &str| cases.iter().find(|case| case.case.name.as_str() == name);
        let quote = |case: &CheckedCase<'_>| Quote { at: case.key.span(), said: case.key.text().into() };
        if let TypeProblem::KindTwice { kind, first, again } = problem
            && let (Some(first), Some(again)) = (of(first.as_str()), of(again.as_str()))
        {
            let is_quantity =
                [first, again].iter().any(|case| case.case.ty.unit().is_some()) && *kind == JsonKind::String;
            let is_json = first.case.ty.is_json() || again.case.ty.is_json();
            // The later one in the text is wrong.
            let (first, again) =
                if first.key.span() < again.key.span() { (first, again) } else { (again, first) };
            self.report.push(KindsCollide {
                first: quote(first),
                again: quote(again),
                kinds: Words(kind.plural().into()),
                of_first: first.ty,
                of_again: again.ty,
                is_quantity,
                is_json,
            });
        } else if let TypeProblem::NullInCase { case } = problem
            && let Some(case) = of(case.as_str())
        {
            let kinds = case.kinds.unwrap_or(case.ty);
            self.report.push(NullInCase { case: quote(case), kinds });
        } else {
            let found = if found == 1 { "one".to_owned() } else { found.to_string() };
            self.report.push(WrongNumberOfCases { cases: node.span(), found: Words(found) });
        }
    }
}
