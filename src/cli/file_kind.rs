//! The kinds of files on the command line, and the diagnostics of files of the wrong kind.

use super::{Invocation, diagnostics, files};
use crate::diagnostic::Diagnostic;
use crate::syntax::Format;
use crate::text::escape::plain;
use crate::text::{STDIN_NAME, language};
use crate::workspace::{FINISH_FIRST, FileKind, is_product};
use clap::ValueEnum as _;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The help for a file whose extension does not show its kind.
fn instead_of_unknown(name: &str) -> String {
    const BY_FLAG: &str = "name the kind, as in `--input-format manifest`";
    if name == STDIN_NAME {
        return BY_FLAG.into();
    }
    let layer =
        format!("a layer comes after its declaration: `confc values DECL {} -o OUT.cvf`", plain(name));
    if language::foreign(name).is_some() {
        return "declare the fields in a manifest, which is JSON5: `{ config: { key: { type: \"bool\" } } }`"
            .into();
    }
    if name.rsplit(['/', std::path::MAIN_SEPARATOR]).next() == Some("index.json") {
        return "`confc verify --index` checks the outputs that an index lists".into();
    }
    match Format::of(name) {
        Some(Format::Yaml | Format::Toml | Format::Env) => format!("name one of these files; {layer}"),
        Some(Format::Json5 | Format::Json) => format!("{BY_FLAG}; {layer}"),
        None => BY_FLAG.into(),
    }
}

impl FileKind {
    /// Parses the kind of a file that declares: the help lists no other kinds.
    pub(super) fn declaring() -> impl TypedValueParser<Value = Self> {
        let kinds = Self::DECLARING.iter().filter_map(Self::to_possible_value);
        PossibleValuesParser::new(kinds).try_map(|kind| Self::from_str(&kind, false))
    }

    /// The kind of a file, from the flag or else from its extension. `None` if neither shows it, which is reported.
    pub(super) fn tell(path: &str, said: Option<Self>, invocation: &mut Invocation) -> Option<Self> {
        let kind = said.or_else(|| Self::of(path));
        if kind.is_none() && invocation.finds(path) {
            invocation.report.push(match is_product(path) {
                true => diagnostics::product_in_place_of(Self::Declaration.name(), path),
                false => {
                    let name = files::input_name(path);
                    diagnostics::unknown_kind(name, instead_of_unknown(name))
                }
            });
        }
        kind
    }

    /// Reports a path with the extension of another kind of file. Returns whether the path is right.
    pub(super) fn expect(self, path: &str, invocation: &mut Invocation) -> bool {
        if is_product(path) {
            invocation.report.push(diagnostics::product_in_place_of(self.name(), path));
            return false;
        }
        match Self::of(path) {
            Some(found) if found != self => {
                let wrong = diagnostics::wrong_kind(self.name(), found.name(), path);
                let is_unfinished = (self, found) == (Self::Values, Self::Plan);
                let finish = FINISH_FIRST.to_owned();
                invocation.report.push(wrong.help_if(is_unfinished.then_some(finish)));
                false
            }
            Some(_) | None => true,
        }
    }

    /// The diagnostic of an output of this kind with the extension of another kind, as which every command would read
    /// it. `None` if the extension is not of another kind.
    pub(super) fn misnamed(self, path: &str) -> Option<Diagnostic> {
        if let Some(named) = Self::of(path) {
            let names = [self.name(), named.name()];
            return (named != self).then(|| diagnostics::output_named_otherwise(names, self.ending(), path));
        }
        let format = Format::of(path)?;
        let (named, flag) = match format {
            Format::Json | Format::Json5 => ("JSON document", "json"),
            Format::Yaml => ("YAML document", "yaml"),
            Format::Toml => ("TOML document", "toml"),
            Format::Env => ("list of environment variables", "env"),
        };
        let misnamed = diagnostics::output_named_otherwise([self.name(), named], self.ending(), path);
        let instead = match self {
            Self::Manifest if format.is_json() => return None,
            Self::Manifest => return Some(misnamed),
            Self::Declaration => "`confc show --format json DECL` shows a declaration as JSON".to_owned(),
            Self::Values | Self::Plan => {
                format!(
                    "`confc export --format {flag} DECL VALUES` writes the values of a value file in this form"
                )
            }
        };
        Some(misnamed.help(instead))
    }

    /// Whether a path has an extension of any file that confc reads.
    pub(super) fn is_known(path: &str) -> bool {
        path == files::STDIO || Self::of(path).is_some() || Format::of(path).is_some() || path.contains('#')
    }

    /// The diagnostic of another output with the extension of one of these kinds, since it could replace a source.
    /// `what` is the output with its article. `None` if no kind has the extension.
    pub(super) fn claims(path: &str, what: &str) -> Option<Diagnostic> {
        Self::of(path).map(|named| diagnostics::output_named_like_input([what, named.name()], path))
    }

    /// Reports a path of a layer or patch that has the extension of another kind of file. Returns whether the path is
    /// right.
    pub(super) fn expect_text(path: &str, what: &str, invocation: &mut Invocation) -> bool {
        let wrong = match Self::of(path) {
            Some(found) => diagnostics::wrong_kind(what, found.name(), path),
            None if is_product(path) => diagnostics::product_in_place_of(what, path),
            None => return true,
        };
        invocation.report.push(wrong);
        false
    }
}
