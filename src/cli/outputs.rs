//! What every command with an output and a depfile has in common.

use super::{Invocation, diagnostics, files};

/// The depfile of an output.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DepfileArguments {
    /// Write which files were read, as a rule for Make and Ninja; for a single output
    #[arg(long, value_name = "FILE")]
    pub(super) depfile: Option<String>,
    /// What the depfile's rule makes, where it is not the output as spelled
    #[arg(long, value_name = "TARGET", requires = "depfile")]
    depfile_target: Option<String>,
}

impl DepfileArguments {
    /// Whether the depfile's rule has a target; reports that it has none.
    pub(super) fn has_target(&self, output: &str, invocation: &mut Invocation) -> bool {
        let fits = self.depfile.is_none() || output != files::STDIO || self.depfile_target.is_some();
        if !fits {
            let usage = "--depfile needs --depfile-target where the output is stdout, which is no target";
            invocation.report.push(diagnostics::bad_usage(usage.into()));
        }
        fits
    }

    /// Writes an output and its depfile. The output is left alone where the depfile cannot be expressed. `None`
    /// means that one of them could not be written, which is reported.
    pub(super) fn write(
        &self,
        output: &str,
        content: &[u8],
        inputs: &[String],
        invocation: &mut Invocation,
    ) -> Option<()> {
        let rule = match &self.depfile {
            Some(path) => {
                let target = self.depfile_target.as_deref().unwrap_or(output);
                Some((path, invocation.depfile(target, inputs)?))
            }
            None => None,
        };
        invocation.write(output, content)?;
        if let Some((path, rule)) = rule {
            invocation.write(path, rule.as_bytes())?;
        }
        Some(())
    }
}
