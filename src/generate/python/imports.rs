//! The imports of a module.

/// What a file uses besides, so that it imports nothing else.
#[derive(Debug, Default)]
pub(super) struct UsedImports {
    pub(super) enums: bool,
    pub(super) constants: bool,
    pub(super) warnings: bool,
    pub(super) cast: bool,
}
