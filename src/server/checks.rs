//! The subjects that a session checks, the order of the work, and its diagnostics.

use super::answers;
use super::checked_subjects::{LastCheck, ReadableCheck};
use super::document_request::{DocumentRequest, RequestKind, Survey};
use super::documents::format_of;
use super::message::{ErrorCode, ServerMessage};
use super::publish::published;
use super::session::{Session, SubjectSet};
use super::subject::{CheckSubject, MAX_PRODUCTS, StandaloneOptions, folders, named_in_comment, products_in};
use super::texts::Texts;
use super::uri::uri_of;
use super::view::{SubjectView, open};
use crate::disk::FolderFiles;
use crate::manifest::{folder_of_path, join_path, normalized_path};
use crate::text::escape::quoted;
use crate::workspace::{EditorFiles, FileKind, FileStates, OpenTexts, are_current, is_product};
use lsp_types::{
    Location, MessageType, NumberOrString, PublishDiagnosticsParams, Range, ShowMessageParams,
    notification as notifications,
};
use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

impl<W: Write> Session<'_, W> {
    /// The folder that relative paths are relative to.
    fn folder(&self) -> &str {
        self.workspace.first().map_or("/", |folder| if folder.is_empty() { "/" } else { folder })
    }

    /// The products that concern the open documents.
    fn known_products(&mut self) -> Vec<String> {
        let folder = self.folder().to_owned();
        if !self.settings.products.is_empty() {
            let named = self.settings.products.iter().take(MAX_PRODUCTS);
            return named.map(|path| absolute_path(&folder, path)).collect();
        }
        let disk = FolderFiles::new(&folder);
        // Open products come first, then those that comments name, then those in the folders, the nearest first.
        let mut found: Vec<String> =
            self.documents.paths().filter(|path| is_product(path)).cloned().collect();
        for (path, document) in self.documents.iter() {
            let named = named_in_comment(&document.text).filter(|named| is_product(named));
            found.extend(named.map(|named| normalized_path(&join_path(folder_of_path(path), named))));
        }
        for path in self.documents.paths() {
            for folder in folders(path, &self.workspace) {
                let products = self.products.entry(folder.to_owned());
                found.extend(products.or_insert_with(|| products_in(folder, &disk)).iter().cloned());
            }
        }
        let mut met = BTreeSet::new();
        found.retain(|path| met.insert(path.clone()));
        found.truncate(MAX_PRODUCTS);
        found
    }

    /// Updates the set of subjects. The files that a product names are known only after its check.
    pub(super) fn update_subjects(&mut self) -> io::Result<()> {
        let waits = self.subjects == SubjectSet::AfterChecks && self.checks.has_due();
        if self.subjects == SubjectSet::Known || waits {
            return Ok(());
        }
        let mut wanted: BTreeSet<CheckSubject> =
            self.known_products().into_iter().map(CheckSubject::Product).collect();
        wanted.iter().for_each(|product| self.checks.add(product.clone()));
        if wanted.iter().any(|product| self.checks.is_due(product)) {
            return Ok(());
        }
        self.subjects = SubjectSet::Known;
        let is_named = |path: &str| {
            let mut readers = self.checks.concerned(path);
            readers.any(|(subject, check)| wanted.contains(subject) && check.reads(path))
        };
        let disk = FolderFiles::new(self.folder());
        let is_there = |path: &str| self.documents.contains(path) || disk.state(path).is_some();
        let standalone = self.documents.iter().filter(|(path, _)| !is_named(path));
        let standalone: Vec<CheckSubject> = standalone
            .filter_map(|(path, document)| standalone_subject(path, &document.text, &is_there))
            .collect();
        standalone.iter().for_each(|subject| self.checks.add(subject.clone()));
        wanted.extend(standalone);
        let gone = self.checks.retain(&wanted);
        if gone.is_empty() {
            return Ok(());
        }
        self.publish(gone.iter().flat_map(|check| self.shown_files(check)).collect())
    }

    /// The subject of the first request. A survey asks several in turn: a search all, and a request about a name those that
    /// read its declaration.
    pub(super) fn next_subject(&self) -> Option<CheckSubject> {
        let request = self.requests.front()?;
        match &request.kind {
            RequestKind::FieldSearch(search) => {
                let mut subjects = self.checks.iter().map(|(subject, _)| subject);
                subjects.find(|subject| search.asks(subject)).cloned()
            }
            RequestKind::Names(names) => match names.files() {
                Some(mut files) => files.find_map(|file| {
                    let reads = |check: &LastCheck| check.reads(file) || check.has_read(file);
                    let mut subjects = self.checks.iter();
                    let next = subjects.find(|(subject, check)| names.asks(subject) && reads(check));
                    next.map(|(subject, _)| subject.clone())
                }),
                None => self.subject_of(&request.path).filter(|subject| names.asks(subject)),
            },
            RequestKind::Hover(_)
            | RequestKind::Completion(_)
            | RequestKind::Definition(_)
            | RequestKind::CodeAction(..)
            | RequestKind::Formatting
            | RequestKind::Symbols
            | RequestKind::Folding
            | RequestKind::InlayHints(_)
            | RequestKind::PrepareRename(_) => self.subject_of(&request.path),
        }
    }

    /// The subject that answers requests about a file: of several products, the one with the most environments.
    fn subject_of(&self, path: &str) -> Option<CheckSubject> {
        let readers = self.checks.concerned(path);
        let readers = readers.filter(|(subject, check)| subject.path() == path || check.reads(path));
        // The first of those with the same number.
        let best = readers.rev().max_by_key(|(subject, check)| (subject.path() == path, check.environments));
        let broken = || self.checks.iter().find(|(_, check)| check.has_read(path));
        best.or_else(broken).map(|(subject, _)| subject.clone())
    }

    /// Opens a subject, and keeps it open until its texts change or another subject has work.
    pub(super) fn serve(&mut self, subject: &CheckSubject) -> io::Result<()> {
        let disk = FolderFiles::new(self.folder());
        if self.checks.get(subject).is_some_and(|check| !are_current(&check.files, &disk)) {
            self.checks.renew(subject);
        }
        // A change seldom mends the mistake. If it does, the earlier texts still answer the request.
        let is_broken = self.checks.get(subject).is_some_and(|check| check.is_broken);
        let is_asked = self.next_subject().as_ref() == Some(subject);
        let earlier = if is_broken && is_asked { self.earlier_texts(subject) } else { None };
        self.serve_texts(subject, earlier)
    }

    /// Opens a subject with the texts of an earlier check, or with the current texts.
    fn serve_texts(&mut self, subject: &CheckSubject, earlier: Option<Arc<OpenTexts>>) -> io::Result<()> {
        let folder = self.folder().to_owned();
        let disk = FolderFiles::new(&folder);
        let is_earlier = earlier.is_some();
        let texts = earlier.unwrap_or_else(|| self.documents.texts());
        let files = EditorFiles::new(texts, &disk);
        let absolute = |path: &String| absolute_path(&folder, path);
        let options = StandaloneOptions {
            include_root: self.settings.include_root.as_ref().map_or_else(|| folder.clone(), absolute),
            include_path: self.settings.include_path.iter().map(absolute).collect(),
            features: self.settings.features.clone(),
            policy: self.settings.policy.as_ref().map(absolute),
        };
        let mut worked: Option<io::Result<()>> = None;
        let opened = catch_unwind(AssertUnwindSafe(|| {
            open(subject, &files, (&options, is_earlier), |view| {
                worked = Some(if is_earlier { self.answer_from_earlier(view) } else { self.work_on(view) });
            });
        }));
        match worked {
            _ if opened.is_err() => self.recover(subject),
            Some(worked) => worked,
            None if is_earlier => {
                // The product is not there any more.
                self.checks.forget_readable(subject);
                Ok(())
            }
            None => self.finish_unreadable(subject, files.read_files()),
        }
    }

    /// Finishes the check of a product whose file cannot be read.
    fn finish_unreadable(&mut self, subject: &CheckSubject, files: FileStates) -> io::Result<()> {
        self.report_unreadable(subject)?;
        let before = self.checks.finish(subject, LastCheck { files, ..LastCheck::default() });
        self.subjects = self.subjects.max(SubjectSet::AfterChecks);
        if self.next_subject().as_ref() == Some(subject) {
            self.answer_without_view()?;
        }
        self.publish(before.into_iter().flat_map(|check| check.published.into_keys()).collect())
    }

    /// The texts to answer the first request from, if the product or a declaration has mistakes: the texts of
    /// the last check without such mistakes, and the current text of the document. `None` if the current
    /// texts answer it.
    fn earlier_texts(&self, subject: &CheckSubject) -> Option<Arc<OpenTexts>> {
        let readable = self.checks.get(subject)?.readable.as_ref()?;
        let request = self.requests.front().filter(|request| request.needs_declarations())?;
        let mut texts = OpenTexts::clone(&readable.texts);
        let document = self.documents.get(&request.path);
        texts.extend(document.map(|document| (request.path.clone(), Arc::clone(&document.text))));
        Some(Arc::new(texts))
    }

    /// Answers requests from the texts of an earlier check, until a text changes, a request needs other texts, or a check
    /// can continue.
    fn answer_from_earlier(&mut self, view: &mut SubjectView<'_>) -> io::Result<()> {
        let (subject, generation) = (view.subject, self.generation);
        let texts = Texts::new(view.sources, view.files, self.client.encoding);
        // The text of this document is the only current text in the view.
        let Some(path) = self.requests.front().map(|request| request.path.clone()) else { return Ok(()) };
        loop {
            self.answer_next(view, &texts)?;
            self.handle_arrivals()?;
            while self.requests.is_empty() && self.is_idle(generation) {
                self.inbox.wait();
                self.handle_arrivals()?;
            }
            let is_same = self.generation == generation
                && self.end.is_none()
                && !self.checks.has_new()
                && self.requests.front().is_some_and(|request| request.path == path)
                && self.next_subject().as_ref() == Some(subject)
                && self.earlier_texts(subject).is_some();
            if !is_same || !view.files.is_current() {
                return Ok(());
            }
        }
    }

    /// Whether nothing has changed since this generation, and nothing is left to check or to send.
    fn is_idle(&self, generation: u64) -> bool {
        let is_same = self.generation == generation && self.end.is_none();
        is_same && self.subjects == SubjectSet::Known && !self.checks.has_due() && self.unsent.is_empty()
    }

    /// Answers the first request, or adds the results of this view to it.
    fn answer_next(&mut self, view: &mut SubjectView<'_>, texts: &Texts<'_>) -> io::Result<()> {
        let Some(mut request) = self.requests.pop_front() else { return Ok(()) };
        self.answering = Some(request.id.clone());
        let path = request.path.clone();
        let is_present = |location: &Location| answers::is_present(location, texts, &self.documents);
        match request.survey() {
            Some(Survey::Fields(search)) => search.add(view, texts, &is_present),
            Some(Survey::Names(names)) => names.add(&path, view, (texts, &self.client), &is_present),
            None => {
                let session = (&self.documents, &self.client, self.workspace.as_slice());
                let answer = answers::answer(&request, view, texts, session);
                self.log_evaluations(view);
                return self.answer(request.id, answer);
            }
        }
        self.answering = None;
        self.requests.push_front(request);
        Ok(())
    }

    /// Answers the first request: about a document that no subject reads, or a survey that has asked all its subjects. A
    /// survey that has not leaves out its next subject.
    pub(super) fn answer_without_view(&mut self) -> io::Result<()> {
        let next = self.next_subject();
        let survey = self.requests.front_mut().and_then(DocumentRequest::survey);
        if let (Some(survey), Some(next)) = (survey, next) {
            survey.skip(next);
            return Ok(());
        }
        let Some(request) = self.requests.pop_front() else { return Ok(()) };
        let answer = answers::without_view(&request, &self.documents, (&self.client, &self.workspace));
        self.answer(request.id, answer)
    }

    /// Reports once that a product of the settings cannot be read. A comment that names one has a diagnostic.
    fn report_unreadable(&mut self, subject: &CheckSubject) -> io::Result<()> {
        let is_new = self.unreadable.insert(subject.clone());
        if self.settings.products.is_empty() || !is_new {
            return Ok(());
        }
        let message =
            format!("confc cannot read {}, which the setting `products` names", quoted(subject.path()));
        let params = ShowMessageParams { typ: MessageType::WARNING, message };
        self.send(&ServerMessage::notification::<notifications::ShowMessage>(&params))
    }

    /// Continues after a panic. The request that panicked gets an error as its response, and a check that panicked is not
    /// repeated before a text changes. The diagnostics stay.
    fn recover(&mut self, subject: &CheckSubject) -> io::Result<()> {
        self.log.line(format_args!("internal error"));
        self.checks.give_up(subject);
        self.subjects = self.subjects.max(SubjectSet::AfterChecks);
        // Without a request, the panic was in opening the product, and the next request would repeat it.
        if self.answering.is_none() && self.next_subject().as_ref() == Some(subject) {
            self.answering = self.requests.pop_front().map(|request| request.id);
        }
        if let Some(id) = self.answering.take() {
            let message = "internal error in confc";
            self.send(&ServerMessage::error(Some(id), ErrorCode::InternalError, message))?;
        }
        if !std::mem::replace(&mut self.has_apologized, true) {
            let message = "internal error in confc; `confc lsp --log FILE` records its place".into();
            let params = ShowMessageParams { typ: MessageType::ERROR, message };
            self.send(&ServerMessage::notification::<notifications::ShowMessage>(&params))?;
        }
        Ok(())
    }

    /// Checks an open subject and answers requests about it, until its texts change or another one has work.
    fn work_on(&mut self, view: &mut SubjectView<'_>) -> io::Result<()> {
        let (subject, generation) = (view.subject, self.generation);
        let texts = Texts::new(view.sources, view.files, self.client.encoding);
        loop {
            self.handle_arrivals()?;
            if self.generation != generation || self.end.is_some() {
                return Ok(());
            }
            if !self.checks.is_due(subject) {
                self.update_subjects()?;
                if self.checks.get(subject).is_none() {
                    return Ok(());
                }
            }
            let (is_due, next) = (self.checks.is_due(subject), self.next_subject());
            let needs_earlier = view.is_broken() && next.as_ref() == Some(subject) && !self.checks.has_new();
            let earlier = if needs_earlier { self.earlier_texts(subject) } else { None };
            if earlier.is_some() {
                if !is_due {
                    return Ok(());
                }
                // This view stays open, so its check continues after the answers.
                self.serve_texts(subject, earlier)?;
                continue;
            }
            let needs_check = |request: &DocumentRequest| {
                // Clients ask for hints after each change. They need all environments, so a change may stop that check.
                self.checks.is_new(subject) || request.is_hint()
            };
            let is_first = is_due && self.requests.front().is_none_or(needs_check);
            if is_first || (is_due && next.is_none()) {
                let is_complete = view.advance();
                self.log_evaluations(view);
                if is_complete {
                    self.finish_check(view, &texts)?;
                }
            } else if next.as_ref() == Some(subject) && !self.checks.has_new() {
                if !is_due && !view.files.is_current() {
                    self.checks.renew(subject);
                    return Ok(());
                }
                self.answer_next(view, &texts)?;
            } else if next.is_none() && !self.requests.is_empty() && !self.checks.has_due() {
                self.answer_without_view()?;
            } else if !self.requests.is_empty() || self.checks.has_due() {
                return Ok(());
            } else if !self.unsent.is_empty() {
                self.publish(BTreeSet::new())?;
            } else {
                self.inbox.wait();
            }
        }
    }

    /// Writes the number of new evaluations of components to the log.
    fn log_evaluations(&mut self, view: &mut SubjectView<'_>) {
        let count = view.take_evaluated();
        if count > 0 {
            self.log.line(format_args!("evaluated {count} components"));
        }
    }

    /// Publishes the diagnostics of a subject.
    fn finish_check(&mut self, view: &SubjectView<'_>, texts: &Texts<'_>) -> io::Result<()> {
        let (files, is_broken) = (view.files.read_files(), view.is_broken());
        let readable =
            (!is_broken).then(|| ReadableCheck { texts: self.documents.texts(), files: files.clone() });
        let published = published(view, texts, &self.client);
        let environments = view.done().len();
        let check = LastCheck { files, published, environments, is_broken, readable };
        let mut shown = self.shown_files(&check);
        let is_same =
            self.checks.get(view.subject).is_some_and(|before| before.files.keys().eq(check.files.keys()));
        if !is_same {
            self.subjects = self.subjects.max(SubjectSet::AfterChecks);
        }
        let before = self.checks.finish(view.subject, check);
        shown.extend(before.into_iter().flat_map(|check| check.published.into_keys()));
        self.publish(shown)?;
        self.refresh_hints()
    }

    /// The files of a check that have diagnostics, or that the client has open or shows diagnostics of.
    fn shown_files(&self, check: &LastCheck) -> BTreeSet<String> {
        let is_shown = |path: &&String| self.documents.contains(path) || self.sent.contains_key(*path);
        let read = check.files.keys().filter(is_shown);
        read.chain(check.published.keys()).cloned().collect()
    }

    /// Sends the diagnostics of these files, from all subjects, unless the client has them. Files that a due subject reads
    /// wait for its check.
    pub(super) fn publish(&mut self, mut files: BTreeSet<String>) -> io::Result<()> {
        files.append(&mut self.unsent);
        for path in files {
            if self.checks.concerned(&path).any(|(subject, _)| self.checks.is_due(subject)) {
                // Its diagnostics belong to an earlier text.
                self.unsent.insert(path);
                continue;
            }
            let document = self.documents.get(&path);
            let uri = document.and_then(|document| document.uri.parse().ok()).or_else(|| uri_of(&path));
            let Some(uri) = uri else { continue };
            let version = document.map(|document| document.version);
            let diagnostics = self.diagnostics(&path);
            let is_known = match self.sent.get(&path) {
                Some((of, sent)) => (*of, sent) == (version, &diagnostics),
                None => version.is_none() && diagnostics.is_empty(),
            };
            if is_known {
                continue;
            }
            if version.is_none() && diagnostics.is_empty() {
                self.sent.remove(&path);
            } else {
                self.sent.insert(path, (version, diagnostics.clone()));
            }
            let params = PublishDiagnosticsParams { uri, diagnostics, version };
            self.send(&ServerMessage::notification::<notifications::PublishDiagnostics>(&params))?;
        }
        Ok(())
    }

    /// The diagnostics of a file from all subjects. Several products may have the same mistake, in environments of other
    /// names.
    fn diagnostics(&self, path: &str) -> Vec<lsp_types::Diagnostic> {
        let mut known = HashSet::new();
        let mut diagnostics = Vec::new();
        for (_, check) in self.checks.concerned(path) {
            let published = check.published.get(path).into_iter().flatten();
            let new: Vec<_> = published.filter(|found| !known.contains(&identity(found))).collect();
            known.extend(new.iter().map(|found| identity(found)));
            diagnostics.extend(new.into_iter().cloned());
        }
        diagnostics
    }
}

/// The parts that two diagnostics of one mistake have in common.
fn identity(found: &lsp_types::Diagnostic) -> (Range, Option<&NumberOrString>, Option<&str>) {
    (found.range, found.code.as_ref(), found.message.lines().next())
}

/// The subject of a file that no product names.
fn standalone_subject(path: &str, text: &str, is_there: &dyn Fn(&str) -> bool) -> Option<CheckSubject> {
    if FileKind::of(path) == Some(FileKind::Manifest) {
        return Some(CheckSubject::Manifest(path.to_owned()));
    }
    let named = named_in_comment(text).filter(|_| format_of(path).is_some())?;
    let declaration = normalized_path(&join_path(folder_of_path(path), named));
    // A product is checked itself. One that is missing is reported at the comment.
    let is_checked = is_product(&declaration) && is_there(&declaration);
    (!is_checked).then(|| CheckSubject::Layer { layer: path.to_owned(), declaration })
}

/// The normalized absolute form of a path in the settings, which is relative to a folder or absolute.
fn absolute_path(folder: &str, path: &str) -> String {
    normalized_path(&if path.starts_with('/') { path.to_owned() } else { join_path(folder, path) })
}
