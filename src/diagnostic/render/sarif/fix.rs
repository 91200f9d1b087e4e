//! Fixes, as SARIF has them.

use super::location::{region, uri};
use super::message::literal;
use super::shape::{
    SarifArtifactChange, SarifArtifactLocation, SarifFix, SarifFixProperties, SarifReplacement, SarifText,
};
use crate::diagnostic::{Edit, Fix};
use crate::text::{SourceId, Sources};
use std::collections::BTreeMap;

/// A fix, with the edits of each file together. `None` if one of them is in no file.
pub(super) fn sarif_fix(fix: Fix, sources: &Sources) -> Option<SarifFix> {
    let mut files: BTreeMap<SourceId, Vec<SarifReplacement>> = BTreeMap::new();
    for Edit { span, text } in fix.edits {
        let source = sources.of(span).filter(|source| source.is_file())?;
        let inserted_content = SarifText { text, markdown: None };
        let replacement = SarifReplacement { deleted_region: region(source, span), inserted_content };
        files.entry(source.id()).or_default().push(replacement);
    }
    let changes = files.into_iter().filter_map(|(id, replacements)| {
        let artifact_location = SarifArtifactLocation { uri: uri(sources.get(id)?.name()) };
        Some(SarifArtifactChange { artifact_location, replacements })
    });
    Some(SarifFix {
        description: SarifText { text: literal(&fix.title), markdown: None },
        artifact_changes: changes.collect(),
        properties: SarifFixProperties { applicability: fix.applicability.name() },
    })
}
