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
    /// Whether it comes after others.
    pub(super) is_last: bool,
    pub(super) role: OfferRole,
    /// The text to insert instead of the word in an expression, and after the separator of a key.
    pub(super) inserted: Option<String>,
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
    /// The text that replaces a word at this site.
    pub(super) fn text_at(&self, site: &WordSite) -> String {
        match self.role {
            OfferRole::Key => {
                let key = site.key(&self.word);
                let value = self.inserted.as_deref().filter(|_| key.ends_with(' ')).unwrap_or_default();
                key + value
            }
            OfferRole::Text => site.string(&self.word),
            OfferRole::Literal => self.word.clone(),
        }
    }

    /// The item of the client, with this text for this range.
    pub(super) fn item(self, new_text: String, range: Range, markup: Markup) -> CompletionItem {
        let rank = if self.is_first { '0' } else { '1' };
        let rank = if self.is_last { '2' } else { rank };
        let documentation = |value| Documentation::MarkupContent(markup.content(value));
        CompletionItem {
            sort_text: Some(format!("{rank}{}", self.word)),
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
