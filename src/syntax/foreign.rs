//! Texts in another language than the expected one.

use super::document::Document;
use super::errors::another_language;
use super::format::Format;
use super::reading::{is_one_off, read_balanced};
use super::{json5, toml, yaml};
use crate::diagnostic::{Diagnostic, Report};
use crate::text::escape::{plain, quoted};
use crate::text::language::{self, Language};
use crate::text::{STDIN_NAME, Source, Sources, Span, narrow};
use std::sync::Arc;

/// E0130: a text in another language than the expected one. `None` if it does not look like one.
fn other_language(source: &Arc<Source>, expected: Language, advice: &Advice<'_>) -> Option<Diagnostic> {
    if let Some(found) = language::foreign(source.name()) {
        let name = quoted(source.name());
        let (expected_language, expected, found_name) = (expected, expected.name(), found.name());
        let said = format!("expected {expected} in {name}, found {found_name} by its extension");
        return Some(
            another_language(
                said,
                advice(LookAlike {
                    found,
                    expected: expected_language,
                    is_named: true,
                    is_correct: true,
                    by_extension: true,
                }),
            )
            .in_file(plain(source.name()).to_string()),
        );
    }
    let (found, line) = language::guess(source.text()).filter(|(found, _)| *found != expected)?;
    let (start, end) = (narrow(line.start), narrow(line.end));
    let is_named = Format::of(source.name()).is_some_and(|format| format.language() == found);
    let by_extension = is_by_extension(expected, source.name());
    let is_correct = is_correct_in(found, source);
    let looks = LookAlike { found, expected, is_named, is_correct, by_extension };
    let (expected, found) = (expected.name(), found.name());
    let said = format!("expected {expected}, found what looks like {found}");
    Some(another_language(said, advice(looks)).at(source.span(start, end), format!("not {expected}")))
}

/// Whether the extension of a file decides its expected language. Stdin has no extension, and a flag overrides it.
fn is_by_extension(expected: Language, name: &str) -> bool {
    let language = Format::of(name).map_or(Language::Json5, Format::language);
    name != STDIN_NAME && language == expected
}

/// The error about a text in YAML, TOML or an environment file that is in another language. All errors `found` in it
/// follow from that.
pub(super) fn instead_of_errors(format: Format, source: &Arc<Source>, found: &Report) -> Option<Diagnostic> {
    if !found.has_errors() || (format == Format::Env && source.text().contains('=')) {
        return None;
    }
    let other = in_another_language(format, source)?;
    let is_own = (format == Format::Yaml && !may_be_no_yaml(source))
        || has_foreign_comments(source.text())
        || is_one_off(format, source.text())
        || (format == Format::Toml && found.errors() == 1 && is_toml_but_for_a_colon(source));
    (!is_own).then_some(other)
}

/// Whether a text that is not valid YAML may be in another language. Most JSON is also YAML.
fn may_be_no_yaml(source: &Arc<Source>) -> bool {
    let is_header = source.text().trim_start().starts_with('[');
    source.text().trim_start().starts_with('/') || (is_header && is_correct_in(Language::Toml, source))
}

/// The error about a text that looks like another language than its own, although it is valid in both.
pub(crate) fn in_another_language(format: Format, source: &Arc<Source>) -> Option<Diagnostic> {
    other_language(source, format.language(), &advice)
}

/// Whether a text in TOML looks like YAML only because of one mistake: a `:` in place of a `=`.
fn is_toml_but_for_a_colon(source: &Arc<Source>) -> bool {
    let looks = language::guess(source.text());
    looks.is_some_and(|(found, _)| found == Language::Yaml) && !is_correct_in(Language::Yaml, source)
}

/// Whether a line that begins with a bracket is a header of TOML.
fn is_header(line: &str) -> bool {
    line.ends_with(']') && line.trim_matches(['[', ']']).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether a text begins with comments of JSON5, but the rest is not JSON5. Then only the comments are wrong.
fn has_foreign_comments(text: &str) -> bool {
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
    let begins = lines.clone().next().is_some_and(|line| line.starts_with("//") || line.starts_with("/*"));
    let is_comment = |line: &&str| line.starts_with("//") || line.starts_with("/*") || line.starts_with('*');
    let first = lines.find(|line| !is_comment(line));
    begins && first.is_some_and(|line| !line.starts_with('{') && (!line.starts_with('[') || is_header(line)))
}

/// The help for a text that looks like another language than the expected one: with flags, and in a product.
pub(crate) type Advice<'a> = dyn Fn(LookAlike) -> [String; 2] + 'a;

/// The language that a text looks like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LookAlike {
    /// The language that it looks like.
    pub(crate) found: Language,
    /// The expected language.
    pub(crate) expected: Language,
    /// Whether its extension belongs to the language that it looks like.
    pub(crate) is_named: bool,
    /// Whether it is, or may be, valid in that language.
    pub(crate) is_correct: bool,
    /// Whether the expected language follows from the extension, so that another extension helps.
    pub(crate) by_extension: bool,
}

