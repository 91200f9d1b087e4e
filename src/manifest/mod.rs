//! The manifest as written: its text with includes merged, without checks of its meaning.
//!
//! [`load`] reads the main manifest and its includes, `read` checks the top level of each and merges them.
//! [`component`] carries the sections that confc does not interpret, `expand` writes the merged manifest as
//! text. Sections keep the nodes they were written with, so that every span survives merging.

mod canonical;
mod carry;
mod convention;
mod errors;
mod expand;
mod include;
mod keys;
mod merge;
mod path;
mod read;
mod role;
mod section;
mod view;

use crate::syntax::{Document, Node};
pub use carry::component;
pub(crate) use convention::{NameConvention, NameConventions};
pub use errors::names_section;
pub use expand::expand;
pub use include::{IncludeOptions, MAX_INCLUDE_DEPTH, load, under_root};
pub(crate) use path::{
    folder as folder_of_path, join as join_path, normalize as normalized_path, relative as relative_path,
};
pub use read::{lacks_sections, may_be_section, read};
pub(crate) use section::OWN_SECTIONS;
pub use section::Section;

/// The main manifest and its includes, read but not merged.
#[derive(Debug)]
pub struct Loaded {
    /// The main manifest first, then its includes depth first in listed order, each once.
    pub documents: Vec<Document>,
    /// The path of every file that was read, the main manifest first, as a depfile lists them. Standard input is not a
    /// file.
    pub inputs: Vec<String>,
}

/// A manifest with its includes merged.
#[derive(Debug)]
pub struct Manifest<'d> {
    /// The carried sections, in the order of their first occurrence.
    pub sections: Vec<(Section, MergedValue<'d>)>,
    /// The `x-…` keys with their values, in the order of their first occurrence.
    pub extensions: Vec<(Node<'d>, MergedValue<'d>)>,
    /// The `config` objects; `None` if no file has one.
    pub config_section: Option<ConfigSection<'d>>,
    /// The `config_types` objects; `None` if no file has one.
    pub types_section: Option<ConfigSection<'d>>,
    /// The items of `config_rules`, all of them objects, in order. An item in two files occurs twice; `schema` checks
    /// that both agree.
    pub rules: Vec<Node<'d>>,
    /// The `config_names` of each file.
    pub(crate) conventions: NameConventions,
}

impl<'d> Manifest<'d> {
    /// The items of a list section, concatenated over all files.
    pub fn items(&self, section: Section) -> impl Iterator<Item = Node<'d>> {
        let (one, several) = match self.section(section) {
            Some(MergedValue::Node(array)) => (Some(array.elements()), &[][..]),
            Some(MergedValue::Array(elements)) => (None, elements.as_slice()),
            Some(MergedValue::Object(_)) | None => (None, &[][..]),
        };
        let several = several.iter().filter_map(|element| match element {
            MergedValue::Node(item) => Some(*item),
            MergedValue::Object(_) | MergedValue::Array(_) => None,
        });
        one.into_iter().flatten().chain(several)
    }

    /// A section; `None` if no file has it.
    #[must_use]
    pub fn section(&self, section: Section) -> Option<&MergedValue<'d>> {
        self.sections.iter().find(|(found, _)| *found == section).map(|(_, tree)| tree)
    }
}

/// The fields of all `config` objects, or the types of all `config_types`.
#[derive(Debug)]
pub struct ConfigSection<'d> {
    /// The first key of the section.
    pub key: Node<'d>,
    /// Key and value of each field or type in each file, in order. A key in two files occurs twice; `schema` checks that
    /// both agree.
    pub fields: Vec<(Node<'d>, Node<'d>)>,
}

/// A value whose parts may come from several files.
#[derive(Debug, Clone)]
pub enum MergedValue<'d> {
    /// A value from a single place.
    Node(Node<'d>),
    /// Members of several objects.
    Object(Vec<(Node<'d>, MergedValue<'d>)>),
    /// Elements of several arrays.
    Array(Vec<MergedValue<'d>>),
}
