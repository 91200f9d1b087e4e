//! One run of a command.

use super::depfile::depfile;
use super::files::{self, DiskFiles, JobFiles, Output, RunKind};
use super::options::GlobalOptions;
use super::{ExitStatus, color, diagnostics, exit};
use crate::diagnostic::render::{self, DiagnosticFormat, FoundCounts, Options};
use crate::diagnostic::{Label, Report};
use crate::schema::RuleBudget;
use crate::text::files::Files as _;
use crate::text::{Source, Sources, Span, escape};
use std::io::{self, IsTerminal as _};
use std::sync::Arc;

/// What a command reads from and writes to, and what it has found so far.
#[derive(Debug)]
pub(super) struct Invocation {
    /// The texts met so far.
    pub(super) sources: Sources,
    /// What was found so far. Pushing here is how a command says no.
    pub(super) report: Report,
    /// The steps that rules may still take.
    pub(super) rule_budget: RuleBudget,
    /// Where every input comes from, response files, includes and policies too, and where outputs go.
    pub(super) files: DiskFiles,
    options: GlobalOptions,
    stdin: StdinUse,
    /// What was found elsewhere.
    worst: ExitStatus,
    /// Text for stderr that is no diagnostic.
    said: String,
    /// A line for stderr behind all diagnostics.
    conclusion: String,
    /// What a command has found to be wrong with itself.
    bugs: Vec<String>,
}

/// Whether stdin was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StdinUse {
    Unread,
    Read,
}

/// What a run that is a job of a batch leaves.
#[derive(Debug)]
pub(super) struct FinishedJob {
    /// The report, rendered.
    pub(super) stderr: Vec<u8>,
    /// What was found, whether it is in the report or was too much.
    pub(super) counts: FoundCounts,
    pub(super) status: ExitStatus,
    pub(super) files: JobFiles,
    /// The line that says what was written, to be shown when it is; empty where there is none.
    pub(super) conclusion: String,
}

impl FinishedJob {
    /// What is printed of it, in bytes.
    pub(super) fn size(&self) -> usize {
        self.stderr.len() + self.files.printed()
    }
}

/// The columns that a line of source may take. The terminal is not asked: the same run prints the same.
const WIDTH: usize = 120;

impl Invocation {
    /// Nothing read, nothing found.
    pub(super) fn new(options: &GlobalOptions, files: DiskFiles) -> Self {
        Self {
            sources: Sources::new(),
            report: Report::new(),
            rule_budget: RuleBudget::default(),
            files,
            options: options.clone(),
            stdin: StdinUse::Unread,
            worst: ExitStatus::Success,
            said: String::new(),
            conclusion: String::new(),
            bugs: Vec::new(),
        }
    }

    /// A run beside others, which is a line of `jobs`.
    pub(super) fn of_job(options: &GlobalOptions, files: DiskFiles, jobs: &Arc<Source>) -> Self {
        let sources = Sources::beginning_with(jobs);
        Self { sources, ..Self::new(options, files) }
    }

    /// Whose run it is. The process goes on after all but its own.
    pub(super) fn kind(&self) -> RunKind {
        self.files.kind()
    }

    /// The options of every command.
    pub(super) fn options(&self) -> &GlobalOptions {
        &self.options
    }

