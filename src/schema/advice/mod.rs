//! Advice on refused expressions: the most likely meaning, and the text to write.
//!
//! A rewrite is proposed only after [`RefusedText::is_right_with`] has parsed and checked the rewritten text. So the
//! advice does not lead to the next error.

mod awaited;
mod cursor;
mod foreign_functions;
mod functions;
mod inputs;
mod names;
mod nearest;
mod operands;
mod operators;
mod other_syntax;
mod pieces;
mod places;
mod quantities;
mod syntax;
mod variants;
mod vocabulary;

use super::words::is_listed;
use crate::diagnostic::{Diagnostic, Help, RemedyKind};
use crate::text::suggest::Suggestions;
use crate::text::{Span, escape};
use crate::types::{ReadableMembers, Type};
pub(crate) use awaited::{AwaitedText, AwaitedWord, awaited_word};
use confc_core::expr::{
    CheckErrorKind, Definition, DefinitionError, DefinitionTarget, Expression, ExpressionType, Scope,
};
use confc_core::rules::RuleErrorKind;
use pieces::{Fragment, Piece, pieces};
pub(crate) use places::{ReadPlace, place_at};
pub(super) use places::{place_type, places_like};
use std::ops::Range;
use vocabulary::NO_VALUE;

/// The place of an expression, which decides the advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpressionSite {
    /// A rule of a manifest or product.
    Rule,
    /// A value in a layer.
    Layer,
    /// The command line.
    CommandLine,
}

/// A refused text with its place.
pub struct RefusedSource<'t> {
    /// The expression, or the template that has it.
    pub text: &'t str,
    /// The wrong part of the text.
    pub range: Range<usize>,
    /// Whether the text has expressions in `${…}`.
    pub is_template: bool,
    /// The site of the expression.
    pub site: ExpressionSite,
    /// The path of the struct around the value, empty for a field and for a rule.
    pub within: &'t str,
    /// The value that the expression defines, if it defines one.
    pub target: Option<DefinitionTarget<'t>>,
    /// Finds the place of a part of the text.
    pub place: &'t dyn Fn(Range<usize>) -> Span,
}

impl std::fmt::Debug for RefusedSource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RefusedSource")
            .field("text", &self.text)
            .field("range", &self.range)
            .finish_non_exhaustive()
    }
}

impl<'t> RefusedSource<'t> {
    /// The place of the wrong part. An error about the whole text is at the whole text.
    pub(super) fn span(&self) -> Span {
        (self.place)(self.range.clone())
    }

    /// The text from the wrong part on.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.range.start..).unwrap_or_default()
    }

    /// The parts of the text that a message may quote. The file may spell them in another way.
    pub(super) fn quoted_parts(&self) -> impl Iterator<Item = &'t str> {
        let part = self.text.get(self.range.clone()).unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let word = self.rest().split(|c| !is_name(c)).next().unwrap_or_default();
        let inner = part.trim_matches(['\'', '"', '`']);
        [part, word, inner].into_iter().filter(|part| !part.is_empty())
    }

    /// The range of the wrong expression.
    fn expression(&self) -> Range<usize> {
        if !self.is_template {
            return 0..self.text.len();
        }
        let before = self.text.get(..self.range.start).unwrap_or_default();
        let start = before.rfind("${").map_or(0, |at| at + 2);
        let mut quote = None;
        let inside = self.text.get(start..).unwrap_or_default();
        let end = inside.find(|c: char| {
            match quote {
                Some(open) if c == open => quote = None,
                None if matches!(c, '\'' | '"') => quote = Some(c),
                Some(_) | None => {}
            }
            quote.is_none() && c == '}'
        });
        start..end.map_or(self.text.len(), |end| start + end)
    }

    /// A `${…}` of a template that is empty, has two pairs of braces, or is not closed before the next one.
    fn on_placeholder(&self, whole: &Range<usize>, scope: Scope<'_>) -> Option<ExpressionAdvice> {
        let (start, inside) = (whole.start.checked_sub(2)?, self.text.get(whole.clone())?);
        if !self.is_template {
            return None;
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let trimmed = inside.trim_start_matches('{').trim();
        let name = trimmed.get(..trimmed.find(|c| !is_name(c)).unwrap_or(trimmed.len()))?;
        if trimmed.is_empty() {
            let help = "write a name between the braces, or `$${}` for the characters themselves";
            let advice =
                ExpressionAdvice::new(help).saying("expected a name between `${` and `}`, found none");
            return Some(advice.at(start..whole.end + 1));
        }
        let is_known = RefusedText::new(name, 0..0, scope, self.site).type_of(name).is_some();
        let closed = format!("${{{name}}}");
        let advice = ExpressionAdvice::write(&closed);
        if is_known && inside.starts_with('{') && name == trimmed {
            let end =
                whole.end + self.text.get(whole.end..)?.bytes().take(2).filter(|byte| *byte == b'}').count();
            return Some(advice.saying("a name must be in one pair of braces").at(start..end));
        }
        let is_open = is_known && trimmed.contains("${");
        is_open.then(|| advice.saying("expected `}` after `${`, found none").at(start..start + 2))
    }

    /// A value of a layer whose whole expression is `null`.
    fn on_null(&self, expression: &str) -> Option<ExpressionAdvice> {
        let is_null = is_listed(NO_VALUE, expression.trim()) && self.site == ExpressionSite::Layer;
        is_null.then(|| {
            let help = match self.is_template {
                true => "leave it out, or name a field between `${` and `}`",
                false => "write `null` in place of the expression if the field is optional",
            };
            ExpressionAdvice::new(help).saying("an expression cannot be `null`")
        })
    }

    /// Advice on the wrong expression, with ranges in the whole text.
    pub(super) fn advice(
        &self,
        kind: &RuleErrorKind,
        scope: Scope<'_>,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let whole = self.expression();
        let expression = self.text.get(whole.clone())?;
        if expression.len() > confc_core::expr::MAX_CANONICAL_SIZE {
            return None;
        }
        if let Some(advice) = self.on_placeholder(&whole, scope).or_else(|| self.on_null(expression)) {
            return Some(advice);
        }
        let range = self.range.start.checked_sub(whole.start)?..self.range.end.checked_sub(whole.start)?;
        let refused = RefusedText {
            within: self.within,
            target: self.target.filter(|_| !self.is_template),
            ..RefusedText::new(expression, range, scope, self.site)
        };
        let mut advice = refused.advice(kind, suggestions)?;
        let moved = |range: Range<usize>| range.start + whole.start..range.end + whole.start;
        (advice.range, advice.rewritten) = (advice.range.map(moved), advice.rewritten.map(moved));
        Some(advice)
    }
}

