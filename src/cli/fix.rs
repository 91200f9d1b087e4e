//! `confc fix`.

mod verdict;

use super::check::check;
use super::files::{self, Access, Identity, Output};
use super::inputs::{InputArguments, ResolvePurpose};
use super::invocation::Invocation;
use super::options::MessageFormat;
use super::product::fix::check_product;
use super::source_format::format_of;
use super::{ExitStatus, diagnostics};
use crate::compile::ManifestInput;
use crate::diagnostic::{Applicability, Code, Diagnostic, Fixes as _};
use crate::edit::fixes::{Fixer, LineOrigins, changed_texts, compatible};
use crate::syntax::Format;
use crate::text::escape::{plain, quoted};
use crate::text::{STDIN_NAME, Source, Sources, Span, narrow};
use crate::workspace::{LoadedDeclaration, is_product};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use verdict::{ChosenFix, DiagnosticKey, FoundPlaces, TextChanges};

/// Apply the fixes of diagnostics to manifests, layers and products
///
/// Only safe fixes are applied: the new text means the same to confc as the old one, or the old one had no other
/// reading. With --declaration, FILE is a layer, checked as `values` does; else it is a manifest, checked as `check`
/// does, or one product file, with every file that it names. Files are rewritten in place, and includes stay. What is
/// left is reported.
#[derive(Debug, clap::Args)]
#[command(mut_arg("layer", |arg| arg.value_name("FILE").help("The files, which are rewritten in place; `-` for stdin, which is written to stdout")))]
pub(super) struct FixArguments {
    /// Apply unsafe fixes, too: what confc takes for the likeliest meaning of a mistake
    #[arg(long = "unsafe")]
    unsafe_fixes: bool,
    /// Print the changes as a unified diff, with exit status 1 if there are any, and write no file
    #[arg(long)]
    check: bool,
    /// Fix only diagnostics with this code; repeat for more, or separate them by commas
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    select: Vec<Code>,
    /// The declaration of layers, compiled or as a manifest
    #[arg(long, value_name = "DECL")]
    declaration: Option<String>,
    #[command(flatten)]
    inputs: InputArguments,
}

fn code(text: &str) -> Result<Code, &'static str> {
    text.parse().map_err(|_| "expected the code of a diagnostic, such as W0401")
}

/// The most rounds of fixes. Each may uncover mistakes that others hid.
const MAX_ROUNDS: usize = 10;

/// The most other files with fixes that are named.
const SHOWN_FILES: usize = 3;

/// The most times that all files are checked to find the fixes that do not help.
const MAX_CHECKS: usize = 64;

/// What is checked.
enum FixSubject<'a> {
    Manifests(Vec<&'a str>),
    Product(&'a str),
    Layers(&'a str),
}

/// Fixes the files, and reports what is left.
pub(super) fn run(arguments: &FixArguments, invocation: &mut Invocation) {
    let Some(subject) = subject(arguments, invocation) else { return };
    let mut stdin = None;
    if is_stdin(arguments) || arguments.declaration.as_deref() == Some(files::STDIO) {
        let Some(bytes) = invocation.read(files::STDIO, Format::Json5.max_size()) else { return };
        // What is not UTF-8 is reported by the check.
        if let Ok(text) = String::from_utf8(bytes) {
            invocation.files.replace(files::STDIO, &text);
            stdin = Some(text);
        }
    }
    let mut fixing = Fixing {
        arguments,
        subject,
        stdin,
        changed: BTreeMap::new(),
        refused: BTreeSet::new(),
        count: 0,
        checks: 0,
    };
    invocation.files.read_again();
    fixing.restart(invocation);
    for _ in 0..MAX_ROUNDS {
        let chosen = fixing.chosen(invocation);
        if chosen.is_empty() || !fixing.apply(chosen, invocation) {
            break;
        }
    }
    fixing.finish(invocation);
}

/// What the arguments name. `None` if they do not belong together, which is reported.
fn subject<'a>(arguments: &'a FixArguments, invocation: &mut Invocation) -> Option<FixSubject<'a>> {
    let subject = match &arguments.declaration {
        Some(declaration) => layers(declaration, arguments, invocation),
        None => manifests_or_product(arguments),
    };
    subject.map_err(|usage| invocation.report.push(*usage)).ok()
}

