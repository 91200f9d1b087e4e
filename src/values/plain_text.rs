//! Plain strings that look like texts with expressions in them: `$text` was most likely forgotten.

use super::computed::{DefinitionReader, KeptStep, path_of};
use super::definition_errors;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::types::StructType;
use crate::value::Subject;
use confc_loader::expr::{Expression, Scope};

/// So many `${…}` of one string are looked at, each of no more bytes.
const MAX_LOOKED_AT: usize = 8;
const MAX_EXPRESSION: usize = 256;

impl DefinitionReader<'_> {
    /// Warns of strings in a literal with a `${…}` that would be an expression over the fields, inputs and imports. What
    /// shells and templates have there (`${HOME}`) is none. Depth is limited, so recursion is.
    pub(super) fn warn_of_plain(&self, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) {
        match node.kind() {
            Kind::String if node.raw().contains("${") => self.plain(node, subject, report),
            Kind::Array => node.elements().for_each(|node| self.warn_of_plain(node, subject, report)),
            Kind::Object => node.members().for_each(|(_, node)| self.warn_of_plain(node, subject, report)),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {}
        }
    }

    fn plain(&self, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) {
        let Some(scope) = self.scope() else { return };
        let own = path_of(&subject.path).into_iter().next();
        let text = node.text();
        for (at, _) in text.match_indices("${").take(MAX_LOOKED_AT) {
            let start = at + "${".len();
            let Some(inner) = text.get(start..).and_then(|rest| rest.split_once('}')).map(|(inner, _)| inner)
            else {
                return;
            };
            let is_escaped = text.get(..at).is_some_and(|before| before.ends_with('$'));
            if !is_escaped && inner.len() <= MAX_EXPRESSION && reads_another(inner, &scope, own.as_ref()) {
                let place = node.span_of_text(at..start + inner.len() + 1);
                return report.push(definition_errors::plain_expression(inner, place, subject));
            }
        }
    }
}

/// Whether a text is an expression that reads something else than this field.
fn reads_another(text: &str, scope: &Scope<'_>, own: Option<&KeptStep>) -> bool {
    // Nearly everything that shells and templates have there begins in another way.
    if !text.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) {
        return false;
    }
    let Ok(parsed) = Expression::parse(text) else { return false };
    let Ok((checked, _)) = parsed.check_with_type(scope) else { return false };
    let own = own.and_then(|own| position(scope.fields(), own));
    let fields: Vec<Option<usize>> =
        checked.reads().map(|read| read.field.map(|field| field as usize)).collect();
    // Its own value it can only mean as it stands.
    !fields.is_empty() && fields.iter().all(|field| field.is_some() && *field != own)
}

fn position(fields: &StructType, step: &KeptStep) -> Option<usize> {
    match step {
        KeptStep::Field(key) => fields.position(key),
        KeptStep::Member(_) | KeptStep::Element(_) | KeptStep::Entry(_) => None,
    }
}
