//! Completion of paths: entries of the folder that the path before the cursor leads to.

use super::completing::PLACEHOLDER;
use super::offer::Offer;
use super::requested_document::RequestedDocument;
use crate::manifest::{folder_of_path, join_path};
use crate::syntax::Node;
use lsp_types::CompletionItemKind;
use std::collections::BTreeSet;

/// The entries for a path that is relative to the folder of the document.
pub(super) fn paths(requested: &RequestedDocument<'_, '_>, value: Node<'_>) -> Option<Vec<Offer>> {
    Some(entries(requested, &join_path(folder_of_path(requested.path), inside(value)?)))
}

/// The entries for an include: manifests and folders beside the document and in the folders for includes, or below the
/// root of includes for a path that begins with `//`.
pub(super) fn includes(requested: &RequestedDocument<'_, '_>, value: Node<'_>) -> Option<Vec<Offer>> {
    let product = requested.view.opened.map(|opened| opened.product);
    let absolute = |path: &str| requested.view.files.absolute_path(path);
    let inside = inside(value)?;
    let below_root = value.text().strip_prefix("//").map(|_| inside.trim_start_matches('/'));
    let folders: Vec<String> = match below_root {
        Some(inside) => {
            let root = product.map(|product| absolute(&product.include_root.path));
            root.map(|root| join_path(&root, inside)).into_iter().collect()
        }
        None => {
            let named = product.into_iter().flat_map(|product| &product.include_path);
            let beside = folder_of_path(requested.path).to_owned();
            let folders = std::iter::once(beside).chain(named.map(|path| absolute(&path.path)));
            folders.map(|folder| join_path(&folder, inside)).collect()
        }
    };
    let (mut offers, mut met) = (Vec::new(), BTreeSet::new());
    for folder in folders {
        let mut found = entries(requested, &folder);
        found.retain(|Offer { word, .. }| word.ends_with('/') || word.ends_with(".cml"));
        found.retain(|Offer { word, .. }| {
            join_path(&folder, word) != requested.path && met.insert(word.clone())
        });
        offers.extend(found);
    }
    Some(offers)
}

/// The folders of the path before the cursor; `None` for a value without the placeholder, which could not be read.
fn inside(value: Node<'_>) -> Option<&str> {
    let (written, _) = value.text().split_once(PLACEHOLDER)?;
    Some(written.rfind('/').and_then(|at| written.get(..at)).unwrap_or_default())
}

fn entries(requested: &RequestedDocument<'_, '_>, folder: &str) -> Vec<Offer> {
    let entries = requested.view.files.list(folder).into_iter();
    let entries = entries.filter(|(name, _)| !name.starts_with('.'));
    entries
        .map(|(name, is_folder)| Offer {
            word: if is_folder { format!("{name}/") } else { name },
            kind: Some(if is_folder { CompletionItemKind::FOLDER } else { CompletionItemKind::FILE }),
            ..Offer::default()
        })
        .collect()
}
