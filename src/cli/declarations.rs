//! What every command that needs a declaration has in common: it may come compiled or as a manifest.

use super::file_content::FileContent;
use super::file_kind::FileKind;
use super::manifests::{Compiler, ManifestArguments};
use super::{Invocation, diagnostics, files};
use crate::compile::{DeclaredAt, ManifestInput};
use crate::declaration::{self, Config, Declaration};
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::disk::{GitFiles, GitRefusal};
use crate::schema::{CanonicalRules, RuleSource};
use crate::syntax::{self, limits::MAX_SIZE};
use crate::text::files::Files as _;
use crate::text::{Sources, Span};
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::value::ValuePath;
use confc_core::rules::Rule;
use std::io;

/// A declaration and, where it was compiled from a manifest just now, that manifest.
#[derive(Debug)]
pub(super) struct LoadedDeclaration {
    pub(super) declaration: Declaration,
    name: String,
    input: Option<ManifestInput>,
}

/// What a manifest was at a revision.
#[derive(Debug)]
pub(super) enum OldManifest {
    /// There was none.
    Absent,
    /// Something is wrong with it, which is reported.
    Refused,
    /// What it declared.
    Declared(Box<LoadedDeclaration>),
}

/// What is said of a manifest that is there at a revision and cannot be read.
fn not_read(git: &GitFiles, name: &str, error: &io::Error) -> Diagnostic {
    #[expect(clippy::wildcard_enum_match_arm, reason = "two kinds have a message of their own")]
    match error.kind() {
        io::ErrorKind::FileTooLarge => diagnostics::document_too_large(name, MAX_SIZE),
        io::ErrorKind::BrokenPipe => diagnostics::not_in_git(git.revision(), &GitRefusal::NoAnswer),
        _ => diagnostics::cannot_read_file(name, error),
    }
}

/// Reports what a revision has and what cannot be read from there. `false` where there is nothing.
fn report_unread(git: &GitFiles, invocation: &mut Invocation) -> bool {
    let unread = git.take_unread();
    for (path, why) in &unread {
        invocation.report.push(diagnostics::not_read_from_git(git.revision(), path, *why));
    }
    !unread.is_empty()
}

impl LoadedDeclaration {
    /// Reads a declaration from its bytes or from a manifest. `None` means that this failed, which is
    /// reported.
    pub(super) fn read(
        path: &str,
        kind: Option<FileKind>,
        arguments: &ManifestArguments,
        invocation: &mut Invocation,
    ) -> Option<Self> {
        let name = files::input_name(path).to_owned();
        match FileKind::tell(path, kind, invocation)? {
            FileKind::Manifest => {
                let compiler = Compiler::new(arguments, invocation)?;
                Self::compiled(path, &compiler, invocation).filter(|_| invocation.objections() == 0)
            }
            kind @ (FileKind::Values | FileKind::Plan) => {
                let wrong = diagnostics::wrong_kind("declaration", kind.name(), path);
                invocation.report.push(wrong.help("give a declaration (`.cm`) or a manifest (`.cml`) here"));
                None
            }
            FileKind::Declaration => {
                // Its features were checked when it was compiled; a mistake in the policy is reported all the same.
                arguments.policy(invocation)?;
                let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
                let decoded = declaration::open(&bytes);
                let other = || FileContent::misplaced(&bytes, FileKind::Declaration, &name);
                let refused = |error| other().unwrap_or_else(|| diagnostics::bad_declaration(&name, &error));
                let declaration = decoded.map_err(|error| invocation.report.push(refused(error))).ok()?;
                Some(Self { declaration, name, input: None })
            }
        }
    }

    /// Compiles a manifest. `None` means that this failed, which is reported.
    pub(super) fn compiled(path: &str, compiler: &Compiler, invocation: &mut Invocation) -> Option<Self> {
        let before = invocation.objections();
        let name = files::input_name(path).to_owned();
        let input = compiler.read(path, invocation)?;
        let declaration = input.compile(compiler.options(), &mut invocation.report);
        let declaration = declaration.filter(|_| invocation.objections() == before)?;
        Some(Self { declaration, name, input: Some(input) })
    }

    /// Of a declaration that was read, from a manifest or from bytes. `name` is what messages call its file.
    pub(super) fn new(declaration: Declaration, name: String, input: Option<ManifestInput>) -> Self {
        Self { declaration, name, input }
    }

    /// The manifest that it was compiled from just now.
    pub(super) fn manifest(&self) -> Option<&ManifestInput> {
        self.input.as_ref()
    }

    /// Compiles a manifest as it is at a revision. Only errors are reported: nobody can change what a warning is
    /// about.
    pub(super) fn at_revision(
        path: &str,
        compiler: &Compiler,
        git: &GitFiles,
        invocation: &mut Invocation,
    ) -> OldManifest {
        let name = git.name(path).unwrap_or_else(|| path.to_owned());
        let bytes = match git.read(path, MAX_SIZE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return OldManifest::Absent,
            Err(error) => {
                if !report_unread(git, invocation) {
                    invocation.report.push(not_read(git, &name, &error));
                }
                return OldManifest::Refused;
            }
        };
        let (mut found, sources) = (Report::new(), &mut invocation.sources);
        let source = syntax::source_of_file(git, sources, path, bytes, None, &mut found);
        let options = compiler.options();
        let input = source.map(|main| ManifestInput::read(&main, path, git, options, sources, &mut found));
        let declaration = input.as_ref().and_then(|input| input.compile(options, &mut found));
        if report_unread(git, invocation) {
            // What else is wrong may follow from that.
            return OldManifest::Refused;
        }
        let is_error = |found: &&&Diagnostic| found.code().severity() == Severity::Error;
        for error in found.sorted().iter().filter(is_error) {
            invocation.report.push((*error).clone());
        }
        match declaration {
            Some(declaration) => OldManifest::Declared(Box::new(Self { declaration, name, input })),
            None => OldManifest::Refused,
        }
    }

    /// Its schema. `None` means that it has none, which is reported.
    pub(super) fn config(&self, path: &str, invocation: &mut Invocation) -> Option<&Config> {
        let config = self.declaration.config();
        if config.is_none() {
            invocation.report.push(diagnostics::no_schema(files::input_name(path)));
        }
        config
    }

    /// The name that messages give it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Where fields are declared; nowhere for a compiled declaration.
    pub(super) fn places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.place(path)
    }

    /// Where defaults are; nowhere for a compiled declaration.
    pub(super) fn default_places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.default_place(path)
    }

    /// Where the texts of rules stand: in the manifest, or, for a compiled declaration, in texts of their own.
    pub(super) fn rule_sources<'a>(
        &'a self,
        config: &'a Config,
        sources: &'a mut Sources,
    ) -> impl FnMut(&Rule) -> Option<RuleSource<'a>> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        let mut canonical = CanonicalRules::new(&self.name, sources);
        move |rule| {
            let written = declared_at.as_ref().and_then(|at| at.rule(rule, config.as_struct()));
            written.or_else(|| Some(canonical.source(rule)))
        }
    }

    /// Hides the defaults of sensitive fields wherever lines of the manifest's files are shown.
    pub(super) fn hide_secrets(&self) {
        if let Some(input) = &self.input {
            input.hide_secrets();
        }
    }
}
