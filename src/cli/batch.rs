//! `confc batch`.

use super::command_reader::{CommandReader, Commands, ReadLine, RunCommand};
use super::in_order::{NextResult, in_order};
use super::invocation::FinishedJob;
use super::job_list::{JobLine, job_lines};
use super::options::{GlobalOptions, MessageFormat};
use super::{ExitStatus, Invocation, diagnostics, progress, response, usage};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::{FoundCounts, render_omitted};
use crate::disk::{DiskFiles, JobFiles, RefusedOutput, RunKind, SharedReads, stop_on_signals, write_held};
use crate::text::{Source, Span, narrow};
use crate::workspace::{FileKind, is_product};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Run many commands in one call, on all cores
///
/// Each line of JOBS is one command with its arguments, such as `compile net.cml -o net.cm`, quoted as in a shell; a
/// line that begins with `#` is a comment. Messages and output on stdout are in the order of the lines. Outputs are
/// written when all commands have run: a command that fails does not prevent the outputs of others, but no command may
/// read an output of another one. The options under `Diagnostics` apply to lines that do not set them; `--error-limit`
/// counts all lines together, and SARIF is not available.
#[derive(Debug, clap::Args)]
pub(super) struct BatchArguments {
    /// The file with the command lines, `-` for stdin
    #[arg(value_name = "JOBS")]
    jobs: String,
}

/// A line that can be run.
struct Job {
    place: Span,
    command: Box<dyn RunCommand>,
    options: GlobalOptions,
}

/// The error of a file whose name shows that it is not a batch.
fn of_another_kind(jobs: &str) -> Option<Diagnostic> {
    const EXPECTED: &str = "file of command lines";
    match FileKind::of(jobs) {
        Some(kind) => Some(diagnostics::wrong_kind(EXPECTED, kind.name(), jobs)),
        None => is_product(jobs).then(|| diagnostics::product_in_place_of(EXPECTED, jobs)),
    }
}

