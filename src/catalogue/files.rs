//! All files of a catalogue, and their list, from which the next run knows the files of the catalogue.

use super::model::{CatalogueInput, CatalogueModel};
use super::{component_page, data, deprecated_page, differences_page, index_page, page};
use crate::text::json::to_indented_json;
use confc_core::text::Hexadecimal;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// The name of the list of files.
pub(crate) const LIST_NAME: &str = "catalogue.json";

/// The version of the list, which is raised if a member changes its meaning or is removed, but not for a new member.
const VERSION: u32 = 1;

/// A file of a catalogue.
#[derive(Debug)]
pub(crate) struct CatalogueFile {
    /// The path in the folder of the catalogue.
    pub(crate) path: String,
    /// The content.
    pub(crate) text: String,
}

/// The list of the files of a catalogue.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CatalogueList {
    version: u32,
    /// The SHA-256 of each file, in hexadecimal, by its path.
    pub(crate) files: BTreeMap<String, String>,
}

impl CatalogueList {
    /// Reads a list of this version.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice::<Self>(bytes).ok().filter(|list| list.version == VERSION)
    }

    /// The SHA-256 of bytes, as in the list.
    pub(crate) fn sha256(bytes: &[u8]) -> String {
        Hexadecimal(&Sha256::digest(bytes)).to_string()
    }
}

/// Makes all files, the list first. The same product and options give the same bytes.
pub(crate) fn files(input: &CatalogueInput<'_, '_>) -> Vec<CatalogueFile> {
    let mut model = CatalogueModel::new(input);
    let (mut files, mut parts) = (Vec::new(), Vec::new());
    for (at, component) in model.components.iter().enumerate() {
        let pages = component_page::write(&model, (component, at));
        for (part, text) in pages.texts.into_iter().enumerate() {
            let path = format!("components/{}", page::component_page(component.name, part));
            files.push(CatalogueFile { path, text });
        }
        parts.push(pages.first_sections);
    }
    model.parts = parts;
    for (part, text) in differences_page::write(&model).into_iter().enumerate() {
        files.push(CatalogueFile { path: differences_page::file(part), text });
    }
    let others = [
        ("index.html", index_page::write(&model)),
        ("deprecated.html", deprecated_page::write(&model)),
        ("data.js", data::write(&model)),
        ("app.js", include_str!("app.js").to_owned()),
        ("style.css", include_str!("style.css").to_owned()),
    ];
    files.extend(others.map(|(path, text)| CatalogueFile { path: path.to_owned(), text }));
    let sums = files.iter().map(|file| (file.path.clone(), CatalogueList::sha256(file.text.as_bytes())));
    let list = CatalogueList { version: VERSION, files: sums.collect() };
    let list = CatalogueFile { path: LIST_NAME.to_owned(), text: to_indented_json(&list) + "\n" };
    files.insert(0, list);
    files
}
