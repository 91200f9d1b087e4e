//! Many command lines, read one after the other.

use super::Invocation;
use super::options::GlobalOptions;
use std::ffi::OsString;

/// A command with its arguments.
pub(super) trait RunCommand: std::fmt::Debug + Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Runs it.
    fn run(&self, invocation: &mut Invocation);
}

/// A command line that was read.
#[derive(Debug)]
pub(super) struct ReadLine {
    pub(super) command: Box<dyn RunCommand>,
    pub(super) options: GlobalOptions,
    /// The names of the global options that were given in it.
    pub(super) given: Vec<&'static str>,
}

/// All commands, for those of them that run others.
pub(super) trait Commands: Send + Sync {
    /// The whole command line.
    fn definition(&self) -> clap::Command;

    /// Whether a command has this name.
    fn is_name(&self, name: &str) -> bool;

    /// The reader of the arguments after the name of a command.
    fn alone(&self, name: &str) -> Option<clap::Command>;

    /// Reads a command line that names the command of `alone` first. Returns `None` if it has a mistake or asks for help:
    /// only the command line as a whole can answer then.
    fn read_alone(&self, alone: &mut clap::Command, arguments: &[OsString]) -> Option<ReadLine>;

    /// The command line with no other command than this one.
    fn of_command(&self, name: &str) -> Option<clap::Command>;

    /// Reads a command line with this definition.
    ///
    /// # Errors
    /// The arguments have a mistake, or ask for help or the version.
    fn read(&self, definition: &mut clap::Command, arguments: &[OsString]) -> Result<ReadLine, clap::Error>;
}

/// Reads many command lines. Each command is set up in clap once, when it is named first in a line.
pub(super) struct CommandReader {
    commands: &'static dyn Commands,
    /// By their names, the readers of the arguments of commands.
    alone: Vec<(String, clap::Command)>,
    /// The same for lines with a mistake: their messages need each command as one of confc.
    command_lines: Vec<(String, clap::Command)>,
}

impl CommandReader {
    pub(super) fn new(commands: &'static dyn Commands) -> Self {
        Self { commands, alone: Vec::new(), command_lines: Vec::new() }
    }

    /// Reads a command line, the program's name first.
    ///
    /// # Errors
    /// The arguments have a mistake, or ask for help or the version.
    pub(super) fn parse(&mut self, arguments: &[OsString]) -> Result<ReadLine, clap::Error> {
        let (commands, name) = (self.commands, command_name(arguments));
        let read = of_name(&mut self.alone, name, &|name| commands.alone(name))
            .and_then(|alone| commands.read_alone(alone, arguments));
        if let Some(read) = read {
            return Ok(read);
        }
        match of_name(&mut self.command_lines, name, &|name| commands.of_command(name)) {
            Some(definition) => commands.read(definition, arguments),
            None => commands.read(&mut commands.definition(), arguments),
        }
    }

    /// As [`parse`](Self::parse), with the errors of a process, which knows all commands.
    pub(super) fn parse_as_process(&mut self, arguments: &[OsString]) -> Result<ReadLine, clap::Error> {
        self.parse(arguments).or_else(|_| self.commands.read(&mut self.commands.definition(), arguments))
    }
}

/// The first argument, which most often is the name of a command.
pub(super) fn command_name(arguments: &[OsString]) -> &str {
    arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default()
}

/// Finds the definition of a name, or makes it. Returns `None` if no command has this name.
fn of_name<'a>(
    known: &'a mut Vec<(String, clap::Command)>,
    name: &str,
    make: &dyn Fn(&str) -> Option<clap::Command>,
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
