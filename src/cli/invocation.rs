//! One run of a command.

use super::depfile::depfile;
use super::files::{self, DiskFiles, JobFiles, Output, RunKind};
use super::options::GlobalOptions;
use super::source_format::format_of;
use super::{ExitStatus, color, diagnostics, exit};
use crate::diagnostic::render::{self, DiagnosticFormat, FoundCounts, Options};
use crate::diagnostic::{Label, Report};
use crate::edit::fixes::Fixer;
use crate::schema::{FeaturePolicy, RuleBudget};
use crate::syntax;
use crate::syntax::limits::MAX_SIZE;
use crate::text::files::Files as _;
use crate::text::{Source, Sources, Span, escape};
use crate::workspace::{FileContent, FileKind};
use std::io::{self, IsTerminal as _};
use std::sync::Arc;

/// The inputs, outputs and diagnostics of a run.
#[derive(Debug)]
pub(super) struct Invocation {
    /// The texts that were read so far.
    pub(super) sources: Sources,
    /// The diagnostics so far. A command fails by pushing an error.
    pub(super) report: Report,
    /// The steps that are left for rules.
    pub(super) rule_budget: RuleBudget,
    /// The policy of `--policy`.
    pub(super) policy: PolicyUse,
    /// The files of all inputs, including response files, includes and policies, and of all outputs.
    pub(super) files: DiskFiles,
    options: GlobalOptions,
    stdin: StdinUse,
    /// The worst exit status that [`raise`](Self::raise) requires.
    worst: ExitStatus,
    /// Text for stderr before all diagnostics.
    said: String,
    /// A line for stderr after all diagnostics.
    conclusion: String,
    /// The bugs that a command has found in itself.
    bugs: Vec<String>,
}

/// The policy of a run, which is read once.
#[derive(Debug)]
pub(super) enum PolicyUse {
    Unread,
    /// It cannot be used, which was reported.
    Refused,
    Read(FeaturePolicy),
}

/// Whether stdin was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StdinUse {
    Unread,
    Read,
}

/// The result of a job of a batch.
#[derive(Debug)]
pub(super) struct FinishedJob {
    /// The rendered report.
    pub(super) stderr: Vec<u8>,
    /// The number of diagnostics, including those beyond the limit of the report.
    pub(super) counts: FoundCounts,
    pub(super) status: ExitStatus,
    pub(super) files: JobFiles,
    /// The line about written files, shown after they are written; empty if there is none.
    pub(super) conclusion: String,
}

impl FinishedJob {
    /// The size of its printed texts, in bytes.
    pub(super) fn size(&self) -> usize {
        self.stderr.len() + self.files.printed()
    }
}

/// The width of a line of source, in columns. It does not depend on the terminal, so that the same run prints the same
/// text.
const WIDTH: usize = 120;

impl Invocation {
    /// A run that has not read anything yet.
    pub(super) fn new(options: &GlobalOptions, files: DiskFiles) -> Self {
        Self {
            sources: Sources::new(),
            report: Report::allowing(&options.allow_warning),
            rule_budget: RuleBudget::default(),
            policy: PolicyUse::Unread,
            files,
            options: options.clone(),
            stdin: StdinUse::Unread,
            worst: ExitStatus::Success,
            said: String::new(),
            conclusion: String::new(),
            bugs: Vec::new(),
        }
    }

    /// A run of a line of `jobs`, beside other runs.
    pub(super) fn of_job(options: &GlobalOptions, files: DiskFiles, jobs: &Arc<Source>) -> Self {
        let sources = Sources::beginning_with(jobs);
        Self { sources, ..Self::new(options, files) }
    }

    /// Forgets all texts and diagnostics, so that the command can read its inputs again.
    pub(super) fn restart(&mut self) {
        let jobs = self.sources.iter().next().filter(|_| self.kind() == RunKind::Job);
        self.sources = jobs.map_or_else(Sources::new, Sources::beginning_with);
        self.report = Report::allowing(&self.options.allow_warning);
        (self.rule_budget, self.policy, self.stdin) =
            (RuleBudget::default(), PolicyUse::Unread, StdinUse::Unread);
    }

    /// The kind of the run: of the process, or of a job or request.
    pub(super) fn kind(&self) -> RunKind {
        self.files.kind()
    }

    /// The options of every command.
    pub(super) fn options(&self) -> &GlobalOptions {
        &self.options
    }

    /// Reads an input of the command line, with `-` for stdin. Reports an input that cannot be read, and an input of
    /// more than `limit` bytes, which counts as a mistake in the input.
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

    /// Reads an input of the command line as a text. `None` if it cannot be read, which is reported.
    pub(super) fn source(&mut self, path: &str) -> Option<Arc<Source>> {
        self.source_up_to(path, MAX_SIZE)
    }

    /// As [`source`](Self::source), with another limit, for kinds of input that take more memory.
    pub(super) fn source_up_to(&mut self, path: &str, limit: u64) -> Option<Arc<Source>> {
        let bytes = self.read(path, limit)?;
        let name = files::input_name(path);
        if std::str::from_utf8(&bytes).is_err()
            && let Some(other) = FileContent::misplaced(&bytes, FileKind::Manifest, name)
        {
            self.report.push(other);
            return None;
        }
        syntax::source_from_bytes(&mut self.sources, name, bytes, None, &mut self.report)
    }

    fn refuse<T>(&mut self, usage: &str) -> Option<T> {
        self.report.push(diagnostics::bad_usage(usage.into()));
        None
    }