/// Runs all lines, if each of them is a command line.
pub(super) fn run(arguments: &BatchArguments, commands: &'static dyn Commands, invocation: &mut Invocation) {
    if invocation.kind() == RunKind::Request {
        let usage = "a batch cannot be a request to a worker: send each of its lines as a request";
        return invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    if invocation.options().message_format == MessageFormat::Sarif {
        let usage = "a batch cannot have SARIF as its form, which is one log for a run; use `json`";
        return invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    if let Some(wrong) = of_another_kind(&arguments.jobs) {
        return invocation.report.push(wrong);
    }
    let Some(source) = invocation.source(&arguments.jobs) else { return };
    hide_settings(&source, commands);
    let Some(jobs) = read_jobs(&source, commands, invocation) else { return };
    let is_stopped = Arc::new(AtomicBool::new(false));
    // An interrupt then leaves no file half written.
    stop_on_signals(&is_stopped);
    let shared = Arc::new(SharedReads::default());
    let work = |at: usize| jobs.get(at).map(|job| job.run(&shared, &source));
    let mut shown = ShownMessages { limit: invocation.options().error_limit, ..ShownMessages::default() };
    let mut files: Vec<JobFiles> = Vec::with_capacity(jobs.len());
    let mut conclusions = BTreeMap::new();
    let mut unprinted = None;
    let mut progress = progress::Progress::new(jobs.len());
    let size = |done: &Option<FinishedJob>| done.as_ref().map_or(0, FinishedJob::size);
    in_order(jobs.len(), &is_stopped, &work, size, |next| match next {
        NextResult::Result(Some(mut done)) => {
            invocation.raise(done.status);
            if done.size() > 0 {
                progress.clear();
            }
            if let Some(wrong) = done.files.print() {
                unprinted.get_or_insert(wrong);
            }
            if shown.take(&done) {
                shown.print(files.len(), &mut done);
            }
            if !done.conclusion.is_empty() {
                conclusions.insert(files.len(), done.conclusion);
            }
            files.push(done.files);
            progress.done(files.len());
        }
        NextResult::Result(None) | NextResult::Waiting => progress.done(files.len()),
    });
    progress.clear();
    if is_stopped.load(Ordering::Relaxed) {
        shown.finish(&[], invocation);
        drop(files);
        let _ = io::stderr().write_all(b"interrupted: no output was written\n");
        return invocation.raise(ExitStatus::CouldNotRun);
    }
    if let Some(wrong) = unprinted {
        invocation.report.push(wrong);
    }
    let refused = write_held(files, &shared, &invocation.files);
    shown.finish(&refused, invocation);
    for refused in refused {
        conclusions.remove(&refused.job);
        invocation.report.push(with_places(refused, &jobs));
    }
    for conclusion in conclusions.into_values() {
        invocation.say(&format!("{conclusion}\n"));
    }
}

/// The diagnostic of a refused output, with the lines that it concerns.
fn with_places(refused: RefusedOutput, jobs: &[Job]) -> Diagnostic {
    let place = |job: usize| jobs.get(job).map(|job| job.place);
    let diagnostic = refused.diagnostic.at_if(place(refused.job), "written here");
    match refused.other.and_then(|(other, said)| Some((place(other)?, said))) {
        Some((place, said)) => diagnostic.label(place, said),
        None => diagnostic,
    }
}

impl Job {
    fn run(&self, shared: &Arc<SharedReads>, jobs: &Arc<Source>) -> FinishedJob {
        let mut invocation = Invocation::of_job(&self.options, DiskFiles::of_job(shared), jobs);
        self.command.run(&mut invocation);
        invocation.finish_job(self.place)
    }
}

/// The messages of a line that were not printed yet.
#[derive(Debug)]
struct KeptMessages {
    line: usize,
    /// Whether its only error may be about a missing file.
    lacks_file: bool,
    stderr: Vec<u8>,
}

/// Which messages of the lines are printed.
#[derive(Debug, Default)]
struct ShownMessages {
    /// After this many printed diagnostics, those of further lines are only counted; 0 means no limit.
    limit: usize,
    found: FoundCounts,
    omitted: usize,
    /// The messages of the first line whose only error is a missing file, and of all lines after it. If a refused
    /// output would have written the file, that refusal explains the error.
    kept: Vec<KeptMessages>,
}

impl ShownMessages {
    /// Counts the diagnostics of a line. Returns whether they are printed: either all or none, and bugs always.
    fn take(&mut self, done: &FinishedJob) -> bool {
        let FoundCounts { errors, warnings } = done.counts;
        let printed = self.found.errors + self.found.warnings - self.omitted;
        self.found.errors += errors;
        self.found.warnings += warnings;
        if self.limit == 0 || printed < self.limit || done.status == ExitStatus::Bug {
            return true;
        }
        self.omitted += errors + warnings;
        false
    }

    /// Prints the messages of the line at a position, or keeps them until all lines have run.
    fn print(&mut self, line: usize, done: &mut FinishedJob) {
        let has_one_error = matches!(done.counts, FoundCounts { errors: 1, warnings: 0 });
        let lacks_file = has_one_error && done.files.lacks_file() && done.status != ExitStatus::Bug;
        if lacks_file || !self.kept.is_empty() {
            let stderr = std::mem::take(&mut done.stderr);
            self.kept.push(KeptMessages { line, lacks_file, stderr });
        } else {
            // If stderr is closed, the exit status still shows the errors.
            let _ = io::stderr().write_all(&done.stderr);
        }
    }

    /// Prints the kept messages and the number of omitted ones. Skips lines that lack a file which a refused output
    /// would have written.
    fn finish(self, refused: &[RefusedOutput], invocation: &Invocation) {
        let explained =
            refused.iter().filter(|refused| refused.is_missed).filter_map(|refused| refused.other);
        let explained: BTreeSet<usize> = explained.map(|(line, _)| line).collect();
        for KeptMessages { line, lacks_file, stderr } in self.kept {
            if !lacks_file || !explained.contains(&line) {
                let _ = io::stderr().write_all(&stderr);
            }
        }
        let format = invocation.options().message_format.into();
        let _ = render_omitted(self.omitted, self.found, format, &mut io::stderr());
    }
}

/// The most lines with mistakes that are reported.
const MAX_WRONG_LINES: usize = 20;

/// The largest total size of response files of all lines, in bytes, with [`OF_ARGUMENT`] for each argument. All lines
/// are in memory until they have run, and each may name the same large file.
const MAX_EXPANDED: usize = 1 << 27;

/// The memory of an argument besides its text, in bytes.
const OF_ARGUMENT: usize = 32;

/// Reads the lines as commands. `None` if a line is not a command, which is reported; then no line is run.
fn read_jobs(
    source: &Source,
    commands: &'static dyn Commands,
    invocation: &mut Invocation,
) -> Option<Vec<Job>> {
    let other = json_in(source.text()).or_else(|| {
        let at = first_value(source.text(), commands)?;
        // The file has values. Any of them may be secret.
        source.mask(vec![(0, narrow(source.text().len()))]);
        Some((at, "values"))
    });
    if let Some((at, what)) = other {
        let place = source.span(narrow(at), narrow(at + 1));
        let message = format!("expected a command line on each line, found {what}");
        let found = diagnostics::bad_job(message, (place, "begins here"));
        invocation.report.push(found.help("write each command as on a command line, as in `check a.cml`"));
        return None;
    }
    let (mut lines, mut wrong, mut expanded) = (Vec::new(), 0, 0);
    for line in job_lines(source) {
        let line = line.map_err(|error| Box::new(diagnostics::bad_job_line(&error)));
        match line.and_then(|line| expand(line, invocation)) {
            Ok(line) => {
                expanded += line.expanded;
                if expanded > MAX_EXPANDED {
                    let message =
                        format!("the response files of all lines come to more than {MAX_EXPANDED} bytes");
                    invocation.report.push(diagnostics::bad_job(message, (line.place, "up to this line")));
                    return None;
                }
                lines.push(line);
            }
            Err(error) => {
                invocation.report.push(*error);
                wrong += 1;
            }
        }
        if wrong == MAX_WRONG_LINES {
            break;
        }
    }
    // Reading a command line takes a third of the time of running it.
    let (readers, options) = (Mutex::new(Vec::new()), invocation.options());
    let is_over = AtomicBool::new(false);
    let read = |at: usize| {
        let reader: Option<CommandReader> = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut reader = reader.unwrap_or_else(|| CommandReader::new(commands));
        let job = lines.get(at).map(|line| read_job((&mut reader, commands), line, options, source));
        readers.lock().unwrap_or_else(PoisonError::into_inner).push(reader);
        job
    };
    let (mut jobs, mut found) = (Vec::with_capacity(lines.len()), Vec::new());
    in_order(
        lines.len(),
        &is_over,
        &read,
        |_| 0,
        |next| match next {
            NextResult::Result(Some(Ok(job))) => jobs.push(job),
            NextResult::Result(Some(Err(error))) => {
                found.push(error);
                is_over.store(wrong + found.len() >= MAX_WRONG_LINES, Ordering::Relaxed);
            }
            NextResult::Result(None) | NextResult::Waiting => {}
        },
    );
    found.truncate(MAX_WRONG_LINES.saturating_sub(wrong));
    wrong += found.len();
    found.into_iter().for_each(|error| invocation.report.push(*error));
    (wrong == 0).then_some(jobs)
}

/// The first line of a text that assigns values and has no command.
fn first_value(text: &str, commands: &dyn Commands) -> Option<usize> {
    let (mut first, mut assigns, mut at) = (None, false, 0);
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let mut words = line.split_whitespace().map(|word| word.trim_start_matches('\u{feff}'));
        let Some(word) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        let next = words.next().unwrap_or_default();
        if commands.is_name(word) || commands.is_name(next) || matches!(word, "confc" | "./confc") {
            return None;
        }
        assigns |= word.contains([':', '=']) || next.starts_with([':', '=']);
        first = first.or(Some(start));
    }
    first.filter(|_| assigns)
}

/// The position and the kind of JSON at the start of the text. No command begins with a bracket or a brace.
fn json_in(text: &str) -> Option<(usize, &'static str)> {
    let at = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}')?;
    match text.as_bytes().get(at) {
        Some(b'[') => Some((at, "a list of JSON")),
        Some(b'{') => Some((at, "an object of JSON")),
        Some(_) | None => None,
    }
}

