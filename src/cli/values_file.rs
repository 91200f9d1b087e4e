//! Layers, patches and inputs of commands, which may be texts or objects inside other files.

use super::{Invocation, diagnostics};
use crate::declaration::Config;
use crate::diagnostic::{Code, Report};
use crate::disk::STDIO;
use crate::layers;
use crate::pointer::Pointer;
use crate::pointer::limits::MAX_PATCH_SIZE;
use crate::schema::CheckedInputs;
use crate::secrets::{AroundParts, PartPlace, ReceivedPart, ValuesDocument, hide_in_several, hide_in_values};
use crate::syntax::{self, Document, Format, Kind, Node, limits::MAX_EDITED_SIZE, parse_lossless};
use crate::text::{Source, SourceId};
use crate::types::{Field, StructType};
use crate::value::means_inputs;
use crate::workspace::{FileKind, is_product};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A layer, patch or file of inputs that was read. A clone shares the document.
#[derive(Clone)]
pub(super) struct ValuesFile {
    /// Its document, or the document of the file that contains it as an object, even if it has syntax errors.
    pub(super) document: Option<Arc<Document>>,
    /// The text of its file, if there is one, even if it could not be parsed.
    source: Option<Arc<Source>>,
    /// The format of the file and the pointer into it, if it is a part of another document.
    embedded: Option<(Format, Pointer)>,
    /// Whether it is an object in that file instead of a text in a string.
    is_object: bool,
    /// Its use.
    use_of: LayerUse,
    content: ValuesDocument,
    format: Format,
}

/// The use of a file of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerUse {
    /// It is a layer of the component alone.
    Own,
    /// It is a shared layer: the component receives the members that it declares.
    Shared,
    /// It is used only for the inputs it declares.
    Inputs,
    /// It has values of inputs.
    InputValues,
}

/// The files of values that a run reads. Each document is read once, whatever the number of its uses, so that its
/// mistakes are reported once.
#[derive(Default)]
pub(super) struct KnownFiles<'p> {
    /// The documents by path: one for each content and format that the path is read as.
    files: BTreeMap<&'p str, Vec<ValuesFile>>,
    outer: OuterFiles<'p>,
}

/// The files with layers inside them, by path. A file may contain many layers.
type OuterFiles<'p> = BTreeMap<&'p str, OuterFile>;

/// A file that contains layers.
struct OuterFile {
    source: Option<Arc<Source>>,
    /// Its document for layers that are texts in its strings.
    resource: Option<Document>,
    /// Its document for layers that are objects in it, read when the first is needed.
    values: Option<Arc<Document>>,
}

impl<'p> KnownFiles<'p> {
    /// Reads the document, which may be in a string of another document. Reports why it cannot be used.
    pub(super) fn read(
        &mut self,
        path: &'p str,
        (content, use_of): (ValuesDocument, LayerUse),
        format: Option<Format>,
        invocation: &mut Invocation,
    ) -> ValuesFile {
        let format = format.or_else(|| Format::of(path)).unwrap_or_default();
        let (document, source, embedded) = (None, None, None);
        let mut file = ValuesFile { document, source, embedded, is_object: false, use_of, content, format };
        if !file.expects(path, invocation) {
            return file;
        }
        let known = self.files.entry(path).or_default();
        let is_same = |known: &&ValuesFile| known.content == content && known.format == format;
        // A second use of stdin is a mistake, which is reported when it is read again.
        if let Some(known) = known.iter().find(is_same).filter(|_| path != STDIO) {
            return ValuesFile { use_of, ..known.clone() };
        }
        file.document = file.read(path, &mut self.outer, invocation);
        known.push(file.clone());
        file
    }
}