/// Advice on one mistake in an expression.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExpressionAdvice {
    /// A message that replaces the message of the error.
    pub(super) message: Option<String>,
    /// The wrong part, if it differs from the span of the error.
    pub(super) range: Option<Range<usize>>,
    /// The part that is rewritten, if it differs from the wrong part.
    pub(super) rewritten: Option<Range<usize>>,
    /// The remedy.
    help: Help,
    /// The remedy in a product, if it differs.
    in_product: Option<String>,
    /// The parts of the text that the words quote.
    quotes: Vec<String>,
}

/// The verb of advice to leave a text out.
const REMOVE: &str = "remove";

impl ExpressionAdvice {
    fn new(help: impl Into<Help>) -> Self {
        Self {
            message: None,
            range: None,
            rewritten: None,
            help: help.into(),
            in_product: None,
            quotes: Vec::new(),
        }
    }

    /// Advises to write a word or sign of the language.
    fn word(instead: impl std::fmt::Display) -> Self {
        let instead = instead.to_string();
        Self::new(Help::new(format!("write `{instead}`"), RemedyKind::Replace(instead)))
    }

    /// Advises to write `instead`, which has parts of the user's text.
    fn write(instead: &str) -> Self {
        Self::writing("write", instead, "")
    }

    /// As [`write`](Self::write), in a sentence.
    fn writing(before: &str, instead: &str, after: &str) -> Self {
        let help = format!("{before} {}{after}", escape::quoted(instead));
        let written = if before == REMOVE { "" } else { instead };
        Self::new(Help::new(help, RemedyKind::Replace(written.into()))).quoting(instead)
    }

    /// Advises the name that was most likely meant.
    fn meant(name: &str) -> Self {
        Self::new(Help::new(format!("did you mean `{name}`?"), RemedyKind::Replace(name.into())))
    }

    fn saying(self, message: impl Into<String>) -> Self {
        Self { message: Some(message.into()), ..self }
    }

    /// Adds the advice to its diagnostic. `place` is the part that is rewritten.
    pub(super) fn give(self, diagnostic: Diagnostic, place: Span) -> Diagnostic {
        let diagnostic =
            self.quotes.iter().fold(diagnostic, |diagnostic, said| diagnostic.quoting(place, said));
        match self.in_product {
            Some(in_product) => diagnostic.help_or_in_product(self.help.at(place), in_product),
            None => diagnostic.help(self.help.at(place)),
        }
    }

    fn in_product(self, help: String) -> Self {
        Self { in_product: Some(help), ..self }
    }

    fn at(self, range: impl Into<Range<usize>>) -> Self {
        Self { range: Some(range.into()), ..self }
    }

    /// Shows another part than the one that is rewritten.
    fn shown_at(self, range: impl Into<Range<usize>>) -> Self {
        Self { rewritten: self.range, range: Some(range.into()), ..self }
    }

