//! The kind of a file by its content, for messages about files of the wrong kind.
//!
//! Used only for refused files. Names and flags decide how a file is read, never its content.

use super::errors;
use super::file_kind::{self, FileKind};
use crate::declaration::Declaration;
use crate::diagnostic::Diagnostic;
use crate::text::language::{self, Language, is_lfs_pointer};
use confc_core::{plan, values};

/// The kind of the content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileContent {
    /// No bytes.
    Empty,
    /// A declaration that decodes.
    Declaration,
    /// An undamaged value file.
    Values,
    /// An undamaged value plan.
    Plan,
    /// A Git LFS pointer in place of the content.
    LfsPointer,
    /// A text with the language that it seems to be in.
    Text(Option<Language>),
    /// Other bytes, or a damaged file of a kind above.
    Other,
}

/// The help for a file with the right extension in place of another kind of file.
const OTHER_FILE: &str =
    "name another file, or leave out `--input-format`: the extension shows what this one is";

impl FileContent {
    /// Recognises bytes that were refused as a file of this kind, which is not tried again.
    fn of_refused(bytes: &[u8], refused: FileKind) -> Self {
        let is_declaration = || refused != FileKind::Declaration && Declaration::decode(bytes).is_ok();
        let is_values = || refused != FileKind::Values && values::is_value_file(bytes);
        let is_plan = || refused != FileKind::Plan && plan::is_plan(bytes);
        if bytes.is_empty() {
            return Self::Empty;
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if is_lfs_pointer(text) => Self::LfsPointer,
            Ok(text) if !text.chars().any(|c| c.is_control() && !c.is_whitespace()) => {
                Self::Text(language::guess(text).map(|(language, _)| language))
            }
            Ok(_) | Err(_) if is_declaration() => Self::Declaration,
            Ok(_) | Err(_) if is_values() => Self::Values,
            Ok(_) | Err(_) if is_plan() => Self::Plan,
            Ok(_) | Err(_) => Self::Other,
        }
    }

    /// Its name in messages, with the article.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Empty => "an empty file",
            Self::Declaration => "a compiled declaration",
            Self::Values => "a value file",
            Self::Plan => "a value plan",
            Self::LfsPointer => "a pointer of Git LFS",
            Self::Text(Some(language)) => language.name(),
            Self::Text(None) => "a text",
            Self::Other => "something else",
        }
    }

    /// The diagnostic of refused bytes that are another kind of file than the expected one. `None` if they are a
    /// damaged file of the expected kind, or of an unknown kind.
    pub(crate) fn misplaced(bytes: &[u8], expected: FileKind, name: &str) -> Option<Diagnostic> {
        let content = Self::of_refused(bytes, expected);
        let own = match content {
            Self::Declaration => Some(FileKind::Declaration),
            Self::Values => Some(FileKind::Values),
            Self::Plan => Some(FileKind::Plan),
            Self::Empty | Self::LfsPointer | Self::Text(_) | Self::Other => None,
        };
        let is_so_named = own.is_some() && FileKind::of(name) == own;
        let either = |elsewhere| [elsewhere; 2];
        let [help, in_product] = match (expected, content) {
            (_, Self::Other)
            | (FileKind::Manifest, Self::Text(_) | Self::LfsPointer | Self::Empty)
            | (FileKind::Declaration, Self::Declaration)
            | (FileKind::Values, Self::Values)
            | (FileKind::Plan, Self::Plan) => return None,
            (FileKind::Manifest, Self::Declaration) if is_so_named => {
                [OTHER_FILE, "name a compiled declaration in `declaration` of the component"]
            }
            (FileKind::Manifest | FileKind::Values | FileKind::Plan, Self::Declaration)
            | (FileKind::Manifest | FileKind::Declaration | FileKind::Plan, Self::Values)
            | (FileKind::Manifest | FileKind::Declaration | FileKind::Values, Self::Plan)
                if is_so_named =>
            {
                [OTHER_FILE, "name another file: the extension shows what this one is"]
            }
            (FileKind::Manifest | FileKind::Values | FileKind::Plan, Self::Declaration) => [
                "name it `.cm`; `confc show --input-format declaration` shows it",
                "a component has it in `declaration`; `confc show --input-format declaration` shows it",
            ],
            (FileKind::Manifest | FileKind::Declaration | FileKind::Plan, Self::Values) => {
                either("name it `.cvf`; `confc show --input-format values` shows it")
            }
            (FileKind::Declaration | FileKind::Values | FileKind::Plan, Self::LfsPointer) => {
                either("download the content with `git lfs pull`")
            }
            (FileKind::Values, Self::Plan) => either(file_kind::FINISH_FIRST),
            (FileKind::Manifest | FileKind::Declaration, Self::Plan) => {
                either("name it `.cvp`; `confc show DECL PLAN` shows it")
            }
            (FileKind::Plan, Self::Empty) => either("compile the file again with `confc values --plan`"),
            (FileKind::Plan, Self::Text(_)) => {
                either("compile it to a value plan first: `confc values DECL LAYER… --plan -o OUT.cvp`")
            }
            (FileKind::Declaration, Self::Empty) => either("compile the file again with `confc compile`"),
            (FileKind::Values, Self::Empty) => either("compile the file again with `confc values`"),
            (FileKind::Declaration, Self::Text(_)) => [
                "name a manifest `.cml`, or pass `--input-format manifest`; `confc compile` makes the declaration",
                "name a manifest in `manifest`; `declaration` is for what `confc compile` has made of one",
            ],
            (FileKind::Values, Self::Text(_)) => {
                either("compile it to a value file first: `confc values DECL LAYER… -o OUT.cvf`")
            }
        };
        // Only manifests have their own text extension. All other texts are read in the same way.
        let expected = if expected == FileKind::Manifest { "text" } else { expected.name() };
        Some(errors::another_kind(expected, content.name(), name).help_or_in_product(help, in_product))
    }
}