    /// Whether an input exists, before its unknown kind is reported. Reports a missing input.
    pub(super) fn finds(&mut self, path: &str) -> bool {
        let found = if path == files::STDIO { Ok(()) } else { self.files.find(path) };
        found.map_err(|error| self.refuse_unreadable(path, &error)).is_ok()
    }

    fn refuse_unreadable(&mut self, name: &str, error: &io::Error) {
        let refused = diagnostics::cannot_read_one_of_many(name, error, self.report.suggestions());
        self.report.push(refused);
    }

    /// Writes the requested content to stdout.
    pub(super) fn print(&mut self, content: impl Into<Vec<u8>>) {
        self.write(&[Output::new("", files::STDIO, content, None)]);
    }

    /// Writes all outputs of the command line, the main one first, or none. Reports why an output cannot be written.
    pub(super) fn write(&mut self, outputs: &[Output]) {
        self.write_counted(outputs);
    }

    /// As [`write`](Self::write). Returns the number of changed files, if all were written.
    pub(super) fn write_counted(&mut self, outputs: &[Output]) -> Option<usize> {
        /// The most outputs that are written without regard to interrupts. Writing more takes so long that one may come
        /// in between.
        const FEW: usize = 8;
        if outputs.len() > FEW && self.kind() == RunKind::Process {
            self.files.heed_interrupts();
        }
        match self.files.write(outputs) {
            Ok(changed) => Some(changed),
            Err(wrong) => {
                // Without an error about an output, an interrupt is the reason.
                if wrong.is_empty() {
                    self.raise(ExitStatus::CouldNotRun);
                    self.conclude("interrupted: no output was written".into());
                }
                wrong.into_iter().for_each(|wrong| self.report.push(wrong));
                None
            }
        }
    }

    /// Writes a line to stderr after all diagnostics, if their format is for people.
    pub(super) fn conclude(&mut self, line: String) {
        self.conclusion = line;
    }

    /// The rule of a depfile for an output, with every file that was read, as the user wrote it. `None` if a path
    /// cannot be written, which is reported.
    pub(super) fn depfile(&mut self, target: &str) -> Option<String> {
        let inputs = self.files.inputs();
        let rule = depfile(target, &inputs);
        rule.map_err(|(path, why)| self.report.push(diagnostics::path_not_for_depfiles(path, &why))).ok()
    }

    /// The number of diagnostics so far that prevent an output: errors, and warnings if they are denied. A command with
    /// several inputs compares the count before and after each.
    pub(super) fn objections(&self) -> usize {
        self.report.errors() + if self.options.deny_warnings { self.report.warnings() } else { 0 }
    }

    /// Reports a bug that the command has found in itself. The caller writes no output.
    pub(super) fn bug(&mut self, message: String) {
        self.bugs.push(message);
    }

    /// Writes a text to stderr, before all diagnostics.
    pub(super) fn say(&mut self, text: &str) {
        self.said += text;
    }

    /// Makes the exit status at least this bad.
    pub(super) fn raise(&mut self, status: ExitStatus) {
        self.worst = self.worst.max(status);
    }

    /// Renders the report to stderr and returns the exit status.
    pub(super) fn finish(self) -> ExitStatus {
        self.render(&mut io::BufWriter::new(io::stderr().lock()));
        self.status()
    }

    /// Renders the report of a job for later. A diagnostic without a file gets the place of the job. Any other
    /// diagnostic names that place in a note, since many jobs may read the same file.
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
            // The line about outputs is shown after they are written.
            self.shown_conclusion().clone_into(&mut conclusion);
            self.conclusion.clear();
        }
        let mut stderr = Vec::new();
        self.render(&mut stderr);
        let counts = FoundCounts { errors: self.report.errors(), warnings: self.report.warnings() };
        FinishedJob { stderr, counts, status: self.status(), files: self.files.into_job(), conclusion }
    }

    /// The output of a request: its stdout, followed by its stderr.
    pub(super) fn finish_request(mut self) -> (String, ExitStatus) {
        let mut output = String::from_utf8(self.files.take_printed()).unwrap_or_else(|_| {
            self.report.push(diagnostics::output_not_text());
            String::new()
        });
        let (mut stderr, status) = (Vec::new(), self.status());
        self.render(&mut stderr);
        // The report is UTF-8, since all its sources are.
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
        // If stderr is closed, the exit status still shows the errors.
        let _ = out.write_all(self.said.as_bytes());
        self.render_report(out);
        if !self.shown_conclusion().is_empty() {
            let _ = writeln!(out, "{}", self.conclusion);
        }
        for message in &self.bugs {
            // If stderr is closed, the exit status still shows the errors.
            let _ = out.write_all(exit::report_of("", message).as_bytes());
        }
    }

    /// The line after all diagnostics, if their format is for people.
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
        // In the other formats, each object or line has its severity. If stderr is closed, the exit status still shows
        // the errors.
        let fixer = Fixer::new(&self.sources, &format_of);
        let rendered = render::render_with_fixes(&self.report, &self.sources, &options, &fixer, out);
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
        let options = GlobalOptions { message_format, color, error_limit: 0, ..GlobalOptions::USUAL };
        let run = |bug: Option<&str>| {
            let mut invocation = Invocation::new(&options, DiskFiles::default());
            invocation.report.push(diagnostics::bad_usage("a mistake".into()));
            bug.into_iter().for_each(|bug| invocation.bug(bug.into()));
            invocation.finish()
        };
        assert_eq!([run(None), run(Some("oh"))], [ExitStatus::CouldNotRun, ExitStatus::Bug]);
    }
}