    fn quoting(mut self, said: &str) -> Self {
        self.quotes.push(said.to_owned());
        self
    }
}

/// A float expression for an integer expression in place of a float, if there is one.
pub fn float_for_integer(text: &str, scope: &Scope<'_>) -> Option<String> {
    RefusedText::new(text, 0..text.len(), *scope, ExpressionSite::Layer).as_float()
}

/// The case to read for an expression that is a union, if one of its cases fits the target.
pub fn case_for_union(text: &str, scope: &Scope<'_>, target: DefinitionTarget<'_>) -> Option<String> {
    let union = RefusedText::new(text, 0..text.len(), *scope, ExpressionSite::Layer);
    let mut cases = union.cases_of(union.at).into_iter();
    cases.find(|case| Definition::expression(case, scope, target).is_ok())
}

/// A refused expression, with the names that it may read.
#[derive(Debug)]
pub(super) struct RefusedText<'t> {
    text: &'t str,
    /// The refused part.
    at: Fragment<'t>,
    pieces: Vec<Piece<'t>>,
    scope: Scope<'t>,
    site: ExpressionSite,
    /// The path of the struct around the value.
    within: &'t str,
    /// The value that the whole text defines, if it defines one.
    target: Option<DefinitionTarget<'t>>,
}

impl<'t> RefusedText<'t> {
    pub(super) fn new(text: &'t str, range: Range<usize>, scope: Scope<'t>, site: ExpressionSite) -> Self {
        let (at, pieces) = (Fragment::new(text, range), pieces(text));
        Self { text, at, pieces, scope, site, within: "", target: None }
    }

    /// Advice on a refused expression, if a remedy is known.
    pub(super) fn advice(
        &self,
        kind: &RuleErrorKind,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        if let Some(advice) = self.on_unquoted_variant(kind, suggestions) {
            return Some(advice);
        }
        if let RuleErrorKind::Syntax(kind) = kind {
            self.on_syntax(kind, suggestions)
        } else if let RuleErrorKind::Check(kind) = kind {
            self.on_check(kind, suggestions)
        } else if let RuleErrorKind::NotABool { .. } = kind {
            self.on_no_bool()
        } else if *kind == RuleErrorKind::ReadsNothing {
            self.on_field_in_quotes()
        } else {
            None
        }
    }

    fn on_check(&self, kind: &CheckErrorKind, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        match kind {
            CheckErrorKind::UnknownField(name) => self.on_unknown_field(name, suggestions),
            CheckErrorKind::UnknownMember(name) => self.on_unknown_member(name, suggestions),
            CheckErrorKind::NoPlace => self.without_root(),
            CheckErrorKind::NoMembers { member, found } => self.on_no_members(member, found),
            CheckErrorKind::Operand { of, found, .. } => self.on_operand(of, found),
            CheckErrorKind::Differ { left, right, .. } => self.on_differing([left, right]),
            CheckErrorKind::NotAVariant { .. } => self.on_no_variant(),
            CheckErrorKind::NotOptional { .. } => self.on_not_optional(),
            CheckErrorKind::SizeOfString => self.on_size_of_string(),
            CheckErrorKind::EmptyList => self.on_empty_list(),
            CheckErrorKind::AlwaysFails(_) => self.on_negative_index(),
            CheckErrorKind::LoopNameIsField(name) => self.on_loop_name(name),
            CheckErrorKind::ListLiteral if self.site == ExpressionSite::Rule => self.on_compared_list(),
            CheckErrorKind::ListLiteral if self.site == ExpressionSite::Layer => {
                Some(self.on_list_of_layer())
            }
            CheckErrorKind::OldKey { .. }
            | CheckErrorKind::NoInputs
            | CheckErrorKind::UnknownInput(_)
            | CheckErrorKind::ImportAlone(_)
            | CheckErrorKind::BoundsDiffer
            | CheckErrorKind::ListLiteral
            | CheckErrorKind::FloatTooLarge
            | CheckErrorKind::IntegerTooLarge(_)
            | CheckErrorKind::CanonicalTooLarge(_) => None,
        }
    }

    /// The help for the place of the expression: a rule, a layer or the command line.
    fn by_site(&self, [rule, layer, command_line]: [&'static str; 3]) -> &'static str {
        match self.site {
            ExpressionSite::Rule => rule,
            ExpressionSite::Layer => layer,
            ExpressionSite::CommandLine => command_line,
        }
    }

    fn fragment(&self, range: impl Into<Range<usize>>) -> Fragment<'t> {
        Fragment::new(self.text, range.into())
    }

    fn part(&self, range: impl Into<Range<usize>>) -> &'t str {
        self.text.get(range.into()).unwrap_or_default()
    }

