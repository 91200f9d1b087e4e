//! The options of an export: one table for the flags of the command line and the keys of products.

/// An option of an export, apart from its format, path and components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportOption {
    /// Whether sensitive fields are written.
    Sensitive,
    /// The name of a Kubernetes object.
    Name,
    /// Its namespace.
    Namespace,
    /// Its labels.
    Labels,
    /// Its annotations.
    Annotations,
    /// Whether Kubernetes refuses later changes.
    Immutable,
    /// Whether a hash of the data is appended to the name.
    HashSuffix,
    /// The keys of its data.
    Keys,
    /// The only key of its data.
    Document,
    /// Whether its data is the value file, and under which key.
    ValueFile,
    /// The text before the names of variables.
    Prefix,
    /// The text between two keys in the name of a variable.
    Separator,
    /// The Secret that variables refer to.
    SecretName,
    /// The package of a message.
    Package,
}

/// The kind of an option's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionShape {
    /// A text.
    Text,
    /// On or off.
    Switch,
    /// On or off, or on with a text.
    SwitchOrText,
    /// Any number of texts, by key.
    Texts,
}

impl ExportOption {
    /// All options, in the order of the help.
    pub const ALL: [Self; 14] = [
        Self::Sensitive,
        Self::Name,
        Self::Namespace,
        Self::Labels,
        Self::Annotations,
        Self::Immutable,
        Self::HashSuffix,
        Self::Keys,
        Self::Document,
        Self::ValueFile,
        Self::Prefix,
        Self::Separator,
        Self::SecretName,
        Self::Package,
    ];

    /// Its key in a product, its flag, and the kind of its value.
    fn row(self) -> (&'static str, &'static str, OptionShape) {
        match self {
            Self::Sensitive => ("sensitive", "--sensitive", OptionShape::Text),
            Self::Name => ("name", "--name", OptionShape::Text),
            Self::Namespace => ("namespace", "--namespace", OptionShape::Text),
            Self::Labels => ("labels", "--label", OptionShape::Texts),
            Self::Annotations => ("annotations", "--annotation", OptionShape::Texts),
            Self::Immutable => ("immutable", "--immutable", OptionShape::Switch),
            Self::HashSuffix => ("hash_suffix", "--hash-suffix", OptionShape::Switch),
            Self::Keys => ("keys", "--keys", OptionShape::Text),
            Self::Document => ("document", "--document", OptionShape::Text),
            Self::ValueFile => ("value_file", "--value-file", OptionShape::SwitchOrText),
            Self::Prefix => ("prefix", "--prefix", OptionShape::Text),
            Self::Separator => ("separator", "--separator", OptionShape::Text),
            Self::SecretName => ("secret_name", "--secret-name", OptionShape::Text),
            Self::Package => ("package", "--package", OptionShape::Text),
        }
    }

    /// Its key in an export of a product.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.row().0
    }

    /// Its flag on the command line. A flag for several texts is repeated.
    #[must_use]
    pub fn flag(self) -> &'static str {
        self.row().1
    }

    /// The kind of its value.
    #[must_use]
    pub fn shape(self) -> OptionShape {
        self.row().2
    }

    /// The option with this key in a product.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|option| option.key() == key)
    }

    /// Whether `{component}` and `{environment}` are replaced in its values, in a product.
    #[must_use]
    pub fn has_placeholders(self) -> bool {
        matches!(self, Self::Name | Self::Namespace | Self::SecretName | Self::Labels)
    }

    /// The value for a component in an environment of a product, with `{component}` and `{environment}` replaced. Names in
    /// Kubernetes have no `_`, so there the name of the component has `-` instead.
    #[must_use]
    pub fn value_for(self, value: &str, component: &str, environment: &str) -> String {
        if !self.has_placeholders() {
            return value.to_owned();
        }
        let component = if self == Self::Labels { component.to_owned() } else { object_name(component) };
        value.replace("{component}", &component).replace("{environment}", environment)
    }
}

/// The name of a Kubernetes object for a component or file with this name: `-` takes the place of `_`, which Kubernetes
/// does not allow.
#[must_use]
pub fn object_name(name: &str) -> String {
    name.replace('_', "-")
}
