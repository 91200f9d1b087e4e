//! Declarations, read from a compiled file or from a manifest, for all commands that need one.

use super::manifests::{Compiler, ManifestArguments};
use super::{Invocation, diagnostics, files};
use crate::compile::ManifestInput;
use crate::declaration::{self, Config};
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::disk::{GitFiles, GitRefusal};
use crate::syntax::{self, limits::MAX_SIZE};
use crate::text::files::Files as _;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileContent, FileKind, LoadedDeclaration};
use std::io;

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
pub(super) fn push_unread(git: &GitFiles, report: &mut Report) -> bool {
    let unread = git.take_unread();
    for (path, why) in &unread {
        report.push(diagnostics::not_read_from_git(git.revision(), path, *why));
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
                policy.map(|_| Self::new(declaration, name, None))
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
        Some(Self::new(declaration, name, Some(input)))
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
                if !push_unread(git, &mut invocation.report) {
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
        if push_unread(git, &mut invocation.report) {
            // Other errors may follow from the unread files.
            return OldManifest::Refused;
        }
        let is_error = |found: &&&Diagnostic| found.code().severity() == Severity::Error;
        for error in found.sorted().iter().filter(is_error) {
            invocation.report.push((*error).clone());
        }
        match declaration {
            Some(declaration) => OldManifest::Declared(Box::new(Self::new(declaration, name, input))),
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
}
