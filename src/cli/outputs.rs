//! What every command with an output and a depfile has in common.

use super::files::{self, Output};
use super::{Invocation, diagnostics};

/// The depfile of an output.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DepfileArguments {
    /// Write which files were read, as a rule for Make and Ninja; for a single output
    #[arg(long, value_name = "FILE")]
    pub(super) depfile: Option<String>,
    /// The target of the depfile's rule, if it is not the output path as given
    #[arg(long, value_name = "TARGET", requires = "depfile")]
    depfile_target: Option<String>,
}

impl DepfileArguments {
    /// Whether the depfile's rule has a target; reports that it has none.
    pub(super) fn has_target(&self, output: &str, invocation: &mut Invocation) -> bool {
        let fits = self.depfile.is_none() || output != files::STDIO || self.depfile_target.is_some();
        if !fits {
            let usage = "--depfile needs --depfile-target if the output is stdout, which cannot be a target";
            invocation.report.push(diagnostics::bad_usage(usage.into()));
        }
        fits
    }

    /// Writes outputs, the main one first, and where it is asked for its depfile. Nothing is written where the
    /// depfile cannot be expressed.
    pub(super) fn write(&self, mut outputs: Vec<Output>, invocation: &mut Invocation) {
        if let (Some(path), Some(output)) = (&self.depfile, outputs.first()) {
            let target = self.depfile_target.as_deref().unwrap_or(&output.path);
            let Some(rule) = invocation.depfile(target) else { return };
            outputs.push(Output::new("--depfile", path, rule));
        }
        invocation.write(&outputs);
    }
}
