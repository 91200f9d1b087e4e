//! Completion in half-typed text.
//!
//! The text is read with a placeholder in place of the word at the cursor. Where the placeholder lands decides what may
//! be there.

use super::asked::AskedDocument;
use super::complete_manifest::in_manifest;
use super::complete_product::in_product;
use super::complete_values::in_values;
use super::completing::{WordSite, completings};
use super::formatting::format_of;
use super::offer::{Offer, OfferRole};
use super::subject::CheckSubject;
use crate::syntax::Format;
use crate::text::narrow;
use lsp_types::{CompletionItem, CompletionList};

/// The most items.
const MAX_ITEMS: usize = 500;

/// What may be at a place of a document.
pub(super) fn completion(asked: &AskedDocument<'_, '_>, offset: u32) -> Option<CompletionList> {
    let format = format_of(asked.path)?;
    let text = asked.source.text();
    let is_product = *asked.view.subject == CheckSubject::Product(asked.path.to_owned());
    let mut offers = None;
    for completing in completings(text, offset as usize, format) {
        let is_header = is_header_of_table(text, &completing.site);
        let found = match () {
            () if is_header => None,
            () if is_product => in_product(asked, &completing),
            () if asked.path.ends_with(".cml") => in_manifest(&completing),
            () => asked.view.opened.and_then(|opened| in_values(asked, &opened, &completing)),
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
    let range = |end: usize| asked.range(asked.source.span(narrow(site.start), narrow(end)));
    let (of_word, with_quote) = (range(site.end), range(site.end + 1));
    let takes_quote = |offer: &Offer| offer.role == OfferRole::Key && site.takes_quote();
    let item = |offer: Offer| {
        let range = if takes_quote(&offer) { with_quote } else { of_word };
        offer.item(site, range, asked.client.completes_markdown)
    };
    let mut items: Vec<CompletionItem> = offers.into_iter().map(item).collect();
    items.sort_by(|one, other| one.sort_text.cmp(&other.sort_text));
    let is_incomplete = items.len() > MAX_ITEMS;
    items.truncate(MAX_ITEMS);
    Some(CompletionList { is_incomplete, items })
}

/// Whether the word is in the header of a table of TOML, in which no field has a value.
fn is_header_of_table(text: &str, site: &WordSite) -> bool {
    let before = text.get(..site.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    site.format == Format::Toml && line.trim_start().starts_with('[') && !line.contains('=')
}
