//! Requests about all places of a name, in every product that reads its declaration.

use super::client::EditorClient;
use super::documents::Documents;
use super::file_edits::FileEdits;
use super::names::{TextName, names_at, names_of};
use super::rename::{Renaming, renamed, try_edits};
use super::requested_document::RequestedDocument;
use super::subject::CheckSubject;
use super::texts::Texts;
use super::view::SubjectView;
use crate::text::Span;
use lsp_types::{Location, Position, PrepareRenameResponse, WorkspaceEdit};
use std::collections::BTreeSet;
use std::iter;

/// The most places of an answer.
const MAX_PLACES: usize = 20_000;

/// A request about all places of the name at a position, with its results so far.
pub(super) struct NameRequest {
    position: Position,
    goal: NameGoal,
    /// The subjects that were asked.
    asked: BTreeSet<CheckSubject>,
    /// The place that declares the thing, once the first subject has found it.
    declared: Option<DeclaredName>,
    places: Vec<Location>,
    edits: FileEdits,
    refusal: Option<String>,
}

/// The goal of a request.
#[derive(Debug, Clone)]
pub(super) enum NameGoal {
    References { with_declaration: bool },
    Rename { to: String },
}

/// A declaration, by the path of its file, and the name at the position of the request.
struct DeclaredName {
    path: String,
    span: Span,
    asked: TextName,
    /// The name that a rename changes.
    old: String,
}

impl NameRequest {
    pub(super) fn new(position: Position, goal: NameGoal) -> Self {
        Self {
            position,
            goal,
            asked: BTreeSet::new(),
            declared: None,
            places: Vec::new(),
            edits: FileEdits::default(),
            refusal: None,
        }
    }

    /// The files whose readers the request asks: the file of the declaration, then the files with edits. A product
    /// without the declaration may read an edited file. `None` until the first subject has found the declaration.
    pub(super) fn files(&self) -> Option<impl Iterator<Item = &str>> {
        let declared = self.declared.as_ref()?;
        Some(iter::once(declared.path.as_str()).chain(self.edits.paths()))
    }

    /// Whether a subject has to be asked.
    pub(super) fn asks(&self, subject: &CheckSubject) -> bool {
        self.refusal.is_none() && !self.asked.contains(subject)
    }

    /// Leaves out a subject, which cannot be read.
    pub(super) fn skip(&mut self, subject: CheckSubject) {
        self.asked.insert(subject);
    }

    /// Drops all results, because a text has changed.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.position, self.goal.clone());
    }

    /// Adds the results of a subject. `path` is the document of the request.
    pub(super) fn add(
        &mut self,
        path: &str,
        view: &mut SubjectView<'_>,
        (texts, client): (&Texts<'_>, &EditorClient),
        is_present: &dyn Fn(&Location) -> bool,
    ) {
        self.asked.insert(view.subject.clone());
        let Some(opened) = view.opened else {
            let path = view.files.short_path(view.subject.path());
            self.refusal = self.is_rename().then(|| format!("{path} has mistakes: correct them first"));
            return;
        };
        if self.declared.is_none() {
            let Some(source) = texts.source(path) else { return };
            let requested = RequestedDocument { view, texts, client, path, source };
            let offset = requested.offset(self.position);
            let Some(name) = names_at(&requested, &opened, offset).first().copied() else { return };
            let Some(declaring) = texts.sources.of(name.declared).and_then(|source| texts.path(source))
            else {
                return;
            };
            let old = match (renamed(texts, name), self.is_rename()) {
                (Err(refusal), true) => return self.refusal = Some(refusal),
                (old, _) => old.unwrap_or_default(),
            };
            self.declared = Some(DeclaredName { path: declaring, span: name.declared, asked: name, old });
        }
        let Some(declared) = &self.declared else { return };
        let places = spans_in(texts, &declared.path, declared.span);
        let names = names_of(texts, &opened, &places);
        match &self.goal {
            NameGoal::References { with_declaration } => {
                let is_wanted = |name: &&TextName| *with_declaration || !places.contains(&name.at);
                let places = names.iter().filter(is_wanted).filter_map(|name| texts.location(name.at));
                for place in places.filter(|place| is_present(place)) {
                    if self.places.len() < MAX_PLACES {
                        self.places.push(place);
                    }
                }
            }
            NameGoal::Rename { to } => {
                let (old, declared_here) = (&declared.old, places.first().copied());
                let renaming =
                    Renaming { to, old, asked: declared.asked, declared: declared_here, names: &names };
                let tried = renaming.edits(view, texts).and_then(|edits| {
                    edits.iter().for_each(|edit| _ = self.edits.add(edit, texts));
                    try_edits(view, texts, &self.edits)
                });
                self.refusal = tried.err();
            }
        }
    }

    /// The places of the name, each once, in the order of their files.
    pub(super) fn locations(&self) -> Option<Vec<Location>> {
        self.declared.as_ref()?;
        let key = |place: &Location| {
            (place.uri.as_str().to_owned(), place.range.start.line, place.range.start.character)
        };
        let mut places = self.places.clone();
        places.sort_by_key(key);
        places.dedup();
        Some(places)
    }

    /// Whether the request is a rename.
    pub(super) fn is_rename(&self) -> bool {
        matches!(self.goal, NameGoal::Rename { .. })
    }

    /// The edits that rename the thing. `workspace` are the folders whose files may be edited; empty for all.
    ///
    /// # Errors
    ///
    /// The reason if the thing cannot be renamed.
    pub(super) fn workspace_edit(
        &self,
        workspace: &[String],
        documents: &Documents,
        client: &EditorClient,
    ) -> Result<WorkspaceEdit, String> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        if self.declared.is_none() {
            return Err("there is no name of a field, type, component or environment here".into());
        }
        let edits = self.edits.clone();
        let is_inside = |path: &&str| {
            workspace.is_empty()
                || workspace.iter().any(|folder| {
                    path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
                })
        };
        if let Some(outside) = edits.paths().find(|path| !is_inside(path)) {
            return Err(format!("{outside} also has the name, and is outside of the workspace"));
        }
        Ok(edits.into_workspace_edit(documents, client))
    }
}

/// The range and the text of the name at an offset, which may be renamed.
pub(super) fn prepared(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<PrepareRenameResponse> {
    let opened = requested.view.opened.filter(|_| !requested.view.is_earlier)?;
    let name = *names_at(requested, &opened, offset).first()?;
    let placeholder = renamed(requested.texts, name).ok()?;
    Some(PrepareRenameResponse::RangeWithPlaceholder { range: requested.range(name.at), placeholder })
}

/// The spans of a declaration in a file: each manifest of a product reads its includes anew.
fn spans_in(texts: &Texts<'_>, path: &str, span: Span) -> BTreeSet<Span> {
    let same = texts.sources.iter().filter(|source| texts.path(source).as_deref() == Some(path));
    same.map(|source| Span { source: source.id(), ..span }).collect()
}
