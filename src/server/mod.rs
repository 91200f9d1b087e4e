//! The language server: one session with one editor, over two streams.
//!
//! A thread reads messages into the [`Inbox`]; all the rest is one thread, the [`Session`]. It keeps the texts that the
//! editor has open, and checks products with the stages of `assemble --check --plan`, reading every other text from disk
//! again. No check depends on an earlier one, so diagnostics never depend on earlier texts. Answers may: while a product
//! or a declaration has mistakes, they use the texts of the last check without any. While nothing changes, a product
//! stays open as a [`SubjectView`](view::SubjectView), which answers requests.
//!
//! The server writes no files but the log, starts no programs and uses no network. Edits reach files only through the
//! editor. The parameters and texts of messages are never in the log or in an error, since they may hold secrets.

mod actions;
mod answers;

mod capabilities;
mod checked_subjects;
mod checks;
mod client;
mod comment_lines;
mod complete_expression;
mod complete_manifest;
mod complete_operators;
mod complete_paths;
mod complete_product;
mod complete_settings;
mod complete_values;
mod completing;
mod completion;
mod definition;
mod described_field;
mod document_request;
mod documents;
mod expression_offers;
mod field_search;
mod file_edits;
mod folding;
mod formatting;
mod hover;
mod hover_expression;
mod hover_manifest;
mod hover_product;
mod hover_values;
mod inbox;
mod inlay_hints;

mod log;
mod manifest_place;
mod markup;
mod message;
mod name_request;
mod names;
mod offer;
mod placeholder_place;
mod positions;
mod publish;
mod rename;
mod requested_document;
mod schema_words;
mod session;
mod subject;
mod symbols;
mod texts;
mod transport;
mod uri;
mod value_place;
mod value_step;
mod view;

pub(crate) use log::Log;
pub(crate) use session::SessionEnd;

use inbox::Inbox;
use session::Session;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::Builder;

/// Serves a client until it ends the session or closes its stream.
///
/// # Errors
///
/// A thread cannot be started, or the client does not take messages any more.
pub(crate) fn serve(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    log: Log,
) -> io::Result<SessionEnd> {
    let inbox = Arc::new(Inbox::default());
    let reader = Arc::clone(&inbox);
    // The process may end while this thread waits for input.
    Builder::new().name("reader".into()).spawn(move || {
        if catch_unwind(AssertUnwindSafe(|| reader.read(input))).is_err() {
            reader.end();
        }
    })?;
    Session::new(&inbox, output, log).run()
}
