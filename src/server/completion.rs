//! Completion in half-typed text.
//!
//! The text is parsed with a placeholder in place of the word at the cursor. The parent of the placeholder determines the
//! offered words.

use super::complete_expression::in_expression;
use super::complete_manifest::in_manifest;
use super::complete_product::in_product;
use super::complete_values::in_values;
use super::completing::{WordSite, completings};
use super::documents::format_of;
use super::offer::{Offer, OfferRole};
use super::requested_document::RequestedDocument;
use super::value_place::requested_texts;
use crate::syntax::Format;
use crate::text::narrow;
use lsp_types::{CompletionItem, CompletionList};

/// The most items.
const MAX_ITEMS: usize = 500;

/// The words for a position of a document.
pub(super) fn completion(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<CompletionList> {
    let format = format_of(requested.path)?;
    let text = requested.source.text();
    if let Some((offers, range)) = in_expression(requested, offset) {
        let range = requested.range(requested.source.span(narrow(range.start), narrow(range.end)));
        let item = |mut offer: Offer| {
            let text = offer.inserted.take().unwrap_or_else(|| offer.word.clone());
            offer.item(text, range, requested.client.completion)
        };
        return Some(list(offers.into_iter().map(item).collect()));
    }
    let is_product = requested.is_product();
    let texts = requested.view.opened.map(|opened| (opened, requested_texts(requested, &opened)));
    let mut offers = None;
    for completing in completings(text, offset as usize, format) {
        let is_header = is_header_of_table(text, &completing.site);
        let found = match () {
            () if is_header => None,
            () if is_product => in_product(requested, &completing),
            () if requested.path.ends_with(".cml") => in_manifest(requested, &completing),
            () => texts.as_ref().and_then(|texts| in_values(requested, texts, &completing)),
        };
        if let Some(found) = found {
            offers = Some((found, completing.site));
            break;
        }
    }
    let (mut offers, site) = offers?;
    // In quotes, a literal would be a text.
    offers.retain(|offer| offer.role != OfferRole::Literal || !site.is_quoted());
    // Nor would a word with a quote end where it should.
    offers.retain(|offer| !site.is_quoted() || !offer.word.contains(['"', '\'', '\\']));
    let range = |end: usize| requested.range(requested.source.span(narrow(site.start), narrow(end)));
    let (of_word, with_quote) = (range(site.end), range(site.end + 1));
    let takes_quote = |offer: &Offer| offer.role == OfferRole::Key && site.takes_quote();
    let item = |offer: Offer| {
        let range = if takes_quote(&offer) { with_quote } else { of_word };
        let text = offer.text_at(&site);
        offer.item(text, range, requested.client.completion)
    };
    Some(list(offers.into_iter().map(item).collect()))
}

/// The items in their order, as many as a client shows.
fn list(mut items: Vec<CompletionItem>) -> CompletionList {
    items.sort_by(|one, other| one.sort_text.cmp(&other.sort_text));
    let is_incomplete = items.len() > MAX_ITEMS;
    items.truncate(MAX_ITEMS);
    CompletionList { is_incomplete, items }
}

/// Whether the word is in the header of a table of TOML, in which no field has a value.
fn is_header_of_table(text: &str, site: &WordSite) -> bool {
    let before = text.get(..site.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    site.format == Format::Toml && line.trim_start().starts_with('[') && !line.contains('=')
}
