//! `confc diff`.

use super::declarations::OldManifest;
use super::files::{self, GitFiles, Output};
use super::manifests::{Compiler, ManifestArguments};
use super::outputs::StampArguments;
use super::path_values;
use super::product;
use super::{Invocation, diagnostics};
use crate::compare::{
    self, Change, CompareMode, Comparison, Exemption, FieldPath, Location, MAX_PATTERNS, Outcome, compare,
    judge,
};
use crate::compile::ManifestInput;
use crate::declaration::Config;
use crate::diagnostic::Diagnostic;
use crate::syntax::Format;
use crate::text::files::Files as _;
use crate::text::json::to_json;
use crate::text::{Sources, Span, escape};
use crate::workspace::{FileKind, LoadedDeclaration, is_product};
use std::collections::BTreeSet;

/// Compare two declarations: what changed, what it breaks and who is affected
///
/// A change breaks if it refuses a layer or a parent override that was valid. Compiled value files are bound to the
/// checksum: whenever it changes, compile the values again. Does not check whether layers that agree still agree.
///
/// Two products, `….product.json5`, are compared by component, and with --values by the values in each environment. For
/// sensitive values it shows only where they are set. Only interfaces break the mode.
#[derive(Debug, clap::Args)]
#[command(override_usage = "confc diff [OPTIONS] <OLD> <NEW>\n       \
    confc diff [OPTIONS] [--values] <OLD_PRODUCT> <NEW_PRODUCT>\n       \
    confc diff [OPTIONS] --against <git:REF> <MANIFEST|PRODUCT>...")]
pub(super) struct DiffArguments {
    /// The old declaration, compiled or as a manifest, `-` for stdin; with --against a manifest or product
    pub(super) old: String,
    /// The new one; with --against another manifest or product
    #[arg(required_unless_present = "against")]
    pub(super) new: Option<String>,
    /// With --against: further manifests and products
    #[arg(value_name = "MANIFEST|PRODUCT", requires = "against")]
    more: Vec<String>,
    /// Compare each manifest or product with what it is at a revision of the Git repository that the working folder lies
    /// in, with the includes, manifests and layers of that revision: `git:main`
    #[arg(long, value_name = "git:REF", value_parser = revision, conflicts_with = "input_format")]
    against: Option<Revision>,
    /// The kind of OLD and NEW, if their extensions do not show it
    #[arg(long, value_name = "KIND", value_parser = FileKind::declaring())]
    pub(super) input_format: Option<FileKind>,
    /// Compare the values of two products too, by component and environment
    #[arg(long)]
    pub(super) values: bool,
    /// A value for an input that environments of the products leave open, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL", requires = "values")]
    pub(super) input: Vec<String>,
    /// What must not break
    #[arg(long, value_name = "MODE", default_value = "backward")]
    mode: DiffMode,
    /// Allow a change that would break the mode, as in `field-removed:server.port`; repeat for more. `*` matches any
    /// text, as in `'field-removed:server.*'`. An exemption that is not needed is a warning
    #[arg(long, value_name = "CHANGE:FIELD", value_parser = exemption)]
    allow: Vec<Exemption>,
    /// The output format
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(super) format: DiffFormat,
    /// The file to write the report to, `-` for stdout. If a change breaks the mode, the file is left alone and the
    /// report goes to stdout
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file, default_value = files::STDIO, hide_default_value = true)]
    output: String,
    #[command(flatten)]
    stamp: StampArguments,
    #[command(flatten)]
    pub(super) manifest: ManifestArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DiffMode {
    /// Every layer or parent override that is valid for OLD is valid for NEW
    Backward,
    /// Every layer or parent override that is valid for NEW is valid for OLD
    Forward,
    /// Both
    Full,
    /// The checksums are equal
    Exact,
}

