//! Another name for a declared thing, at all its places in a product.
//!
//! The edits are tried: the product with the new texts is checked, and must not have more errors of any code than before.
//! So no rename breaks a product, whatever a name is written like.

use super::documents::format_of;
use super::file_edits::FileEdits;
use super::manifest_place::{ManifestPlace, ManifestRole};
use super::names::{NameSpelling, TextName};
use super::texts::Texts;
use super::view::{SubjectView, open};
use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, Remedy, RemedyKind, Report, Severity};
use crate::edit::fixes::Fixer;
use crate::manifest::NameConvention;
use crate::syntax::{Document, Format, Kind, Node, parse};
use crate::text::escape::quoted;
use crate::text::{Source, Span};
use crate::types::Key;
use confc_core::expr::written_name;
use std::collections::BTreeMap;

/// A rename in one product.
pub(super) struct Renaming<'n> {
    /// The new name.
    pub(super) to: &'n str,
    /// The old name: the key, or the native name.
    pub(super) old: &'n str,
    /// The name at the place of the request, which may be in a text of another product.
    pub(super) asked: TextName,
    /// The declaration; `None` if this product has none of it.
    pub(super) declared: Option<Span>,
    /// All places of the name.
    pub(super) names: &'n [TextName],
}

/// The name that a rename changes, for the name at the place of the request: the key, or the native name.
///
/// # Errors
///
/// The reason if the text at the place is an alias, or a name that follows from another one.
pub(super) fn renamed(texts: &Texts<'_>, name: TextName) -> Result<String, String> {
    let (text, key) = (text_of(texts, name.at), text_of(texts, name.declared));
    let is_native =
        matches!(name.spelling, NameSpelling::Native | NameSpelling::Pointer) && name.has_native_name;
    if is_native {
        return Ok(text);
    }
    if name.spelling == NameSpelling::Variable || text == key {
        return Ok(key);
    }
    Err(format!("{} is another name of {}: rename that", quoted(&text), quoted(&key)))
}

/// The text of a name, without quotes.
fn text_of(texts: &Texts<'_>, at: Span) -> String {
    let text = texts.sources.of(at).map(|source| source.slice(at)).unwrap_or_default();
    let inside = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    let inside = ['"', '\'', '`'].into_iter().find_map(inside).unwrap_or(text);
    inside.strip_prefix("types.").unwrap_or(inside).to_owned()
}

