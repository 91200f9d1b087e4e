//! Turns literals with expressions into terms of a plan.

use super::computed::{ComputedLiteral, LiteralMark, PlacedDefinition};
use super::tree::{NodeOrigin, document_of};
use crate::diagnostic::Report;
use crate::pointer::{Data, SourceSpans, Tree, TreeMembers};
use crate::text::Span;
use crate::types::{Field, MapEntries, MapType, Presence, StructType, Type, Value};
use crate::value::{EXPRESSION, Subject, case_of, read_over};
use confc_core::evaluation::{ValueTerm, partial_type};
use confc_core::expr::Definition;

/// A value with expressions in it.
pub(crate) type PlannedTerm = ValueTerm<PlannedExpression>;

/// An expression that is deferred to a plan.
#[derive(Debug)]
pub(crate) struct PlannedExpression {
    pub(crate) text: Box<str>,
    pub(crate) is_template: bool,
    /// The place of its text, including quotes.
    pub(crate) place: Span,
    /// Whether its value is sensitive.
    pub(crate) is_secret: bool,
    /// The positions of the fields that it reads, and of the inputs and imports after them, each with the first member.
    pub(crate) reads: Box<[(usize, Option<u32>)]>,
}

/// A literal with expressions in it as a term of this type. `None` if a part does not fit, which was reported.
pub(crate) fn literal_term(literal: &ComputedLiteral, ty: &Type) -> Option<PlannedTerm> {
    let reader = TermReader { literal };
    reader.term(&literal.literal, &partial_type(ty), None, literal.presence)
}

struct TermReader<'l> {
    literal: &'l ComputedLiteral,
}

impl TermReader<'_> {
    /// Reads a part of a literal. Missing members of a struct are taken from `default`. Recursion is limited by the
    /// depth of documents.
    fn term(
        &self,
        tree: &Tree<LiteralMark>,
        ty: &Type,
        default: Option<&Value>,
        presence: Presence,
    ) -> Option<PlannedTerm> {
        if let Some(placed) = tree.mark.definition {
            return self.literal.definitions.get(placed).map(|placed| PlannedTerm::Expression(placed.into()));
        }
        if !holds_definition(tree) {
            return self.known(tree, ty, default, presence).map(PlannedTerm::Known);
        }
        match (&tree.data, ty) {
            (_, Type::Union(of)) => {
                let (position, case) = case_of(of, tree)?;
                let term = match (of.tag(), &tree.data, &case.ty) {
                    (Some(tag), Data::Object(given), Type::Struct(of)) => {
                        self.members(given, of, Some(tag.as_str()), None)
                    }
                    (_, _, ty) => self.term(tree, ty, None, Presence::REQUIRED),
                };
                Some(PlannedTerm::Case(position, Box::new(term?)))
            }
            (Data::Array(elements), ty) => {
                let element = ty.element()?;
                let terms = elements.iter().map(|tree| self.term(tree, element, None, Presence::REQUIRED));
                terms.collect::<Option<_>>().map(PlannedTerm::Elements)
            }
            (Data::Object(given), Type::Struct(of)) => self.members(given, of, None, default),
            (Data::Object(given), Type::Map(map)) => self.entries(given.iter(), map),
            (Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Object(_), _) => None,
        }
    }

    /// Reads the members of a struct, beside this tag of a union.
    fn members(
        &self,
        given: &TreeMembers<LiteralMark>,
        of: &StructType,
        tag: Option<&str>,
        default: Option<&Value>,
    ) -> Option<PlannedTerm> {
        let defaults = default.and_then(Value::as_members);
        let is_entry =
            |(key, _): &(&str, &Tree<LiteralMark>)| Some(*key) != tag && of.rest_for(key).is_some();
        let member = |(at, member): (usize, &Field)| {
            let default = defaults.and_then(|values| values.get(at));
            if let Some((_, _, map)) = of.rest().filter(|(rest, ..)| *rest == at) {
                return self.entries(given.iter().filter(is_entry), map);
            }
            match member_of(given, member) {
                Some(tree) => {
                    let default = default.or(member.default.as_ref());
                    self.term(tree, &member.ty, default, member.presence())
                }
                None => default.cloned().or_else(|| member.unset_value()).map(PlannedTerm::Known),
            }
        };
        let terms = of.members().iter().enumerate().map(member);
        terms.collect::<Option<_>>().map(PlannedTerm::Members)
    }

    /// Reads the entries of a map, which is known if all of them are.
    fn entries<'t>(
        &self,
        given: impl Iterator<Item = (&'t str, &'t Tree<LiteralMark>)> + Clone,
        map: &MapType,
    ) -> Option<PlannedTerm> {
        if !given.clone().any(|(_, tree)| holds_definition(tree)) {
            let entry = |(key, tree): (&str, &Tree<LiteralMark>)| {
                Some((Box::from(key), self.known(tree, map.value(), None, Presence::REQUIRED)?))
            };
            let entries = MapEntries::of(map.value(), given.map(entry).collect::<Option<_>>()?)?;
            return Some(PlannedTerm::Known(Value::Map(entries)));
        }
        let entry = |(key, tree): (&str, &Tree<LiteralMark>)| {
            Some((Box::from(key), self.term(tree, map.value(), None, Presence::REQUIRED)?))
        };
        let mut entries = given.map(entry).collect::<Option<Vec<_>>>()?;
        entries.sort_unstable_by(|(a, _): &(Box<str>, _), (b, _)| a.cmp(b));
        Some(PlannedTerm::Entries(entries.into()))
    }

    /// The value of a part without expressions.
    fn known(
        &self,
        tree: &Tree<LiteralMark>,
        ty: &Type,
        default: Option<&Value>,
        presence: Presence,
    ) -> Option<Value> {
        let document = document_of(&self.literal.source, [&filled(tree, &mut [])?], self.literal.place);
        let node = document.root()?.elements().next()?;
        let subject = Subject { presence, moved: true, ..Subject::of_values(&|_| None) };
        read_over(ty, node, default, &subject, &mut Report::new())
    }
}

