//! The declarations of a product's components, as they were read.

use crate::compile::{DeclaredAt, ManifestInput};
use crate::declaration::{Config, Declaration};
use crate::plan::encode_embedded_schema;
use crate::schema::RuleSource;
use crate::text::{Sources, Span};
use crate::types::StructType;
use crate::value::ValuePath;
use confc_core::rules::Rule;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A component's declaration, and the manifest that it was compiled from just now.
#[derive(Debug)]
pub struct DeclaredComponent<'a> {
    /// The declaration.
    pub declaration: &'a Declaration,
    /// The name of its file in messages.
    pub file: &'a str,
    manifest: Option<&'a ManifestInput>,
    /// The texts of rules, by their canonical texts, where there is no manifest.
    rules: BTreeMap<Box<str>, RuleSource<'a>>,
    /// The schema with what is secret for other components marked as sensitive, where that is more than it says itself.
    with_secrets: Option<Declaration>,
    /// A component whose declaration is not known, and may say that something is sensitive that this one receives too.
    unknown_receiver: Option<usize>,
    /// Once a value file needs it: one for all environments.
    embedded_schema: OnceLock<Vec<u8>>,
}

impl<'a> DeclaredComponent<'a> {
    /// Of a declaration; `file` is what messages call its file. The rules of a compiled declaration become texts among
    /// `sources`.
    pub fn new(
        declaration: &'a Declaration,
        file: &'a str,
        manifest: Option<&'a ManifestInput>,
        sources: &mut Sources,
    ) -> Self {
        let rules = declaration.config().filter(|_| manifest.is_none()).map(|config| config.rules().list());
        let mut canonical = crate::schema::CanonicalRules::new(file, sources);
        let rules = rules.unwrap_or_default().iter();
        let rules = rules.map(|rule| (rule.text().into(), canonical.source(rule))).collect();
        let (with_secrets, unknown_receiver, embedded_schema) = (None, None, OnceLock::new());
        Self { declaration, file, manifest, rules, with_secrets, unknown_receiver, embedded_schema }
    }

    /// Its schema, if it has one. What shared layers give to it and to a component that declares it sensitive is
    /// sensitive here too, whatever the declaration says; only what a value file says of types is not taken from here.
    #[must_use]
    pub fn config(&self) -> Option<&Config> {
        self.with_secrets.as_ref().unwrap_or(self.declaration).config()
    }

    /// The schema of the declaration as each of its value files repeats it.
    pub(crate) fn embedded_schema(&self) -> &[u8] {
        self.embedded_schema
            .get_or_init(|| self.declaration.config().map(encode_embedded_schema).unwrap_or_default())
    }

    /// The fields of that schema; none without one.
    #[must_use]
    pub fn fields(&self) -> Option<&StructType> {
        self.config().map(Config::as_struct)
    }

    /// Its fields as the declaration has them.
    pub(super) fn declared_fields(&self) -> Option<&'a StructType> {
        self.declaration.config().map(Config::as_struct)
    }

    /// Whether that schema has more marked as sensitive than the declaration.
    #[must_use]
    pub fn keeps_more_secret(&self) -> bool {
        self.with_secrets.is_some()
    }

    /// The position of a component whose declaration is not known, and that receives some of the same values, which are
    /// secret here for that reason alone.
    #[must_use]
    pub fn unknown_receiver(&self) -> Option<usize> {
        self.unknown_receiver
    }

    /// Records such a component.
    pub(super) fn keeps_secret_for(&mut self, unknown: usize) {
        self.unknown_receiver.get_or_insert(unknown);
    }

    /// Takes this for its schema: the same one with more marked as sensitive.
    pub(super) fn keep_secret(&mut self, with_secrets: Declaration) {
        self.with_secrets = Some(with_secrets);
    }

    /// Where fields are declared; nowhere for a compiled declaration.
    pub fn places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> + use<'a> {
        let declared_at: Option<DeclaredAt<'a>> = self.manifest.map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.place(path)
    }

    /// Where defaults are; nowhere for a compiled declaration.
    pub fn default_places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> + use<'a> {
        let declared_at: Option<DeclaredAt<'a>> = self.manifest.map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.default_place(path)
    }

    /// Where the texts of rules stand: in the manifest, or, for a compiled declaration, in texts of their own.
    pub fn rule_sources(&self) -> impl FnMut(&Rule) -> Option<RuleSource<'a>> + use<'a> {
        let declared_at: Option<DeclaredAt<'a>> = self.manifest.map(ManifestInput::declared_at);
        let (fields, rules) = (self.declared_fields(), self.rules.clone());
        move |rule| {
            let written = declared_at.as_ref().zip(fields).and_then(|(at, fields)| at.rule(rule, fields));
            written.or_else(|| rules.get(rule.text()).cloned())
        }
    }

    /// Hides the defaults of sensitive fields wherever lines of the manifest's files are shown.
    pub fn hide_secrets(&self) {
        if let Some(manifest) = self.manifest {
            manifest.hide_secrets();
        }
    }
}
