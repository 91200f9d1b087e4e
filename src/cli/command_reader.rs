//! The reader of many command lines.

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

/// A parsed command line.
#[derive(Debug)]
pub(super) struct ReadLine {
    pub(super) command: Box<dyn RunCommand>,
    pub(super) options: GlobalOptions,
    /// The names of the global options that were given in it.
    pub(super) given: Vec<&'static str>,
}

/// All commands, for commands that run other commands.
pub(super) trait Commands: Send + Sync {
    /// The whole command line.
    fn definition(&self) -> clap::Command;

    /// Whether a command has this name.
    fn is_name(&self, name: &str) -> bool;

    /// The reader of the arguments after the name of a command.
    fn alone(&self, name: &str) -> Option<clap::Command>;

    /// Reads a command line that names the command of `alone` first. Returns `None` if it has a mistake or asks for
    /// help, which only the whole command line can answer.
    fn read_alone(&self, alone: &mut clap::Command, arguments: &[OsString]) -> Option<ReadLine>;

    /// The command line with no other command than this one.
    fn of_command(&self, name: &str) -> Option<clap::Command>;

    /// Reads a command line with this definition.
    ///
    /// # Errors
    /// The arguments have a mistake, or ask for help or the version.
    fn read(&self, definition: &mut clap::Command, arguments: &[OsString]) -> Result<ReadLine, clap::Error>;
}

/// Reads many command lines. Sets up each command in clap once, at the first line with its name.
pub(super) struct CommandReader {
    commands: &'static dyn Commands,
    /// The readers of the arguments of commands, by the names of the commands.
    alone: Vec<(String, clap::Command)>,
    /// The command lines for lines with a mistake, by command. Their messages need the command as a subcommand of
    /// confc.
    command_lines: Vec<(String, clap::Command)>,
}

impl CommandReader {
    pub(super) fn new(commands: &'static dyn Commands) -> Self {
        Self { commands, alone: Vec::new(), command_lines: Vec::new() }
    }

    /// Reads a command line, with the name of the program first.
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

    /// As [`parse`](Self::parse), but with the errors of the whole command line, which has all commands.
    pub(super) fn parse_as_process(&mut self, arguments: &[OsString]) -> Result<ReadLine, clap::Error> {
        self.parse(arguments).or_else(|_| self.commands.read(&mut self.commands.definition(), arguments))
    }
}

/// The first argument, usually the name of a command.
pub(super) fn command_name(arguments: &[OsString]) -> &str {
    arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default()
}

/// Finds the definition of a command, or makes it. `None` if no command has this name.
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
