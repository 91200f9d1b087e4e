//! Completion of settings and of values of inputs in product files.

use super::complete_expression::declared_by;
use super::complete_values::{OfferForm, literals};
use super::completing::Completing;
use super::offer::Offer;
use super::requested_document::RequestedDocument;
use super::view::Opened;
use crate::manifest::{folder_of_path, join_path};
use crate::syntax::limits::MAX_SIZE;
use crate::text::files::Files as _;
use crate::types::{Field, StructType, Type};
use std::collections::VecDeque;

/// The most paths of settings.
const MAX_PATHS: usize = 500;

/// The fields of a component, and the members of its structs, as paths of settings.
pub(super) fn settings(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
    component: &str,
) -> Option<Vec<Offer>> {
    with_fields(requested, completing, component, |fields, form| Some(paths(fields, form)))
}

fn paths(fields: &StructType, form: OfferForm) -> Vec<Offer> {
    let (mut offers, mut open) = (Vec::new(), VecDeque::from([(String::new(), fields, form)]));
    while let Some((around, of, form)) = open.pop_front() {
        for field in of.members() {
            if offers.len() == MAX_PATHS {
                return offers;
            }
            let path = format!("{around}{}", field.key);
            if let Type::Struct(members) = &field.ty {
                let form = OfferForm { is_secret: form.is_secret || field.sensitive, ..form };
                open.push_back((format!("{path}."), members, form));
            }
            offers.push(Offer { word: path, is_first: false, ..form.member(field) });
        }
    }
    offers
}

/// The literals of the field or member that a path of a setting names.
pub(super) fn setting_values(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
    (component, path): (&str, &str),
) -> Option<Vec<Offer>> {
    with_fields(requested, completing, component, |fields, form| {
        let (field, _) = field_at(fields, path)?;
        Some(values(field, form))
    })
}

/// The field or member that a path of a setting names, and whether it or a struct around it is sensitive.
pub(super) fn setting_field<'v>(
    opened: &Opened<'v>,
    component: &str,
    path: &str,
) -> Option<(&'v Field, bool)> {
    field_at(opened.assembly.component(opened.product.component(component)?)?.fields()?, path)
}

fn field_at<'f>(fields: &'f StructType, path: &str) -> Option<(&'f Field, bool)> {
    let (mut of, mut names, mut is_secret) = (fields, path.split('.').peekable(), false);
    loop {
        let field = of.members().get(of.position_in_path(names.next()?)?)?;
        is_secret |= field.sensitive;
        match (&field.ty, names.peek()) {
            (_, None) => return Some((field, is_secret)),
            (Type::Struct(members), Some(_)) => of = members,
            (_, Some(_)) => return None,
        }
    }
}

/// Calls `then` with the fields of a component. If the half-typed product cannot be read, they are those of the manifest
/// that it names for the component, without defaults: other components could keep them secret.
fn with_fields(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
    component: &str,
    then: impl FnOnce(&StructType, OfferForm) -> Option<Vec<Offer>>,
) -> Option<Vec<Offer>> {
    let form = form(requested);
    if let Some(opened) = requested.view.opened {
        let position = opened.product.component(component)?;
        return then(opened.assembly.component(position)?.fields()?, form);
    }
    let components = completing.document.root()?.get("components")?;
    let manifest = components.get(component)?.get("manifest")?;
    let path = join_path(folder_of_path(requested.path), manifest.text());
    let bytes = requested.view.files.read(&path, MAX_SIZE).ok()?;
    let declaration = declared_by(requested, &path, String::from_utf8(bytes).ok()?)?;
    then(declaration.config()?.as_struct(), OfferForm { is_secret: true, ..form })
}

/// The inputs of the product and its layers; `None` if the product has a mistake.
pub(super) fn inputs(requested: &RequestedDocument<'_, '_>) -> Option<Vec<Offer>> {
    let inputs = requested.view.opened?.assembly.inputs().config()?.fields();
    Some(inputs.iter().map(|input| form(requested).member(input)).collect())
}

/// The literals of an input.
pub(super) fn input_values(requested: &RequestedDocument<'_, '_>, name: &str) -> Option<Vec<Offer>> {
    let inputs = requested.view.opened?.assembly.inputs().config()?.as_struct();
    let input = inputs.members().get(inputs.position(name)?)?;
    Some(values(input, form(requested)))
}

fn values(field: &Field, form: OfferForm) -> Vec<Offer> {
    literals(&field.ty, field.nullable || field.optional, form)
}

fn form(requested: &RequestedDocument<'_, '_>) -> OfferForm {
    OfferForm { markup: requested.client.completion, is_secret: requested.view.is_earlier }
}
