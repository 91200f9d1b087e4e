//! The layers and patches of a product, each file read once.

use super::errors;
use super::file_kind::FileKind;
use super::file_reader::FileReader;
use super::product_text::push_named;
use crate::diagnostic::Report;
use crate::layers::errors::NO_EMBEDDED_TEXT;
use crate::layers::{embedded, is_object_at, is_string_at};
use crate::pointer::Pointer;
use crate::pointer::limits::MAX_PATCH_SIZE;
use crate::product::{Product, ProductPath, TextPlace, ValueText, ValueTexts, split_pointer};
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::syntax::{self, Document, Format, parse_lossless};
use crate::text::{Source, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Reads layers and patches, each file once.
struct TextReader<'i, 'r> {
    reader: &'i mut FileReader<'r>,
    texts: ValueTexts,
    files: BTreeMap<(String, bool), Option<Arc<Source>>>,
    documents: BTreeMap<String, Option<Arc<Document>>>,
    resources: BTreeMap<String, Option<Document>>,
}

/// The role of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextRole {
    Layer,
    Patch,
}

/// Reads every layer and patch that a product names for these environments. Reports every mistake.
pub(crate) fn value_texts(
    product: &Product<'_>,
    environments: &[usize],
    reader: &mut FileReader<'_>,
) -> ValueTexts {
    let mut reader = TextReader {
        reader,
        texts: ValueTexts::new(),
        files: BTreeMap::new(),
        documents: BTreeMap::new(),
        resources: BTreeMap::new(),
    };
    for (path, is_patch) in product.named_texts(environments).into_values() {
        reader.read(path, if is_patch { TextRole::Patch } else { TextRole::Layer });
    }
    reader.texts
}

impl TextReader<'_, '_> {
    fn read(&mut self, path: &ProductPath, role: TextRole) {
        if self.texts.contains_key(&path.path) {
            return;
        }
        let (file, pointer) = split_pointer(&path.path);
        let file = file.to_owned();
        let format = Format::of(&file).unwrap_or_default();
        let mut text = ValueText { document: None, source: None, place: TextPlace::Whole, format };
        if let Some(other) = FileKind::of(&file) {
            let wrong = errors::no_layer_by_name(other.name(), path.place);
            self.reader.report.push(wrong);
        } else {
            match pointer.and_then(|pointer| pointer.strip_prefix('#')).map(Pointer::parse) {
                None => {
                    text.source = self.source(
                        path,
                        &file,
                        if role == TextRole::Patch { MAX_PATCH_SIZE } else { format.max_size() },
                        false,
                    );
                    text.document = self.document((&file, path.place), format, text.source.as_ref());
                }
                Some(Err(_)) => self.reader.report.push(errors::bad_pointer(path.place)),
                Some(Ok(pointer)) => self.pointed(path, &file, pointer, &mut text),
            }
        }
        self.texts.insert(path.path.clone(), text);
    }

    fn source(
        &mut self,
        path: &ProductPath,
        file: &str,
        limit: u64,
        is_resource: bool,
    ) -> Option<Arc<Source>> {
        if let Some(known) = self.files.get(&(file.to_owned(), is_resource)) {
            return known.clone();
        }
        // A file with layers in its strings may itself be a layer.
        let known = self.files.get(&(file.to_owned(), !is_resource)).cloned().flatten();
        let source = known.or_else(|| self.reader.source(path, file, limit));
        self.files.insert((file.to_owned(), is_resource), source.clone());
        source
    }

    fn document(
        &mut self,
        (file, place): (&str, Span),
        format: Format,
        source: Option<&Arc<Source>>,
    ) -> Option<Arc<Document>> {
        let known = self.documents.get(file);
        known.cloned().unwrap_or_else(|| {
            let document = source.map(|source| {
                let mut found = Report::new();
                let document = Arc::new(syntax::parse(format, source, &mut found));
                push_named(found, (source, place), self.reader.report);
                document
            });
            self.documents.insert(file.to_owned(), document.clone());
            document
        })
    }

    /// Finds the target of a pointer: an object, or a text in a string.
    fn pointed(&mut self, path: &ProductPath, file: &str, pointer: Pointer, text: &mut ValueText) {
        text.source = self.source(path, file, MAX_EDITED_SIZE, true);
        let Some(source) = text.source.clone() else { return };
        if !self.resources.contains_key(file) {
            // Its mistakes are reported when it is read as values.
            let resource = parse_lossless(text.format, &source, &mut Report::new());
            self.resources.insert(file.to_owned(), resource);
        }
        let resource = self.resources.get(file).and_then(Option::as_ref);
        let Some(resource) = resource else {
            text.place = TextPlace::Object(pointer);
            text.document = self
                .document((file, path.place), text.format, Some(&source))
                .filter(|document| document.is_complete());
            return;
        };
        if is_object_at(resource, &pointer) {
            text.place = TextPlace::Object(pointer);
            text.document = self.document((file, path.place), text.format, Some(&source));
            return;
        }
        if matches!(text.format, Format::Toml | Format::Env) && is_string_at(resource, &pointer) {
            return self.reader.report.push(errors::not_embedded_in(text.format, path.place));
        }
        let inner = Format::of(&path.path).unwrap_or_default();
        let mut found = self.reader.report.of_part();
        let document = embedded(resource, &pointer, inner, &mut found);
        self.reader.report.push_all(found, |diagnostic| {
            // The pointer has no target, so its place is shown.
            let is_lost = diagnostic.code() == NO_EMBEDDED_TEXT;
            if is_lost { diagnostic.label(path.place, "named here") } else { diagnostic }
        });
        text.document = document.map(Arc::new);
        text.place = TextPlace::Embedded(pointer, inner);
    }
}
