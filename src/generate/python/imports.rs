//! The imports of a module.

/// The optional imports that a file uses.
#[derive(Debug, Default)]
pub(super) struct UsedImports {
    pub(super) enums: bool,
    pub(super) constants: bool,
    pub(super) warnings: bool,
    pub(super) cast: bool,
}
