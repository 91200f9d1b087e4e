//! Finds the secrets in a text, so that no diagnostic shows or quotes them.
//!
//! This runs only for a text with a diagnostic: the text is read again, and the values under sensitive paths are found
//! in it. Hidden are these literals and those under unknown keys, comments, and the skipped parts of a text with syntax
//! errors. Keys, types and all other literals are shown, so that one secret does not hide a whole component. The ranges
//! go to [`Source::mask`](crate::text::Source::mask).

mod damage;
mod drawn;
mod expected_shape;
mod gaps;
mod inputs;
mod kubernetes;
mod leaf;
mod leaves;
mod manifest;
mod names;
mod operations;
mod read_text;
mod resource;
mod several;
mod unread_resource;
mod variables;
mod written_field;
mod written_types;

pub use kubernetes::{hide_kubernetes_secrets, is_in_kubernetes_data, is_resource};
pub use manifest::{hide_in_manifests, hide_in_other_language};
pub use several::{AroundParts, PartPlace, ReceivedPart, hide_in_several};

use crate::pointer::{Pointer, ReferenceToken};
use crate::schema::CheckedInputs;
use crate::syntax::{self, Format, Kind, Node};
use crate::text::setting_path::{self, equals_sign};
use crate::text::{Source, Sources, language, narrow};
use crate::types::{Field, StructType};
use crate::value::Spelling;
use damage::{Ranges, moved};
use expected_shape::ExpectedShape;
pub(crate) use inputs::{may_say_more, secrets_in_inputs};
use leaves::Leaves;
use names::Names;
use read_text::ReadText;
use std::borrow::Cow;
use std::sync::Arc;

/// The kinds of documents with values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValuesDocument {
    /// A layer: values by key.
    Layer,
    /// A patch: operations on values.
    Patch,
}

/// The secrets of a declaration.
#[derive(Debug)]
pub struct Secrets<'a> {
    fields: &'a StructType,
    names: Names<'a>,
    /// The inputs that layers of these fields may declare, if they are known.
    inputs: Option<&'a CheckedInputs>,
    /// Whether a text with a syntax error is hidden as a whole.
    is_strict: bool,
}

impl<'a> Secrets<'a> {
    /// The secrets among these fields; `None` if no field or member is sensitive.
    #[must_use]
    pub fn of(fields: &'a StructType) -> Option<Self> {
        let any = fields.members().iter().any(Field::holds_sensitive);
        any.then(|| Self::new(fields, None))
    }

    /// The secrets in layers of these fields, which may declare some of these inputs; `None` if no field, member or
    /// input is sensitive.
    #[must_use]
    pub fn of_layers(fields: &'a StructType, inputs: &'a CheckedInputs) -> Option<Self> {
        let any = inputs.may_have_secrets() || fields.members().iter().any(Field::holds_sensitive);
        any.then(|| Self::new(fields, Some(inputs)))
    }

    /// The secrets in values of these inputs. `is_elsewhere` is whether a component has secrets: the value of an
    /// unknown input may be meant for it.
    #[must_use]
    pub fn of_inputs(fields: &'a StructType, inputs: &'a CheckedInputs, is_elsewhere: bool) -> Option<Self> {
        if is_elsewhere { Some(Self::new(fields, Some(inputs))) } else { Self::of_layers(fields, inputs) }
    }

    /// The secrets in a text that may hold secrets of other fields: it mentions a sensitive input, or other components
    /// receive it too.
    #[must_use]
    pub fn of_others(fields: &'a StructType, inputs: &'a CheckedInputs) -> Self {
        Self { is_strict: true, ..Self::new(fields, Some(inputs)) }
    }

    fn new(fields: &'a StructType, inputs: Option<&'a CheckedInputs>) -> Self {
        Self { fields, names: Names::of_fields(fields.members()), inputs, is_strict: false }
    }

