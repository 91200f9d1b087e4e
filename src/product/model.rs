//! The contents of a product file, with spans.

use super::layer_list::LayerList;
use crate::export::ExportOption;
use crate::schema::Feature;
use crate::syntax::Node;
use crate::text::{Source, Span};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The environment of a product without environments.
pub const DEFAULT_ENVIRONMENT: &str = "default";

/// The most environments that an environment extends, directly or not.
pub const MAX_BASES: usize = 64;

/// The most value files of a product, over all its environments.
pub const MAX_VALUE_FILES: usize = 100_000;

/// The most files of a product's exports, over all its components and environments.
pub(super) const MAX_EXPORTED_FILES: usize = 500_000;

/// The most pairs of a shared layer or file of sections and a component with values in it.
pub(super) const MAX_RECEIVED: usize = 250_000;

/// The most rules, and the most inputs, of a product, counted once per environment.
pub(super) const MAX_IN_ENVIRONMENTS: usize = 1_000_000;

/// A product: its components, its environments, and the sources of values.
#[derive(Debug, Clone)]
pub struct Product<'d> {
    /// The root of the product file.
    pub(super) root: Node<'d>,
    /// The folder that `//` refers to; by default the folder of the product file.
    pub include_root: ProductPath,
    /// Folders for includes of manifests.
    pub include_path: Vec<ProductPath>,
    /// The policy for restricted features.
    pub policy: Option<ProductPath>,
    /// The restricted features that manifests may use.
    pub features: Vec<Feature>,
    /// The types of inputs, an object like `$inputs` of a layer. Not checked here.
    pub inputs: Option<Node<'d>>,
    /// The components, in the order of the file, each name once.
    pub components: Vec<ProductComponent<'d>>,
    /// The environments, in the order of the file, each name once: at least one that is not abstract.
    pub environments: Vec<Environment<'d>>,
    /// The sources for all components in every environment.
    pub(super) common: CommonSources<'d>,
}

/// A path in a product file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductPath {
    /// The normalized path. It is relative to the same folder as the path of the product file. The pointer `#/…` after
    /// the path of a layer is kept.
    pub path: String,
    /// The path relative to the folder of the product file, normalized. Outputs contain this path, so they do not
    /// depend on the working directory.
    pub relative: String,
    /// The span of the path.
    pub place: Span,
}

/// A component of a product.
#[derive(Debug, Clone)]
pub struct ProductComponent<'d> {
    /// The name.
    pub name: &'d str,
    /// The span of the name.
    pub place: Span,
    /// The source of its declaration.
    pub declared: ComponentDeclaration,
    /// The path of its value file in its package.
    pub package_path: Option<Node<'d>>,
    /// The components that its expressions may read, in ascending order of their names here.
    pub imports: Vec<ProductImport<'d>>,
    /// The sources of its values in every environment.
    pub(super) own: OwnSources<'d>,
}

/// The source of a component's declaration.
#[derive(Debug, Clone)]
pub enum ComponentDeclaration {
    /// A manifest.
    Manifest(ProductPath),
    /// A compiled declaration.
    Compiled(ProductPath),
}

impl ComponentDeclaration {
    /// The path of the file.
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
    /// The name of the other component in expressions.
    pub name: &'d str,
    /// The span of the name.
    pub place: Span,
    /// Its position in [`Product::components`].
    pub component: usize,
    /// The span of the target.
    pub target: Span,
}

/// An environment: one set of values for all components.
#[derive(Debug, Clone)]
pub struct Environment<'d> {
    /// The name.
    pub name: &'d str,
    /// The span of the name; `None` for the default environment.
    pub place: Option<Span>,
    /// Whether it exists only to be extended.
    pub is_abstract: bool,
    /// The positions of its bases and itself: depth first in the order of the list, each base before the environments
    /// that extend it, itself last.
    pub lineage: Vec<usize>,
    /// The positions of the components that it or one of its bases leaves out, each with its span in the list
    /// `without`.
    pub without: BTreeMap<usize, Span>,
    /// The sources for all components in this environment.
    pub(super) common: CommonSources<'d>,
    /// The sources for one component in this environment, by its position.
    pub(super) components: BTreeMap<usize, OwnSources<'d>>,
    /// The span of each component's name.
    pub(super) component_places: BTreeMap<usize, Span>,
    /// The values of inputs.
    pub(super) inputs: Vec<InputAssignment<'d>>,
}

