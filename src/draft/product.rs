//! A product of drafted manifests, as the text of a product file.

use super::write::{laid_out, literal};
use crate::types::Key;
use std::collections::BTreeSet;
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
        for environment in environments {
            let key = if Key::check(environment).is_ok() { environment.into() } else { literal(environment) };
            let _ = writeln!(out, "{key}: {{ components: {{");
            for component in components {
                let overlay = component.overlays.iter().find(|(name, _)| name == environment);
                if let Some((_, path)) = overlay {
                    let _ = writeln!(out, "{}: {{ overrides: [{}] }},", component.name, literal(path));
                }
            }
            out.push_str("} },\n");
        }
        out.push_str("},\n");
    }
    out.push_str("}\n");
    laid_out(out)
}

/// The names of all environments, each once.
fn environments(components: &[DraftedComponent]) -> Vec<&str> {
    let mut met = BTreeSet::new();
    let named = components.iter().flat_map(|component| &component.overlays);
    named.map(|(name, _)| name.as_str()).filter(|name| met.insert(*name)).collect()
}
