//! The files of users, opened once for all commands: manifests, and products with everything that they name.
//!
//! Files come through [`UserFiles`], so that a command, a revision of a repository and an editor with unsaved texts give
//! the same diagnostics for the same texts.

mod assembly;
mod editor_files;
mod errors;
mod file_content;
mod file_kind;
mod file_reader;
mod loaded_declaration;
mod product_text;
mod value_texts;

pub(crate) use assembly::assembly;
pub(crate) use editor_files::{EditorFiles, FileStates, OpenTexts, are_current};
pub(crate) use errors::{KINDS, bad_declaration, product_in_place_of, refused, wrong_kind};
pub(crate) use file_content::FileContent;
pub(crate) use file_kind::{FINISH_FIRST, FileKind, PRODUCT_EXTENSION, is_product};
pub(crate) use file_reader::{FileReader, UserFiles};
pub(crate) use loaded_declaration::LoadedDeclaration;
pub(crate) use product_text::{ComponentFile, ProductText, declarations};
pub(crate) use value_texts::value_texts;