    /// Reads an input named on the command line, `-` being stdin. Where it cannot be read, that is
    /// reported; an input larger than `limit` bytes is reported too, but as something wrong in an input.
    pub(super) fn read(&mut self, path: &str, limit: u64) -> Option<Vec<u8>> {
        let name = files::input_name(path);
        let content = match path {
            files::STDIO => match (self.kind(), std::mem::replace(&mut self.stdin, StdinUse::Read)) {
                (RunKind::Process, StdinUse::Unread) => self.files.read_stdin(limit),
                (RunKind::Process, StdinUse::Read) => {
                    let again = diagnostics::bad_usage("stdin can be read only once".into());
                    self.report.push(again.help("give `-` once, and each of the other texts as a file"));
                    return None;
                }
                (RunKind::Job, _) => return self.refuse("a line of a batch cannot read stdin"),
                (RunKind::Request, _) => return self.refuse("a request to a worker cannot read stdin"),
            },
            path => self.files.read(path, limit),
        };
        match content {
            Ok(content) => return Some(content),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                self.report.push(diagnostics::document_too_large(name, limit));
            }
            Err(error) => self.refuse_unreadable(name, &error),
        }
        None
    }

    fn refuse<T>(&mut self, usage: &str) -> Option<T> {
        self.report.push(diagnostics::bad_usage(usage.into()));
        None
    }

    /// Whether there is an input whose kind can be asked for, since its name does not show it; if there is none, that
    /// is reported.
    pub(super) fn finds(&mut self, path: &str) -> bool {
        let found = if path == files::STDIO { Ok(()) } else { self.files.find(path) };
        found.map_err(|error| self.refuse_unreadable(path, &error)).is_ok()
    }

    fn refuse_unreadable(&mut self, name: &str, error: &io::Error) {
        let refused = diagnostics::cannot_read_one_of_many(name, error, self.report.suggestions());
        self.report.push(refused);
    }

    /// Writes what was asked for to stdout.
    pub(super) fn print(&mut self, content: impl Into<Vec<u8>>) {
        self.write(&[Output::new("", files::STDIO, content, None)]);
    }

    /// Writes outputs named on the command line, the main one first, all of them or none; what is wrong with them
    /// is reported.
    pub(super) fn write(&mut self, outputs: &[Output]) {
        self.write_counted(outputs);
    }

    /// The same; the answer is how many files were not the same already, if all was well.
    pub(super) fn write_counted(&mut self, outputs: &[Output]) -> Option<usize> {
        /// To write more takes long enough that an interrupt may come in between.
        const FEW: usize = 8;
        if outputs.len() > FEW && self.kind() == RunKind::Process {
            self.files.heed_interrupts();
        }
        match self.files.write(outputs) {
            Ok(changed) => Some(changed),
            Err(wrong) => {
                // Only an interrupt has nothing to say of an output.
                if wrong.is_empty() {
                    self.raise(ExitStatus::CouldNotRun);
                    self.conclude("interrupted: no output was written".into());
                }
                wrong.into_iter().for_each(|wrong| self.report.push(wrong));
                None
            }
        }
    }

    /// Writes a line to stderr after all diagnostics, where those are for people.
    pub(super) fn conclude(&mut self, line: String) {
        self.conclusion = line;
    }

    /// The depfile's rule for an output: every file that was read, as spelled. `None` means that a path cannot
    /// be expressed, which is reported.
    pub(super) fn depfile(&mut self, target: &str) -> Option<String> {
        let inputs = self.files.inputs();
        let rule = depfile(target, &inputs);
        rule.map_err(|(path, why)| self.report.push(diagnostics::path_not_for_depfiles(path, &why))).ok()
    }

    /// How much was found so far that forbids to write what it was found in: errors, and warnings where
    /// they are denied. A command with several inputs compares the count before and after each.
    pub(super) fn objections(&self) -> usize {
        self.report.errors() + if self.options.deny_warnings { self.report.warnings() } else { 0 }
    }

    /// A command has caught itself doing what it must not do; nothing of that is written.
    pub(super) fn bug(&mut self, message: String) {
        self.bugs.push(message);
    }

    /// Writes a text to stderr, before all diagnostics.
    pub(super) fn say(&mut self, text: &str) {
        self.said += text;
    }

    /// The status is not better than this.
    pub(super) fn raise(&mut self, status: ExitStatus) {
        self.worst = self.worst.max(status);
    }

    /// Renders the report to stderr and gives the status.
    pub(super) fn finish(self) -> ExitStatus {
        self.render(&mut io::BufWriter::new(io::stderr().lock()));
        self.status()
    }

    /// Renders the report for later. What names no file and lies in none has the place of the job; what lies elsewhere
    /// names that place in a note, since many jobs may read one file.
    pub(super) fn finish_job(mut self, place: Span) -> FinishedJob {
        let Self { report, sources, .. } = &mut self;
        let line = sources.of(place).map(|jobs| (escape::plain(jobs.name()), jobs.place(place.start).line));
        let run_by = line.map(|(name, line)| format!("run by `{name}:{line}`")).unwrap_or_default();
        let is_of_line = |label: &Label| {
            let source = sources.of(label.span);
            source.is_some_and(|source| source.name().starts_with("--") && !source.is_file())
        };
        report.change_all(|found| match (found.primary(), found.file()) {
            (None, None) => found.at(place, "in this line"),
            (Some(label), _) if is_of_line(label) => found.label(place, "in this line"),
            (Some(_), _) | (None, Some(_)) => found.note(&*run_by),
        });
        let mut conclusion = String::new();
        if self.files.holds_outputs() {
            // What a job says of its outputs holds when they are written.
            self.shown_conclusion().clone_into(&mut conclusion);
            self.conclusion.clear();
        }
        let mut stderr = Vec::new();
        self.render(&mut stderr);
        let counts = FoundCounts { errors: self.report.errors(), warnings: self.report.warnings() };
        FinishedJob { stderr, counts, status: self.status(), files: self.files.into_job(), conclusion }
    }

    /// Everything that a request prints: to stdout, and behind it to stderr.
    pub(super) fn finish_request(mut self) -> (String, ExitStatus) {
        let mut output = String::from_utf8(self.files.take_printed()).unwrap_or_else(|_| {
            self.report.push(diagnostics::output_not_text());
            String::new()
        });
        let (mut stderr, status) = (Vec::new(), self.status());
        self.render(&mut stderr);
        // The report is text, since all that it draws is.
        output += &String::from_utf8_lossy(&stderr);
        (output, status)
    }

    fn status(&self) -> ExitStatus {
        let found = if self.objections() > 0 { ExitStatus::Failure } else { ExitStatus::Success };
        let ran = if self.report.could_not_run() { ExitStatus::CouldNotRun } else { ExitStatus::Success };
        let is_sound = if self.bugs.is_empty() { ExitStatus::Success } else { ExitStatus::Bug };
        found.max(ran).max(is_sound).max(self.worst)
    }

    fn render(&self, out: &mut impl io::Write) {
        // If stderr is closed, the status still shows it.
        let _ = out.write_all(self.said.as_bytes());
        self.render_report(out);
        if !self.shown_conclusion().is_empty() {
            let _ = writeln!(out, "{}", self.conclusion);
        }
        for message in &self.bugs {
            // If stderr is closed, the status still shows it.
            let _ = out.write_all(exit::report_of("", message).as_bytes());
        }
    }

    /// The line behind all diagnostics, where those are for people.
    fn shown_conclusion(&self) -> &str {
        match DiagnosticFormat::from(self.options.message_format) {
            DiagnosticFormat::Text | DiagnosticFormat::Short => &self.conclusion,
            DiagnosticFormat::Json | DiagnosticFormat::Sarif | DiagnosticFormat::Github => "",
        }
    }

    fn render_report(&self, out: &mut impl io::Write) {
        let format = DiagnosticFormat::from(self.options.message_format);
        if self.report.errors() + self.report.warnings() == 0 && format != DiagnosticFormat::Sarif {
            return;
        }
        let is_terminal = self.kind() != RunKind::Request && io::stderr().is_terminal();
        let options = Options {
            format,
            color: color::decide(self.options.color, |name| std::env::var_os(name), is_terminal),
            width: WIDTH,
            limit: self.options.error_limit,
            deny_warnings: self.options.deny_warnings,
        };
        // Each object and line of the other forms says so itself. If stderr is closed, the status still shows it.
        let rendered = render::render(&self.report, &self.sources, &options, out);
        let denied = self.options.deny_warnings && self.report.errors() == 0;
        let said = match options.format {
            DiagnosticFormat::Text if denied => writeln!(out, "error: warnings are denied"),
            DiagnosticFormat::Text
            | DiagnosticFormat::Short
            | DiagnosticFormat::Json
            | DiagnosticFormat::Sarif
            | DiagnosticFormat::Github => Ok(()),
        };
        let _ = rendered.and(said).and_then(|()| out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::{ColorChoice, MessageFormat};

    #[test]
    fn what_a_command_finds_wrong_with_itself_is_a_bug_whatever_else_it_found() {
        let (message_format, color) = (MessageFormat::Text, ColorChoice::Never);
        let options = GlobalOptions { message_format, color, error_limit: 0, deny_warnings: false };
        let run = |bug: Option<&str>| {
            let mut invocation = Invocation::new(&options, DiskFiles::default());
            invocation.report.push(diagnostics::bad_usage("a mistake".into()));
            bug.into_iter().for_each(|bug| invocation.bug(bug.into()));
            invocation.finish()
        };
        assert_eq!([run(None), run(Some("oh"))], [ExitStatus::CouldNotRun, ExitStatus::Bug]);
    }
}