impl Renaming<'_> {
    /// The edits of the texts of this product.
    ///
    /// # Errors
    ///
    /// The reason if the name cannot be written at a place.
    pub(super) fn edits(&self, view: &SubjectView<'_>, texts: &Texts<'_>) -> Result<Vec<Edit>, String> {
        if view.is_earlier || view.is_broken() {
            let path = view.files.short_path(view.subject.path());
            return Err(format!("{path} or a declaration that it names has mistakes: correct them first"));
        }
        if let Some(unread) = unread_text(view) {
            return Err(format!("{unread} has syntax errors: correct them first"));
        }
        if self.to == self.old {
            return Ok(Vec::new());
        }
        let format = |source: &Source| format_of(&texts.path(source)?);
        let fixer = Fixer::new(view.sources, &format);
        let mut edits = Vec::new();
        for name in self.names {
            let Some(text) = self.spelled(*name, &text_of(texts, name.at))? else { continue };
            if fixer.is_beside_equal(name.at, self.to) {
                return Err(format!("{} has another {} beside it", place(texts, name.at), quoted(self.to)));
            }
            let written = written(&fixer, *name, text);
            edits.extend(written.ok_or_else(|| unwritable(texts, name.at))?);
        }
        if let Some(declared) = self.declared {
            let attributes = self.attributes(&fixer, declared, texts);
            edits.extend(attributes.ok_or_else(|| unwritable(texts, declared))?);
        }
        edits.sort_by_key(|edit| edit.span);
        edits.dedup();
        Ok(edits)
    }

    /// Whether the native name is renamed, and not the key.
    fn is_of_native_name(&self) -> bool {
        self.asked.has_native_name
            && matches!(self.asked.spelling, NameSpelling::Native | NameSpelling::Pointer)
    }

    /// The new text of a name. `None` if it stays, as an alias does.
    fn spelled(&self, name: TextName, text: &str) -> Result<Option<String>, String> {
        let is_native = matches!(name.spelling, NameSpelling::Native | NameSpelling::Pointer);
        let is_other = name.has_native_name && is_native != self.is_of_native_name();
        if is_other || text != self.old {
            return Ok(None);
        }
        Ok(match name.spelling {
            NameSpelling::Key | NameSpelling::Native | NameSpelling::Text => Some(self.to.to_owned()),
            NameSpelling::TypeReference => Some(format!("types.{}", self.to)),
            NameSpelling::Expression | NameSpelling::Setting => match Key::new(self.to) {
                Ok(key) if name.spelling == NameSpelling::Expression => {
                    Some(written_name(key.as_str()).into_owned())
                }
                Ok(key) => Some(key.as_str().to_owned()),
                Err(error) => return Err(format!("{} is not a key: {error}", quoted(self.to))),
            },
            NameSpelling::Quoted | NameSpelling::Pointer => {
                let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\'' | '\\' | '~' | '/' | '`');
                if !self.to.chars().all(is_plain) {
                    return Err("the new name needs escapes at one of its places".into());
                }
                Some(self.to.to_owned())
            }
            // The old name stays as an alias.
            NameSpelling::Variable => None,
        })
    }

    /// The edits of the attributes beside a declared key: the old name becomes an alias, and a native name that followed
    /// from the key is kept.
    fn attributes(&self, fixer: &Fixer<'_>, declared: Span, texts: &Texts<'_>) -> Option<Vec<Edit>> {
        let none = Some(Vec::new());
        let Some(source) = texts.sources.get(declared.source) else { return none };
        if format_of(source.name()) != Some(Format::Json5) || !source.name().ends_with(".cml") {
            return none;
        }
        let document = parse(Format::Json5, source, &mut Report::new());
        let Some((key, object)) = declared_field(&document, declared) else { return none };
        let mut edits = Vec::new();
        let mut added = Vec::new();
        let name = object.get("name");
        if self.is_of_native_name() {
            match name {
                Some(name) => {
                    let remedy = RemedyKind::Rename(self.to.to_owned());
                    edits.extend(edits_of(fixer, name.span(), remedy)?);
                }
                None => added.push(("name", serde_json::to_string(self.to).ok()?)),
            }
        } else if self.asked.has_native_name && name.is_none() {
            added.push(("name", serde_json::to_string(&self.native_name(texts, key)?).ok()?));
        }
        let old = serde_json::to_string(self.old).ok()?;
        match object.get("aliases").filter(|aliases| aliases.kind() == Kind::Array) {
            Some(aliases) => {
                let is_new_name = |alias: &Node<'_>| alias.text() == self.to;
                let empty = |at: u32| Span { start: at, end: at, ..aliases.span() };
                edits.push(match (aliases.elements().find(is_new_name), aliases.elements().last()) {
                    // The names change places.
                    (Some(alias), _) => Edit { span: alias.span(), text: old },
                    (None, Some(last)) => Edit { span: empty(last.span().end), text: format!(", {old}") },
                    (None, None) => Edit { span: empty(aliases.span().start + 1), text: old },
                });
            }
            None => added.push(("aliases", format!("[{old}]"))),
        }
        if let Some((key, first)) = added.first() {
            let more: String = added.iter().skip(1).map(|(key, value)| format!(", {key}: {value}")).collect();
            let value = format!("{first}{more}");
            let member =
                RemedyKind::Add { key: (*key).to_owned(), value: value.clone(), is_placeholder: false };
            let at_start = || {
                let at = object.span().start + 1;
                let comma = if object.members().next().is_some() { "," } else { "" };
                let span = Span { start: at, end: at, ..object.span() };
                vec![Edit { span, text: format!(" {key}: {value}{comma}") }]
            };
            edits.extend(edits_of(fixer, object.span(), member).unwrap_or_else(at_start));
        }
        Some(edits)
    }

    /// The present native name of a field whose declaration does not write it.
    fn native_name(&self, texts: &Texts<'_>, key: Node<'_>) -> Option<String> {
        let native = self.names.iter().find(|name| name.spelling == NameSpelling::Native);
        match native {
            Some(name) => Some(text_of(texts, name.at)),
            None => convention(key),
        }
    }
}

