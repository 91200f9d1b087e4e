//! Hover: the field at a position, with its documentation and its value in each environment, or the meaning of a word.

use super::hover_expression::in_expression;
use super::hover_manifest::{in_manifest, in_manifest_words};
use super::hover_product::in_product_file;
use super::hover_values::in_values;
use super::requested_document::RequestedDocument;
use lsp_types::{Hover, HoverContents};

/// Describes the field or the word at an offset of a document.
pub(super) fn hover(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<Hover> {
    let of_field = requested.view.opened.and_then(|opened| {
        in_values(requested, &opened, offset)
            .or_else(|| in_manifest(requested, &opened, offset))
            .or_else(|| in_expression(requested, &opened, offset))
    });
    let of_word = || in_manifest_words(requested, offset).or_else(|| in_product_file(requested, offset));
    let (text, span) = of_field.or_else(of_word)?;
    let contents = HoverContents::Markup(requested.client.hover.content(text));
    Some(Hover { contents, range: Some(requested.range(span)) })
}
