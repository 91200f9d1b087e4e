//! One set of values, read from one document.

use super::errors;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::json5::{Document, Kind, Node, duplicate_key};
use crate::text::Span;
use crate::types::{Field, Type, Value};
use crate::value::{self, Path, Places, Subject};

/// One set of values with a precedence: what one document says, checked against the declaration. It may say
/// nothing about some fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// What is given, by the position of the field, ascending.
    pub given: Vec<(usize, Given)>,
    /// Whether the document was understood as a whole: else it may have given more.
    pub is_whole: bool,
    /// Whether nothing was wrong with it.
    pub is_sound: bool,
}

/// What a layer gives a field or a member.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The literal, or the key that seems to be misspelled.
    pub place: Span,
    /// What it says.
    pub value: GivenValue,
}

/// A literal, read by its declared type.
#[derive(Debug, Clone, PartialEq)]
pub enum GivenValue {
    /// A complete value.
    Whole(Value),
    /// Members of a struct by their position, ascending; it need not give all of them.
    Members(Vec<(usize, Given)>),
    /// A literal that does not fit, which has been reported. The field is not missing.
    Invalid,
}

impl Layer {
    /// Reads a document as a layer. Everything wrong with it is reported, and the layer says where that was;
    /// `None` where there is no object to read.
    ///
    /// `places` says where fields are declared. Where the declaration holds sensitive fields, the caller
    /// hides the document's literals before anything is drawn ([`Document::hide_secrets`]).
    pub fn read(
        config: &Config,
        document: &Document,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let errors_before = report.errors();
        for repeated in document.repeated() {
            report.push(duplicate_key(document, repeated));
        }
        let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
        if root.kind() != Kind::Object {
            report.push(errors::no_object(root, config.holds_sensitive()));
            return None;
        }
        let path = Path::Root;
        let subject = Subject { what: "value", path, declared: places, aliases: true, sensitive: false };
        let given = members(config.fields(), root, &subject, report);
        let is_whole = document.is_whole();
        Some(Self { given, is_whole, is_sound: is_whole && report.errors() == errors_before })
    }
}

/// What an object gives the fields of a schema or the members of a struct.
fn members(
    fields: &[Field],
    object: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Vec<(usize, Given)> {
    let assigned = value::assign(fields, object, subject, report);
    let mut given = Vec::new();
    for (at, (field, entry)) in fields.iter().zip(assigned.given).enumerate() {
        let Some((_, node)) = entry else {
            // A slip of the pen is one mistake, not two.
            if assigned.misspelled.contains(&field.key.as_str()) {
                given.push((at, Given { place: object.span().at_start(), value: GivenValue::Invalid }));
            }
            continue;
        };
        let inner = match subject.path {
            Path::Root => {
                Subject { path: Path::Field(field.key.as_str()), sensitive: field.sensitive, ..*subject }
            }
            Path::Field(_) | Path::Member(..) | Path::Element(..) => subject.member(field),
        };
        given.push((at, Given { place: node.span(), value: read(&field.ty, node, &inner, report) }));
    }
    given
}

fn read(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> GivenValue {
    match ty {
        Type::Struct(ty) if node.kind() == Kind::Object => {
            GivenValue::Members(members(ty.members(), node, subject, report))
        }
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_) => {
            value::read(ty, node, subject, report).map_or(GivenValue::Invalid, GivenValue::Whole)
        }
    }
}
