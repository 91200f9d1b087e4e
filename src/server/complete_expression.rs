//! Completion in expressions of layers and rules: names, members, functions, inputs and variants.

use super::complete_values::OfferForm;
use super::completing::{PLACEHOLDER, closing_brackets};
use super::documents::format_of;
use super::expression_offers::{ExpressionWords, place_offers, word_offers};
use super::hover_manifest::component_of_manifest;
use super::offer::Offer;
use super::placeholder_place::PlaceholderPlace;
use super::requested_document::RequestedDocument;
use super::value_place::{requested_texts, value_places};
use super::value_step::ValueStep;
use crate::compile::{CompileOptions, IncludeOptions, ManifestInput};
use crate::declaration::Declaration;
use crate::diagnostic::Report;
use crate::schema::{ReadPlace, awaited_word, place_at};
use crate::syntax::{Document, Format, parse};
use crate::text::{Sources, Span, narrow};
use crate::types::{StructType, Type};
use crate::value::{EXPRESSION, TEXT};
use confc_core::expr::{MAX_SOURCE_SIZE, Outside, Scope, open_expression};
use std::ops::Range;

/// The words for an offset in an expression, and the range of the text that they replace. `None` outside of expressions.
pub(super) fn in_expression(
    requested: &RequestedDocument<'_, '_>,
    offset: u32,
) -> Option<(Vec<Offer>, Range<usize>)> {
    let (text, format) = (requested.source.text(), format_of(requested.path)?);
    let word = word_at(text, offset as usize);
    let before = text.get(..word.start)?;
    // An escape takes at most six characters.
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(MAX_SOURCE_SIZE * 6))..)?;
    if !["$", "check", "message", "for"].iter().any(|key| near.contains(key)) {
        return None;
    }
    let mut readings = readings(text, word.clone(), format);
    let document = readings.find(|document| PlaceholderPlace::of(document).is_some())?;
    let place = PlaceholderPlace::of(&document)?;
    HalfTypedText { requested, document: &document, place: &place, word }.offers()
}

/// The word around an offset, with the backquotes around it.
fn word_at(text: &str, offset: usize) -> Range<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '`');
    let (before, after) = text.split_at_checked(text.floor_char_boundary(offset)).unwrap_or((text, ""));
    let start = before.trim_end_matches(is_word).len();
    start..before.len() + (after.len() - after.trim_start_matches(is_word).len())
}

/// The readings of a text with a placeholder in place of a word, with and without the quote that may be missing.
fn readings(text: &str, word: Range<usize>, format: Format) -> impl Iterator<Item = Document> {
    let before = text.get(..word.start).unwrap_or_default();
    let after = text.get(word.end..).unwrap_or_default();
    let mut rests = vec![after.to_owned(), closing_brackets(before, format)];
    if format == Format::Yaml {
        rests.push(String::new());
    }
    let texts = rests
        .into_iter()
        .flat_map(move |rest| ["", "\"", "'"].map(|quote| format!("{before}{PLACEHOLDER}{quote}{rest}")));
    texts.map(move |text| parse(format, &Sources::new().add_plain(String::new(), text), &mut Report::new()))
}

/// The role of a text with names of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpressionRole {
    Expression,
    /// A text with expressions in it.
    Template,
    /// The places of a rule.
    Places,
}

impl ExpressionRole {
    fn of_rule(attribute: &str) -> Option<Self> {
        match attribute {
            "check" => Some(Self::Expression),
            "message" => Some(Self::Template),
            "for" => Some(Self::Places),
            _ => None,
        }
    }

    fn of_layer(key: &str) -> Option<Self> {
        match key {
            EXPRESSION => Some(Self::Expression),
            TEXT => Some(Self::Template),
            _ => None,
        }
    }
}

/// A document with a placeholder in an expression.
struct HalfTypedText<'c, 'a, 'v> {
    requested: &'c RequestedDocument<'a, 'v>,
    document: &'c Document,
    place: &'c PlaceholderPlace<'c>,
    word: Range<usize>,
}

/// Compiles the text of a manifest with an absolute path. Its includes are found as the product says.
pub(super) fn declared_by(
    requested: &RequestedDocument<'_, '_>,
    path: &str,
    text: String,
) -> Option<Declaration> {
    let files = requested.view.files;
    let product = requested.view.opened.map(|opened| opened.product);
    let includes = product.map_or_else(IncludeOptions::default, |product| IncludeOptions {
        root: product.include_root.path.clone(),
        paths: product.include_path.iter().map(|path| path.path.clone()).collect(),
    });
    let options = CompileOptions { includes, ..CompileOptions::default() };
    let path = files.short_path(path);
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let source = sources.add_plain(path.clone(), text);
    let input = ManifestInput::read(&source, &path, files, &options, &mut sources, &mut report);
    input.compile(&options, &mut report)
}

/// The names that the expression may read.
struct ExpressionNames<'n> {
    scope: Scope<'n>,
    /// The type of the value that the expression defines.
    target: Option<&'n Type>,
    /// Whether other components, which are not known now, may keep a field secret.
    is_partial: bool,
}