/// The arguments of a line, with response files expanded.
struct Arguments {
    place: Span,
    words: Vec<OsString>,
    /// The size of the expanded response files, in bytes.
    expanded: usize,
}

fn expand(line: JobLine, invocation: &mut Invocation) -> Result<Arguments, Box<Diagnostic>> {
    let JobLine { place, words } = line;
    let words: Vec<OsString> =
        ["confc".into()].into_iter().chain(words.into_iter().map(OsString::from)).collect();
    let size = |words: &[OsString]| words.iter().map(|word| word.len() + OF_ARGUMENT).sum::<usize>();
    let own = size(&words);
    let expanded = response::expand(&words, &invocation.files).map(|words| {
        let expanded = size(&words).saturating_sub(own);
        Arguments { place, words, expanded }
    });
    expanded.map_err(|refused| {
        let found = diagnostics::bad_response_file(&refused, &mut invocation.sources);
        let found = match found.primary() {
            Some(_) => found.label(place, "on behalf of this line"),
            None => found.at(place, "in this line"),
        };
        Box::new(found)
    })
}

/// Reads a line as a job. `options` are those of the batch.
fn read_job(
    (reader, commands): (&mut CommandReader, &dyn Commands),
    line: &Arguments,
    options: &GlobalOptions,
    jobs: &Source,
) -> Result<Job, Box<Diagnostic>> {
    let Arguments { place, ref words, .. } = *line;
    let refused =
        |message: &str| Err(Box::new(diagnostics::bad_job(message.into(), (place, "in this line"))));
    match reader.parse(words) {
        Ok(ReadLine { command, .. }) if matches!(command.name(), "batch" | "worker") => {
            refused(&format!("a {} cannot be a line of a batch", command.name()))
        }
        Ok(ReadLine { command, options: own, given }) => {
            let options = own.or(options, &given);
            if options.message_format == MessageFormat::Sarif {
                return refused(
                    "a line of a batch cannot have SARIF as its form, which is one log for a run",
                );
            }
            Ok(Job { place, command, options })
        }
        Err(error) => Err(Box::new(usage::bad_job(&error, (words, &commands.definition()), place, jobs))),
    }
}

