//! The declarations of a product's components.

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

/// A component's declaration, and the manifest that it was compiled from in this run.
#[derive(Debug)]
pub struct DeclaredComponent<'a> {
    /// The declaration.
    pub declaration: &'a Declaration,
    /// The name of its file in messages.
    pub file: &'a str,
    manifest: Option<&'a ManifestInput>,
    /// The texts of rules by their canonical texts, for a declaration without a manifest.
    rules: BTreeMap<Box<str>, RuleSource<'a>>,
    /// The schema with more fields marked as sensitive, because they are sensitive for other components.
    with_secrets: Option<Declaration>,
    /// A component with an unknown declaration. It receives some of the same values, and may declare them as sensitive.
    unknown_receiver: Option<usize>,
    /// Encoded once for all environments, when a value file needs it.
    embedded_schema: OnceLock<Vec<u8>>,
}

impl<'a> DeclaredComponent<'a> {
    /// Makes the component of a declaration; `file` is the name of its file in messages. The rules of a compiled
    /// declaration become texts in `sources`.
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

    /// The schema, if the component has one. A field is sensitive here if it shares a value with another component that
    /// declares it sensitive. Only the embedded schema of value files does not use this.
    #[must_use]
    pub fn config(&self) -> Option<&Config> {
        self.with_secrets.as_ref().unwrap_or(self.declaration).config()
    }

    /// The embedded schema of the declaration, as in each of its value files.
    pub(crate) fn embedded_schema(&self) -> &[u8] {
        self.embedded_schema
            .get_or_init(|| self.declaration.config().map(encode_embedded_schema).unwrap_or_default())
    }

    /// The fields of that schema; empty without one.
    #[must_use]
    pub fn fields(&self) -> Option<&StructType> {
        self.config().map(Config::as_struct)
    }

    /// The fields of the declaration itself.
    pub(super) fn declared_fields(&self) -> Option<&'a StructType> {
        self.declaration.config().map(Config::as_struct)
    }

    /// Whether more is sensitive in that schema than in the declaration.
    #[must_use]
    pub fn keeps_more_secret(&self) -> bool {
        self.with_secrets.is_some()
    }

    /// The position of a component whose declaration is not known, if it alone is the reason that values are secret
    /// here.
    #[must_use]
    pub fn unknown_receiver(&self) -> Option<usize> {
        self.unknown_receiver
    }

    /// Records such a component.
    pub(super) fn keeps_secret_for(&mut self, unknown: usize) {
        self.unknown_receiver.get_or_insert(unknown);
    }

    /// Replaces the schema by one in which more is sensitive.
    pub(super) fn keep_secret(&mut self, with_secrets: Declaration) {
        self.with_secrets = Some(with_secrets);
    }

    /// The declarations of fields; nowhere for a compiled declaration.
    pub fn places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> + use<'a> {
        let declared_at: Option<DeclaredAt<'a>> = self.manifest.map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.place(path)
    }

    /// The positions of defaults; nowhere for a compiled declaration.
    pub fn default_places(&self) -> impl Fn(&ValuePath<'_>) -> Option<Span> + use<'a> {
        let declared_at: Option<DeclaredAt<'a>> = self.manifest.map(ManifestInput::declared_at);
        move |path| declared_at.as_ref()?.default_place(path)
    }

    /// The texts of rules: in the manifest, or in texts of their own for a compiled declaration.
    pub fn rule_sources(&self) -> impl FnMut(&Rule) -> Option<RuleSource<'a>> + use<'a> {
        let declared_at: Option<DeclaredAt<'a>> = self.manifest.map(ManifestInput::declared_at);
        let (fields, rules) = (self.declared_fields(), self.rules.clone());
        move |rule| {
            let written = declared_at.as_ref().zip(fields).and_then(|(at, fields)| at.rule(rule, fields));
            written.or_else(|| rules.get(rule.text()).cloned())
        }
    }

    /// Hides the defaults of sensitive fields in the lines of the manifest's files.
    pub fn hide_secrets(&self) {
        if let Some(manifest) = self.manifest {
            manifest.hide_secrets();
        }
    }
}
