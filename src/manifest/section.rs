//! The carried sections.

/// A section that is carried as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the section of the same name")]
pub enum Section {
    Program,
    Use,
    Expose,
    Offer,
    Capabilities,
    Children,
    Collections,
    Environments,
    Facets,
    Disable,
}

impl Section {
    /// Every section.
    pub const ALL: &[Self] = &[
        Self::Program,
        Self::Use,
        Self::Expose,
        Self::Offer,
        Self::Capabilities,
        Self::Children,
        Self::Collections,
        Self::Environments,
        Self::Facets,
        Self::Disable,
    ];

    /// Its key in a manifest.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Use => "use",
            Self::Expose => "expose",
            Self::Offer => "offer",
            Self::Capabilities => "capabilities",
            Self::Children => "children",
            Self::Collections => "collections",
            Self::Environments => "environments",
            Self::Facets => "facets",
            Self::Disable => "disable",
        }
    }

    /// The section with this key.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|section| section.name() == name)
    }

    /// Whether it is an array of objects. The other sections are objects.
    #[must_use]
    pub fn is_list(self) -> bool {
        match self {
            Self::Use
            | Self::Expose
            | Self::Offer
            | Self::Capabilities
            | Self::Children
            | Self::Collections
            | Self::Environments => true,
            Self::Program | Self::Facets | Self::Disable => false,
        }
    }
}

/// The key for the JSON Schema, which editors read.
pub(super) const SCHEMA: &str = "$schema";

/// The prefix of keys for other tools.
const EXTENSION: &str = "x-";

/// The sections that confc reads, sorted. All others are carried.
pub(crate) const OWN_SECTIONS: &[&str] =
    &["config", "config_names", "config_rules", "config_types", "include"];

/// Whether a key is a section or an extension.
pub(super) fn is_section(name: &str) -> bool {
    OWN_SECTIONS.contains(&name) || name.starts_with(EXTENSION) || Section::named(name).is_some()
}

/// Whether a key is an extension: the prefix with a name after it.
pub(super) fn is_extension(name: &str) -> bool {
    name.len() > EXTENSION.len() && name.starts_with(EXTENSION)
}