impl From<DiffMode> for CompareMode {
    fn from(mode: DiffMode) -> Self {
        match mode {
            DiffMode::Backward => Self::Backward,
            DiffMode::Forward => Self::Forward,
            DiffMode::Full => Self::Full,
            DiffMode::Exact => Self::Exact,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum DiffFormat {
    /// A block of lines for each change; nothing if nothing has changed
    Text,
    /// One JSON object, for tools
    Json,
}

fn exemption(text: &str) -> Result<Exemption, String> {
    text.parse().map_err(|error: compare::ExemptionError| error.to_string())
}

/// A revision of a Git repository, as spelled.
#[derive(Debug, Clone)]
struct Revision(String);

fn revision(text: &str) -> Result<Revision, &'static str> {
    let Some(revision) = text.strip_prefix("git:") else {
        return Err("expected `git:` and a commit, branch or tag");
    };
    match revision.chars().next() {
        None => Err("a commit, branch or tag is missing after `git:`"),
        Some('-') => Err("no commit, branch or tag begins with `-`"),
        Some(_) => Ok(Revision(revision.to_owned())),
    }
}

/// Prints the changes. Fails if a change breaks the mode and is not exempt.
pub(super) fn run(arguments: &DiffArguments, invocation: &mut Invocation) {
    if !arguments.stamp.has_target(Some(&arguments.output), invocation) {
        return;
    }
    let patterns = arguments.allow.iter().filter(|exemption| exemption.has_star()).count();
    if patterns > MAX_PATTERNS {
        let said = format!("expected at most {MAX_PATTERNS} `--allow` with a `*`, found {patterns}");
        invocation
            .report
            .push(diagnostics::bad_usage(said).help("write a pattern that matches more, or names"));
        return;
    }
    let mut report = ChangeReport::default();
    let complete = match (&arguments.against, &arguments.new) {
        (Some(revision), _) => report.add_revision(arguments, revision, invocation),
        (None, Some(new)) if product::diff::are_products(arguments) => {
            product::diff::add(&mut report, arguments, [&arguments.old, new], invocation)
        }
        (None, Some(new)) => report.add_pair(arguments, [&arguments.old, new], invocation),
        (None, None) => None,
    };
    if complete.is_none() {
        // The changes of the other manifests are printed even if one failed.
        if !report.text.is_empty() {
            invocation.print(report.text);
        }
        return;
    }
    let mode = CompareMode::from(arguments.mode);
    for (at, exemption) in arguments.allow.iter().enumerate() {
        if !report.needed.contains(&at) {
            let name = report.only_name.as_deref();
            let there_is = report.met.contains(&at);
            let breaches = report.breaches.iter().map(String::as_str);
            let of_kind = || {
                let kind = format!("{}:", exemption.kind);
                let from = report.breaches.range(kind.clone()..);
                let mut same = from.take_while(|breach| breach.starts_with(&kind));
                same.next().filter(|_| same.next().is_none()).map(String::as_str)
            };
            let near =
                invocation.report.suggestions().nearest(&exemption.to_string(), breaches).or_else(of_kind);
            let near = near.filter(|_| !there_is);
            let unused = diagnostics::unused_exemption(name, exemption, mode, (there_is, near));
            invocation.report.push(unused);
        }
    }
    if invocation.objections() > 0 {
        return invocation.print(report.text);
    }
    let misnamed = FileKind::claims(&arguments.output, "a report");
    let output = Output::new("-o", &arguments.output, report.text, misnamed);
    arguments.stamp.write(Some(output), invocation);
}

/// The text for a file that the old revision does not have.
pub(super) const NO_OLDER_VERSION: &str = "new, there is no older version\n";

/// The changes of everything that is compared.
#[derive(Debug, Default)]
pub(super) struct ChangeReport {
    pub(super) text: String,
    /// The name of the new declaration, if only one is compared.
    only_name: Option<String>,
    /// The exemptions that a change needs, by their positions in the arguments.
    needed: BTreeSet<usize>,
    /// The exemptions whose change exists.
    met: BTreeSet<usize>,
    /// The exemptions that would allow the refused changes.
    breaches: BTreeSet<String>,
}

impl ChangeReport {
    /// Compares two declarations. `None` if one cannot be read, which is reported.
    fn add_pair(
        &mut self,
        arguments: &DiffArguments,
        paths: [&str; 2],
        invocation: &mut Invocation,
    ) -> Option<()> {
        if let Some(other) = no_declaration(arguments, paths).or_else(|| revision_alone(paths, invocation)) {
            invocation.report.push(other);
            return None;
        }
        // Both are read before they are used, so that the errors of both are reported.
        let [old, new] = paths.map(|path| {
            // The extension wins over the flag: one may be a compiled file, the other a manifest on stdin.
            let kind = FileKind::of(path).or(arguments.input_format);
            LoadedDeclaration::read(path, kind, &arguments.manifest, invocation)
        });
        let names = paths.map(|path| files::input_name(path).to_owned());
        self.only_name = names.get(1).cloned();
        let text = self.compare([&old?, &new?], arguments, invocation);
        self.text += &text;
        Some(())
    }

    /// Compares manifests and products with themselves at a revision. `None` if one cannot be compared, which is
    /// reported; the others are still compared.
    fn add_revision(
        &mut self,
        arguments: &DiffArguments,
        Revision(revision): &Revision,
        invocation: &mut Invocation,
    ) -> Option<()> {
        let manifests: Vec<&str> = [&arguments.old]
            .into_iter()
            .chain(&arguments.new)
            .chain(&arguments.more)
            .map(String::as_str)
            .collect();
        if let [only] = manifests.as_slice() {
            self.only_name = Some((*only).to_owned());
        }
        if manifests.contains(&files::STDIO) {
            invocation.report.push(diagnostics::outside_git(files::input_name(files::STDIO)));
            return None;
        }
        let compiler = Compiler::new(&arguments.manifest, invocation)?;
        let git = GitFiles::open(revision, &invocation.files);
        let git = git
            .map_err(|refusal| invocation.report.push(diagnostics::not_in_git(revision, &refusal)))
            .ok()?;
        let mut complete = Some(());
        for path in manifests {
            let done = self.add_one(path, &compiler, &git, arguments, invocation);
            complete = complete.and(done);
        }
        complete
    }

    fn add_one(
        &mut self,
        path: &str,
        compiler: &Compiler,
        git: &GitFiles,
        arguments: &DiffArguments,
        invocation: &mut Invocation,
    ) -> Option<()> {
        let is_product = is_product(path);
        if arguments.values && !is_product {
            let said = format!("`--values` compares products, found the manifest {}", escape::quoted(path));
            let help = "leave out `--values`, or compare the products alone";
            invocation.report.push(diagnostics::bad_usage(said).help(help));
            return None;
        }
        if !is_product && !FileKind::Manifest.expect(path, invocation) {
            return None;
        }
        if git.in_tree(path).is_none() {
            invocation.report.push(diagnostics::outside_git(path));
            return None;
        }
        if is_product {
            let (text, done) = product::diff::against(self, arguments, (path, git), invocation);
            self.add_text(&text, arguments, (path, git));
            return done;
        }
        let new = LoadedDeclaration::compiled(path, compiler, invocation);
        let old = LoadedDeclaration::at_revision(path, compiler, git, invocation);
        let new = new?;
        let text = match old {
            OldManifest::Declared(old) => self.compare([&old, &new], arguments, invocation),
            OldManifest::Refused => return None,
            OldManifest::Absent => match arguments.format {
                DiffFormat::Text => NO_OLDER_VERSION.into(),
                DiffFormat::Json => {
                    let old_name = git.name(path).unwrap_or_default();
                    let checksum = new.declaration.config().map(Config::checksum);
                    to_json(&compare::json_of_new(arguments.mode.into(), [&old_name, path], checksum)) + "\n"
                }
            },
        };
        self.add_text(&text, arguments, (path, git));
        Some(())
    }

    /// Adds the changes of a file to the text, with its name before them.
    fn add_text(&mut self, text: &str, arguments: &DiffArguments, (path, git): (&str, &GitFiles)) {
        if arguments.format == DiffFormat::Text && !text.is_empty() {
            let gap = if self.text.is_empty() { "" } else { "\n" };
            let old_name = git.name(path).unwrap_or_default();
            self.text += &format!("{gap}{}, against {}:\n", escape::plain(path), escape::plain(&old_name));
        }
        self.text += text;
    }

    /// Adds the changes to the text, reports those that break the mode, and records the exemptions.
    pub(super) fn compare(
        &mut self,
        [old, new]: [&LoadedDeclaration; 2],
        arguments: &DiffArguments,
        invocation: &mut Invocation,
    ) -> String {
        let mode = CompareMode::from(arguments.mode);
        let changes = compare(&old.declaration, &new.declaration);
        let verdict = judge(&changes, mode, &arguments.allow);
        let spans = spans(&changes, [old, new]);
        let places = places(&spans, &invocation.sources);
        let checksum = |declared: &LoadedDeclaration| declared.declaration.config().map(Config::checksum);
        let names = [old.name(), new.name()];
        let comparison = Comparison {
            mode,
            names,
            checksums: [checksum(old), checksum(new)],
            changes: &changes,
            verdict: &verdict,
            places: &places,
        };
        let text = match arguments.format {
            DiffFormat::Text => compare::text(&comparison),
            DiffFormat::Json => to_json(&compare::json(&comparison)) + "\n",
        };
        let breaches =
            changes.iter().zip(&verdict.outcomes).filter(|(_, standing)| **standing == Outcome::Breach);
        let breaches: Vec<&Change<'_>> = breaches.map(|(change, _)| change).collect();
        let needed = |change: &&Change<'_>| Exemption { kind: change.kind, field: change.subject.clone() };
        self.breaches.extend(breaches.iter().map(|change| needed(change).to_string()));
        let spans = changes.iter().zip(&verdict.outcomes).zip(spans);
        let spans = spans.filter(|((_, standing), _)| **standing == Outcome::Breach);
        let spans: Vec<[Option<Span>; 2]> = spans.map(|(_, spans)| spans).collect();
        if let Some(broken) = diagnostics::mode_is_broken(mode, names, (&breaches, &spans)) {
            // The report shows lines of the manifests.
            [old, new]
                .into_iter()
                .filter_map(LoadedDeclaration::manifest)
                .for_each(ManifestInput::hide_secrets);
            invocation.report.push(broken);
        }
        self.needed.extend(verdict.used);
        self.met.extend(verdict.met);
        text
    }
}

/// The error of an operand with the extension of a value file or layer; `None` if there is no such operand.
fn no_declaration(arguments: &DiffArguments, paths: [&str; 2]) -> Option<Diagnostic> {
    let is_told = arguments.input_format.is_some();
    let (found, path) = paths.iter().find_map(|path| match (FileKind::of(path), Format::of(path)) {
        (Some(FileKind::Manifest | FileKind::Declaration), _) => None,
        (Some(kind @ (FileKind::Values | FileKind::Plan)), _) => Some((kind.name(), path)),
        (None, Some(Format::Yaml | Format::Toml | Format::Env)) if !is_told => Some(("layer", path)),
        (None, Some(_) | None) => None,
    })?;
    let said = format!("expected a declaration, found the {found} {}", escape::quoted(path));
    let found = diagnostics::bad_usage(said).in_file(escape::plain(path).to_string());
    Some(found.help("compare declarations or manifests, or the values of two products with `--values`"))
}

/// The error of a revision in place of the old declaration, if no file has its name.
fn revision_alone([old, new]: [&str; 2], invocation: &Invocation) -> Option<Diagnostic> {
    let is_name = !FileKind::is_known(old) && !old.contains(['/', ':']) && !old.is_empty();
    if !is_name || FileKind::of(new) != Some(FileKind::Manifest) || invocation.files.find(old).is_ok() {
        return None;
    }
    let said = format!("expected a declaration, found {}, which is not a file", escape::quoted(old));
    let (old, new) = (escape::plain(old), escape::plain(new));
    let help =
        format!("to compare with a commit, branch or tag, write `confc diff --against git:{old} {new}`");
    Some(diagnostics::bad_usage(said).help(help))
}

/// The places where each change is declared, in the old and the new manifest.
fn spans(changes: &[Change<'_>], [old, new]: [&LoadedDeclaration; 2]) -> Vec<[Option<Span>; 2]> {
    let (in_old, in_new) = (old.places(), new.places());
    changes
        .iter()
        .map(|change| {
            let place =
                |path: &Option<FieldPath<'_>>,
                 places: &dyn Fn(&crate::value::ValuePath<'_>) -> Option<Span>| {
                    path.as_ref().and_then(|path| path.with(|path| places(path)))
                };
            [place(&change.old.path, &in_old), place(&change.new.path, &in_new)]
        })
        .collect()
}

/// The lines and columns of these places.
fn places<'s>(spans: &[[Option<Span>; 2]], sources: &'s Sources) -> Vec<[Option<Location<'s>>; 2]> {
    let located = sources.locate(spans.iter().flatten().copied().flatten());
    let location = |span: Span| {
        let (source, place) = (sources.of(span)?, located.get(&span)?);
        Some(Location {
            file: source.name(),
            line: place.line,
            column: place.column,
            byte_start: span.start,
            byte_end: span.end,
        })
    };
    spans.iter().map(|pair| pair.map(|span| span.and_then(location))).collect()
}
