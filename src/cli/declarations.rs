//! Declarations, read from a compiled file or from a manifest, for all commands that need one.

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

/// A declaration with the manifest it was compiled from, unless it was read from a compiled file.
#[derive(Debug)]
pub(super) struct LoadedDeclaration {
    pub(super) declaration: Declaration,
    name: String,
    input: Option<ManifestInput>,
}

/// A manifest at a revision.
#[derive(Debug)]
pub(super) enum OldManifest {
    /// The revision does not have it.
    Absent,
    /// It has errors, which are reported.
    Refused,
    /// The declaration in it.
    Declared(Box<LoadedDeclaration>),
}

/// The error of a manifest that a revision has, but that cannot be read.
pub(super) fn not_read(git: &GitFiles, name: &str, error: &io::Error) -> Diagnostic {
    #[expect(clippy::wildcard_enum_match_arm, reason = "two kinds have a message of their own")]
    match error.kind() {
        io::ErrorKind::FileTooLarge => diagnostics::document_too_large(name, MAX_SIZE),
        io::ErrorKind::BrokenPipe => diagnostics::not_in_git(git.revision(), &GitRefusal::NoAnswer),
        _ => diagnostics::cannot_read_file(name, error),
    }
}

/// Reports the files that a revision has, but that cannot be read. Returns whether there are any.
pub(super) fn report_unread(git: &GitFiles, invocation: &mut Invocation) -> bool {
    let unread = git.take_unread();
    for (path, why) in &unread {
        invocation.report.push(diagnostics::not_read_from_git(git.revision(), path, *why));
    }
    !unread.is_empty()
}

impl LoadedDeclaration {
    /// Reads a declaration from its bytes or from a manifest. `None` if this failed, which is reported.
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
                // The features were checked when the declaration was compiled. A mistake in the policy is still
                // reported.
                let policy = arguments.policy(invocation);
                let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
                let decoded = declaration::open(&bytes);
                let other = || FileContent::misplaced(&bytes, FileKind::Declaration, &name);
                let refused = |error| other().unwrap_or_else(|| diagnostics::bad_declaration(&name, &error));
                let declaration = decoded.map_err(|error| invocation.report.push(refused(error))).ok()?;
                policy.map(|_| Self { declaration, name, input: None })
            }
        }
    }

    /// Compiles a manifest. `None` if this failed, which is reported.
    pub(super) fn compiled(path: &str, compiler: &Compiler, invocation: &mut Invocation) -> Option<Self> {
        let before = invocation.objections();
        let name = files::input_name(path).to_owned();
        let input = compiler.read(path, invocation)?;
        let declaration = input.compile(compiler.options(), &mut invocation.report);
        let declaration = declaration.filter(|_| invocation.objections() == before)?;
        Some(Self { declaration, name, input: Some(input) })
    }

    /// Makes it from a declaration and, if it was compiled now, its manifest. `name` is the name of its file in
    /// messages.
    pub(super) fn new(declaration: Declaration, name: String, input: Option<ManifestInput>) -> Self {
        Self { declaration, name, input }
    }

    /// The manifest, unless it was read from a compiled file.
    pub(super) fn manifest(&self) -> Option<&ManifestInput> {
        self.input.as_ref()
    }

    /// Compiles a manifest as it is at a revision. Reports only errors, since users cannot change a revision to avoid
    /// warnings.
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
            // Other errors may follow from the unread files.
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

    /// Its schema. `None` if it has none, which is reported.
    pub(super) fn config(&self, path: &str, invocation: &mut Invocation) -> Option<&Config> {
        let config = self.declaration.config();
        if config.is_none() {
            invocation.report.push(diagnostics::no_schema(files::input_name(path)));
        }
        config
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The places where fields are declared; none for a compiled declaration.
    pub(super) fn places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.place(path)
    }

    /// The places of defaults; none for a compiled declaration.
    pub(super) fn default_places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.default_place(path)
    }

    /// The texts of rules with their places: in the manifest, or in new sources for a compiled declaration.
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

    /// Hides the defaults of sensitive fields in all lines that are shown of the manifest and its includes.
    pub(super) fn hide_secrets(&self) {
        if let Some(input) = &self.input {
            input.hide_secrets();
        }
    }
}
