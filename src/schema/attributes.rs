//! The attributes of one type object.

use super::attribute::Misplaced;
pub(super) use super::attribute::{Attribute, TypeRole};
use super::{errors, foreign};
use crate::diagnostic::{Help, Report};
use crate::syntax::{Document, Kind, Node, NodeId};
use crate::text::{Span, suggest};
use crate::types::TypeKind;

/// The attributes of one object, each with its key and value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attributes<'d> {
    document: &'d Document,
    /// Nodes by their numbers, since every field has one of these, and with nodes it would be four times as large.
    slots: [Option<(NodeId, NodeId)>; Attribute::ALL.len()],
    /// The attributes that are written, a bit each: most types have few.
    written: u64,
    /// The attributes that unknown keys most likely mean.
    meant: [bool; Attribute::ALL.len()],
    /// Whether members of a struct are written among the attributes.
    pub(super) holds_members: bool,
    /// Whether a key could not be read. Any attribute may be meant.
    has_unread_key: bool,
    /// The object.
    object: NodeId,
    /// The place at which a missing attribute is reported: the key of the field, the `element` key, or the item.
    pub(super) owner: Span,
    pub(super) role: TypeRole,
}

/// Whether a key has no value, which has been reported with the document: `{ "bool" }`.
fn is_left_out(value: Node<'_>) -> bool {
    value.kind() == Kind::Invalid && value.raw().is_empty()
}

impl<'d> Attributes<'d> {
    /// Collects the attributes of an object and reports unknown names. `None` if the value is not an object, which is
    /// reported, too.
    pub(super) fn read(object: Node<'d>, owner: Span, role: TypeRole, report: &mut Report) -> Option<Self> {
        if object.kind() != Kind::Object {
            if object.kind() != Kind::Invalid {
                report.push(errors::types::no_object(object, owner, role));
            }
            return None;
        }
        let (slots, meant) = ([None; Attribute::ALL.len()], [false; Attribute::ALL.len()]);
        let type_kind = object.get(Attribute::Type.name()).and_then(|name| name.text().parse().ok());
        let has_type = object.get(Attribute::Type.name()).is_some();
        let document = object.document();
        let mut attributes = Self {
            document,
            slots,
            written: 0,
            meant,
            holds_members: false,
            has_unread_key: false,
            object: object.id(),
            owner,
            role,
        };
        let mut unknown = Vec::new();
        for (key, value) in object.members() {
            match Attribute::from_name(key.text()) {
                // A repeated key was reported with the document. The first one counts.
                Some(attribute) => attributes.note(attribute, key, value),
                None if key.kind() == Kind::Invalid || is_left_out(value) => attributes.has_unread_key = true,
                None if !has_type && value.get(Attribute::Type.name()).is_some() => {
                    attributes.holds_members = true;
                }
                None => unknown.push((key, value)),
            }
        }
        if let Some(type_kind) = type_kind {
            attributes.report_other_form(type_kind, &mut unknown, report);
        }
        let has_condition = object.get("if").is_some();
        let is_tuple =
            !unknown.is_empty() && object.get("type").is_some_and(|name| foreign::is_tuple(name.text()));
        for (key, value) in unknown {
            // The error at the condition has the help.
            if has_condition && matches!(key.text(), "then" | "else") {
                continue;
            }
            // The error at the type has the help about named parts.
            if is_tuple
                && foreign::attribute_hint(key.text())
                    .is_some_and(|(meant, _)| meant == Some(Attribute::Element))
            {
                continue;
            }
            if key.text() == "$ref" && foreign::names_type_in_section(value) {
                attributes.note_meant(Some(Attribute::Type));
                continue;
            }
            let field = if role == TypeRole::Field { value.document().source().slice(owner) } else { "" };
            let by_value = foreign::meant_by_value(key.text(), value, (field, type_kind));
            let (meant, hint) = by_value.unwrap_or_else(|| Self::meant(key.text(), role, type_kind));
            attributes.note_meant(meant);
            let quoted = value.elements().take(foreign::SHOWN_VARIANTS).chain([value]);
            let error = errors::unknown_attribute(key, role.name(), hint);
            report.push(quoted.fold(error, |error, part| error.quoting(part.span(), part.text())));
        }
        Some(attributes)
    }

