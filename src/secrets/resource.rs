//! Documents in whose strings layers lie, such as a ConfigMap of Kubernetes.

use super::leaves::{Leaves, Look};
use super::{Content, Ranges, Secrets, damage, moved};
use crate::diagnostic::Report;
use crate::formats::{self, Format};
use crate::json5::{self, Kind};
use crate::pointer::Pointer;
use crate::resource::{self, Embedded, Node, Resource, Syntax};
use crate::text::{Source, Sources};
use std::sync::Arc;

impl Secrets<'_> {
    /// Hides what is secret in a resource: in what lies in strings where these pointers lead. Strings of which nobody
    /// says what they hold stay as they are, unless the resource cannot be read, or a pointer leads nowhere.
    pub fn hide_in_resource(
        &self,
        syntax: Syntax,
        source: &Arc<Source>,
        inside: &[(&Pointer, Content, Format)],
    ) {
        let Some(resource) = Resource::read(syntax, source, &mut Report::new()) else {
            return source.mask(self.in_unread(syntax, source));
        };
        let mut ranges = Vec::new();
        for (pointer, content, format) in inside {
            let strings = resource.documents().filter_map(|root| target(root, pointer));
            let found: Vec<_> = strings.filter_map(Embedded::of).collect();
            if found.is_empty() {
                return source.mask(self.in_unread(syntax, source));
            }
            for text in found {
                let inner = Sources::new().add(String::new(), text.text().into(), None);
                let secret = self.inside(*content, *format, &inner);
                ranges.extend(moved(&secret, |start, end| text.span(start, end)));
            }
        }
        source.mask(ranges);
    }

    /// What may be secret in a resource in which nobody knows where the layers lie: each string that can be one.
    fn in_unread(&self, syntax: Syntax, source: &Arc<Source>) -> Ranges {
        let format = match syntax {
            Syntax::Json | Syntax::Json5 => Format::Json5,
            Syntax::Yaml => Format::Yaml,
        };
        let mut report = Report::new();
        let documents = formats::parse_documents(format, source, &mut report);
        let mut leaves = Leaves::new(source, format);
        for root in documents.iter().filter_map(|document| document.root()) {
            may_be_layers(&mut leaves, root);
        }
        leaves.ranges(&self.names, &damage(&documents, &report))
    }
}

/// Hides the strings in which a layer can lie. Depth is limited, so recursion is.
fn may_be_layers(leaves: &mut Leaves<'_>, node: json5::Node<'_>) {
    match node.kind() {
        Kind::Object => {
            for (key, value) in node.members() {
                leaves.key(key, Look::Known, false);
                may_be_layers(leaves, value);
            }
        }
        Kind::Array => node.elements().for_each(|element| may_be_layers(leaves, element)),
        Kind::String => leaves.literal(node, node.text().contains([':', '=', '{', '\n'])),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => leaves.literal(node, false),
    }
}

/// What a pointer leads to in a document, aliases followed.
fn target<'r>(root: Node<'r>, pointer: &Pointer) -> Option<Node<'r>> {
    let mut node = followed(root);
    for token in pointer.tokens() {
        let key = token.as_str();
        let next = match node.kind() {
            resource::Kind::Object => {
                node.members().find(|(name, _)| name.is_scalar() && name.text() == key).map(|(_, value)| value)
            }
            resource::Kind::Array => node.elements().nth(key.parse().ok()?),
            resource::Kind::Null
            | resource::Kind::True
            | resource::Kind::False
            | resource::Kind::Number
            | resource::Kind::String
            | resource::Kind::Disputed
            | resource::Kind::Alias(_) => None,
        };
        node = followed(next?);
    }
    Some(node)
}

fn followed(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while let resource::Kind::Alias(of) = node.kind() {
        node = node.resource().node(of);
    }
    node
}