    /// The text before a position.
    fn before(&self, at: usize) -> &'t str {
        self.part(0..at)
    }

    /// The text from a position on.
    fn after(&self, at: usize) -> &'t str {
        self.part(at..self.text.len())
    }

    fn whole(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// Whether the text is a rule of one condition, which can be guarded as a whole.
    fn is_whole_condition(&self) -> bool {
        let condition = self.condition_after(0);
        self.site == ExpressionSite::Rule
            && condition.is_some_and(|condition| condition.end == self.text.len())
    }

    /// Another expression over the same names.
    fn other<'o>(&self, text: &'o str) -> RefusedText<'o>
    where
        't: 'o,
    {
        RefusedText::new(text, 0..0, self.scope, self.site)
    }

    /// The text with a part replaced.
    fn with(&self, part: impl Into<Range<usize>>, instead: &str) -> String {
        let part = part.into();
        [self.before(part.start), instead, self.after(part.end)].concat()
    }

    /// Whether the text is an expression over its names if a part is replaced.
    fn is_right_with(&self, part: impl Into<Range<usize>>, instead: &str) -> bool {
        self.is_right(&self.with(part, instead))
    }

    fn is_right(&self, text: &str) -> bool {
        self.refusal(text).is_none()
    }

    /// The first mistake in a text over its names. A text that defines an enum must be one of its variants.
    fn refusal(&self, text: &str) -> Option<DefinitionError> {
        if let Some(target @ DefinitionTarget { ty: Type::Enum(_), .. }) = self.target {
            return Definition::expression(text, &self.scope, target).err();
        }
        match Expression::parse(text) {
            Ok(expression) => expression.check(&self.scope).err().map(DefinitionError::from),
            Err(error) => Some(error.into()),
        }
    }

    /// Whether there are no mistakes up to the end of a part if it is replaced. There may be mistakes after it.
    fn gets_past(&self, part: impl Into<Range<usize>>, instead: &str) -> bool {
        let part = part.into();
        let end = part.start + instead.len();
        self.refusal(&self.with(part, instead)).is_none_or(|error| error.span.range().start >= end)
    }

    /// Advice to write `instead` for a part of the text, if the resulting text is valid.
    fn rewrite(&self, part: impl Into<Range<usize>>, instead: &str) -> Option<ExpressionAdvice> {
        let part = part.into();
        self.is_right_with(part.clone(), instead).then(|| ExpressionAdvice::write(instead).at(part))
    }

    /// Advice to write `instead` for the refused part, if the resulting text is valid.
    fn rewrite_refused(&self, instead: &str) -> Option<ExpressionAdvice> {
        self.rewrite(self.at, instead)
    }

    /// The first replacement of a part with which the text is valid.
    fn rewrite_as(
        &self,
        part: impl Into<Range<usize>>,
        candidates: &[impl AsRef<str>],
    ) -> Option<ExpressionAdvice> {
        let part = part.into();
        candidates.iter().find_map(|instead| self.rewrite(part.clone(), instead.as_ref()))
    }

    /// The first replacement with which there are no mistakes up to the end of a part.
    fn rewrite_past(
        &self,
        part: impl Into<Range<usize>>,
        candidates: &[impl AsRef<str>],
    ) -> Option<ExpressionAdvice> {
        let part = part.into();
        let mut candidates = candidates.iter().map(AsRef::as_ref);
        let instead = candidates.find(|instead| self.gets_past(part.clone(), instead))?;
        Some(ExpressionAdvice::write(instead).at(part))
    }

    /// The type of a text that is an expression of its own.
    fn type_of(&self, text: impl AsRef<str>) -> Option<ExpressionType> {
        let parsed = Expression::parse(text.as_ref()).ok()?;
        Some(parsed.check(&self.scope).ok()?.ty())
    }

    /// Whether a text is an expression of type integer.
    fn is_integer(&self, text: impl AsRef<str>) -> bool {
        matches!(self.type_of(text), Some(ExpressionType::Integer(..)))
    }

    /// Whether a text is an expression of type bool.
    fn is_bool(&self, text: impl AsRef<str>) -> bool {
        matches!(self.type_of(text), Some(ExpressionType::Bool | ExpressionType::Always(_)))
    }

    /// The type of the field, member or case at the end of a path.
    fn type_at(&self, path: impl AsRef<str>) -> Option<&'t Type> {
        let mut names = path.as_ref().split('.').map(str::trim);
        let mut name = names.next()?;
        let import = self.scope.imports().iter().find(|import| import.key.as_str() == name);
        let (mut import, mut members) = (import, ReadableMembers::Struct(self.scope.fields()));
        loop {
            let ty = match import.take() {
                Some(import) => &import.ty,
                None => members.get(members.position_in_path(name)?)?.ty,
            };
            let Some(next) = names.next() else { return Some(ty) };
            (members, name) = (ty.readable_members()?, next);
        }
    }
}
