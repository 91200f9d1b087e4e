//! The options of every command.

use crate::diagnostic::render::DiagnosticFormat;
use crate::diagnostic::{Code, Severity};
use clap::parser::ValueSource;
use clap::{Args, ValueEnum};

/// The options of every command, before or after its name.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Diagnostics")]
pub(super) struct GlobalOptions {
    /// The form of diagnostics on stderr
    #[arg(long, global = true, value_name = "FORM", default_value = "text")]
    pub(super) message_format: MessageFormat,
    /// Whether to use colours; by default the environment and the terminal decide
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,
    /// How many diagnostics to show; 0 lifts this limit, and then at most 10000 errors and 10000 warnings are shown
    #[arg(long, global = true, value_name = "N", default_value_t = GlobalOptions::ERROR_LIMIT, value_parser = limit, allow_negative_numbers = true)]
    pub(super) error_limit: usize,
    /// Treat warnings as errors
    #[arg(long, global = true)]
    pub(super) deny_warnings: bool,
    /// Do not report warnings with this code, such as W0805; repeat for more
    #[arg(long, global = true, value_name = "CODE", value_parser = warning)]
    pub(super) allow_warning: Vec<Code>,
}

fn limit(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "expected a whole number, 0 or more")
}

fn warning(text: &str) -> Result<Code, String> {
    match text.parse::<Code>() {
        Ok(code) if code.severity() == Severity::Warning => Ok(code),
        Ok(code) => Err(format!("{} is an error, and only warnings can be allowed", code.name())),
        Err(_) => Err("expected the code of a warning, such as W0805".into()),
    }
}

impl GlobalOptions {
    /// The default error limit. Further errors mostly follow from the first ones.
    pub(super) const ERROR_LIMIT: usize = 50;

    /// The default options.
    pub(super) const USUAL: Self = Self {
        message_format: MessageFormat::Text,
        color: ColorChoice::Auto,
        error_limit: Self::ERROR_LIMIT,
        deny_warnings: false,
        allow_warning: Vec::new(),
    };

    /// Their names in clap.
    const NAMES: [&str; 5] = ["message_format", "color", "error_limit", "deny_warnings", "allow_warning"];

    /// The names of the given options.
    pub(super) fn given(matches: &clap::ArgMatches) -> Vec<&'static str> {
        let is_given = |name: &&str| matches.value_source(name) == Some(ValueSource::CommandLine);
        Self::NAMES.into_iter().filter(is_given).collect()
    }

    /// These options if they are given, else the others.
    pub(super) fn or(&self, others: &Self, given: &[&str]) -> Self {
        let [message_format, color, error_limit, deny_warnings, allow_warning] =
            Self::NAMES.map(|name| given.contains(&name));
        Self {
            message_format: if message_format { self.message_format } else { others.message_format },
            color: if color { self.color } else { others.color },
            error_limit: if error_limit { self.error_limit } else { others.error_limit },
            deny_warnings: if deny_warnings { self.deny_warnings } else { others.deny_warnings },
            allow_warning: if allow_warning { &self.allow_warning } else { &others.allow_warning }.clone(),
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// The source with carets under it
    #[default]
    Text,
    /// One line each, as GCC prints them: `file:line:col: error: text [E0203]`
    Short,
    /// One JSON object per line
    Json,
    /// One SARIF 2.1.0 log, also if there is nothing to report
    Sarif,
    /// Workflow commands of GitHub Actions, which annotate lines
    Github,
}

impl From<MessageFormat> for DiagnosticFormat {
    fn from(format: MessageFormat) -> Self {
        match format {
            MessageFormat::Text => Self::Text,
            MessageFormat::Short => Self::Short,
            MessageFormat::Json => Self::Json,
            MessageFormat::Sarif => Self::Sarif,
            MessageFormat::Github => Self::Github,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    /// Decide by the environment and whether stderr is a terminal
    #[default]
    Auto,
    /// Use colours
    Always,
    /// Use no colours
    Never,
}
