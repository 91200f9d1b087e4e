//! Documents with layers in their strings, such as a Kubernetes ConfigMap.

use super::unread_resource::in_unread;
use super::{Ranges, Secrets, ValuesDocument, kubernetes, moved};
use crate::diagnostic::Report;
use crate::pointer::{Pointer, ReferenceToken};
use crate::syntax::{Embedded, Format, SyntaxNode, parse_lossless};
use crate::text::{Source, Sources, narrow};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Secrets<'_> {
    /// Hides the secrets in a resource: in the strings at the targets of these pointers. All other strings are shown,
    /// unless the resource cannot be read or a pointer has no target.
    pub fn hide_in_resource(
        &self,
        syntax: Format,
        source: &Arc<Source>,
        inside: &[(&Pointer, ValuesDocument, Format)],
    ) {
        source.mask(self.in_resource(syntax, source, inside));
    }

    /// The secret ranges of a resource.
    pub(super) fn in_resource(
        &self,
        syntax: Format,
        source: &Arc<Source>,
        inside: &[(&Pointer, ValuesDocument, Format)],
    ) -> Ranges {
        let Some(resource) = parse_lossless(syntax, source, &mut Report::new()) else {
            return self.in_unread(syntax, source, inside);
        };
        let mut ranges = kubernetes::in_secrets(syntax, source);
        for (pointer, content, format) in inside {
            let strings = resource.syntax_roots().filter_map(|root| target(root, pointer));
            let found: Vec<_> = strings.filter_map(Embedded::of).collect();
            if found.is_empty() {
                ranges.extend(self.in_unread(syntax, source, inside));
                return ranges;
            }
            for text in found {
                let inner = Sources::new().add(String::new(), text.text().into(), None);
                let secret = self.inside(*content, *format, &inner);
                ranges.extend(moved(&secret, |start, end| text.span(start, end)));
            }
        }
        if syntax == Format::Yaml {
            ranges.extend(self.in_remarks(source));
        }
        ranges
    }

    /// The possible comments of the resource itself that name a sensitive field.
    fn in_remarks(&self, source: &Source) -> Ranges {
        let mut found = Vec::new();
        let mut start = 0;
        for line in source.text().split_inclusive('\n') {
            let remark = line.find('#').map(|at| (at, line.get(at..).unwrap_or_default().trim_end()));
            if let Some((at, remark)) = remark.filter(|(_, remark)| self.names.is_named_in(remark)) {
                found.push((narrow(start + at), narrow(start + at + remark.len())));
            }
            start += line.len();
        }
        found
    }

    /// The possible secrets of a resource if the contents at these pointers are unknown.
    fn in_unread(
        &self,
        syntax: Format,
        source: &Arc<Source>,
        inside: &[(&Pointer, ValuesDocument, Format)],
    ) -> Ranges {
        let steps = inside.iter().flat_map(|(pointer, ..)| pointer.tokens());
        let steps: BTreeSet<&str> = steps.map(ReferenceToken::as_str).collect();
        in_unread(&self.names, &|key| steps.contains(key) || self.names.is_known(key), syntax, source)
    }
}

/// The target of a pointer in a document. Aliases are followed.
fn target<'r>(root: SyntaxNode<'r>, pointer: &Pointer) -> Option<SyntaxNode<'r>> {
    let mut node = root.followed();
    for token in pointer.tokens() {
        let key = token.as_str();
        let element = || node.look_up_element(key.parse().ok()?).ok();
        node = node.look_up(key).first().copied().or_else(element)?.followed();
    }
    Some(node)
}
