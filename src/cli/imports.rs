//! The components of `--import`, whose values expressions read.

use super::manifests::ManifestArguments;
use super::{Invocation, diagnostics};
use crate::diagnostic::Diagnostic;
use crate::layers::{Import, ImportedValues};
use crate::types::Key;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileKind, LoadedDeclaration};
use confc_core::values::{LoadedValues, load};
use std::collections::HashSet;

/// The purpose of reading imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImportPurpose {
    /// Expressions read them now, so each needs its values.
    Values,
    /// A plan may defer them, so each may lack its values.
    Plan,
}

impl ImportPurpose {
    pub(super) fn of_plan(is_plan: bool) -> Self {
        if is_plan { Self::Plan } else { Self::Values }
    }
}

/// An imported component.
pub(super) struct ReadImport {
    pub(super) name: Key,
    declared: LoadedDeclaration,
    /// Its values, if they were given.
    pub(super) values: Option<LoadedValues>,
}

impl ReadImport {
    pub(super) fn into_import(self) -> Option<Import> {
        let Self { name, declared, values } = self;
        let values = match values {
            Some(values) => ImportedValues::Loaded(values),
            None => {
                let config = declared.declaration.config()?;
                ImportedValues::Unknown(config.as_struct().clone(), config.checksum())
            }
        };
        Some(Import { name, values })
    }
}

/// Reads the components of texts `name=declaration,values`. Reports every mistake.
pub(super) fn read(
    texts: &[String],
    purpose: ImportPurpose,
    is_field: &dyn Fn(&str) -> bool,
    manifest: &ManifestArguments,
    invocation: &mut Invocation,
) -> Vec<ReadImport> {
    let (mut imports, mut names) = (Vec::new(), HashSet::new());
    for text in texts {
        let parts = text.split_once('=').and_then(|(name, files)| match files.rsplit_once(',') {
            Some((declaration, values)) => Some((name, declaration, Some(values))),
            None => (purpose == ImportPurpose::Plan).then_some((name, files, None)),
        });
        let in_order =
            parts.filter(|(_, declaration, _)| FileKind::of(declaration) != Some(FileKind::Values));
        let Some((name, declaration, values)) = in_order.filter(|(name, ..)| !FileKind::declares(name))
        else {
            invocation.report.push(diagnostics::not_an_import(text, &meant(text)));
            continue;
        };
        let key = match Key::new(name) {
            Ok(key) if !is_field(name) => key,
            Ok(_) => {
                invocation.report.push(diagnostics::import_is_field(name));
                continue;
            }
            Err(_) => {
                invocation.report.push(diagnostics::import_has_no_name(name));
                continue;
            }
        };
        if !names.insert(key.clone()) {
            invocation.report.push(diagnostics::import_given_twice(name));
            continue;
        }
        let declared = LoadedDeclaration::read(declaration, None, manifest, invocation);
        let Some(declared) = declared else { continue };
        if declared.config(declaration, invocation).is_none() {
            continue;
        }
        let values = match values.map(|values| loaded(values, &declared, invocation)) {
            None => None,
            Some(Some(values)) => Some(values),
            Some(None) => continue,
        };
        imports.push(ReadImport { name: key, declared, values });
    }
    imports
}

/// The valid text of an import for a text with its parts in another order, with an invented name for each missing part.
fn meant(text: &str) -> String {
    let parts = || text.split(['=', ',']).map(str::trim).filter(|part| !part.is_empty());
    let file = |is_file: &dyn Fn(&str) -> bool| parts().find(|part| is_file(part)).map(str::to_owned);
    let name = parts().find(|part| Key::check(part).is_ok()).unwrap_or("db");
    let (declaration, values) =
        (file(&FileKind::declares), file(&|part| FileKind::of(part) == Some(FileKind::Values)));
    // A missing file gets the name of the other file.
    let stem = declaration.as_ref().or(values.as_ref()).and_then(|file| file.rsplit_once('.'));
    let beside = |ending| format!("{}.{ending}", stem.map_or(name, |(stem, _)| stem));
    let declaration = declaration.clone().unwrap_or_else(|| beside("cm"));
    format!("{name}={declaration},{}", values.clone().unwrap_or_else(|| beside("cvf")))
}

/// The error of an import whose value file is an argument of its own, so that it counts as a layer.
pub(super) fn in_two<'a>(mut layers: impl Iterator<Item = &'a str>, texts: &[String]) -> Option<Diagnostic> {
    let values = layers.find(|path| FileKind::of(path) == Some(FileKind::Values))?;
    let text = texts.iter().find(|text| FileKind::declares(text.trim_end_matches(',')))?;
    Some(diagnostics::not_an_import(text, &meant(&format!("{text},{values}"))))
}

/// Loads a value file. Reports every mistake.
fn loaded(path: &str, declared: &LoadedDeclaration, invocation: &mut Invocation) -> Option<LoadedValues> {
    if !FileKind::Values.expect(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
    let refused =
        |error| invocation.report.push(super::loaded_values::refused(path, &bytes, declared.name(), &error));
    load(&declared.declaration, &bytes).map_err(refused).ok()
}
