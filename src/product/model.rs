//! What a product file says, with its places.

use crate::schema::Feature;
use crate::syntax::Node;
use crate::text::{Source, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The environment of a product that names none.
pub const DEFAULT_ENVIRONMENT: &str = "default";

/// More environments than this no environment extends, directly and through others.
pub const MAX_BASES: usize = 64;

/// A product has no more value files than this, over all of its environments.
pub const MAX_VALUE_FILES: usize = 100_000;

/// The exports of a product make no more files than this, over all of its components and environments.
pub(super) const MAX_EXPORTED_FILES: usize = 500_000;

/// The layers for many of a product are received by components so often at most: each layer once by each component that it
/// has values for.
pub(super) const MAX_RECEIVED: usize = 250_000;

/// The most rules, and the most inputs, that a product may have when each counts once in each environment.
pub(super) const MAX_IN_ENVIRONMENTS: usize = 1_000_000;

/// Components, the environments they are configured for, and where their values come from.
#[derive(Debug, Clone)]
pub struct Product<'d> {
    /// All of it.
    pub(super) root: Node<'d>,
    /// The folder that `//` stands for, by default that of the product file.
    pub include_root: ProductPath,
    /// Folders to look in for includes of manifests.
    pub include_path: Vec<ProductPath>,
    /// The policy that says which features are restricted.
    pub policy: Option<ProductPath>,
    /// The restricted features that manifests may use.
    pub features: Vec<Feature>,
    /// The types of inputs, an object as `$inputs` of a layer is; not checked yet.
    pub inputs: Option<Node<'d>>,
    /// The components, in the order of the file, each name once.
    pub components: Vec<ProductComponent<'d>>,
    /// The environments, in the order of the file, each name once: at least one that is not abstract.
    pub environments: Vec<Environment<'d>>,
    /// What concerns all components in every environment.
    pub(super) common: CommonSources<'d>,
}

/// A path in a product file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductPath {
    /// From the folder that the path of the product file itself is meant from, normalized; a pointer `#/…` behind the
    /// path of a layer is kept.
    pub path: String,
    /// From the folder of the product file, normalized: what outputs hold, wherever the compiler runs.
    pub relative: String,
    /// Where it is written.
    pub place: Span,
}

/// A component of a product.
#[derive(Debug, Clone)]
pub struct ProductComponent<'d> {
    /// The name.
    pub name: &'d str,
    /// Where it is named.
    pub place: Span,
    /// Where its declaration comes from.
    pub declared: ComponentDeclaration,
    /// The path of its value file in its package.
    pub package_path: Option<Node<'d>>,
    /// Names that its expressions may read, each with the position of the component that it stands for, ascending by
    /// name.
    pub imports: Vec<ProductImport<'d>>,
    /// What sets its values in every environment.
    pub(super) own: OwnSources<'d>,
}

/// Where the declaration of a component comes from.
#[derive(Debug, Clone)]
pub enum ComponentDeclaration {
    /// A manifest, which is compiled.
    Manifest(ProductPath),
    /// A declaration that was compiled before.
    Compiled(ProductPath),
}

impl ComponentDeclaration {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &ProductPath {
        match self {
            Self::Manifest(path) | Self::Compiled(path) => path,
        }
    }
}

/// Another component that expressions of a component may read.
#[derive(Debug, Clone, Copy)]
pub struct ProductImport<'d> {
    /// The name that it has there.
    pub name: &'d str,
    /// Where that stands.
    pub place: Span,
    /// Its position in [`Product::components`].
    pub component: usize,
    /// Where it is named.
    pub target: Span,
}

/// One set of values for all components.
#[derive(Debug, Clone)]
pub struct Environment<'d> {
    /// The name.
    pub name: &'d str,
    /// Where it is named; `None` for the one of a product that names none.
    pub place: Option<Span>,
    /// Whether it is only there to be extended.
    pub is_abstract: bool,
    /// The positions of the environments that make it up: those that it extends, each before what extends it, depth
    /// first in the order in which they are listed, and itself last.
    pub lineage: Vec<usize>,
    /// The positions of the components that it leaves out, itself or through what it extends, each with the place
    /// where that is said.
    pub without: BTreeMap<usize, Span>,
    /// What concerns all components here.
    pub(super) common: CommonSources<'d>,
    /// What concerns one component here, by its position.
    pub(super) components: BTreeMap<usize, OwnSources<'d>>,
    /// Where each of them is named.
    pub(super) component_places: BTreeMap<usize, Span>,
    /// Values of inputs.
    pub(super) inputs: Vec<InputAssignment<'d>>,
}

/// What a product or an environment says of all components.
#[derive(Debug, Clone, Default)]
pub(super) struct CommonSources<'d> {
    pub(super) shared: Vec<ProductPath>,
    pub(super) sections: Vec<ProductPath>,
    pub(super) rules: Vec<Node<'d>>,
    pub(super) exports: Vec<ProductExport<'d>>,
}

/// What a component, or an environment of a component, says of it alone.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnSources<'d> {
    pub(super) layers: Vec<ProductPath>,
    pub(super) overrides: Vec<ProductPath>,
    pub(super) patches: Vec<ProductPath>,
    pub(super) settings: Vec<ProductSetting<'d>>,
}

/// A member of `set`.
#[derive(Debug, Clone, Copy)]
pub struct ProductSetting<'d> {
    /// The path, as `--set` takes it.
    pub path: Node<'d>,
    /// The literal.
    pub value: Node<'d>,
}

/// A value of an input in an environment.
#[derive(Debug, Clone, Copy)]
pub struct InputAssignment<'d> {
    /// The name of the input.
    pub name: Node<'d>,
    /// The literal.
    pub value: Node<'d>,
}

/// An item of `exports`: files that are made of verified values.
#[derive(Debug, Clone)]
pub struct ProductExport<'d> {
    /// The name of the format, which is for the reader of exports to know.
    pub format: Node<'d>,
    /// The path below the output folder, in which `{component}` and `{environment}` stand for their names.
    pub path: Node<'d>,
    /// The positions of the components that it is for, each with where it is named; `None` for all.
    pub components: Option<BTreeMap<usize, Span>>,
    /// Which values: `omit`, `only` or `include` those of sensitive fields.
    pub sensitive: Option<Node<'d>>,
    /// The name of a Kubernetes object.
    pub name: Option<Node<'d>>,
    /// The one key of a Kubernetes object.
    pub document: Option<Node<'d>>,
}

impl Environment<'_> {
    /// The one of a product that names none.
    pub(super) fn default_one() -> Self {
        Self {
            name: DEFAULT_ENVIRONMENT,
            place: None,
            is_abstract: false,
            lineage: vec![0],
            without: BTreeMap::new(),
            common: CommonSources::default(),
            components: BTreeMap::new(),
            component_places: BTreeMap::new(),
            inputs: Vec::new(),
        }
    }
}

impl<'d> Product<'d> {
    /// The text of the product file.
    #[must_use]
    pub fn source(&self) -> &'d Arc<Source> {
        self.root.document().source()
    }

    /// The position of the component with this name.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<usize> {
        self.components.iter().position(|component| component.name == name)
    }

    /// The position of the environment with this name.
    #[must_use]
    pub fn environment(&self, name: &str) -> Option<usize> {
        self.environments.iter().position(|environment| environment.name == name)
    }

    /// The positions of the environments that are not abstract.
    pub fn built(&self) -> impl Iterator<Item = usize> + '_ {
        let environments = self.environments.iter().enumerate();
        environments.filter_map(|(at, environment)| (!environment.is_abstract).then_some(at))
    }
}