/// Layers of a declaration.
fn layers<'a>(
    declaration: &'a str,
    arguments: &FixArguments,
    invocation: &Invocation,
) -> Result<FixSubject<'a>, Box<Diagnostic>> {
    let identity = invocation.files.identity(declaration);
    let is_same = |file: &str| identity.is_some() && invocation.files.identity(file) == identity;
    if arguments.inputs.changed_files().any(is_same) {
        let help = "to fix a manifest, run `confc fix MANIFEST`";
        return Err(usage("the declaration cannot be one of its layers", help));
    }
    if arguments.inputs.changed_files().next().is_none() {
        let help = "name the layers: `confc fix --declaration DECL LAYER…`";
        return Err(usage("--declaration needs a layer to fix", help));
    }
    Ok(FixSubject::Layers(declaration))
}

/// Manifests, or a product.
fn manifests_or_product(arguments: &FixArguments) -> Result<FixSubject<'_>, Box<Diagnostic>> {
    let Some(operands) = arguments.inputs.operands_alone() else {
        let help = "write `confc fix --declaration DECL LAYER…`";
        return Err(usage("flags for values need --declaration, since they are for layers", help));
    };
    match operands.as_slice() {
        [] => return Err(usage("expected a file to fix, found none", "name manifests, or one product file")),
        [product] if is_product(product) && arguments.inputs.manifest().says_anything() => {
            let said = "flags for manifests do not go with a product file, which has keys for them";
            return Err(diagnostics::bad_usage(said.into()).into());
        }
        [product] if is_product(product) => return Ok(FixSubject::Product(product)),
        _ => {}
    }
    if operands.iter().any(|file| is_product(file)) {
        let help = "run `confc fix` for the product file, and again for other files";
        return Err(usage("a product file must be the only file", help));
    }
    if let Some(layer) = operands.iter().find(|file| Format::of(file).is_some()) {
        let help = "to fix a layer, name its declaration: `--declaration DECL`";
        return Err(usage(format!("{} is no manifest", quoted(layer)), help));
    }
    Ok(FixSubject::Manifests(operands))
}

fn usage(said: impl Into<String>, help: &str) -> Box<Diagnostic> {
    diagnostics::bad_usage(said.into()).help(help).into()
}

fn is_stdin(arguments: &FixArguments) -> bool {
    arguments.inputs.changed_files().any(|file| file == files::STDIO)
}

/// A file that fixes have changed.
#[derive(Clone)]
struct ChangedFile {
    /// The path, as a text names it.
    path: String,
    /// The text on disk.
    before: Arc<Source>,
    /// The new text.
    text: Arc<str>,
    lines: LineOrigins,
    /// The ranges that were hidden in the text on disk. They stay hidden: the new key may not name the secret any more.
    hidden: Vec<(u32, u32)>,
}

struct Fixing<'a> {
    arguments: &'a FixArguments,
    subject: FixSubject<'a>,
    /// The text of stdin, if it was read.
    stdin: Option<String>,
    /// The changed files by the names of their texts.
    changed: BTreeMap<String, ChangedFile>,
    /// The fixes that did not help, with their titles.
    refused: BTreeSet<(DiagnosticKey, String)>,
    /// The number of applied fixes.
    count: usize,
    checks: usize,
}