impl ValuesFile {
    /// Whether the extension of a path is right for its use. Reports a wrong one.
    fn expects(&self, path: &str, invocation: &mut Invocation) -> bool {
        let (file, pointer) = split(path);
        let what = match (self.content, self.use_of) {
            (ValuesDocument::Layer, LayerUse::InputValues) => "file of inputs",
            (ValuesDocument::Layer, LayerUse::Own | LayerUse::Shared | LayerUse::Inputs) => "layer of values",
            (ValuesDocument::Patch, _) => "patch",
        };
        // A product is allowed if it only declares inputs, or if a pointer selects a layer in it.
        let is_usable_product = is_product(file) && (self.use_of == LayerUse::Inputs || pointer.is_some());
        is_usable_product || FileKind::expect_text(file, what, invocation)
    }

    fn read<'p>(
        &mut self,
        path: &'p str,
        outer: &mut OuterFiles<'p>,
        invocation: &mut Invocation,
    ) -> Option<Arc<Document>> {
        let (file, pointer) = split(path);
        let pointer = match pointer.map(Pointer::parse) {
            Some(Err(_)) => {
                invocation.report.push(diagnostics::bad_pointer(path));
                return None;
            }
            Some(Ok(pointer)) => pointer,
            None => return self.read_whole(file, invocation).map(Arc::new),
        };
        let syntax = Format::of(file).unwrap_or(Format::Json5);
        let OuterFile { source, resource, values } = outer.entry(file).or_insert_with(|| {
            let source = invocation.source_up_to(file, MAX_EDITED_SIZE);
            let read = |source| parse_lossless(syntax, source, &mut invocation.report);
            let resource = source.as_ref().and_then(read);
            OuterFile { source, resource, values: None }
        });
        self.source.clone_from(source);
        let (_, pointer) = self.embedded.insert((syntax, pointer));
        let resource = resource.as_ref()?;
        let may_be_object = self.content == ValuesDocument::Layer;
        if may_be_object && layers::is_object_at(resource, pointer) {
            self.is_object = true;
            // The whole text is read as values, since a text has one document.
            let source = self.source.as_ref()?;
            let read = || Arc::new(syntax::parse(syntax, source, &mut invocation.report));
            return Some(Arc::clone(values.get_or_insert_with(read)));
        }
        if matches!(syntax, Format::Toml | Format::Env) && layers::is_string_at(resource, pointer) {
            invocation.report.push(diagnostics::not_embedded_in(syntax, path));
            return None;
        }
        layers::embedded(resource, pointer, self.format, &mut invocation.report).map(Arc::new)
    }

    /// The root of the layer; `None` if it could not be read.
    pub(super) fn root(&self) -> Option<Node<'_>> {
        let document = self.document.as_ref()?;
        match &self.embedded {
            Some((_, pointer)) if self.is_object => layers::object_at(document, pointer),
            Some(_) | None => document.root(),
        }
        .filter(|root| root.kind() != Kind::Invalid)
    }

    /// Its text, if it has a syntax error; `Some(None)` if there is no text.
    pub(super) fn unread(&self) -> Option<Option<&str>> {
        let is_read = self.document.as_ref().is_some_and(|document| document.is_complete());
        (!is_read).then(|| self.source.as_ref().map(|source| source.text()))
    }

    /// The text of the layer, if it has a key `inputs` that is not a field and probably means `$inputs`.
    pub(super) fn with_misspelled_inputs(&self, config: &Config) -> Option<Option<&str>> {
        // `inputs` is right in a product, and keys beside an object in a file do not belong to the layer.
        let is_layer = self.use_of == LayerUse::Own && !self.is_object;
        let document = self.document.as_ref().filter(|_| is_layer)?;
        let root = document.root().filter(|root| root.kind() == Kind::Object)?;
        let misspells = |key: &str| means_inputs(key) && config.position_in_literal(key).is_none();
        root.members()
            .any(|(key, _)| misspells(key.text()))
            .then(|| self.source.as_ref().map(|source| source.text()))
    }

    /// Its use.
    pub(super) fn use_of(&self) -> LayerUse {
        self.use_of
    }

    /// The part of the file that it is, for the search for secrets.
    fn part(&self) -> PartPlace {
        match (&self.embedded, self.content) {
            (Some((_, pointer)), _) if self.is_object => PartPlace::object_at(pointer),
            (Some((_, pointer)), _) => PartPlace::Embedded(pointer.clone(), self.content, self.format),
            (None, ValuesDocument::Patch) => PartPlace::Patch,
            (None, ValuesDocument::Layer) => match self.use_of {
                LayerUse::Own | LayerUse::InputValues => PartPlace::Whole,
                LayerUse::Shared | LayerUse::Inputs => PartPlace::Shared,
            },
        }
    }

    /// Reads a file whose whole text is the document.
    fn read_whole(&mut self, file: &str, invocation: &mut Invocation) -> Option<Document> {
        let limit = match self.content {
            ValuesDocument::Patch => MAX_PATCH_SIZE,
            ValuesDocument::Layer => self.format.max_size(),
        };
        let source = self.source.insert(invocation.source_up_to(file, limit)?);
        let mut found = Report::new();
        let document = syntax::parse(self.format, source, &mut found);
        invocation.report.push_all(found, |diagnostic| match (self.content, diagnostic.code()) {
            (ValuesDocument::Patch, Code::E0113) => diagnostic.without_help().help("write at least `[]`"),
            (ValuesDocument::Patch | ValuesDocument::Layer, _) => diagnostic,
        });
        Some(document)
    }
}

