//! Many command lines, read one after the other.

use super::{CommandLine, command_name};
use clap::CommandFactory as _;
use std::ffi::OsString;

/// Reads many command lines: what clap needs for a command is set up once, where that command is named first in a line.
#[derive(Default)]
pub(super) struct CommandReader {
    /// By their names, what reads the arguments of commands.
    alone: Vec<(String, clap::Command)>,
    /// The same for lines with a mistake: what speaks of it knows the command as one of confc.
    command_lines: Vec<(String, clap::Command)>,
}

impl CommandReader {
    /// A command line, the program's name first, with the names of the global options that were given in it. `--help`,
    /// `--version` and what is wrong with the arguments are errors.
    pub(super) fn parse(
        &mut self,
        arguments: &[OsString],
    ) -> Result<(CommandLine, Vec<&'static str>), clap::Error> {
        let name = command_name(arguments);
        let read = of_name(&mut self.alone, name, CommandLine::alone)
            .and_then(|alone| CommandLine::read_alone(alone, arguments));
        if let Some(read) = read {
            return Ok(read);
        }
        match of_name(&mut self.command_lines, name, CommandLine::of_command) {
            Some(command_line) => CommandLine::with_given(command_line, arguments),
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

/// What is known by a name, made where it was not needed before. `None` where no command has this name.
fn of_name<'a>(
    known: &'a mut Vec<(String, clap::Command)>,
    name: &str,
    make: fn(&str) -> Option<clap::Command>,
) -> Option<&'a mut clap::Command> {
    let at = match known.iter().position(|(known, _)| known == name) {
        Some(at) => at,
        None => {
            known.push((name.to_owned(), make(name)?));
            known.len() - 1
        }
    };
    known.get_mut(at).map(|(_, command)| command)
}
