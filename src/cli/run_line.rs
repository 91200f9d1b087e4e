//! Runs one command line, from its arguments to its report.

use super::command_reader::{Commands, ReadLine};
use super::files::DiskFiles;
use super::options::GlobalOptions;
use super::{Invocation, response, usage};
use std::ffi::OsString;

/// Runs one command line up to its report. `options` are used if the command line cannot be read and has no options of
/// its own.
pub(super) fn run_line(
    arguments: Vec<OsString>,
    options: &GlobalOptions,
    files: DiskFiles,
    commands: &dyn Commands,
    read: impl FnOnce(&[OsString]) -> Result<ReadLine, clap::Error>,
) -> Invocation {
    let arguments = usage::without_help_command(arguments);
    let arguments = match response::expand(&arguments, &files) {
        Ok(expanded) => {
            files.mark_arguments();
            expanded
        }
        Err(refused) => return usage::refuse_expansion(&refused, &arguments, options, files),
    };
    match read(&arguments) {
        Ok(ReadLine { command, options, .. }) => {
            let mut invocation = Invocation::new(&options, files);
            command.run(&mut invocation);
            invocation
        }
        Err(error) => usage::answer(&error, &arguments, (commands, options), files),
    }
}