    fn root(&self) -> ExpectedShape<'_> {
        ExpectedShape::Fields(self.fields)
    }

    /// Hides the secrets in a layer or patch.
    pub fn hide(&self, content: ValuesDocument, format: Format, source: &Arc<Source>) {
        source.mask(self.inside(content, format, source));
    }

    /// Hides the secrets in override policies.
    pub fn hide_in_policies(&self, format: Format, source: &Arc<Source>) {
        source.mask(self.in_texts(format, source, |leaves, root| self.policy_part(leaves, root)));
    }

    /// Hides the secret in a text `path=literal`. The path has `.member`, `[index]` and `["entry"]`; the literal is
    /// JSON5, or a string without quotes.
    fn hide_in_assignment(&self, source: &Arc<Source>) {
        let text = source.text();
        let Some(path) = equals_sign(text).and_then(|end| text.get(..end)) else {
            // Without the sign, the value may begin anywhere after the key of the field.
            let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
            source.mask(vec![(narrow(name), narrow(text.len()))]);
            return self.hide_behind(text, self.at([text].into_iter(), Spelling::Key), Format::Json5, source);
        };
        // The key of an entry is as secret as its value.
        let steps = setting_path::steps(path);
        let texts = || steps.iter().map(|step| &*step.text);
        if let Some(step) = self.secret_step(texts(), Spelling::Key).and_then(|at| steps.get(at)) {
            return source.mask(vec![(narrow(step.start), narrow(text.len()))]);
        }
        self.hide_behind(path, self.at(texts(), Spelling::Key), Format::Json5, source);
    }

    fn secret_step(&self, path: impl Iterator<Item = impl AsRef<str>>, spelling: Spelling) -> Option<usize> {
        if self.names.has_secret_map() { secret_step(self.root(), path, spelling) } else { None }
    }

    /// Hides the secret in a text `POINTER=LITERAL` with a literal of this format.
    pub fn hide_in_edit(&self, format: Format, source: &Arc<Source>) {
        let text = source.text();
        let path = text.split('=').next().unwrap_or_default();
        if let Some(at) = self.secret_step(tokens(path), Spelling::Native) {
            let steps = path.trim_start_matches('/');
            let before: usize = steps.split('/').take(at).map(|step| step.len() + 1).sum();
            return source.mask(vec![(narrow(path.len() - steps.len() + before), narrow(text.len()))]);
        }
        self.hide_behind(path, self.at(tokens(path), Spelling::Native), format, source);
    }

    /// Hides the secret in the literal of such a text, which is a source of its own here.
    pub fn hide_in_literal(&self, setting: &Source, format: Format, source: &Arc<Source>) {
        let path = setting.text().split('=').next().unwrap_or_default();
        let target = self.at(tokens(path), Spelling::Native);
        source.mask(self.in_literal(target, format, (source, 0)));
    }

    fn hide_behind(
        &self,
        path: &str,
        target: Option<(ExpectedShape<'_>, bool)>,
        format: Format,
        source: &Arc<Source>,
    ) {
        let text = source.text();
        let literal = path.len() + usize::from(path.len() < text.len());
        // An unknown key may be secret, and so may a value at the place of a key.
        let shown = self.names.secret_in_key(path).unwrap_or(path.len());
        if shown < path.len() || (path.len() == text.len() && target.is_none()) {
            let from = if shown < path.len() { shown } else { 0 };
            return source.mask(vec![(narrow(from), narrow(text.len()))]);
        }
        source.mask(self.in_literal(target, format, (source, literal)));
    }

    /// The secrets in a text from `start` on, which is a value for `target`.
    fn in_literal(
        &self,
        target: Option<(ExpectedShape<'_>, bool)>,
        format: Format,
        (source, start): (&Arc<Source>, usize),
    ) -> Ranges {
        let (start, end) = (narrow(start), narrow(source.text().len()));
        match target {
            None | Some((_, true)) => vec![(start, end)],
            Some((shape, false)) if !shape.has_secrets() => {
                // If a text has several settings, only the first one is known.
                let text = source.slice(source.span(start, end));
                let secret = self.names.secret_in_value(text, false);
                secret.map(|from| (start + narrow(from), end)).into_iter().collect()
            }
            Some((shape, false)) => {
                let text = source.slice(source.span(start, end));
                let inner = Sources::new().add(String::new(), text.into(), None);
                let ranges = self.in_texts(format, &inner, |leaves, root| {
                    leaves.value(root, shape, false);
                });
                moved(&ranges, |from, to| source.span(from + start, to + start))
            }
        }
    }

    /// Whether the target of a pointer is secret, or contains a secret.
    #[must_use]
    pub fn is_secret(&self, pointer: &Pointer) -> bool {
        let target = self.at(pointer.tokens().iter().map(ReferenceToken::as_str), Spelling::Native);
        target.is_none_or(|(shape, secret)| secret || shape.has_secrets())
    }

    /// The target of a path, and whether it is secret. `None` if the declaration has nothing there.
    fn at(
        &self,
        path: impl Iterator<Item = impl AsRef<str>>,
        spelling: Spelling,
    ) -> Option<(ExpectedShape<'_>, bool)> {
        let mut here = (self.root(), false);
        for name in path {
            here = step(here, name.as_ref(), spelling)?;
        }
        Some(here)
    }

    /// Whether a pointer contains the key of an entry in a sensitive map, or a text that may be meant as one.
    #[must_use]
    pub fn is_key_secret(&self, pointer: &Pointer) -> bool {
        let tokens = pointer.tokens().iter().map(ReferenceToken::as_str);
        self.secret_step(tokens, Spelling::Native).is_some()
    }

    /// As [`is_key_secret`](Self::is_key_secret), for a text that is meant as a pointer.
    #[must_use]
    pub fn is_key_secret_in(&self, pointer: &str) -> bool {
        self.secret_step(tokens(pointer), Spelling::Native).is_some()
    }

    fn inside(&self, content: ValuesDocument, format: Format, source: &Arc<Source>) -> Ranges {
        self.in_texts(format, source, |leaves, root| match content {
            ValuesDocument::Layer => self.layer(leaves, root),
            ValuesDocument::Patch => self.operations(leaves, root),
        })
    }

    fn layer(&self, leaves: &mut Leaves<'_>, root: Node<'_>) {
        // Without an object, the sensitive values are unknown.
        let is_object = root.kind() == Kind::Object;
        leaves.root(root, self.root(), !is_object);
    }

    /// Reads a text and walks over its documents. Several documents are read as one text.
    fn in_texts(
        &self,
        format: Format,
        source: &Arc<Source>,
        walk: impl FnMut(&mut Leaves<'_>, Node<'_>),
    ) -> Ranges {
        let text = ReadText::of(format, source);
        if self.is_strict && !text.is_right() {
            return vec![(0, narrow(source.text().len()))];
        }
        text.hidden(&self.names, self.inputs, walk)
    }
}

/// Hides the secrets in a text with values of only these fields: a layer or patch of one component, or values of its
/// inputs. `has_secrets` says that the component has secrets. Clears a text without secrets.
pub fn hide_in_values(
    fields: &StructType,
    (inputs, has_secrets): (&CheckedInputs, bool),
    (content, format): (ValuesDocument, Format),
    source: &Arc<Source>,
) {
    let secrets = match !has_secrets && mentions_sensitive(source.text()) {
        true => Some(Secrets::of_others(fields, inputs)),
        false => Secrets::of_inputs(fields, inputs, has_secrets),
    };
    match secrets {
        Some(secrets) => secrets.hide(content, format, source),
        None => source.clear(),
    }
}

/// Hides the secret in a text `path=literal`. Clears the text if there are no secrets.
pub fn hide_in_assignment(secrets: Option<&Secrets<'_>>, source: &Arc<Source>) {
    match secrets {
        Some(secrets) => secrets.hide_in_assignment(source),
        None => source.clear(),
    }
}

/// Whether a text contains the word `sensitive`, or a word that is near to it.
#[must_use]
pub fn mentions_sensitive(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(written_field::marks_secret)
}

/// The comments of a text, which may hold old or other secrets.
pub(crate) fn comments(format: Format, source: &Arc<Source>) -> Ranges {
    ReadText::parsed((format, source), syntax::parse).hidden(&Names::empty(), None, |leaves, root| {
        leaves.has_secret();
        leaves.shown(root);
    })
}

/// Hides all values of a text without a known declaration, since it is unknown which of them are secret.
pub fn hide_values(format: Format, source: &Arc<Source>) {
    source.mask(in_values(&ReadText::of(format, source)));
}

/// All values of a text without a known declaration.
fn in_values(text: &ReadText<'_>) -> Ranges {
    text.hidden(&Names::empty(), None, |leaves, root| {
        leaves.root(root, ExpectedShape::Nothing, root.kind() != Kind::Object);
    })
}

/// Hides the scalars and comments of a text without a declaration, but no keys. Hides all values of a text with an
/// error.
pub fn hide_scalars(format: Format, source: &Arc<Source>) {
    let text = ReadText::of(format, source);
    source.mask(match text.is_right() {
        true => text.hidden(&Names::empty(), None, |leaves, root| leaves.keys(root)),
        false => in_values(&text),
    });
}

/// Hides the values of a text that could not be read, and that may be in another language.
pub fn hide_unread(format: Format, source: &Arc<Source>) {
    match language::guess(source.text()) {
        Some((found, _)) if found != format.language() => hide_in_other_language(source),
        Some(_) | None => hide_values(format, source),
    }
}

/// The tokens of a text that is meant as a JSON Pointer, without escapes.
fn tokens(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.trim_start_matches('/').split('/').map(|token| match token.contains('~') {
        true => token.replace("~1", "/").replace("~0", "~").into(),
        false => token.into(),
    })
}

fn is_index(step: &str) -> bool {
    step == "-" || (!step.is_empty() && step.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The position of the first key of an entry in a sensitive map on a path of `--set`, with its `.` or `[`. Call this
/// only if a map of these fields is sensitive. Takes time linear in the path.
#[must_use]
pub fn secret_entry(fields: &StructType, path: &str) -> Option<usize> {
    let steps = setting_path::steps(path);
    let names = steps.iter().map(|step| &*step.text);
    let at = secret_step(ExpectedShape::Fields(fields), names, Spelling::Key)?;
    steps.get(at).map(|step| step.start)
}

/// The index of the first step that is the key of an entry in a sensitive map. A step after an unknown name counts too,
/// since it may be one.
fn secret_step(
    root: ExpectedShape<'_>,
    path: impl Iterator<Item = impl AsRef<str>>,
    spelling: Spelling,
) -> Option<usize> {
    let mut here = Some((root, false));
    for (at, name) in path.enumerate() {
        match here {
            Some((shape, true)) if shape.has_entries() => return Some(at),
            None => return Some(at),
            Some(known) => {
                here = step(known, name.as_ref(), spelling);
                let is_secret = here.is_some_and(|(_, secret)| secret);
                let takes_entry = |shape: ExpectedShape<'_>| shape.takes_entry(name.as_ref(), spelling);
                if is_secret && known.0.shapes_on_path().any(takes_entry) {
                    return Some(at);
                }
                if here.is_none() && known.0.begins_with_secret_map(name.as_ref()) {
                    return Some(at);
                }
            }
        }
    }
    None
}

fn step<'s>(
    (shape, secret): (ExpectedShape<'s>, bool),
    step: &str,
    spelling: Spelling,
) -> Option<(ExpectedShape<'s>, bool)> {
    let mut members = shape.shapes_on_path().filter_map(|shape| shape.named(step, spelling));
    Some(match members.next() {
        Some((member, sensitive)) => {
            // A member of any case may be meant.
            let is_secret = members.any(|(other, sensitive)| sensitive || other.has_secrets());
            // A text that names no case may be a secret of any of them.
            let is_secret = is_secret || (shape.is_tag(step) && shape.has_secrets());
            (member, secret || sensitive || is_secret)
        }
        None => (shape.element().filter(|_| is_index(step))?, secret),
    })
}