/// Hides the secrets of layers, patches and inputs in all lines that are shown, and the values of other components. A
/// file may contain several layers, so its hidden parts are computed for all of them together.
pub(super) fn hide_secrets<'r>(
    read: impl Iterator<Item = &'r ValuesFile>,
    fields: &StructType,
    inputs: &CheckedInputs,
) {
    let input_fields = StructType::new(inputs.guarded_fields().collect());
    let has_secrets = fields.members().iter().any(Field::holds_sensitive);
    let mut files: BTreeMap<SourceId, Vec<&ValuesFile>> = BTreeMap::new();
    for read in read {
        if let Some(source) = &read.source {
            files.entry(source.id()).or_default().push(read);
        }
    }
    for file in files.values() {
        let Some(first @ ValuesFile { source: Some(source), content, format, .. }) = file.first() else {
            continue;
        };
        let fields_of = |read: &ValuesFile| match read.use_of {
            LayerUse::InputValues => &input_fields,
            LayerUse::Own | LayerUse::Shared | LayerUse::Inputs => fields,
        };
        let is_whole = |read: &&ValuesFile| read.embedded.is_none() && read.use_of == first.use_of;
        let is_alone = matches!(first.use_of, LayerUse::Own | LayerUse::InputValues);
        if is_alone && file.iter().all(is_whole) {
            hide_in_values(fields_of(first), (inputs, has_secrets), (*content, *format), source);
            continue;
        }
        let syntax = first.embedded.as_ref().map_or(*format, |(syntax, _)| *syntax);
        let part = |read: &&ValuesFile| ReceivedPart {
            place: read.part(),
            fields: Some(fields_of(read)),
            may_be_others: match read.use_of {
                LayerUse::Own => false,
                LayerUse::Shared | LayerUse::Inputs => read.embedded.is_some() && !read.is_object,
                LayerUse::InputValues => has_secrets,
            },
        };
        let parts: Vec<_> = file.iter().map(part).collect();
        let around = AroundParts { inputs, is_elsewhere: false, is_shared_with_others: true };
        hide_in_several(syntax, source, &parts, &around);
    }
}

/// The file that contains a layer, and the pointer to the layer: `configmap.yaml#/data/app.json5`.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.find("#/") {
        Some(at) => (path.get(..at).unwrap_or(path), path.get(at + 1..)),
        None => (path, None),
    }
}