    /// Reports a map, struct or array in the form of another language as one mistake, and removes its attributes from
    /// the unknown ones.
    fn report_other_form(
        &mut self,
        type_kind: TypeKind,
        unknown: &mut Vec<(Node<'d>, Node<'d>)>,
        report: &mut Report,
    ) {
        // If the type itself is not allowed, its form does not matter.
        let is_allowed = match self.role {
            TypeRole::Field
            | TypeRole::NamedType
            | TypeRole::Member
            | TypeRole::Element
            | TypeRole::MapValue
            | TypeRole::Case
            | TypeRole::TaggedCase => true,
            TypeRole::MapKey | TypeRole::Use | TypeRole::Capability => false,
        };
        let forms: [(TypeKind, &[Attribute]); 3] = [
            (TypeKind::Map, &[Attribute::MaxCount, Attribute::Key, Attribute::Value]),
            (TypeKind::Struct, &[Attribute::Fields]),
            (TypeKind::Array, &[Attribute::Count, Attribute::Element]),
        ];
        let form = forms.iter().find(|(of, _)| *of == type_kind).filter(|_| is_allowed);
        let Some((_, needed)) = form else { return };
        let has_element = self.has(Attribute::Element);
        let is_absent = |attribute: &Attribute| {
            let is_element = *attribute == Attribute::Value && has_element;
            !self.has(*attribute) && !is_element
        };
        let absent: Vec<Attribute> = needed.iter().copied().filter(is_absent).collect();
        let part = |&(key, value): &(Node<'d>, Node<'d>)| {
            let meant = if type_kind == TypeKind::Struct {
                value.get(Attribute::Type.name()).map(|_| Attribute::Fields)
            } else {
                foreign::attribute_of(key.text(), type_kind)
                    .or_else(|| foreign::attribute_hint(key.text()).and_then(|(meant, _)| meant))
            };
            let meant = meant.filter(|meant| absent.contains(meant))?;
            Some(errors::types::ForeignPart { key, value, meant })
        };
        let parts: Vec<_> = unknown.iter().filter_map(part).collect();
        let is_map = type_kind == TypeKind::Map;
        let is_other_form =
            if is_map { absent.len() > 1 } else { absent.len() == needed.len() && !parts.is_empty() };
        if !is_other_form || self.has_unread_key {
            return;
        }
        report.push(errors::types::other_form(type_kind, self.owner, &parts, &absent));
        unknown.retain(|entry| part(entry).is_none());
        absent.iter().for_each(|attribute| self.note_meant(Some(*attribute)));
    }

    /// The attribute that an unknown name most likely means, and the help. Names in other languages are tried before
    /// misspellings.
    fn meant(name: &str, role: TypeRole, type_kind: Option<TypeKind>) -> (Option<Attribute>, Option<Help>) {
        if let Some(meant) = type_kind.and_then(|type_kind| foreign::attribute_of(name, type_kind)) {
            return (Some(meant), Some(Help::meant(meant.name())));
        }
        if let Some((meant, hint)) = foreign::attribute_hint(name) {
            let may_stand = |meant: &Attribute| Self::known(role).any(|known| known == meant.name());
            return match meant {
                Some(_) if meant.filter(may_stand).is_none() => (None, None),
                meant => (meant, Some(hint)),
            };
        }
        let near = suggest::nearest(name, Self::known(role)).and_then(Attribute::from_name);
        if near.is_none()
            && let Some((meant, hint)) = foreign::attribute_hint_near(name)
        {
            return (meant, Some(hint));
        }
        (near, near.map(|near| Help::meant(near.name())))
    }

    #[expect(clippy::indexing_slicing, reason = "there is a place for each attribute")]
    fn note_meant(&mut self, meant: Option<Attribute>) {
        if let Some(meant) = meant {
            self.meant[meant as usize] = true;
        }
    }

