//! The arguments of all commands with an output, a stamp or a depfile.

use super::files::{self, Output};
use super::path_values;
use super::{Invocation, diagnostics};
use crate::diagnostic::Diagnostic;
use crate::workspace::FileKind;

/// The depfile of an output.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DepfileArguments {
    /// Write a rule for Make and Ninja that makes the output depend on all files that were read
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    pub(super) depfile: Option<String>,
    /// The target of the depfile's rule, if it is not the output path as given
    #[arg(long, value_name = "TARGET", value_parser = path_values::file, requires = "depfile")]
    depfile_target: Option<String>,
}

impl DepfileArguments {
    /// Whether the rule of the depfile has a target. Reports a missing target.
    pub(super) fn has_target(&self, output: &str, invocation: &mut Invocation) -> bool {
        let usage = "--depfile needs --depfile-target if the output is stdout, which cannot be a target";
        self.has_target_among(&[Some(output)], usage, invocation)
    }

    fn has_target_among(&self, outputs: &[Option<&str>], usage: &str, invocation: &mut Invocation) -> bool {
        let fits = self.depfile.is_none()
            || self.depfile_target.is_some()
            || outputs.iter().flatten().any(|output| *output != files::STDIO);
        if !fits {
            invocation.report.push(diagnostics::bad_usage(usage.into()));
        }
        fits
    }

    /// Writes outputs, the main one first, and the depfile if it is requested. The target of its rule is the first
    /// output that is a file. Writes nothing if a path cannot be written in the depfile.
    pub(super) fn write(&self, outputs: Vec<Output>, invocation: &mut Invocation) {
        self.write_counted(outputs, invocation);
    }

    /// As [`write`](Self::write). Returns the number of changed outputs without the depfile, if all were written.
    pub(super) fn write_counted(
        &self,
        mut outputs: Vec<Output>,
        invocation: &mut Invocation,
    ) -> Option<usize> {
        let file = outputs.iter().map(|output| output.path.as_str()).find(|path| *path != files::STDIO);
        if let (Some(path), Some(target)) = (&self.depfile, self.depfile_target.as_deref().or(file)) {
            let rule = invocation.depfile(target)?;
            let misnamed = FileKind::claims(path, "a depfile");
            outputs.push(Output::new(files::DEPFILE, path, rule, misnamed));
        }
        invocation.write_counted(&outputs)
    }
}

/// The output of a command that prints a text.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct PrintArguments {
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file, default_value = files::STDIO, hide_default_value = true)]
    output: String,
    #[command(flatten)]
    depfile: DepfileArguments,
}

impl PrintArguments {
    /// Whether the rule of the depfile has a target. Reports a missing target.
    pub(super) fn has_target(&self, invocation: &mut Invocation) -> bool {
        self.depfile.has_target(&self.output, invocation)
    }

    /// Writes the text. A file is written only if nothing prevents it; stdout always gets the text.
    pub(super) fn write(&self, text: impl Into<Vec<u8>>, invocation: &mut Invocation) {
        self.write_unless(FileKind::claims(&self.output, "a text for people or tools"), text, invocation);
    }

    /// Writes the text of a manifest.
    pub(super) fn write_manifest(&self, text: impl Into<Vec<u8>>, invocation: &mut Invocation) {
        self.write_unless(FileKind::Manifest.misnamed(&self.output), text, invocation);
    }

    fn write_unless(
        &self,
        misnamed: Option<Diagnostic>,
        text: impl Into<Vec<u8>>,
        invocation: &mut Invocation,
    ) {
        let flag = if self.output == files::STDIO { "" } else { "-o" };
        if flag.is_empty() || invocation.objections() == 0 {
            let output = Output::new(flag, &self.output, text, misnamed);
            self.depfile.write(vec![output], invocation);
        }
    }
}

/// The stamp of a command without another output, for build systems.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct StampArguments {
    /// Write an empty file if the command succeeds, for build systems; its modification time is always updated
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    stamp: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
}

impl StampArguments {
    /// Whether a stamp or depfile is requested.
    pub(super) fn is_given(&self) -> bool {
        self.stamp.is_some() || self.depfile.depfile.is_some()
    }

    /// Whether the rule of the depfile has a target, which may be the report of the command. Reports a missing target.
    pub(super) fn has_target(&self, report: Option<&str>, invocation: &mut Invocation) -> bool {
        let usage = match report {
            Some(_) => "--depfile needs a target: -o with a file, --stamp or --depfile-target",
            None => "--depfile needs a target: --stamp or --depfile-target",
        };
        self.depfile.has_target_among(&[report, self.stamp.as_deref()], usage, invocation)
    }

    /// Writes the report of the command, if it has one, and the stamp. Call this only after success.
    pub(super) fn write(&self, report: Option<Output>, invocation: &mut Invocation) {
        let stamp =
            self.stamp.as_ref().map(|path| Output::stamp("--stamp", path, FileKind::claims(path, "a stamp")));
        self.depfile.write(report.into_iter().chain(stamp).collect(), invocation);
    }
}