impl HalfTypedText<'_, '_, '_> {
    fn offers(&self) -> Option<(Vec<Offer>, Range<usize>)> {
        let last = self.place.keys.last()?;
        match self.place.keys.as_slice() {
            _ if self.requested.is_product() => {
                let (["rules", _] | ["environments", _, "rules", _]) = self.place.keys.as_slice() else {
                    return None;
                };
                self.in_product(ExpressionRole::of_rule(last)?)
            }
            ["config_rules", _] if self.requested.path.ends_with(".cml") => {
                self.in_manifest(ExpressionRole::of_rule(last)?)
            }
            _ => self.in_layer(ExpressionRole::of_layer(last)?),
        }
    }

    fn in_product(&self, role: ExpressionRole) -> Option<(Vec<Offer>, Range<usize>)> {
        let assembly = self.requested.view.opened?.assembly;
        let (fields, imports) = (assembly.component_fields(), StructType::new(Vec::new()));
        let inputs = assembly.inputs().config().map_or(&imports, |config| config.as_struct());
        let scope = Scope::new(&fields).with_outside(Outside { inputs, imports: &imports });
        self.with_names(role, &ExpressionNames { scope, target: None, is_partial: false })
    }

    fn in_manifest(&self, role: ExpressionRole) -> Option<(Vec<Offer>, Range<usize>)> {
        let opened = self.requested.view.opened?;
        let component = component_of_manifest(self.requested, &opened);
        let known = component.and_then(|component| opened.assembly.component(component)?.config());
        let without_rules = if known.is_some() { None } else { self.without_rules() };
        let config = known.or_else(|| without_rules.as_ref()?.config())?;
        let (scope, is_partial) = (Scope::new(config.as_struct()), known.is_none());
        self.with_names(role, &ExpressionNames { scope, target: None, is_partial })
    }

    /// The declaration of the manifest without its rules, since the half-typed one is wrong.
    fn without_rules(&self) -> Option<Declaration> {
        let root = self.document.root()?;
        let mut text = self.document.source().text().to_owned();
        let rules = root.members().filter(|(key, _)| key.text() == "config_rules");
        let spans: Vec<Span> = rules.map(|(_, value)| value.span()).collect();
        for span in spans.into_iter().rev() {
            text.replace_range(span.start as usize..span.end as usize, "[]");
        }
        declared_by(self.requested, self.requested.path, text)
    }

    fn in_layer(&self, role: ExpressionRole) -> Option<(Vec<Offer>, Range<usize>)> {
        let opened = self.requested.view.opened?;
        let texts = requested_texts(self.requested, &opened);
        let offset = narrow(self.word.start + 1);
        let mut places =
            texts.iter().flat_map(|received| value_places(&opened, received, self.document, offset));
        let place = places.find(|place| !place.steps.is_empty())?;
        let assembly = opened.assembly;
        let (fields, imports) =
            (assembly.component(place.component)?.fields()?, assembly.imported_fields(place.component));
        let none = StructType::new(Vec::new());
        let inputs = assembly.inputs().config().map_or(&none, |config| config.as_struct());
        let scope = Scope::new(fields).with_outside(Outside { inputs, imports: &imports });
        let target = match place.steps.last() {
            Some(ValueStep::Member(field)) if role == ExpressionRole::Expression => Some(&field.ty),
            Some(ValueStep::Member(_) | ValueStep::Element | ValueStep::Entry | ValueStep::Case(..))
            | None => None,
        };
        self.with_names(role, &ExpressionNames { scope, target, is_partial: false })
    }

    fn with_names(
        &self,
        role: ExpressionRole,
        names: &ExpressionNames<'_>,
    ) -> Option<(Vec<Offer>, Range<usize>)> {
        let text = self.place.text.text();
        let (before, after) = text.split_once(PLACEHOLDER)?;
        let form = OfferForm {
            markup: self.requested.client.completion,
            is_secret: self.requested.view.is_earlier || names.is_partial,
        };
        let quote = if self.place.text.raw().starts_with('\'') { '"' } else { '\'' };
        let words = ExpressionWords { scope: names.scope, place: self.self_place(names.scope), form, quote };
        if role == ExpressionRole::Places {
            return Some((place_offers(&words, before)?, self.word.clone()));
        }
        let start = if role == ExpressionRole::Template { open_expression(before)? } else { 0 };
        let before = before.get(start..)?;
        let awaited = awaited_word(before, names.scope, words.place, names.target)?;
        let is_called = after.trim_start().starts_with('(');
        let (offers, string) = word_offers(&words, &awaited, is_called);
        let word = match string {
            Some(start) => self.string_around(before.get(start..)?, after, before.get(start - 1..start)?),
            None => self.word.clone(),
        };
        (!offers.is_empty()).then_some((offers, word))
    }

    /// The range of the string around the word: its text before and after the word, and its quote. Strings with escapes
    /// are replaced from the word on.
    fn string_around(&self, before: &str, after: &str, quote: &str) -> Range<usize> {
        let text = self.requested.source.text();
        let is_written = text.get(..self.word.start).is_some_and(|text| text.ends_with(before));
        let start = self.word.start - if is_written { before.len() } else { 0 };
        let rest = after.split_once(quote).map_or("", |(rest, _)| rest);
        let is_written = text.get(self.word.end..).is_some_and(|text| text.starts_with(rest));
        start..self.word.end + if is_written { rest.len() } else { 0 }
    }

    /// The value of `self` in a rule for places.
    fn self_place<'n>(&self, scope: Scope<'n>) -> Option<ReadPlace<'n>> {
        let places = self.place.object?.get("for").filter(|places| places.id() != self.place.text.id())?;
        place_at(places.text(), scope)
    }
}