    /// Whether a reported misspelled key most likely means this attribute.
    #[expect(clippy::indexing_slicing, reason = "there is a place for each attribute")]
    pub(super) fn is_misspelled(&self, attribute: Attribute) -> bool {
        self.meant[attribute as usize]
    }

    /// Whether missing attributes are unknown, for a reported reason: a key could not be read, or another type is most
    /// likely meant, since values are listed beside a type that is not an enum.
    pub(super) fn is_doubtful(&self) -> bool {
        let is_enum = self.value(Attribute::Type).is_some_and(|name| name.text() == TypeKind::Enum.name());
        self.has_unread_key || (self.is_misspelled(Attribute::Variants) && !is_enum)
    }

    /// Whether a reported key most likely means this attribute: it is misspelled, or is the name on another type. The
    /// attribute is then not reported as missing.
    pub(super) fn is_meant(&self, attribute: Attribute) -> bool {
        let type_kind = self.value(Attribute::Type).and_then(|name| name.text().parse().ok());
        let is_other_name = |type_kind: TypeKind| {
            let there = Attribute::ALL.iter().filter(|found| self.has(**found));
            let mut misplaced = there.filter(|found| found.fits(type_kind, self.role).is_err());
            misplaced.any(|found| self.likely(*found, type_kind) == Some(attribute))
        };
        self.is_misspelled(attribute) || type_kind.is_some_and(is_other_name)
    }

    /// Records an attribute, unless it was written before.
    #[expect(clippy::indexing_slicing, reason = "there is a slot for each attribute")]
    fn note(&mut self, attribute: Attribute, key: Node<'d>, value: Node<'d>) {
        self.slots[attribute as usize].get_or_insert((key.id(), value.id()));
        self.written |= 1 << attribute as u32;
    }

