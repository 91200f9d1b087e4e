//! A product of drafted manifests, as the text of a product file.

use super::write::{laid_out, literal};
use crate::types::Key;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A component with its files, whose paths are relative to the product file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftedComponent {
    /// The name of the component, which follows the rules for keys of fields.
    pub name: String,
    /// The path of the manifest.
    pub manifest: String,
    /// The path of the values in every environment.
    pub base: String,
    /// The environments with other values, each once, with the paths of their files.
    pub overlays: Vec<(String, String)>,
}

/// The head of the product file.
const HEAD: &str = "\
// Drafted by `confc init`. `confc assemble THIS --check` evaluates all environments, and with `--out-dir DIR` instead of
// `--check` writes their values.
";

/// Writes a product file: the bases are layers, and the overlays override them in their environments. Environments come
/// in the order in which the components name them.
#[must_use]
pub fn product(components: &[DraftedComponent]) -> String {
    let mut out = format!("{HEAD}{{\ncomponents: {{\n");
    for DraftedComponent { name, manifest, base, .. } in components {
        let (manifest, base) = (literal(manifest), literal(base));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name}: {{ manifest: {manifest}, layers: [{base}] }},");
    }
    out.push_str("},\n");
    let environments = environments(components);
    if !environments.is_empty() {
        out.push_str("environments: {\n");
        for (environment, overlays) in environments {
            let key = if Key::check(environment).is_ok() { environment.into() } else { literal(environment) };
            let _ = writeln!(out, "{key}: {{ components: {{");
            for (component, path) in overlays {
                let _ = writeln!(out, "{component}: {{ overrides: [{}] }},", literal(path));
            }
            out.push_str("} },\n");
        }
        out.push_str("},\n");
    }
    out.push_str("}\n");
    laid_out(out)
}

/// The environments in the order of their first names, each with the components that have an overlay and its path.
fn environments(components: &[DraftedComponent]) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut environments: Vec<(&str, Vec<(&str, &str)>)> = Vec::new();
    for component in components {
        for (environment, path) in &component.overlays {
            let at = *positions.entry(environment).or_insert_with(|| {
                environments.push((environment, Vec::new()));
                environments.len() - 1
            });
            if let Some((_, overlays)) = environments.get_mut(at) {
                overlays.push((&component.name, path));
            }
        }
    }
    environments
}
