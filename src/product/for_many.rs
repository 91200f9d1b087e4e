//! Distributes shared layers and sections, and keeps secret for all receivers what is secret for one of them.

use super::declared::DeclaredComponent;
use super::found::ProductReport;
use super::kept_secret::{keep_secret, sensitive_elsewhere};
use super::known_keys::{KnownKeys, ReceivedByAll};
use super::layer_list::LayerAudience;
use super::limit_errors;
use super::model::{MAX_RECEIVED, Product};
use super::received::{check_sections, distribute};
use super::secret_parts::KeptSecret;
use super::texts::ValueTexts;
use super::unknown_receivers::secret_for_unknown;
use crate::diagnostic::Report;

/// Distributes all shared layers and sections before any is read. A key that is sensitive for one component is secret
/// for all components that receive it. So is every key that is received together with a component whose declaration is
/// not known.
pub(super) fn received_by_all<'a>(
    product: &Product<'_>,
    environments: &[usize],
    (texts, known): (&'a ValueTexts, &KnownKeys<'a>),
    components: &mut [Option<DeclaredComponent<'a>>],
    found: &mut ProductReport,
) -> ReceivedByAll<'a> {
    let mut for_many = ReceivedByAll::new();
    let mut secret = KeptSecret::new();
    let mut count = 0;
    for ((path, list), used) in product.layers_for_many(environments) {
        let key = (path.path.clone(), list.audience);
        if !for_many.contains_key(&key)
            && let Some(text) = texts.get(&path.path)
        {
            let mut report = Report::new();
            text.report_repeated_keys(&mut report);
            let mut distributed = Report::new();
            let received = distribute(text, list, (product, known), components, &mut distributed);
            // In a text with a syntax error, an unknown key may be an entry of an object that could not be read.
            report.push_all_unless(distributed, |_| !text.is_complete());
            if let Some(received) = received.as_ref().filter(|_| list.audience == LayerAudience::Shared) {
                sensitive_elsewhere(received, product, components, &mut secret, &mut report);
            }
            // Errors in a layer that all environments use are reported for the product as a whole.
            let used = if used.len() == environments.len() { &[][..] } else { &used };
            found.add(report, &[], used);
            let Some(received) = received else { continue };
            count += received.len();
            if count > MAX_RECEIVED {
                let mut report = Report::new();
                report.push(limit_errors::too_many_received(path.place));
                found.add(report, &[], &[]);
                for_many.clear();
                break;
            }
            for_many.insert(key, received);
        }
    }
    secret_for_unknown(product, environments, (texts, &for_many), components, &mut secret);
    keep_secret(components, &secret);
    check_sections(product, known, (texts, &for_many), found);
    for_many
}
