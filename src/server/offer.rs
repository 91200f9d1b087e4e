//! The words that completion offers.

use super::completing::WordSite;
use super::markup::Markup;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTag, CompletionTextEdit, Documentation, Range, TextEdit,
};

/// A word that completion offers.
#[derive(Debug, Clone, Default)]
pub(super) struct Offer {
    /// The word.
    pub(super) word: String,
    pub(super) kind: Option<CompletionItemKind>,
    /// A few words beside it.
    pub(super) detail: Option<String>,
    /// The documentation, with its markup.
    pub(super) documentation: Option<String>,
    pub(super) is_deprecated: bool,
    /// Whether it comes before others.
    pub(super) is_first: bool,
    pub(super) role: OfferRole,
}

/// The role of a word in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum OfferRole {
    /// A key, inserted with its separator.
    Key,
    /// A string.
    #[default]
    Text,
    /// A literal, inserted without quotes.
    Literal,
}

impl Offer {
    /// The item of the client, which replaces this range.
    pub(super) fn item(self, site: WordSite, range: Range, markup: Markup) -> CompletionItem {
        let new_text = match self.role {
            OfferRole::Key => site.key(&self.word),
            OfferRole::Text => site.string(&self.word),
            OfferRole::Literal => self.word.clone(),
        };
        let documentation = |value| Documentation::MarkupContent(markup.content(value));
        CompletionItem {
            sort_text: Some(format!("{}{}", if self.is_first { '0' } else { '1' }, self.word)),
            filter_text: Some(self.word.clone()),
            label: self.word,
            kind: self.kind,
            detail: self.detail,
            documentation: self.documentation.map(documentation),
            tags: self.is_deprecated.then(|| vec![CompletionItemTag::DEPRECATED]),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
            ..CompletionItem::default()
        }
    }
}
