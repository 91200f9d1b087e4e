//! Literals with expressions in them, read by their types as far as they are known.

use super::assignment::literal_type;
use super::computed::{ComputedLiteral, LiteralMark, PlacedDefinition, member_type};
use super::tree::{NodeOrigin, document_of};
use crate::diagnostic::Report;
use crate::pointer::{Data, SourceSpans, Tree, TreeMembers};
use crate::text::Span;
use crate::types::{Field, MapEntries, Type, Value};
use crate::value::{Subject, read_over};
use confc_core::expr::Definition;

/// A value with expressions in the place of it or of parts of it.
#[derive(Debug)]
pub(crate) enum PlannedTerm {
    Known(Value),
    Expression {
        text: Box<str>,
        is_template: bool,
        /// The text in its quotes.
        place: Span,
        /// Whether it gives something sensitive.
        is_secret: bool,
        /// What it reads, by the positions of fields and of what is behind them, with the first member in it.
        reads: Box<[(usize, Option<u32>)]>,
    },
    /// One a member.
    Members(Vec<PlannedTerm>),
    Elements(Vec<PlannedTerm>),
    /// Ascending by their keys.
    Entries(Vec<(Box<str>, PlannedTerm)>),
}

/// A term without expressions.
pub(crate) fn known_term(value: Value) -> PlannedTerm {
    PlannedTerm::Known(value)
}

impl PlannedTerm {
    /// The keys of a map; `None` where they are not known.
    pub(crate) fn keys(&self) -> Option<Vec<Box<str>>> {
        match self {
            Self::Known(Value::Map(entries)) => Some(entries.keys().into()),
            Self::Entries(entries) => Some(entries.iter().map(|(key, _)| key.clone()).collect()),
            Self::Known(_) | Self::Expression { .. } | Self::Members(_) | Self::Elements(_) => None,
        }
    }

    /// The entries of a map, of which the keys are known.
    pub(crate) fn into_entries(self) -> Vec<(Box<str>, Self)> {
        match self {
            Self::Known(Value::Map(entries)) => {
                entries.to_entries().into_iter().map(|(key, value)| (key, Self::Known(value))).collect()
            }
            Self::Entries(entries) => entries,
            Self::Known(_) | Self::Expression { .. } | Self::Members(_) | Self::Elements(_) => Vec::new(),
        }
    }

    /// The map of these entries, which ascend. `None` where they are not of its type, which reading sees to.
    pub(crate) fn of_entries(ty: &Type, entries: Vec<(Box<str>, Self)>) -> Option<Self> {
        let Type::Map(map) = ty else { return None };
        if entries.iter().any(|(_, term)| term.known().is_none()) {
            return Some(Self::Entries(entries));
        }
        let known = entries.into_iter().filter_map(|(key, term)| Some((key, term.into_known()?)));
        MapEntries::of(map.value(), known.collect()).map(|entries| Self::Known(Value::Map(entries)))
    }

    fn known(&self) -> Option<&Value> {
        if let Self::Known(value) = self { Some(value) } else { None }
    }

    fn into_known(self) -> Option<Value> {
        if let Self::Known(value) = self { Some(value) } else { None }
    }
}

/// A literal with expressions in it, for a place of this type. `None` where something in it does not fit, which has been
/// reported.
pub(crate) fn literal_term(literal: &ComputedLiteral, ty: &Type) -> Option<PlannedTerm> {
    let reader = TermReader { literal };
    reader.term(&literal.literal, &literal_type(ty), None, literal.optional)
}

struct TermReader<'l> {
    literal: &'l ComputedLiteral,
}