/// The paths of each list that has any.
pub(super) type LayerLists = BTreeMap<LayerList, Vec<ProductPath>>;

/// The sources of a product or an environment for all components.
#[derive(Debug, Clone, Default)]
pub(super) struct CommonSources<'d> {
    pub(super) layers: LayerLists,
    pub(super) rules: Vec<Node<'d>>,
    pub(super) exports: Vec<ProductExport<'d>>,
}

/// The sources for one component, of the component itself or of an environment.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnSources<'d> {
    pub(super) layers: LayerLists,
    pub(super) patches: Vec<ProductPath>,
    pub(super) settings: Vec<ProductSetting<'d>>,
}

/// A member of `set`.
#[derive(Debug, Clone, Copy)]
pub struct ProductSetting<'d> {
    /// The path, in the syntax of `--set`.
    pub path: Node<'d>,
    /// The literal.
    pub value: Node<'d>,
}

impl<'d> ProductSetting<'d> {
    /// The path; if it contains secrets, as it is written, without them.
    pub(crate) fn shown_path(&self) -> Cow<'d, str> {
        match self.path.document().source().shown(self.path.span()) {
            Cow::Borrowed(_) => Cow::Borrowed(self.path.text()),
            Cow::Owned(hidden) => Cow::Owned(hidden),
        }
    }
}

/// The value of an input in an environment.
#[derive(Debug, Clone, Copy)]
pub struct InputAssignment<'d> {
    /// The name of the input.
    pub name: Node<'d>,
    /// The literal.
    pub value: Node<'d>,
}

/// An item of `exports`: files made of verified values.
#[derive(Debug, Clone)]
pub struct ProductExport<'d> {
    /// The name of the format, which the reader of exports checks.
    pub format: Node<'d>,
    /// The path below the output folder, in which `{component}` and `{environment}` are replaced by names.
    pub path: Node<'d>,
    /// The positions of its components, each with the span of its name; `None` for all.
    pub components: Option<BTreeMap<usize, Span>>,
    /// Its options, which the reader of exports checks. Each option is given once, labels and annotations once per key.
    pub options: Vec<ProductExportOption<'d>>,
}

/// An option of an export.
#[derive(Debug, Clone, Copy)]
pub struct ProductExportOption<'d> {
    /// The option.
    pub option: ExportOption,
    /// The key of a label or annotation.
    pub key: Option<Node<'d>>,
    /// The value: a text, or `true`.
    pub value: Node<'d>,
}

impl Environment<'_> {
    /// The default environment.
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
    /// The root of the product file.
    #[must_use]
    pub(crate) fn root(&self) -> Node<'d> {
        self.root
    }

    /// The source of the product file.
    #[must_use]
    pub fn source(&self) -> &'d Arc<Source> {
        self.root.document().source()
    }

    /// The position of the component with this name.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<usize> {
        self.components.iter().position(|component| component.name == name)
    }

    /// The positions of the environments, by their names.
    #[must_use]
    pub fn environments_by_name(&self) -> BTreeMap<&str, usize> {
        self.environments.iter().enumerate().map(|(at, environment)| (environment.name, at)).collect()
    }

    /// The positions of the environments that are not abstract.
    pub fn built(&self) -> impl Iterator<Item = usize> + '_ {
        let environments = self.environments.iter().enumerate();
        environments.filter_map(|(at, environment)| (!environment.is_abstract).then_some(at))
    }
}
