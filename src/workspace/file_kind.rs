//! The kinds of files by their extensions.

/// The extension of product files.
pub(crate) const PRODUCT_EXTENSION: &str = ".product.json5";

/// Whether a path has the extension of a product.
pub(crate) fn is_product(path: &str) -> bool {
    path.ends_with(PRODUCT_EXTENSION)
}

/// The help for a plan in place of a value file.
pub(crate) const FINISH_FIRST: &str = "finish it first: `confc finish DECL PLAN -o OUT.cvf`, \
     with `--input` or `--import` for each input and component that `confc show DECL PLAN` lists";

/// The kind of a file on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FileKind {
    /// A manifest, `.cml`
    Manifest,
    /// A compiled declaration, `.cm`
    Declaration,
    /// A value file, `.cvf`
    Values,
    /// A value plan, `.cvp`
    Plan,
}

impl FileKind {
    /// The kinds of files that declare fields.
    pub(crate) const DECLARING: [Self; 2] = [Self::Manifest, Self::Declaration];

    /// The kind that the extension of a path means.
    pub(crate) fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.') {
            Some((_, "cml")) => Some(Self::Manifest),
            Some((_, "cm")) => Some(Self::Declaration),
            Some((_, "cvf")) => Some(Self::Values),
            Some((_, "cvp")) => Some(Self::Plan),
            Some(_) | None => None,
        }
    }

    /// As [`of`](Self::of), without regard to case, which some file systems ignore.
    pub(crate) fn of_in_any_case(path: &str) -> Option<Self> {
        Self::of(&path.to_lowercase())
    }

    /// Whether a path has the extension of a manifest or declaration.
    pub(crate) fn declares(path: &str) -> bool {
        Self::of(path).is_some_and(|kind| Self::DECLARING.contains(&kind))
    }

    /// The extension of its files.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Manifest => ".cml",
            Self::Declaration => ".cm",
            Self::Values => ".cvf",
            Self::Plan => ".cvp",
        }
    }

    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Declaration => "declaration",
            Self::Values => "value file",
            Self::Plan => "value plan",
        }
    }
}
