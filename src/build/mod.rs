//! Manifests compiled by Cargo build scripts.
//!
//! A package with a component needs the compiler for its build, and the loader for the generated client.
//!
//! ```toml
//! [dependencies]
//! confc-loader = "0.1"
//!
//! [build-dependencies]
//! confc = "0.1"
//! ```
//!
//! Its `build.rs` is one line, for `door.cml` beside it:
//!
//! ```no_run
//! fn main() -> Result<(), confc::build::CompileError> {
//!     confc::build::compile("door.cml")
//! }
//! ```
//!
//! This writes the client `door.rs` and the declaration `door.cm` into `OUT_DIR`. The component includes the client in
//! a module of its own:
//!
//! ```text
//! mod config {
//!     include!(concat!(env!("OUT_DIR"), "/door.rs"));
//! }
//!
//! let config = config::Config::load(&std::fs::read("door.cvf")?)?;
//! ```
//!
//! Cargo runs the script again when the manifest, an include or the policy changes. Errors end the build, with the same
//! diagnostics as on the command line. Warnings become warnings of Cargo.

mod errors;

use crate::compile::{CompileOptions, ManifestInput, PackagePath};
use crate::declaration::{self, Declaration};
use crate::diagnostic::Report;
use crate::diagnostic::render::{self, DiagnosticFormat, Options};
use crate::disk::{self, DiskFiles, Output};
use crate::generate::{Client, SerdeTraits, Target, TypeName, generate};
use crate::schema::{Feature, FeaturePolicy};
use crate::syntax::{self, limits::MAX_SIZE};
use crate::text::files::Files as _;
use crate::text::{Source, Sources};
use crate::value::ValuePath;
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compiles a manifest as [`Build::compile`] does with default options.
///
/// # Errors
/// As [`Build::compile`].
pub fn compile(manifest: impl AsRef<Path>) -> Result<(), CompileError> {
    Build::new().compile(manifest)
}

/// The options of a build script. Paths are relative to the package's folder, where Cargo runs build scripts.
/// Each option that a diagnostic names is a method here: `--include-path` is
/// [`include_path`](Self::include_path).
#[derive(Debug, Clone, Default)]
pub struct Build {
    include_root: Option<String>,
    include_paths: Vec<String>,
    package_path: PackagePath,
    features: Vec<Feature>,
    policy: Option<String>,
    type_name: TypeName,
    serde: SerdeTraits,
    out_dir: Option<PathBuf>,
}

impl Build {
    /// The default options: includes from the folder of the package, a client with the type `Config`, and all files in
    /// `OUT_DIR`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the folder that `//` refers to in includes.
    #[must_use]
    pub fn include_root(mut self, folder: impl Into<String>) -> Self {
        self.include_root = Some(folder.into());
        self
    }

    /// Adds a folder for includes, which is searched after the folder of the including file.
    #[must_use]
    pub fn include_path(mut self, folder: impl Into<String>) -> Self {
        self.include_paths.push(folder.into());
        self
    }

    /// Sets the path of the component's value file in its package.
    #[must_use]
    pub fn package_path(mut self, path: PackagePath) -> Self {
        self.package_path = path;
        self
    }

    /// Adds a restricted feature that the manifest may use.
    #[must_use]
    pub fn feature(mut self, feature: Feature) -> Self {
        self.features.push(feature);
        self
    }

    /// Sets the file with the restricted features and the manifests that may use them.
    #[must_use]
    pub fn policy(mut self, path: impl Into<String>) -> Self {
        self.policy = Some(path.into());
        self
    }

    /// Sets the name of the type for the whole configuration.
    #[must_use]
    pub fn type_name(mut self, name: TypeName) -> Self {
        self.type_name = name;
        self
    }

    /// Makes the client implement `serde::Serialize`. The package then needs the crate `serde`.
    #[must_use]
    pub fn serde(mut self) -> Self {
        self.serde = SerdeTraits::Serialize;
        self
    }

    /// Sets the folder to write to, in place of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Compiles `STEM.cml` and writes its declaration to `STEM.cm` and its client to `STEM.rs`. Prints the read files
    /// to stdout for Cargo, and diagnostics to stderr for people.
    ///
    /// # Errors
    /// The manifest has mistakes, or a file cannot be read or written. All diagnostics were printed, and nothing was
    /// written.
    pub fn compile(&self, manifest: impl AsRef<Path>) -> Result<(), CompileError> {
        let out_dir = self.out_dir.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let Told { instructions, complaints, errors } = self.run(manifest.as_ref(), out_dir);
        // If the reader has closed stdout, nobody needs the instructions.
        let _ = io::stdout().write_all(instructions.as_bytes());
        let _ = io::stderr().write_all(complaints.as_bytes());
        if errors == 0 { Ok(()) } else { Err(CompileError { errors }) }
    }

    fn run(&self, manifest: &Path, out_dir: Option<PathBuf>) -> Told {
        let (sources, report, files) = (Sources::new(), Report::new(), DiskFiles::default());
        let mut run = BuildRun { sources, report, files, instructions: String::new() };
        if let Some(outputs) = run.compile(self, manifest, out_dir) {
            let wrong = run.files.write(&outputs).err();
            wrong.into_iter().flatten().for_each(|wrong| run.report.push(wrong));
        }
        run.finish()
    }
}

