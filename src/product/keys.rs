//! The table of keys in a product file, and of the levels where each is allowed.

/// A level: a kind of object in a product file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProductLevel {
    /// The file itself.
    Product,
    /// A component: `components.NAME`.
    Component,
    /// An environment: `environments.NAME`.
    Environment,
    /// A component in an environment: `environments.NAME.components.NAME`.
    EnvironmentComponent,
}

impl ProductLevel {
    /// All levels, in the order of the columns of the table.
    pub const ALL: [Self; 4] =
        [Self::Product, Self::Component, Self::Environment, Self::EnvironmentComponent];

    /// The name of the level, with its article.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Product => "the product",
            Self::Component => "a component",
            Self::Environment => "an environment",
            Self::EnvironmentComponent => "a component of an environment",
        }
    }
}

/// A key of a product file, and the levels where it is allowed.
#[derive(Debug, Clone, Copy)]
pub struct ProductKey {
    /// The key.
    pub name: &'static str,
    /// Whether it is allowed at each of [`ProductLevel::ALL`].
    at: [bool; 4],
}

impl ProductKey {
    /// The levels where it is allowed.
    pub fn levels(&self) -> impl Iterator<Item = ProductLevel> + '_ {
        ProductLevel::ALL.into_iter().zip(self.at).filter_map(|(level, may)| may.then_some(level))
    }

    /// Whether it is allowed at a level.
    #[must_use]
    pub fn may_stand_at(&self, level: ProductLevel) -> bool {
        self.levels().any(|known| known == level)
    }
}

const fn key(name: &'static str, at: [bool; 4]) -> ProductKey {
    ProductKey { name, at }
}

const PRODUCT: [bool; 4] = [true, false, false, false];
const COMPONENT: [bool; 4] = [false, true, false, false];
const ENVIRONMENT: [bool; 4] = [false, false, true, false];
/// The levels of keys for all components.
const FOR_ALL: [bool; 4] = [true, false, true, false];
/// The levels of keys for one component.
const FOR_ONE: [bool; 4] = [false, true, false, true];

/// Every key of a product file.
pub const PRODUCT_KEYS: &[ProductKey] = &[
    key("$schema", PRODUCT),
    key("include_root", PRODUCT),
    key("include_path", PRODUCT),
    key("policy", PRODUCT),
    key("features", PRODUCT),
    key("inputs", FOR_ALL),
    key("components", FOR_ALL),
    key("environments", PRODUCT),
    key("shared", FOR_ALL),
    key("sections", FOR_ALL),
    key("shared_overrides", FOR_ALL),
    key("section_overrides", FOR_ALL),
    key("rules", FOR_ALL),
    key("exports", FOR_ALL),
    key("manifest", COMPONENT),
    key("declaration", COMPONENT),
    key("package_path", COMPONENT),
    key("imports", COMPONENT),
    key("layers", FOR_ONE),
    key("overrides", FOR_ONE),
    key("patches", FOR_ONE),
    key("set", FOR_ONE),
    key("extends", ENVIRONMENT),
    key("abstract", ENVIRONMENT),
    key("without", ENVIRONMENT),
];