impl Fixing<'_> {
    /// Checks the files with their new texts.
    fn restart(&mut self, invocation: &mut Invocation) {
        self.checks += 1;
        invocation.restart();
        for file in self.changed.values() {
            invocation.files.replace(&file.path, &file.text);
        }
        self.check(invocation);
        for source in invocation.sources.iter() {
            let is_known = *source.masked() != [(0, narrow(source.text().len()))];
            if let Some(file) = self.changed.get(source.name()).filter(|_| is_known) {
                source.mask(file.hidden.clone());
            }
        }
    }

    fn check(&self, invocation: &mut Invocation) {
        match &self.subject {
            FixSubject::Manifests(manifests) => {
                let arguments = self.arguments.inputs.manifest();
                check(manifests.iter().copied(), arguments, invocation, ManifestInput::hide_secrets);
            }
            FixSubject::Product(product) => check_product(product, invocation),
            FixSubject::Layers(declaration) => {
                let inputs = &self.arguments.inputs;
                let Some(declared) = inputs.declared(declaration, invocation) else { return };
                let Some(config) = declared.config(declaration, invocation) else { return };
                inputs.resolve(&declared, config, ResolvePurpose::Fix, invocation);
                LoadedDeclaration::hide_secrets(&declared);
            }
        }
    }

    /// The format of a text.
    fn format(&self, source: &Source) -> Option<Format> {
        match (source.name(), &self.subject) {
            (STDIN_NAME, FixSubject::Layers(_)) => self.arguments.inputs.stdin_format(),
            (STDIN_NAME, FixSubject::Manifests(_) | FixSubject::Product(_)) => Some(Format::Json5),
            (_, _) => format_of(source),
        }
    }

    /// The files that may be written: operands, and what a product file names.
    fn writable(&self, invocation: &Invocation) -> impl Fn(&Source) -> bool {
        let mut paths: Vec<&str> = match &self.subject {
            FixSubject::Manifests(manifests) => manifests.clone(),
            FixSubject::Layers(_) => self.arguments.inputs.changed_files().collect(),
            FixSubject::Product(_) => Vec::new(),
        };
        let has_stdin = paths.contains(&files::STDIO);
        paths.retain(|path| *path != files::STDIO);
        let named: BTreeSet<Identity> =
            paths.iter().filter_map(|path| invocation.files.identity(path)).collect();
        let of_product = matches!(self.subject, FixSubject::Product(_));
        let mut met = BTreeSet::new();
        // A file that is named in two ways has two texts; the first one is changed.
        let mut is_named = |source: &Source| {
            let Some(identity) = invocation.files.identity(source.name()).filter(|_| source.is_file()) else {
                return has_stdin && source.name() == STDIN_NAME;
            };
            let is_named = if of_product { source.reached().is_none() } else { named.contains(&identity) };
            is_named && met.insert(identity)
        };
        let sources = invocation.sources.iter().filter(|source| is_named(source));
        let writable: BTreeSet<usize> = sources.map(|source| source.id().index()).collect();
        move |source| writable.contains(&source.id().index())
    }

    /// For each diagnostic, the best fix that may be applied, without those that touch others.
    fn chosen(&self, invocation: &Invocation) -> Vec<ChosenFix> {
        let safe = compatible(self.fixes(invocation, Applicability::Safe).0, |chosen| &chosen.fix);
        // Safe ones come first, since what others uncover is no fault of theirs.
        if !safe.is_empty() || !self.arguments.unsafe_fixes {
            return safe;
        }
        compatible(self.fixes(invocation, Applicability::Unsafe).0, |chosen| &chosen.fix)
    }

    /// The best fix of each diagnostic for which there is one, and the other files that have fixes.
    fn fixes(&self, invocation: &Invocation, most: Applicability) -> (Vec<ChosenFix>, BTreeSet<String>) {
        let sources = &invocation.sources;
        let is_writable = self.writable(invocation);
        let format = |source: &Source| self.format(source);
        let fixer = Fixer::new(sources, &format);
        let select = &self.arguments.select;
        let is_selected = |code: Code| match select.is_empty() {
            // The fix lets the later layer win.
            true => !code.is_of_two_layers(),
            false => select.contains(&code),
        };
        let mut elsewhere = BTreeSet::new();
        let mut fix = |found: &Diagnostic| {
            let (found, of) = (found.without_secrets(sources), DiagnosticKey::of(found, sources));
            let fixes = fixer.fixes(&found).into_iter().filter(|fix| fix.applicability <= most);
            let fix =
                fixes.into_iter().find(|fix| !self.refused.contains(&(of.clone(), fix.title.clone())))?;
            let mut others = fix.edits.iter().filter_map(|edit| sources.of(edit.span));
            match others.find(|source| !is_writable(source)) {
                Some(other) if other.is_file() => _ = elsewhere.insert(other.name().to_owned()),
                Some(_) => {}
                None => return Some(ChosenFix { of, fix, at: found.primary().map(|label| label.span) }),
            }
            None
        };
        let found = invocation.report.sorted().into_iter().filter(|found| is_selected(found.code()));
        (found.filter_map(&mut fix).collect(), elsewhere)
    }

    /// Applies fixes. Leaves out those that do not help, and remembers them. Returns whether there may be more to do.
    fn apply(&mut self, mut chosen: Vec<ChosenFix>, invocation: &mut Invocation) -> bool {
        let before = FoundPlaces::of(invocation);
        while !chosen.is_empty() && self.checks < MAX_CHECKS {
            let (earlier, changes) = self.change(&chosen, &invocation.sources);
            self.restart(invocation);
            let guilty = verdict::guilty(&chosen, &before.moved(&changes), &changes, invocation);
            if guilty.is_empty() {
                self.count += chosen.len();
                return true;
            }
            self.changed = earlier;
            for file in invocation.sources.iter().filter(|source| source.is_file()) {
                // A file that is no longer changed is read with its own text again.
                if !self.changed.contains_key(file.name()) {
                    invocation.files.restore(file.name());
                }
            }
            if let Some(text) = self.stdin.as_ref().filter(|_| !self.changed.contains_key(STDIN_NAME)) {
                invocation.files.replace(files::STDIO, text);
            }
            self.restart(invocation);
            let (mut helpful, all) = (Vec::new(), chosen.into_iter().enumerate());
            for (at, chosen) in all {
                if guilty.contains(&at) {
                    self.refused.insert((chosen.of, chosen.fix.title));
                } else {
                    helpful.push(chosen);
                }
            }
            chosen = helpful;
        }
        self.checks < MAX_CHECKS
    }

    /// Changes the texts. Returns the changed files as they were before, and the changes.
    fn change(
        &mut self,
        chosen: &[ChosenFix],
        sources: &Sources,
    ) -> (BTreeMap<String, ChangedFile>, TextChanges) {
        let (earlier, mut changes) = (self.changed.clone(), TextChanges::default());
        let of_fix = |(at, chosen): (usize, &ChosenFix)| {
            chosen.fix.edits.iter().map(move |edit| (edit.span, at)).collect::<Vec<_>>()
        };
        let fixes: BTreeMap<Span, usize> = chosen.iter().enumerate().flat_map(of_fix).collect();
        for (id, (edits, text)) in changed_texts(chosen.iter().map(|chosen| &chosen.fix), sources) {
            let Some(source) = sources.get(id) else { continue };
            let file = self.changed.entry(source.name().to_owned()).or_insert_with(|| ChangedFile {
                path: if source.name() == STDIN_NAME { files::STDIO.into() } else { source.name().into() },
                before: Arc::clone(source),
                text: Arc::default(),
                lines: LineOrigins::of(source.text()),
                hidden: Vec::new(),
            });
            file.lines.carry(source.text(), &edits);
            file.text = text.into();
            let name = source.name();
            changes.add(name, &edits, &fixes);
            let moved = |(start, end): &(u32, u32)| (changes.moved(name, *start), changes.moved(name, *end));
            file.hidden = source.masked().iter().map(moved).collect();
        }
        (earlier, changes)
    }

    /// Writes the files, or prints the difference.
    fn finish(mut self, invocation: &mut Invocation) {
        self.changed.retain(|_, file| *file.text != *file.before.text());
        let (files, count) = (self.changed.len(), self.count);
        let made = format!("{} in {}", counted(count, "fix", "es"), counted(files, "file", "s"));
        if self.arguments.check {
            return self.finish_check(&made, invocation);
        }
        let left = self.left(invocation);
        let mut outputs = Vec::new();
        if is_stdin(self.arguments) {
            // A mistake elsewhere may have kept the text from being read.
            let text = self.changed.get(STDIN_NAME).map(|file| &*file.text).or(self.stdin.as_deref());
            outputs.extend(text.map(|text| Output::new("", files::STDIO, text, None)));
        }
        let written = self.changed.values().filter(|file| file.path != files::STDIO);
        outputs.extend(written.map(|file| {
            Output::new("", &file.path, file.text.as_bytes(), None).with_access(Access::InPlace)
        }));
        if invocation.write_counted(&outputs).is_none() {
            return;
        }
        match (count, left.is_empty()) {
            (0, true) => {}
            (0, false) => invocation.conclude(left),
            (_, true) => invocation.conclude(made),
            (_, false) => invocation.conclude(format!("{made}; {left}")),
        }
    }

    /// Prints the difference, and reports the files as they are.
    fn finish_check(mut self, made: &str, invocation: &mut Invocation) {
        let (mut diff, made_none) = (String::new(), self.changed.is_empty());
        for (name, file) in &self.changed {
            let after = invocation.sources.iter().find(|source| source.name() == name);
            diff.extend(after.map(|after| file.lines.diff(name, &file.before, after)));
        }
        let left = self.left(invocation);
        for file in std::mem::take(&mut self.changed).into_values() {
            invocation.files.replace(&file.path, file.before.text());
        }
        if made_none {
            return invocation.conclude(left);
        }
        self.restart(invocation);
        invocation.raise(ExitStatus::Failure);
        let rest = if left.is_empty() { String::new() } else { format!("; {left}") };
        invocation.conclude(format!("{made} would be made{rest}"));
        if invocation.options().message_format != MessageFormat::Github {
            // GitHub Actions could execute a line of the diff as a command.
            invocation.write(&[Output::new("", files::STDIO, diff, None)]);
        }
    }

    /// What is left, in words; empty if nothing is.
    fn left(&self, invocation: &Invocation) -> String {
        let (errors, warnings) = (invocation.report.errors(), invocation.report.warnings());
        if invocation.report.could_not_run() {
            return String::new();
        }
        let counts = [(errors, "error"), (warnings, "warning")];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| counted(count, word, "s"))
            .collect();
        if counts.is_empty() {
            return String::new();
        }
        let verb = if errors + warnings == 1 { "is" } else { "are" };
        let left = format!("{} {verb} left", counts.join(" and "));
        let (of_unsafe, elsewhere) = self.fixes(invocation, Applicability::Unsafe);
        let others = if self.arguments.unsafe_fixes { 0 } else { of_unsafe.len() };
        let left = match others {
            0 => left,
            1 if errors + warnings == 1 => format!("{left}, with a fix for --unsafe"),
            others if others == errors + warnings => format!("{left}, all with a fix for --unsafe"),
            others => format!("{left}, {others} of them with a fix for --unsafe"),
        };
        let names: Vec<String> =
            elsewhere.iter().take(SHOWN_FILES).map(|name| plain(name).to_string()).collect();
        match names.is_empty() {
            true => left,
            false => format!("{left}; `confc fix {}` has more fixes", names.join(" ")),
        }
    }
}

/// A number with its word.
fn counted(count: usize, word: &str, plural: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { plural })
}
