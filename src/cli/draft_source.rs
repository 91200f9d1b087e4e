//! The files that `init` drafts from.

use super::{Invocation, diagnostics};
use crate::diagnostic::{Code, Report};
use crate::draft::NothingToDraft;
use crate::layers;
use crate::pointer::Pointer;
use crate::product::split_pointer;
use crate::secrets;
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::syntax::{self, Document, Format, parse_lossless};
use crate::text::narrow;
use crate::workspace::{FileKind, is_product};

/// The code of a text without any value.
const NO_VALUE: Code = Code::E0113;

/// Reads a file, in the format of its extension unless another one is given. `None` if it cannot be used, which is
/// reported; messages then show only its keys.
pub(super) fn read(path: &str, format: Option<Format>, invocation: &mut Invocation) -> Option<Document> {
    let (file, pointer) = split_pointer(path);
    let pointer = pointer.and_then(|pointer| pointer.strip_prefix('#'));
    let is_in_product = pointer.is_some() && is_product(file);
    if !is_in_product && !FileKind::expect_text(file, "file of values", invocation) {
        return None;
    }
    let format = format.or_else(|| Format::of(path)).unwrap_or_default();
    let source = invocation.source_up_to(file, MAX_EDITED_SIZE)?;
    let Some(pointer) = pointer else {
        let mut found = Report::new();
        let document = syntax::parse(format, &source, &mut found);
        invocation.report.push_all(found, |diagnostic| match diagnostic.primary().map(|label| label.span) {
            Some(place) if diagnostic.code() == NO_VALUE => NothingToDraft::in_file(place).into(),
            Some(_) | None => diagnostic,
        });
        let is_whole = document.is_complete();
        if !is_whole {
            secrets::hide_values(format, &source);
        }
        return is_whole.then_some(document);
    };
    let Ok(pointer) = Pointer::parse(pointer) else {
        invocation.report.push(diagnostics::bad_pointer(path));
        return None;
    };
    let outer = Format::of(file).unwrap_or(Format::Json5);
    if matches!(outer, Format::Toml | Format::Env) {
        invocation.report.push(diagnostics::not_embedded_in(outer, path));
        return None;
    }
    let resource = parse_lossless(outer, &source, &mut invocation.report);
    let document = resource
        .and_then(|resource| layers::embedded(&resource, &pointer, format, &mut invocation.report))
        .filter(Document::is_complete);
    if document.is_none() {
        // Hides the text around it, too, since any of it may be secret.
        source.mask(vec![(0, narrow(source.text().len()))]);
    }
    document
}