/// Whether a text is valid in a language; true for a language without a reader here.
fn is_correct_in(language: Language, source: &Arc<Source>) -> bool {
    let mut found = Report::new();
    match language {
        Language::Json5 => json5::parse_damaged(source, &mut found),
        Language::Yaml => yaml::parse(source, 1, &mut found),
        Language::Toml => toml::parse(source, &mut found),
        Language::Environment | Language::Foreign(_) => return true,
    };
    !found.has_errors()
}

/// The help for a layer or patch whose extension belongs to another language.
pub(crate) fn advice(looks: LookAlike) -> [String; 2] {
    if !looks.is_correct {
        let (expected, found) = (looks.expected.name(), looks.found.name());
        let help = format!("write it in {expected}; as {found} it has mistakes, too");
        return [help.clone(), help];
    }
    let (ending, name) = match looks.found {
        Language::Json5 => (".json5", "json5"),
        Language::Yaml => (".yaml", "yaml"),
        Language::Toml => (".toml", "toml"),
        Language::Environment => (".env", "env"),
        Language::Foreign(language) => return [language.help.into(), language.help.into()],
    };
    if looks.is_named {
        let help = format!("leave out `--input-format`: the extension `{ending}` shows the format");
        return [help.clone(), help];
    }
    let renamed = format!("give its name the extension `{ending}`");
    let passed = format!("pass `--input-format {name}`");
    let is_list = looks.expected == Language::Environment && looks.found == Language::Yaml;
    let if_yaml = |help: &str| format!("write `NAME=value` on each line; if it is YAML, {help}");
    match (is_list, looks.by_extension) {
        (true, true) => [if_yaml(&renamed), if_yaml(&renamed)],
        (true, false) => [if_yaml(&passed), if_yaml(&renamed)],
        (false, true) => [format!("{renamed}, or {passed}"), renamed],
        (false, false) => [passed, renamed],
    }
}

/// As [`parse`](super::parse), for a text that may be in another language by mistake. If it looks like one, this is the
/// only error, with the help of `advice`.
pub(crate) fn parse_or_advise(
    format: Format,
    source: &Arc<Source>,
    advice: &Advice<'_>,
    report: &mut Report,
) -> Document {
    read_balanced(format, source, |found| read_or_advise(format, source, advice, found), report)
}

/// As [`parse_or_advise`], but also reports consequential mistakes.
pub(super) fn read_or_advise(
    format: Format,
    source: &Arc<Source>,
    advice: &Advice<'_>,
    report: &mut Report,
) -> Document {
    // Nearly every text begins like this, and is then not in another language.
    let is_foreign = language::foreign(source.name()).is_some();
    if source.text().trim_start().starts_with('{') && !is_foreign {
        return json5::read(format, source, report);
    }
    let mut found = Report::new();
    let document = json5::read(format, source, &mut found);
    if found.has_errors()
        && let Some(first) = first_without_braces(source, &found)
    {
        report.push(json5::braces_missing(source, first));
        return Document::unread(format, source);
    }
    if found.has_errors()
        && !is_one_off(format, source.text())
        && let Some(other) = other_language(source, Language::Json5, advice)
    {
        report.push(other);
        return Document::unread(format, source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}

/// The first key of a text that would be JSON5 with braces around it. `found` are the errors without them.
fn first_without_braces(source: &Source, found: &Report) -> Option<Span> {
    let first = found.sorted().first()?.primary()?.span;
    let before = source.text().get(..first.start as usize)?;
    // A text without braces may as well be YAML, and with another extension it most likely is.
    let is_otherwise = Format::of(source.name()).is_some_and(|format| !format.is_json());
    if is_otherwise || before.contains(['{', '[']) || !source.text().contains('{') {
        return None;
    }
    let mut wrong = Report::new();
    let within = format!("{{{}\n}}", source.text());
    json5::parse_damaged(&Sources::new().add(source.name().into(), within, None), &mut wrong);
    (!wrong.has_errors()).then_some(first)
}
