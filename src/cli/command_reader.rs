//! Many command lines, read one after the other.

use super::CommandLine;
use clap::CommandFactory as _;
use std::ffi::OsString;

/// Reads many command lines: what clap needs for a command is set up once, where that command is named first in a line.
#[derive(Default)]
pub(super) struct CommandReader {
    command_lines: Vec<(String, clap::Command)>,
}

impl CommandReader {
    /// A command line, the program's name first, with the names of the global options that were given in it. `--help`,
    /// `--version` and what is wrong with the arguments are errors.
    pub(super) fn parse(
        &mut self,
        arguments: &[OsString],
    ) -> Result<(CommandLine, Vec<&'static str>), clap::Error> {
        let name = arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default();
        let known = self.command_lines.iter().position(|(known, _)| known == name);
        let at = match known {
            Some(at) => Some(at),
            None => CommandLine::of_command(name).map(|command_line| {
                self.command_lines.push((name.to_owned(), command_line));
                self.command_lines.len() - 1
            }),
        };
        match at.and_then(|at| self.command_lines.get_mut(at)) {
            Some((_, command_line)) => CommandLine::with_given(command_line, arguments),
            None => Self::parse_by_all(arguments),
        }
    }

    /// As [`parse`](Self::parse), but what is wrong is said as a process says it, which knows all commands then.
    pub(super) fn parse_as_process(
        &mut self,
        arguments: &[OsString],
    ) -> Result<(CommandLine, Vec<&'static str>), clap::Error> {
        self.parse(arguments).or_else(|_| Self::parse_by_all(arguments))
    }

    fn parse_by_all(arguments: &[OsString]) -> Result<(CommandLine, Vec<&'static str>), clap::Error> {
        CommandLine::with_given(&mut CommandLine::command(), arguments)
    }
}
