//! Declarations with the manifests that they were compiled from.

use crate::compile::{DeclaredAt, ManifestInput};
use crate::declaration::{Config, Declaration};
use crate::schema::{CanonicalRules, RuleSource};
use crate::text::{Sources, Span};
use crate::value::ValuePath;
use confc_core::rules::Rule;

/// A declaration with the manifest it was compiled from, unless it was read from a compiled file.
#[derive(Debug)]
pub(crate) struct LoadedDeclaration {
    pub(crate) declaration: Declaration,
    name: String,
    input: Option<ManifestInput>,
}

impl LoadedDeclaration {
    /// Makes it from a declaration and, if it was compiled now, its manifest. `name` is the name of its file in
    /// messages.
    pub(crate) fn new(declaration: Declaration, name: String, input: Option<ManifestInput>) -> Self {
        Self { declaration, name, input }
    }

    /// The manifest, unless it was read from a compiled file.
    pub(crate) fn manifest(&self) -> Option<&ManifestInput> {
        self.input.as_ref()
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The places where fields are declared; none for a compiled declaration.
    pub(crate) fn places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.place(path)
    }

    /// The places of defaults; none for a compiled declaration.
    pub(crate) fn default_places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.default_place(path)
    }

    /// The texts of rules with their places: in the manifest, or in new sources for a compiled declaration.
    pub(crate) fn rule_sources<'a>(
        &'a self,
        config: &'a Config,
        sources: &'a mut Sources,
    ) -> impl FnMut(&Rule) -> Option<RuleSource<'a>> {
        let declared_at: Option<DeclaredAt<'_>> = self.input.as_ref().map(ManifestInput::declared_at);
        let mut canonical = CanonicalRules::new(&self.name, sources);
        move |rule| {
            let written = declared_at.as_ref().and_then(|at| at.rule(rule, config.as_struct()));
            written.or_else(|| Some(canonical.source(rule)))
        }
    }

    /// Hides the defaults of sensitive fields in all lines that are shown of the manifest and its includes.
    pub(crate) fn hide_secrets(&self) {
        if let Some(input) = &self.input {
            input.hide_secrets();
        }
    }
}