/// Hides the settings in the lines, since any setting may be secret.
fn hide_settings(source: &Source, commands: &dyn Commands) {
    let mut at = 0;
    let mut hidden = Vec::new();
    for line in source.text().split_inclusive('\n') {
        let flag = ["--set", "--parent-override"].iter().filter_map(|flag| line.find(flag)).min();
        let value = flag.and_then(|flag| line.get(flag..)?.find('=').map(|equals| flag + equals + 1));
        let value =
            value.into_iter().chain(assigned(line)).chain(after_unknown_command(line, commands)).min();
        hidden.extend(value.map(|value| (at + value, at + line.trim_end().len())));
        at += line.len();
    }
    source.mask(hidden.into_iter().map(|(start, end)| (narrow(start), narrow(end))).collect());
}

/// The start of the text after the first word, or after its `:`, if that word is not a command. Such a line may come
/// from a layer, and its value may be secret.
fn after_unknown_command(line: &str, commands: &dyn Commands) -> Option<usize> {
    let start = line.len() - line.trim_start_matches([' ', '\t', '\u{feff}']).len();
    let word = line.get(start..)?.split_whitespace().next().unwrap_or_default();
    let key = word.find(':').map_or(word.len(), |sign| sign + 1);
    (!commands.is_name(word) && !matches!(word, "" | "confc" | "./confc") && !word.starts_with('#'))
        .then_some(start + key)
}

/// The start of the value in the first word of the form `key=value`. Any flag may precede it, since the flag may be
/// misspelled.
fn assigned(line: &str) -> Option<usize> {
    let mut at = 0;
    line.split_inclusive([' ', '\t']).find_map(|word| {
        let start = at;
        at += word.len();
        // The value of a flag may be in the same word, after another `=`.
        let own = if word.starts_with('-') { word.find('=')? + 1 } else { 0 };
        word.get(own..)?.find('=').map(|equals| start + own + equals + 1)
    })
}