/// The texts to print at the end of a run.
struct Told {
    /// Instructions for Cargo.
    instructions: String,
    /// Diagnostics for people; empty without an error.
    complaints: String,
    errors: usize,
}

/// The error of a manifest that was not compiled. Its diagnostics were printed to stderr.
#[derive(Clone, PartialEq, Eq)]
pub struct CompileError {
    errors: usize,
}

impl Error for CompileError {}

impl Display for CompileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = if self.errors == 1 { "error" } else { "errors" };
        write!(f, "confc found {} {plural}, listed above", self.errors)
    }
}

/// `main` prints this text if it returns the error.
impl Debug for CompileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// The run of one manifest.
struct BuildRun {
    sources: Sources,
    report: Report,
    files: DiskFiles,
    /// Lines for Cargo.
    instructions: String,
}

impl BuildRun {
    /// The outputs. `None` if a mistake was reported.
    fn compile(&mut self, build: &Build, manifest: &Path, out_dir: Option<PathBuf>) -> Option<[Output; 2]> {
        let path = manifest.to_string_lossy().into_owned();
        let policy = match &build.policy {
            Some(path) => {
                let source = self.read(path)?;
                Some(FeaturePolicy::read(source.name(), source.text(), &mut self.report)?)
            }
            None => None,
        };
        let mut options = CompileOptions {
            package_path: build.package_path.clone(),
            features: build.features.clone(),
            policy,
            ..CompileOptions::default()
        };
        options.includes.paths.clone_from(&build.include_paths);
        if let Some(root) = &build.include_root {
            options.includes.root.clone_from(root);
        }
        let main = self.read(&path)?;
        let Self { sources, report, files, .. } = self;
        let input = ManifestInput::read(&main, &path, files, &options, sources, report);
        // The instruction about the main manifest was printed before.
        let told = input.files().iter().skip(1).all(|file| self.depends_on(file));
        let declaration = input.compile(&options, &mut self.report)?;
        let bytes = input.encode(&declaration, &mut self.report)?;
        let client = self.client(build, &path, &input, &declaration)?;
        let Some(folder) = out_dir else {
            self.report.push(errors::no_out_dir());
            return None;
        };
        let stem = manifest.file_stem().unwrap_or_default().to_string_lossy();
        let output = |ending: &str, content: Vec<u8>| {
            let path = folder.join(format!("{stem}.{ending}"));
            Output::new("", path.to_string_lossy(), content, None)
        };
        told.then(|| [output("cm", bytes), output("rs", client.into_bytes())])
    }

    fn client(
        &mut self,
        build: &Build,
        path: &str,
        input: &ManifestInput,
        declaration: &Declaration,
    ) -> Option<String> {
        let Some(config) = declaration.config() else {
            self.report.push(declaration::errors::no_schema(path));
            return None;
        };
        let target = Target::Rust(Client { type_name: build.type_name.clone() }, build.serde);
        let declared = input.declared_at();
        let places = |path: &ValuePath<'_>| declared.place(path);
        let files = generate(&target, config, &places, &mut self.report);
        if files.is_none() {
            input.hide_secrets();
        }
        // The target makes exactly one file.
        files?.into_iter().next().map(|file| file.text)
    }

    /// Reads a file, and lists it for Cargo even if it does not exist yet.
    fn read(&mut self, path: &str) -> Option<Arc<Source>> {
        if !self.depends_on(path) {
            return None;
        }
        let error = match self.files.read(path, MAX_SIZE) {
            Ok(bytes) => {
                return syntax::source_from_bytes(&mut self.sources, path, bytes, None, &mut self.report);
            }
            Err(error) => error,
        };
        self.report.push(if error.kind() == io::ErrorKind::FileTooLarge {
            disk::errors::document_too_large(path, MAX_SIZE)
        } else {
            disk::errors::cannot_read_file(path, &error)
        });
        None
    }

    /// Makes Cargo run the script again when a file changes. Reports a path that Cargo would read differently, and
    /// returns false.
    fn depends_on(&mut self, path: &str) -> bool {
        let fits = !path.contains(['\n', '\r']);
        if fits {
            self.instructions += &format!("cargo::rerun-if-changed={path}\n");
        } else {
            self.report.push(errors::path_not_for_cargo(path));
        }
        fits
    }

    /// Prints all diagnostics if the build fails; otherwise passes warnings to Cargo.
    fn finish(self) -> Told {
        let Self { sources, report, mut instructions, .. } = self;
        let errors = report.errors();
        let format = if errors > 0 { DiagnosticFormat::Text } else { DiagnosticFormat::Short };
        let options = Options { format, color: false, width: 120, limit: 50, deny_warnings: false };
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = render::render(&report, &sources, &options, &mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        if errors > 0 {
            return Told { instructions, complaints: text, errors };
        }
        for line in text.lines() {
            instructions += &format!("cargo::warning={line}\n");
        }
        Told { instructions, complaints: String::new(), errors }
    }
}

#[cfg(test)]
mod tests;
