//! The subjects of checks: products, and files that no product names.

use crate::disk::FolderFiles;
use crate::manifest::relative_path;
use crate::product::component_name;
use crate::text::json::to_json;
use crate::workspace::{FileKind, is_product};
use std::ops::Range;

/// The most products that are checked.
pub(super) const MAX_PRODUCTS: usize = 8;

/// The most folders above a file in which products are looked for, if no workspace folder contains it.
const MAX_FOLDERS: usize = 8;

/// The lines at the start of a text in which it may name its declaration.
const COMMENT_LINES: usize = 10;

/// A product, or a file that is checked by itself. All paths are absolute and normalized.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CheckSubject {
    /// A product file, with everything that it names.
    Product(String),
    /// A manifest that no product names.
    Manifest(String),
    /// A layer that no product names, and the manifest or declaration that its comment names.
    Layer {
        /// The layer.
        layer: String,
        /// The manifest or declaration.
        declaration: String,
    },
}

impl CheckSubject {
    /// The file of diagnostics without a place.
    pub(super) fn path(&self) -> &str {
        match self {
            Self::Product(path) | Self::Manifest(path) | Self::Layer { layer: path, .. } => path,
        }
    }

    /// Whether diagnostics in this file are published.
    pub(super) fn publishes(&self, path: &str) -> bool {
        match self {
            Self::Product(_) | Self::Manifest(_) => true,
            Self::Layer { layer, .. } => layer == path,
        }
    }
}

/// The options of manifests that no product names, as members of a product file.
#[derive(Debug, Clone, Default)]
pub(super) struct StandaloneOptions {
    /// The folder of `//` in includes; absolute.
    pub(super) include_root: String,
    /// Folders for includes; absolute.
    pub(super) include_path: Vec<String>,
    /// Restricted features that may be used.
    pub(super) features: Vec<String>,
    /// The policy; absolute.
    pub(super) policy: Option<String>,
}

impl StandaloneOptions {
    /// The text of a product whose only component has this declaration and layer. Its paths are relative to `folder`.
    pub(super) fn product(&self, folder: &str, declaration: &str, layer: Option<&str>) -> String {
        let is_compiled = FileKind::of(declaration) == Some(FileKind::Declaration);
        let kind = if is_compiled { "declaration" } else { "manifest" };
        let name = declaration.rsplit('/').next().unwrap_or_default();
        let name = name.split('.').next().filter(|name| component_name(name).is_ok()).unwrap_or("component");
        let path = |path: &str| to_json(&relative_path(folder, path));
        let paths = |paths: &[String]| paths.iter().map(|of| path(of)).collect::<Vec<_>>().join(",");
        let layers = layer.map(|layer| format!(", layers: [{}]", path(layer))).unwrap_or_default();
        let policy = self.policy.as_ref().map(|policy| format!(" policy: {},", path(policy)));
        let features = if self.features.is_empty() {
            String::new()
        } else {
            format!(" features: {},", to_json(&self.features))
        };
        format!(
            "{{ include_root: {}, include_path: [{}],{features}{} components: {{ {name}: {{ {kind}: {}{layers} }} }} }}",
            path(&self.include_root),
            paths(&self.include_path),
            policy.unwrap_or_default(),
            path(declaration),
        )
    }
}

/// The folders of a file in which products are looked for: its own and those above, up to the workspace folder that
/// contains it.
pub(super) fn folders<'p>(path: &'p str, workspace: &[String]) -> impl Iterator<Item = &'p str> {
    let is_inside =
        |folder: &&String| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
    let root = workspace.iter().filter(is_inside).map(String::len).max();
    let above = |folder: &&'p str| folder.rsplit_once('/').map(|(above, _)| above);
    let first = path.rsplit_once('/').map(|(folder, _)| folder);
    let all = std::iter::successors(first, above).filter(|folder| !folder.is_empty());
    let count = root.map_or(MAX_FOLDERS, |_| usize::MAX);
    all.take(count).take_while(move |folder| root.is_none_or(|root| folder.len() >= root))
}

/// The product files in a folder.
pub(super) fn products_in(folder: &str, disk: &FolderFiles) -> Vec<String> {
    let entries = disk.list(folder).into_iter();
    let products = entries.filter(|(name, is_folder)| !is_folder && is_product(name));
    products.map(|(name, _)| format!("{folder}/{name}")).take(MAX_PRODUCTS).collect()
}

/// The path after `confc:` in a comment at the start of a text, as written. `None` for texts without such a comment.
pub(super) fn named_in_comment(text: &str) -> Option<&str> {
    text.get(naming_comment(text)?)
}

/// The byte range of the path after `confc:` in a comment at the start of a text.
pub(super) fn naming_comment(text: &str) -> Option<Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').take(COMMENT_LINES).find_map(|line| {
        let at = start;
        start += line.len();
        let rest = line.trim_start();
        let comment = rest.strip_prefix('#').or_else(|| rest.strip_prefix("//"))?;
        let path = comment.trim_start().strip_prefix("confc:")?.trim_start();
        let before = at + line.len() - path.len();
        let path = path.trim_end();
        (!path.is_empty()).then_some(before..before + path.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_end_at_the_workspace() {
        let all = |path: &'static str, roots: &[&str]| {
            let roots: Vec<String> = roots.iter().map(|root| (*root).to_owned()).collect();
            folders(path, &roots).collect::<Vec<_>>()
        };
        assert_eq!(all("/a/b/c/x.cml", &["/a"]), ["/a/b/c", "/a/b", "/a"]);
        assert_eq!(all("/a/b/c/x.cml", &["/a", "/a/b"]), ["/a/b/c", "/a/b"]);
        assert_eq!(all("/ab/x.cml", &["/a"]), ["/ab"]);
        assert_eq!(all("/x.cml", &["/"]), [""; 0]);
    }

    #[test]
    fn a_comment_names_a_declaration() {
        assert_eq!(named_in_comment("# confc: ../a b.cml \nx: 1"), Some("../a b.cml"));
        assert_eq!(named_in_comment("// x\n//confc: a.cml\n{}"), Some("a.cml"));
        assert_eq!(named_in_comment("confc: a.cml"), None);
        assert_eq!(named_in_comment(&format!("{}# confc: a.cml", "\n".repeat(10))), None);
    }
}
