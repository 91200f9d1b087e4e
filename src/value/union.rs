//! The cases of unions for literals.

use super::errors::{case_name, named_case, wrong_kind};
use super::json::kind_of;
use super::strings::member_type;
use super::subject::Subject;
use super::tag_errors::{no_string, no_tag, unknown_text};
use crate::diagnostic::Report;
use crate::pointer::{Data, Tree};
use crate::syntax::{Kind, Node, disputed_in_json};
use crate::types::limits::MAX_VARIANT_SIZE;
use crate::types::{JsonKind, NativeName, StringType, Type, UnionCase, UnionType};

/// The type of the tag of a union: texts of cases are no longer.
pub(crate) static TAG_TEXT: Type = Type::String(StringType::new(MAX_VARIANT_SIZE as u32));

/// A literal, as far as it tells the case of a union.
pub(crate) trait Literal {
    /// Its kind; `None` if it cannot be read.
    fn literal_kind(&self) -> Option<JsonKind>;

    /// The string under this key. `None` if it is no object with such a string.
    fn text_under(&self, key: &str) -> Option<&str>;
}

impl Literal for Node<'_> {
    fn literal_kind(&self) -> Option<JsonKind> {
        kind_of(*self)
    }

    fn text_under(&self, key: &str) -> Option<&str> {
        self.get(key).filter(|value| value.kind() == Kind::String).map(Node::text)
    }
}

impl<M> Literal for Tree<M> {
    fn literal_kind(&self) -> Option<JsonKind> {
        Some(self.data.kind())
    }

    fn text_under(&self, key: &str) -> Option<&str> {
        let Data::Object(members) = &self.data else { return None };
        if let Data::String(text) = &members.get(key)?.data { Some(text) } else { None }
    }
}

/// The case of a union for a literal, with its position: by the text of the tag if the union has one, else by the kind of
/// the literal.
pub(crate) fn case_of<'t>(of: &'t UnionType, literal: &impl Literal) -> Option<(u32, &'t UnionCase)> {
    match of.tag() {
        Some(tag) => of.case_tagged(literal.text_under(tag.as_str())?),
        None => of.case_for(literal.literal_kind()?),
    }
}

/// The type of a literal without an operator: for a union its case, for other types the type itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiteralType<'t> {
    pub(crate) ty: &'t Type,
    /// The tag beside the members of the case.
    tag: Option<&'t NativeName>,
}

impl<'t> LiteralType<'t> {
    /// The type of this literal. `None` if a union has no case for it.
    pub(crate) fn of(ty: &'t Type, literal: &impl Literal) -> Option<Self> {
        let Type::Union(of) = ty else { return Some(Self { ty, tag: None }) };
        case_of(of, literal).map(|(_, case)| Self { ty: &case.ty, tag: of.tag() })
    }

    /// The type of the member or entry with this key. A tag has no type.
    pub(crate) fn member(self, key: &str) -> Option<&'t Type> {
        if self.is_tag(key) { None } else { member_type(self.ty, key) }
    }

    /// Whether the key of an object is the tag of the union.
    pub(crate) fn is_tag(self, key: &str) -> bool {
        self.tag.is_some_and(|tag| tag.as_str() == key)
    }
}

/// The case of a union for a literal, with its position. Reports a literal without a case.
pub(super) fn literal_case<'t>(
    (ty, of): (&Type, &'t UnionType),
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<(u32, &'t UnionCase)> {
    if let Some(tag) = of.tag() {
        return tagged_case((ty, of, tag), node, subject, report);
    }
    let kind = kind_of(node)?;
    if is_ambiguous(of, node) {
        let is_secret = subject.sensitive || ty.holds_sensitive();
        report.push(disputed_in_json(node, is_secret));
        return None;
    }
    let Some((position, case)) = of.case_for(kind) else {
        report.push(wrong_kind(ty, node, subject));
        return None;
    };
    if let (Type::Struct(members), Some(name)) = (&case.ty, case_name(ty, node))
        && members.type_in_literal(name.as_str()).is_none()
    {
        report.push(named_case(ty, name, node, subject));
        return None;
    }
    Some((position, case))
}

/// As [`literal_case`], for a union with this tag.
fn tagged_case<'t>(
    (ty, of, tag): (&Type, &'t UnionType, &NativeName),
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<(u32, &'t UnionCase)> {
    // A text at the place of a tag may be a secret of any case.
    let subject = &Subject { sensitive: subject.sensitive || ty.holds_sensitive(), ..*subject };
    if node.kind() != Kind::Object {
        report.push(wrong_kind(ty, node, subject));
        return None;
    }
    let Some(text) = node.get(tag.as_str()) else {
        // A key that cannot be read may be the tag.
        if !node.members().any(|(key, _)| key.kind() == Kind::Invalid) {
            let no_tag = no_tag((of, tag), node, subject, report.suggestions());
            report.push(no_tag);
        }
        return None;
    };
    let place = subject.entry(tag.as_str());
    match text.kind() {
        Kind::Invalid => None,
        Kind::String => {
            let case = of.case_tagged(text.text());
            if case.is_none() {
                let unknown = unknown_text(of, text, &place, report.suggestions());
                report.push(unknown);
            }
            case
        }
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => {
            report.push(no_string(of, text, &place));
            None
        }
    }
}

/// Whether other readers of YAML take a plain text for a value of another case: a bool or a number.
fn is_ambiguous(of: &UnionType, node: Node<'_>) -> bool {
    let takes = |kind| of.case_for(kind).is_some();
    node.is_disputed() && takes(JsonKind::String) && (takes(JsonKind::Bool) || takes(JsonKind::Number))
}
