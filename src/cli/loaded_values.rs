//! Loads value files as a component framework does.

use super::{Invocation, diagnostics, files};
use crate::diagnostic::{Diagnostic, Report};
use crate::schema::{BrokenBy, OperandOrigin, report_broken};
use crate::text::{Span, escape};
use crate::types::Value;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileContent, FileKind, LoadedDeclaration};
use confc_core::declaration::Integrity;
use confc_core::rules::PlaceStep;
use confc_core::values::{LoadError, LoadedValues, load_before_rules};

/// A value that the parent of the component overrides.
pub(super) struct ParentOverride {
    pub(super) key: String,
    pub(super) value: Value,
    /// Its place in the arguments.
    pub(super) place: Span,
}

/// Reads and loads a value file, and returns its bytes too. Reports why it is refused, and the rules that its values
/// break.
pub(super) fn read(
    path: &str,
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<(LoadedValues, Vec<u8>)> {
    if !FileKind::Values.expect(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
    let errors = invocation.report.errors();
    let loaded = load((path, &bytes), declared, &[], invocation);
    let loaded = loaded.map_err(|refused| invocation.report.push(*refused)).ok()?;
    (invocation.report.errors() == errors).then_some((loaded, bytes))
}

/// Loads the bytes of a value file with the overrides of the parent, and reports the rules that the values break.
///
/// # Errors
/// The file is refused.
pub(super) fn load(
    (path, bytes): (&str, &[u8]),
    declared: &LoadedDeclaration,
    overrides: &[ParentOverride],
    invocation: &mut Invocation,
) -> Result<LoadedValues, Box<Diagnostic>> {
    let given = overrides.iter().map(|given| (given.key.as_str(), given.value.clone()));
    let loaded = load_before_rules(&declared.declaration, bytes, Integrity::Check, given)
        .map_err(|error| Box::new(refused(path, bytes, declared.name(), &error)))?;
    check_rules(files::input_name(path), &loaded, overrides, declared, invocation);
    Ok(loaded)
}

/// Reports every rule that loaded values break. Only overridden values have a place.
fn check_rules(
    name: &str,
    loaded: &LoadedValues,
    overrides: &[ParentOverride],
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) {
    let config = loaded.config();
    let Invocation { sources, report, rule_budget, .. } = invocation;
    let mut rule_sources = declared.rule_sources(config, sources);
    let origin = |steps: &[PlaceStep]| {
        let Some(PlaceStep::Member(field)) = steps.first() else { return OperandOrigin::default() };
        let key = config.fields().get(*field).map(|field| field.key.as_str());
        let given = overrides.iter().find(|given| Some(given.key.as_str()) == key);
        OperandOrigin { place: given.map(|given| given.place), precedence: 1, is_default: false }
    };
    let rules = config.rules().list().iter().map(|rule| rule.broken(config.as_struct(), loaded.values()));
    let mut found = Report::new();
    report_broken(rules, (BrokenBy::Values, rule_budget), &mut rule_sources, &origin, &mut found);
    report.push_all(found, |diagnostic| {
        diagnostic.note(format!("all other values come from `{}`", escape::plain(name)))
    });
}

/// The diagnostic of a file that is refused, or is not a value file.
pub(super) fn refused(path: &str, bytes: &[u8], declaration: &str, error: &LoadError) -> Diagnostic {
    let name = files::input_name(path);
    let is_read = !matches!(error, LoadError::Decode(_));
    let other = if is_read { None } else { FileContent::misplaced(bytes, FileKind::Values, name) };
    other.unwrap_or_else(|| diagnostics::not_loaded(name, declaration, error))
}