/// The member of an object for a member of a struct, under its native name or an alias.
fn member_of<'t>(given: &'t TreeMembers<LiteralMark>, member: &Field) -> Option<&'t Tree<LiteralMark>> {
    member.names_in_literals().find_map(|name| given.get(name))
}

fn holds_definition(tree: &Tree<LiteralMark>) -> bool {
    tree.mark.definition.is_some()
        || match &tree.data {
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => false,
            Data::Array(elements) => elements.iter().any(holds_definition),
            Data::Object(members) => members.iter().any(|(_, tree)| holds_definition(tree)),
        }
}

impl From<&PlacedDefinition> for PlannedExpression {
    fn from(placed: &PlacedDefinition) -> Self {
        let reads = placed.origin.reads.iter();
        Self {
            text: placed.origin.text.clone(),
            is_template: matches!(placed.definition, Definition::Text(_)),
            place: placed.text,
            is_secret: placed.origin.is_secret || placed.definition.is_secret(),
            reads: reads.map(|read| (read.field, read.members.first().copied())).collect(),
        }
    }
}

/// The result of an expression in a literal.
pub(crate) enum LiteralPart {
    Data(Data<NodeOrigin>),
    /// The absent value at a place where a null would be a value. A literal leaves it out.
    LeftOut,
}

/// A literal in which results replace its expressions. An expression without a result stays. `None` if the literal is an
/// expression that leaves it out.
pub(crate) fn filled(
    literal: &Tree<LiteralMark>,
    results: &mut [Option<LiteralPart>],
) -> Option<Tree<NodeOrigin>> {
    let LiteralMark { key, value, definition } = literal.mark;
    let mark = NodeOrigin::Brought(SourceSpans { key, value, text: None });
    if let Some(result) = definition.and_then(|at| results.get_mut(at)) {
        let data = match result.take() {
            Some(LiteralPart::Data(data)) => data,
            Some(LiteralPart::LeftOut) => return None,
            None => {
                let text = Tree { mark, data: Data::String(Box::default()) };
                Data::Object([(EXPRESSION, text)].into_iter().collect())
            }
        };
        return Some(Tree { mark, data });
    }
    let data = match &literal.data {
        Data::Null => Data::Null,
        Data::Bool(value) => Data::Bool(*value),
        Data::Number(numeral) => Data::Number(numeral.clone()),
        Data::String(text) => Data::String(text.clone()),
        Data::Array(elements) => {
            Data::Array(elements.iter().filter_map(|element| filled(element, results)).collect())
        }
        Data::Object(members) => {
            let member = |(key, value)| Some((key, filled(value, results)?));
            Data::Object(members.iter().filter_map(member).collect())
        }
    };
    Some(Tree { mark, data })
}
