//! Which part of a manifest a place is in.

use crate::syntax::{Document, Kind, Node};
use crate::text::Span;

/// The role of an object in a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ManifestRole {
    /// The manifest itself.
    Manifest,
    /// Fields, or members of a struct.
    Fields { is_member: bool },
    /// Types by their names.
    Types,
    /// The attributes of a field, a member, or a part of a type.
    Attributes { is_member: bool },
    /// Variants of an enum.
    Variants,
    /// Cases of a union.
    Cases,
    /// A rule.
    Rule,
    /// Anything else.
    Other,
}

impl ManifestRole {
    /// The role of the value under a key of an object with this role.
    fn of_member(self, key: &str) -> Self {
        match (self, key) {
            (Self::Manifest, "config") => Self::Fields { is_member: false },
            (Self::Manifest, "config_types") => Self::Types,
            (Self::Manifest, "config_rules") => Self::Rule,
            (Self::Fields { is_member }, _) => Self::Attributes { is_member },
            (Self::Types | Self::Cases, _) => Self::Attributes { is_member: true },
            (Self::Attributes { .. }, "element" | "key" | "value") => Self::Attributes { is_member: true },
            (Self::Attributes { .. }, "fields") => Self::Fields { is_member: true },
            (Self::Attributes { .. }, "variants") => Self::Variants,
            (Self::Attributes { .. }, "cases") => Self::Cases,
            (Self::Manifest | Self::Attributes { .. } | Self::Variants | Self::Rule | Self::Other, _) => {
                Self::Other
            }
        }
    }
}

/// A place in a manifest.
pub(super) struct ManifestPlace<'d> {
    /// The keys to the place, the last one included if it is a key or a value of one.
    pub(super) keys: Vec<Node<'d>>,
    /// The innermost object around the place.
    pub(super) object: Option<Node<'d>>,
    /// The role of that object.
    pub(super) role: ManifestRole,
    /// Whether the place is at the last key.
    pub(super) is_key: bool,
    /// The value at the place, if that is no object and no list.
    pub(super) value: Option<Node<'d>>,
}

impl<'d> ManifestPlace<'d> {
    /// The innermost node at a place of a manifest.
    pub(super) fn at(document: &'d Document, offset: u32) -> Option<Self> {
        let mut place =
            Self { keys: Vec::new(), object: None, role: ManifestRole::Other, is_key: false, value: None };
        place.find(document.root()?, ManifestRole::Manifest, offset).then_some(place)
    }

    /// The keys of the field or member that the place is in, from the root of `config`. `None` in other sections.
    pub(super) fn field(&self) -> Option<Vec<&'d str>> {
        let mut keys = self.keys.iter().map(|key| key.text());
        if keys.next() != Some("config") {
            return None;
        }
        let mut path = vec![keys.next()?];
        // Below a field are attributes; only `fields` leads to members.
        while let (Some("fields"), Some(member)) = (keys.next(), keys.next()) {
            path.push(member);
        }
        Some(path)
    }

    fn find(&mut self, node: Node<'d>, role: ManifestRole, offset: u32) -> bool {
        let touches = |span: Span| span.start <= offset && offset <= span.end;
        if !touches(node.span()) {
            return false;
        }
        match node.kind() {
            Kind::Object => {
                (self.object, self.role) = (Some(node), role);
                for (key, value) in node.members() {
                    self.keys.push(key);
                    self.is_key = touches(key.span());
                    if self.is_key || self.find(value, role.of_member(key.text()), offset) {
                        return true;
                    }
                    self.keys.pop();
                }
                (self.object, self.role) = (Some(node), role);
            }
            Kind::Array => {
                let found = node.elements().any(|element| self.find(element, role, offset));
                if !found {
                    self.object = None;
                }
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.value = Some(node);
            }
        }
        true
    }
}