/// The file and line of a place.
fn place(texts: &Texts<'_>, at: Span) -> String {
    let source = texts.sources.of(at);
    source.map(|source| format!("{}:{}", source.name(), source.place(at.start).line)).unwrap_or_default()
}

fn unwritable(texts: &Texts<'_>, at: Span) -> String {
    format!("confc cannot write the new name in {}", place(texts, at))
}

/// The native name that the convention of a manifest gives a key.
fn convention(key: Node<'_>) -> Option<String> {
    let written = key.document().root()?.get("config_names")?;
    let convention = NameConvention::named(written.text())?;
    Some(convention.native_name(key.text()).ok()??.as_str().to_owned())
}

/// The key and the object of a declared field or member.
fn declared_field(document: &Document, declared: Span) -> Option<(Node<'_>, Node<'_>)> {
    let place = ManifestPlace::at(document, declared.start)?;
    let is_field = matches!(place.role, ManifestRole::Fields { .. });
    let object = place.object.filter(|_| is_field)?;
    object.members().find(|(key, value)| key.span() == declared && value.kind() == Kind::Object)
}

/// The edits of a name.
fn written(fixer: &Fixer<'_>, name: TextName, text: String) -> Option<Vec<Edit>> {
    match name.spelling {
        NameSpelling::Key | NameSpelling::Native | NameSpelling::Text | NameSpelling::TypeReference => {
            edits_of(fixer, name.at, RemedyKind::Rename(text))
        }
        NameSpelling::Expression | NameSpelling::Setting | NameSpelling::Quoted | NameSpelling::Pointer => {
            Some(vec![Edit { span: name.at, text }])
        }
        NameSpelling::Variable => Some(Vec::new()),
    }
}

fn edits_of(fixer: &Fixer<'_>, at: Span, kind: RemedyKind) -> Option<Vec<Edit>> {
    fixer.edits_of(&Remedy { at, kind, applicability: Applicability::Unsafe })
}

/// The name of a text of values that could not be read whole.
fn unread_text(view: &SubjectView<'_>) -> Option<String> {
    let opened = view.opened?;
    let is_whole = |text: &crate::product::ValueText| {
        text.document.as_ref().is_some_and(|document| document.is_complete())
    };
    let unread = opened.texts.values().find(|text| text.source.is_some() && !is_whole(text))?;
    unread.source.as_ref().map(|source| source.name().to_owned())
}

/// The number of errors of each code.
fn errors(found: &Report) -> BTreeMap<Code, usize> {
    let mut errors = BTreeMap::new();
    for diagnostic in found.sorted() {
        if diagnostic.code().severity() == Severity::Error {
            *errors.entry(diagnostic.code()).or_default() += 1;
        }
    }
    errors
}

/// Checks a product with the edited texts.
///
/// # Errors
///
/// The message of an error that is new, if one is.
pub(super) fn try_edits(
    view: &mut SubjectView<'_>,
    texts: &Texts<'_>,
    edits: &FileEdits,
) -> Result<(), String> {
    view.outcomes();
    let before = errors(&view.report);
    let files = view.files.with_texts(edits.new_texts(texts));
    let mut new: Option<String> = Some("the product cannot be read with the new name".into());
    open(view.subject, &files, (view.options, false), |tried| {
        tried.outcomes();
        let after = errors(&tried.report);
        let worse =
            after.iter().find(|(code, count)| before.get(code).copied().unwrap_or_default() < **count);
        new = worse.map(|(code, _)| {
            let is_of_code = |found: &&&Diagnostic| found.code() == *code;
            let sorted = tried.report.sorted();
            let found = sorted.iter().rfind(is_of_code);
            let found = found.map(|found| found.without_secrets(tried.sources).message().to_owned());
            format!("with the new name, {}", found.unwrap_or_else(|| "the product has an error".into()))
        });
    });
    new.map_or(Ok(()), Err)
}