impl TermReader<'_> {
    /// Depth is limited, so recursion is. Behind a struct may stand a default, whose members count where it has none.
    fn term(
        &self,
        tree: &Tree<LiteralMark>,
        ty: &Type,
        default: Option<&Value>,
        optional: bool,
    ) -> Option<PlannedTerm> {
        if let Some(placed) = tree.mark.definition {
            return self.literal.definitions.get(placed).map(PlannedTerm::of);
        }
        if !holds_definition(tree) {
            return self.known(tree, ty, default, optional).map(PlannedTerm::Known);
        }
        match (&tree.data, ty) {
            (Data::Array(elements), ty) => {
                let element = ty.element()?;
                let terms = elements.iter().map(|tree| self.term(tree, element, None, false));
                terms.collect::<Option<_>>().map(PlannedTerm::Elements)
            }
            (Data::Object(given), Type::Struct(of)) => {
                let defaults = default.and_then(Value::as_members);
                let member = |(at, member): (usize, &Field)| {
                    let default = defaults.and_then(|values| values.get(at));
                    match member_of(given, member) {
                        Some(tree) => {
                            let default = default.or(member.default.as_ref());
                            self.term(tree, &member.ty, default, member.optional)
                        }
                        None => default.cloned().or_else(|| member.unset_value()).map(PlannedTerm::Known),
                    }
                };
                let terms = of.members().iter().enumerate().map(member);
                terms.collect::<Option<_>>().map(PlannedTerm::Members)
            }
            (Data::Object(given), Type::Map(_)) => {
                let entry = |(key, tree): (&str, &Tree<LiteralMark>)| {
                    let term = self.term(tree, member_type(ty, key)?, None, false)?;
                    Some((Box::from(key), term))
                };
                let mut entries = given.iter().map(entry).collect::<Option<Vec<_>>>()?;
                entries.sort_unstable_by(|(a, _): &(Box<str>, _), (b, _)| a.cmp(b));
                Some(PlannedTerm::Entries(entries))
            }
            (Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Object(_), _) => None,
        }
    }

    /// The value of a part without expressions.
    fn known(
        &self,
        tree: &Tree<LiteralMark>,
        ty: &Type,
        default: Option<&Value>,
        optional: bool,
    ) -> Option<Value> {
        let document = document_of(&self.literal.source, [&written(tree)], self.literal.place);
        let node = document.root()?.elements().next()?;
        let subject = Subject { optional, ..Subject::of_values(&|_| None) };
        read_over(ty, node, default, &subject, &mut Report::new())
    }
}

/// The member of an object that is given for a member of a struct, under its key or an alias.
fn member_of<'t>(given: &'t TreeMembers<LiteralMark>, member: &Field) -> Option<&'t Tree<LiteralMark>> {
    let mut names = std::iter::once(&member.key).chain(&member.aliases);
    names.find_map(|name| given.get(name.as_str()))
}

fn holds_definition(tree: &Tree<LiteralMark>) -> bool {
    tree.mark.definition.is_some()
        || match &tree.data {
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => false,
            Data::Array(elements) => elements.iter().any(holds_definition),
            Data::Object(members) => members.iter().any(|(_, tree)| holds_definition(tree)),
        }
}

/// The same as it is written.
fn written(tree: &Tree<LiteralMark>) -> Tree<NodeOrigin> {
    let LiteralMark { key, value, .. } = tree.mark;
    let mark = NodeOrigin::Brought(SourceSpans { key, value, text: None });
    let data = match &tree.data {
        Data::Null => Data::Null,
        Data::Bool(value) => Data::Bool(*value),
        Data::Number(numeral) => Data::Number(numeral.clone()),
        Data::String(text) => Data::String(text.clone()),
        Data::Array(elements) => Data::Array(elements.iter().map(written).collect()),
        Data::Object(members) => {
            Data::Object(members.iter().map(|(key, value)| (key, written(value))).collect())
        }
    };
    Tree { mark, data }
}

impl PlannedTerm {
    fn of(placed: &PlacedDefinition) -> Self {
        Self::Expression {
            text: placed.origin.text.clone(),
            is_template: matches!(placed.definition, Definition::Text(_)),
            place: placed.text,
            is_secret: placed.origin.is_secret || placed.definition.is_secret(),
            reads: placed
                .origin
                .reads
                .iter()
                .map(|read| (read.field, read.members.first().copied()))
                .collect(),
        }
    }
}
