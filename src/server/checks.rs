//! What the session checks, in which order, and what it publishes.

use super::answers;
use super::formatting::format_of;
use super::last_check::{LastCheck, WholeCheck};
use super::message::{ErrorCode, ServerMessage};
use super::publish::published;
use super::session::{SLEEP, Session};
use super::subject::{CheckSubject, LoneOptions, MAX_PRODUCTS, folders, named_in_comment, products_in};
use super::texts::Texts;
use super::uri::uri_of;
use super::view::{SubjectView, open};
use crate::disk::FolderFiles;
use crate::manifest::{folder_of_path, join_path, normalized_path};
use crate::text::escape::quoted;
use crate::workspace::{EditorFiles, FileKind, OpenTexts, are_current, is_product};
use lsp_types::{MessageType, PublishDiagnosticsParams, ShowMessageParams, notification as notifications};
use std::collections::BTreeSet;
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
            return named.map(|path| whole_path(&folder, path)).collect();
        }
        let disk = FolderFiles::new(&folder);
        // Open products come first, then those that comments name, then those in the folders, the nearest first.
        let mut found: Vec<String> = self.documents.keys().filter(|path| is_product(path)).cloned().collect();
        for (path, document) in &self.documents {
            let named = named_in_comment(&document.text).filter(|named| is_product(named));
            found.extend(named.map(|named| normalized_path(&join_path(folder_of_path(path), named))));
        }
        for path in self.documents.keys() {
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

    /// Updates the set of subjects. Whether a product names a file is known only after all products are checked.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        if !self.may_differ || (!self.texts_differ && !self.stale.is_empty()) {
            // What checks find out about files counts when all are done.
            return Ok(());
        }
        let products: Vec<CheckSubject> =
            self.known_products().into_iter().map(CheckSubject::Product).collect();
        let new = products.iter().filter(|subject| !self.checked.contains_key(subject)).cloned();
        self.stale.extend(new.collect::<Vec<_>>());
        if products.iter().any(|subject| self.stale.contains(subject)) {
            return Ok(());
        }
        (self.may_differ, self.texts_differ) = (false, false);
        let mut wanted: BTreeSet<CheckSubject> = products.into_iter().collect();
        let is_named = |path: &String| {
            let mut checked = wanted.iter().filter_map(|subject| self.checked.get(subject));
            checked.any(|checked| checked.asked.contains_key(path))
        };
        let lone = self.documents.iter().filter(|(path, _)| !is_named(path));
        let disk = FolderFiles::new(self.folder());
        let is_there = |path: &str| self.documents.contains_key(path) || disk.state(path).is_some();
        let lone: Vec<CheckSubject> =
            lone.filter_map(|(path, document)| lone_subject(path, &document.text, &is_there)).collect();
        wanted.extend(lone);
        self.stale.extend(wanted.iter().filter(|subject| !self.checked.contains_key(subject)).cloned());
        self.stale.retain(|subject| wanted.contains(subject));
        let gone: Vec<CheckSubject> =
            self.checked.keys().filter(|subject| !wanted.contains(subject)).cloned().collect();
        for subject in gone {
            let checked = self.checked.remove(&subject);
            self.whole.remove(&subject);
            let Some(LastCheck { asked, published, .. }) = checked else { continue };
            let mut files = self.shown_files(&|path| asked.contains_key(path));
            files.extend(published.into_keys());
            self.publish(files)?;
        }
        Ok(())
    }

    /// The subject that answers requests about a file: of several products, the one with the most environments.
    pub(super) fn subject_of(&self, path: &str) -> Option<CheckSubject> {
        let reads = |(subject, checked): &(&CheckSubject, &LastCheck)| {
            subject.path() == path || checked.asked.contains_key(path)
        };
        let readers = self.checked.iter().filter(reads);
        // The first of those with the same number.
        let best =
            readers.rev().max_by_key(|(subject, checked)| (subject.path() == path, checked.environments));
        best.map(|(subject, _)| subject.clone()).or_else(|| {
            // A product with syntax errors names no files, so those of its last readable check count.
            let is_broken = |subject: &CheckSubject| self.checked.get(subject).is_some_and(|of| of.is_broken);
            let mut before = self.whole.iter().filter(|(_, whole)| whole.asked.contains_key(path));
            before.find(|(subject, _)| is_broken(subject)).map(|(subject, _)| subject.clone())
        })
    }

    /// Opens a subject, and keeps it open until its texts change or another subject has work.
    pub(super) fn serve(&mut self, subject: &CheckSubject) -> io::Result<()> {
        let folder = self.folder().to_owned();
        let disk = FolderFiles::new(&folder);
        if self.checked.get(subject).is_some_and(|checked| !are_current(&checked.asked, &disk)) {
            self.stale.insert(subject.clone());
        }
        let mut texts = self.open_texts();
        let is_earlier = self.answers_by_earlier(subject);
        if is_earlier && let (Some(whole), Some(request)) = (self.whole.get(subject), self.requests.front()) {
            let own = texts.remove_entry(&request.path);
            texts = whole.texts.clone();
            texts.extend(own);
        }
        let files = EditorFiles::new(texts, &disk);
        let whole = |path: &String| whole_path(&folder, path);
        let options = LoneOptions {
            include_root: self.settings.include_root.as_ref().map_or_else(|| folder.clone(), whole),
            include_path: self.settings.include_path.iter().map(whole).collect(),
            features: self.settings.features.clone(),
            policy: self.settings.policy.as_ref().map(whole),
        };
        let mut left: Option<io::Result<()>> = None;
        let served = catch_unwind(AssertUnwindSafe(|| {
            open(subject, &files, (&options, is_earlier), |view| {
                left = Some(if is_earlier { self.answer_first(view) } else { self.stay(view) });
            });
        }));
        if served.is_err() {
            return self.recover(subject);
        }
        if let Some(left) = left {
            return left;
        }
        if is_earlier {
            // The product is not there any more.
            self.whole.remove(subject);
            return Ok(());
        }
        // The product could not be read.
        self.stale.remove(subject);
        self.report_unreadable(subject)?;
        let asked = files.asked();
        let checked = LastCheck { asked, ..LastCheck::default() };
        let before = self.checked.insert(subject.clone(), checked);
        self.may_differ = true;
        let request =
            self.requests.front().filter(|request| self.subject_of(&request.path).as_ref() == Some(subject));
        if request.is_some()
            && let Some(request) = self.requests.pop_front()
        {
            let answer = answers::without_view(&request, &self.documents, &self.client);
            self.answer(request.id, answer)?;
        }
        self.publish(before.into_iter().flat_map(|checked| checked.published.into_keys()).collect())
    }

    fn open_texts(&self) -> OpenTexts {
        let texts = self.documents.iter();
        texts.map(|(path, document)| (path.clone(), Arc::clone(&document.text))).collect()
    }

    /// Whether the first request is answered by earlier texts of the other documents, because the product or a
    /// declaration has mistakes.
    fn answers_by_earlier(&self, subject: &CheckSubject) -> bool {
        let is_broken = self.checked.get(subject).is_some_and(|checked| checked.is_broken);
        let Some(request) = self.requests.front().filter(|_| is_broken && !self.stale.contains(subject))
        else {
            return false;
        };
        request.needs_declarations() && self.whole.contains_key(subject)
    }

    /// Answers the first request.
    fn answer_first(&mut self, view: &mut SubjectView<'_>) -> io::Result<()> {
        let texts = Texts::new(view.sources, view.files, self.client.encoding);
        let Some(request) = self.requests.pop_front() else { return Ok(()) };
        self.answering = Some(request.id.clone());
        let answer = answers::answer(&request, view, &texts, (&self.documents, &self.client));
        self.answer(request.id, answer)
    }

    /// Whether a subject was never checked.
    fn has_new(&self) -> bool {
        self.stale.iter().any(|subject| !self.checked.contains_key(subject))
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

    /// Goes on after a panic: the request that panicked has an error as its answer, and a check that panicked is not
    /// tried again before something changes. The diagnostics stay.
    fn recover(&mut self, subject: &CheckSubject) -> io::Result<()> {
        self.log.line(format_args!("internal error"));
        self.stale.remove(subject);
        self.may_differ = true;
        self.checked.entry(subject.clone()).or_default();
        // Without a request, the panic was in opening the product, and would come again for the next one.
        let next = || {
            self.requests.front().filter(|request| self.subject_of(&request.path).as_ref() == Some(subject))
        };
        if self.answering.is_none() && next().is_some() {
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

    /// Works on an open subject until its texts change or another one has work.
    fn stay(&mut self, view: &mut SubjectView<'_>) -> io::Result<()> {
        let (subject, generation) = (view.subject, self.generation);
        let texts = Texts::new(view.sources, view.files, self.client.encoding);
        loop {
            self.take()?;
            if self.generation != generation || self.end.is_some() {
                return Ok(());
            }
            if self.may_differ && !self.stale.contains(subject) {
                self.renew()?;
                if !self.checked.contains_key(subject) {
                    return Ok(());
                }
            }
            let other = self.requests.front().and_then(|request| self.subject_of(&request.path));
            if self.answers_by_earlier(subject) {
                return Ok(());
            }
            match self.requests.front() {
                Some(request)
                    if view.is_broken() && request.needs_declarations() && self.stale.contains(subject) =>
                {
                    if view.advance() {
                        self.finish_check(view, &texts)?;
                    }
                }
                Some(_) if !self.checked.contains_key(subject) && self.stale.contains(subject) => {
                    if view.advance() {
                        self.finish_check(view, &texts)?;
                    }
                }
                Some(_) if other.as_ref() == Some(subject) && !self.has_new() => {
                    if !self.stale.contains(subject) && !view.files.is_current() {
                        self.stale.insert(subject.clone());
                        return Ok(());
                    }
                    let Some(request) = self.requests.pop_front() else { continue };
                    self.answering = Some(request.id.clone());
                    let answer = answers::answer(&request, view, &texts, (&self.documents, &self.client));
                    self.answer(request.id, answer)?;
                }
                Some(_) if other.is_some() => return Ok(()),
                Some(_) | None if self.stale.contains(subject) => {
                    if view.advance() {
                        self.finish_check(view, &texts)?;
                    }
                }
                Some(_) => return Ok(()),
                None if !self.stale.is_empty() => return Ok(()),
                None if !self.unsent.is_empty() => self.publish(BTreeSet::new())?,
                None => self.inbox.wait(SLEEP),
            }
        }
    }

    /// Publishes the diagnostics of a subject.
    fn finish_check(&mut self, view: &SubjectView<'_>, texts: &Texts<'_>) -> io::Result<()> {
        let published = published(view, texts, &self.client);
        let mut concerned: BTreeSet<String> = published.keys().cloned().collect();
        let asked = view.files.asked();
        let (environments, is_broken) = (view.done().len(), view.is_broken());
        if !is_broken {
            let whole = WholeCheck { texts: self.open_texts(), asked: asked.clone() };
            self.whole.insert(view.subject.clone(), whole);
        }
        let checked = LastCheck { asked, published, environments, is_broken };
        let is_same = |before: &LastCheck| before.asked.keys().eq(checked.asked.keys());
        self.may_differ |= !self.checked.get(view.subject).is_some_and(is_same);
        let before = self.checked.insert(view.subject.clone(), checked);
        concerned.extend(before.into_iter().flat_map(|checked| checked.published.into_keys()));
        concerned.extend(self.shown_files(&|path| view.files.asks(path)));
        self.stale.remove(view.subject);
        self.publish(concerned)
    }

    /// The open documents and the files with diagnostics, as far as `is_read`.
    fn shown_files(&self, is_read: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        let published = self.checked.values().flat_map(|checked| checked.published.keys());
        self.documents.keys().chain(published).filter(|path| is_read(path)).cloned().collect()
    }

    /// Sends the diagnostics of these files, from all subjects, unless the client has them. Files that a stale subject reads
    /// wait for its check.
    pub(super) fn publish(&mut self, mut files: BTreeSet<String>) -> io::Result<()> {
        files.append(&mut self.unsent);
        for path in files {
            let reads = |subject: &CheckSubject| {
                self.checked.get(subject).is_some_and(|checked| checked.asked.contains_key(&path))
            };
            if self.stale.iter().any(reads) {
                // Its diagnostics are those of an earlier text.
                self.unsent.insert(path);
                continue;
            }
            let document = self.documents.get(&path);
            let uri = document.and_then(|document| document.uri.parse().ok()).or_else(|| uri_of(&path));
            let Some(uri) = uri else { continue };
            let version = document.map(|document| document.version);
            let mut diagnostics: Vec<lsp_types::Diagnostic> = Vec::new();
            for of_subject in self.checked.values().filter_map(|checked| checked.published.get(&path)) {
                // Several products may have the same mistake, in environments of other names.
                let is_new = |found: &&lsp_types::Diagnostic| {
                    !diagnostics.iter().any(|of| {
                        (of.range, &of.code) == (found.range, &found.code)
                            && of.message.lines().next() == found.message.lines().next()
                    })
                };
                let new: Vec<_> = of_subject.iter().filter(is_new).cloned().collect();
                diagnostics.extend(new);
            }
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
}

/// The subject of a file that no product names.
fn lone_subject(path: &str, text: &str, is_there: &dyn Fn(&str) -> bool) -> Option<CheckSubject> {
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
fn whole_path(folder: &str, path: &str) -> String {
    normalized_path(&if path.starts_with('/') { path.to_owned() } else { join_path(folder, path) })
}