    /// The names that are allowed in this role, for any type.
    fn known(role: TypeRole) -> impl Iterator<Item = &'static str> {
        let anywhere = move |attribute: Attribute| {
            TypeKind::ALL.iter().any(|&type_kind| attribute.fits(type_kind, role).is_ok())
        };
        Attribute::ALL.iter().copied().filter(move |&attribute| anywhere(attribute)).map(Attribute::name)
    }

    /// Reports attributes that a type of this kind, or this role, does not have. Beside the name of a named type, reports
    /// also those that belong to the type itself.
    pub(super) fn check_places(&self, type_kind: TypeKind, named: Option<&str>, report: &mut Report) {
        let mut rest = self.written;
        while let Some(&attribute) = Attribute::ALL.get(rest.trailing_zeros() as usize) {
            rest &= rest - 1;
            let Some((key, _)) = self.entry(attribute) else { continue };
            match (attribute.fits(type_kind, self.role), named) {
                (Ok(()), Some(name)) if attribute.is_of_type(type_kind) => {
                    report.push(errors::named_types::belongs_in_type(key, name));
                }
                (Ok(()), _) => {}
                (Err(Misplaced::TypeKind), Some(_)) => {
                    report.push(errors::does_not_fit_type(key, type_kind, None, None));
                }
                (Err(Misplaced::TypeKind), None) => {
                    let part = self.part_that_takes(attribute);
                    let likely = self.likely(attribute, type_kind);
                    report.push(errors::does_not_fit_type(key, type_kind, likely, part));
                }
                (Err(Misplaced::Role), _) => report.push(errors::does_not_fit_role(key, self.role)),
            }
        }
    }

    /// The part of a list or map, `element` or `value`, that lacks an attribute and whose type allows it. The list or
    /// map does not allow it.
    fn part_that_takes(&self, attribute: Attribute) -> Option<Attribute> {
        let parts = [(Attribute::Element, TypeRole::Element), (Attribute::Value, TypeRole::MapValue)];
        let takes = |(part, role): &(Attribute, TypeRole)| {
            let Some(object) = self.value(*part) else { return false };
            let type_kind: Option<TypeKind> = object.get("type").and_then(|name| name.text().parse().ok());
            object.get(attribute.name()).is_none()
                && type_kind.is_some_and(|type_kind| attribute.fits(type_kind, *role).is_ok())
        };
        parts.into_iter().find(takes).map(|(part, _)| part)
    }

    /// The attributes that are allowed for a part of this type, but not for its own type, with their numbers.
    pub(super) fn numbers_of(
        &self,
        part: TypeKind,
        role: TypeRole,
        type_kind: TypeKind,
    ) -> Vec<(Attribute, String)> {
        let moves = |attribute: &&Attribute| {
            attribute.fits(part, role).is_ok() && attribute.fits(type_kind, self.role).is_err()
        };
        let number = |attribute: &Attribute| {
            let value = self.value(*attribute).filter(|value| value.kind() == Kind::Number)?;
            Some((*attribute, value.raw().to_owned()))
        };
        Attribute::ALL.iter().filter(moves).filter_map(number).collect()
    }

    /// The missing attribute of the type that bounds the same side as an attribute of another type.
    fn likely(&self, attribute: Attribute, type_kind: TypeKind) -> Option<Attribute> {
        let side = |attribute: Attribute| match attribute {
            Attribute::MinSize | Attribute::MinCount | Attribute::Min => Some("least"),
            Attribute::MaxSize | Attribute::MaxCount | Attribute::Max | Attribute::Count => Some("most"),
            Attribute::Type
            | Attribute::Pattern
            | Attribute::Unique
            | Attribute::Unit
            | Attribute::Kinds
            | Attribute::Tag
            | Attribute::Element
            | Attribute::Fields
            | Attribute::Variants
            | Attribute::Cases
            | Attribute::Optional
            | Attribute::Nullable
            | Attribute::Default
            | Attribute::Mutability
            | Attribute::Sensitive
            | Attribute::Deprecated
            | Attribute::Name
            | Attribute::Aliases
            | Attribute::Rest
            | Attribute::Config
            | Attribute::Key
            | Attribute::From
            | Attribute::Availability
            | Attribute::Dependency
            | Attribute::Value => None,
        };
        if type_kind == TypeKind::Map && attribute == Attribute::Element {
            return (!self.has(Attribute::Value)).then_some(Attribute::Value);
        }
        if type_kind.is_list() && attribute == Attribute::Value {
            return (!self.has(Attribute::Element)).then_some(Attribute::Element);
        }
        let wanted = side(attribute)?;
        let mut of_type = Attribute::ALL.iter().filter(|found| found.fits(type_kind, self.role).is_ok());
        let likely = of_type.find(|&&found| side(found) == Some(wanted))?;
        (!self.has(*likely)).then_some(*likely)
    }

    /// The place of the name of the type, or of what should have one.
    pub(super) fn place_of_type(&self) -> Span {
        self.value(Attribute::Type).map_or(self.owner, Node::span)
    }

    /// The place of the object.
    pub(super) fn place(&self) -> Option<Span> {
        self.document.node(self.object).map(Node::span)
    }

    /// Whether an attribute is written.
    #[expect(clippy::indexing_slicing, reason = "there is a slot for each attribute")]
    pub(super) fn has(&self, attribute: Attribute) -> bool {
        self.slots[attribute as usize].is_some()
    }

    /// The key and the value of an attribute.
    #[expect(clippy::indexing_slicing, reason = "there is a slot for each attribute")]
    pub(super) fn entry(&self, attribute: Attribute) -> Option<(Node<'d>, Node<'d>)> {
        let (key, value) = self.slots[attribute as usize]?;
        self.document.node(key).zip(self.document.node(value))
    }

    /// The value of an attribute; `None` also if it could not be read, which was reported.
    pub(super) fn value(&self, attribute: Attribute) -> Option<Node<'d>> {
        self.entry(attribute).map(|(_, value)| value).filter(|value| value.kind() != Kind::Invalid)
    }
}
