//! Documents in whose strings layers lie, such as a ConfigMap of Kubernetes.

use super::leaves::{Leaves, Look};
use super::names::Names;
use super::{Ranges, Secrets, ValuesDocument, damage, kubernetes, moved};
use crate::diagnostic::Report;
use crate::pointer::{Pointer, ReferenceToken};
use crate::syntax::{self, Embedded, Format, Kind, SyntaxNode, parse_lossless};
use crate::text::{Source, Sources, narrow};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Secrets<'_> {
    /// Hides what is secret in a resource: in what lies in strings where these pointers lead. Strings of which nobody
    /// says what they hold stay as they are, unless the resource cannot be read, or a pointer leads nowhere.
    pub fn hide_in_resource(
        &self,
        syntax: Format,
        source: &Arc<Source>,
        inside: &[(&Pointer, ValuesDocument, Format)],
    ) {
        source.mask(self.in_resource(syntax, source, inside));
    }

    /// What is secret there.
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

    /// What may be comments of the resource itself and names a sensitive field.
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

    /// What may be secret in a resource if it is unknown what is at the targets of these pointers.
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

/// What may be secret in a resource that cannot be read; `keys` that are known are drawn.
pub(super) fn in_unread(
    names: &Names<'_>,
    is_key: &dyn Fn(&str) -> bool,
    syntax: Format,
    source: &Arc<Source>,
) -> Ranges {
    let mut report = Report::new();
    let document = syntax::parse_damaged_documents(syntax, source, &mut report);
    let mut leaves = Leaves::new(source, syntax);
    for root in document.roots() {
        may_be_layers(&mut leaves, is_key, root, 0);
    }
    leaves.ranges(names, &damage(&document, &report))
}

/// What a resource of Kubernetes says of itself.
const HEAD: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Where it has its data.
const DATA: [&str; 4] = ["data", "stringData", "binaryData", "spec"];

/// Hides whatever may be a layer, or lie in one: all but what a resource says of itself, and `keys` that are known.
/// Depth is limited, so recursion is.
fn may_be_layers(
    leaves: &mut Leaves<'_>,
    is_key: &dyn Fn(&str) -> bool,
    node: syntax::Node<'_>,
    depth: usize,
) {
    for (key, value) in node.members() {
        if depth == 0 && HEAD.contains(&key.text()) {
            leaves.key(key, Look::Known, false);
            leaves.shown(value);
        } else {
            let is_known = is_key(key.text()) || DATA.contains(&key.text());
            leaves.key(key, if is_known { Look::Known } else { Look::Hidden }, true);
            may_be_layers(leaves, is_key, value, depth + 1);
        }
    }
    node.elements().for_each(|element| may_be_layers(leaves, is_key, element, depth + 1));
    if !matches!(node.kind(), Kind::Object | Kind::Array) {
        leaves.literal(node, true);
    }
}

/// What a pointer leads to in a document, aliases followed.
fn target<'r>(root: SyntaxNode<'r>, pointer: &Pointer) -> Option<SyntaxNode<'r>> {
    let mut node = root.followed();
    for token in pointer.tokens() {
        let key = token.as_str();
        let element = || node.look_up_element(key.parse().ok()?).ok();
        node = node.look_up(key).first().copied().or_else(element)?.followed();
    }
    Some(node)
}
