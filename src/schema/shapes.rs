//! Turns type objects into types.

use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::features::Feature;
use super::fields::{CheckedField, FieldContext, once_each};
use super::named_type::{TypeOrReference, referred};
use super::{errors, foreign, misplaced};
use crate::diagnostic::Diagnostic;
use crate::syntax::{Kind, Node, number};
use crate::text::Span;
use crate::types::limits::{MAX_BOUND, MAX_LEVELS};
use crate::types::{
    Bound, ConstraintKind, EnumType, Field, FloatKind, FloatType, IntegerKind, IntegerType, QuantityError,
    StructType, Type, TypeBuilder, TypeForm, TypeKind, TypePart, TypeProblem, Unit, Variant, VariantName,
};
use std::collections::BTreeMap;

impl Checker<'_> {
    /// The type kind or the named type that `type` names; reports a missing or unknown one, and attributes that do not
    /// belong.
    pub(super) fn declared(&mut self, attributes: &Attributes<'_>) -> Option<TypeOrReference> {
        let Some((_, value)) = attributes.entry(Attribute::Type) else {
            self.missing(attributes, Attribute::Type);
            return None;
        };
        let type_kind = match value.kind() {
            Kind::Invalid => return None,
            Kind::String => value.text().parse().ok(),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => None,
        };
        match type_kind {
            // `key` and `value` of such an item are not those of a map, so their places are not checked.
            Some(TypeKind::Map) if matches!(attributes.role, TypeRole::Use | TypeRole::Capability) => {
                self.report.push(errors::part_not_allowed(value.span(), TypeKind::Map, attributes.role));
                None
            }
            Some(type_kind) => {
                attributes.check_places(type_kind, None, self.report);
                Some(TypeOrReference::Inline(type_kind))
            }
            None if referred(value).is_some() => {
                self.reference(attributes, value).map(TypeOrReference::Reference)
            }
            // The error of the section that declares the type is enough.
            None if foreign::names_type_in_section(value) => None,
            None => {
                self.report.push(match self.meant_type(value) {
                    Some(name) => errors::named_types::meant(value, name),
                    None => errors::types::unknown_type(value, attributes),
                });
                None
            }
        }
    }

    /// Reports a missing required attribute, unless a reported key most likely means it.
    pub(super) fn missing(&mut self, attributes: &Attributes<'_>, attribute: Attribute) {
        if !attributes.is_meant(attribute) && !attributes.is_doubtful() {
            self.report.push(errors::types::missing_attribute(attributes, attribute));
        }
    }

    /// The type of a type object.
    pub(super) fn ty(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Type> {
        let declared = self.declared(attributes)?;
        self.shape(attributes, &declared, context)
    }

    /// The type of an object whose `type` was read.
    pub(super) fn shape(
        &mut self,
        attributes: &Attributes<'_>,
        declared: &TypeOrReference,
        context: &FieldContext<'_>,
    ) -> Option<Type> {
        let place = attributes.place_of_type();
        let type_kind = match declared {
            TypeOrReference::Inline(type_kind) => *type_kind,
            TypeOrReference::Reference(named) => return self.copied(named, place, context),
        };
        self.deepest = self.deepest.max(context.level);
        let Ok(mut builder) = TypeBuilder::new(type_kind, context.level) else {
            self.report.push(errors::too_many_levels(place));
            return None;
        };
        if let Some(feature) = Feature::of(builder.form()) {
            self.uses(feature, place);
        }
        let constraints = self.constraints(attributes, &mut builder);
        // Before the return, so that a wrong pattern does not hide a `min_size` above `max_size`.
        self.check_limits(attributes, &mut builder);
        constraints?;
        let is_whole = match builder.form() {
            TypeForm::Bool
            | TypeForm::Integer(_)
            | TypeForm::Float(_)
            | TypeForm::String
            | TypeForm::Json => true,
            TypeForm::Enum => builder.variants(EnumType::new(self.variants(attributes)?)).is_ok(),
            TypeForm::Struct => {
                builder.members(StructType::new(self.members(attributes, context)?));
                true
            }
            TypeForm::Union => {
                let tag = self.tag(attributes)?;
                builder.cases(self.cases(attributes, tag.as_ref(), context)?);
                if let Some(tag) = tag {
                    builder.tag(tag);
                }
                true
            }
            TypeForm::Vector | TypeForm::Array | TypeForm::Map => {
                self.types_within(attributes, (type_kind, &mut builder), context)
            }
        };
        let ty = if is_whole { builder.finish().ok() } else { None };
        self.lacks_type |= ty.is_none();
        ty
    }

    /// Reads the constraints and reports invalid ones. `None` after an invalid unit or pattern, since the type cannot
    /// be checked further.
    fn constraints(&mut self, attributes: &Attributes<'_>, builder: &mut TypeBuilder) -> Option<()> {
        match builder.form() {
            TypeForm::Bool | TypeForm::Enum | TypeForm::Struct | TypeForm::Union => {}
            TypeForm::Integer(kind) => self.integer_bounds(attributes, kind, builder)?,
            TypeForm::Float(kind) => self.float_bounds(attributes, kind, builder)?,
            TypeForm::String => {
                self.size(attributes, (ConstraintKind::MaxSize, Attribute::MaxSize), builder);
                self.size(attributes, (ConstraintKind::MinSize, Attribute::MinSize), builder);
                if let Some(node) = attributes.value(Attribute::Pattern) {
                    builder.pattern(self.pattern(node)?);
                }
            }
            TypeForm::Vector | TypeForm::Map => {
                self.size(attributes, (ConstraintKind::MaxCount, Attribute::MaxCount), builder);
                self.size(attributes, (ConstraintKind::MinCount, Attribute::MinCount), builder);
            }
            TypeForm::Array => self.size(attributes, (ConstraintKind::Count, Attribute::Count), builder),
            TypeForm::Json => {
                self.size(attributes, (ConstraintKind::MaxSize, Attribute::MaxSize), builder);
                self.kinds(attributes, builder);
            }
        }
        let may_be_unique = matches!(builder.form(), TypeForm::Vector | TypeForm::Array);
        if may_be_unique && self.is_set(attributes, Attribute::Unique, Feature::Ranges) {
            builder.unique();
        }
        Some(())
    }

    fn integer_bounds(
        &mut self,
        attributes: &Attributes<'_>,
        kind: IntegerKind,
        builder: &mut TypeBuilder,
    ) -> Option<()> {
        let plain = IntegerType { unit: self.unit(attributes, builder)?, ..IntegerType::new(kind) };
        let read = |node: Node<'_>| match (node.kind(), plain.unit) {
            (Kind::Number, _) => Ok(number(node.numeral()).integer().ok().map(Bound::Integer)),
            (Kind::String, Some(unit)) => match plain.quantity(node.text()) {
                Ok(number) => Ok(Some(Bound::Integer(number))),
                Err(error) => Err((unit, error)),
            },
            (_, _) => Ok(None),
        };
        let refused = |node: Node<'_>, attribute, bound: Option<Bound>| {
            errors::bounds::bound_not_in_type(node, attribute, &plain, bound.and_then(Bound::integer))
        };
        self.bounds(attributes, builder, read, refused);
        Some(())
    }

    fn float_bounds(
        &mut self,
        attributes: &Attributes<'_>,
        kind: FloatKind,
        builder: &mut TypeBuilder,
    ) -> Option<()> {
        let plain = FloatType { unit: self.unit(attributes, builder)?, ..FloatType::new(kind) };
        let read = |node: Node<'_>| match (node.kind(), plain.unit) {
            (Kind::Number, _) => {
                let number = crate::types::float_literal(kind, node.numeral());
                Ok(number.map(|number| Bound::Float(number, kind)))
            }
            (Kind::String, Some(unit)) => match plain.quantity(node.text()) {
                Ok(number) => Ok(Some(Bound::Float(number, kind))),
                Err(error) => Err((unit, error)),
            },
            (_, _) => Ok(None),
        };
        let refused = |node: Node<'_>, attribute, _: Option<Bound>| {
            errors::bounds::bound_not_finite(node, attribute, &plain)
        };
        self.bounds(attributes, builder, read, refused);
        Some(())
    }

    /// Reads `min` and `max`. `read` gives the number of a node, `refused` reports a number that the type does not
    /// have.
    fn bounds(
        &mut self,
        attributes: &Attributes<'_>,
        builder: &mut TypeBuilder,
        read: impl Fn(Node<'_>) -> Result<Option<Bound>, (Unit, QuantityError)>,
        refused: impl Fn(Node<'_>, Attribute, Option<Bound>) -> Diagnostic,
    ) {
        for (kind, attribute) in
            [(ConstraintKind::Min, Attribute::Min), (ConstraintKind::Max, Attribute::Max)]
        {
            let Some(node) = attributes.value(attribute) else { continue };
            self.uses(Feature::Ranges, node.span());
            match read(node) {
                Ok(bound) => match bound.map(|bound| builder.bound(kind, bound)) {
                    Some(Ok(())) => {}
                    Some(Err(TypeProblem::Redundant { .. })) => {
                        self.says_nothing(attributes, attribute, node)
                    }
                    Some(Err(_)) | None => self.report.push(refused(node, attribute, bound)),
                },
                Err((unit, error)) => {
                    self.report.push(errors::bounds::bound_no_quantity(node, attribute, unit, error));
                }
            }
        }
    }

    /// Reads the unit of a numeric type, if it is declared. `None` if it is invalid, which is reported.
    #[expect(clippy::option_option, reason = "the inner `None` means no unit, the outer one an invalid unit")]
    fn unit(&mut self, attributes: &Attributes<'_>, builder: &mut TypeBuilder) -> Option<Option<Unit>> {
        let Some((_, node)) = attributes.entry(Attribute::Unit) else { return Some(None) };
        self.uses(Feature::Units, node.span());
        let unit = if node.kind() == Kind::String { node.text().parse().ok() } else { None };
        match unit {
            Some(unit) => builder.unit(unit),
            None if node.kind() == Kind::Invalid => {}
            None => self.report.push(errors::bounds::unknown_unit(node)),
        }
        unit.map(Some)
    }

    /// Reports a smallest bound or size above the largest, and removes both, since no value could fit.
    fn check_limits(&mut self, attributes: &Attributes<'_>, builder: &mut TypeBuilder) {
        let Err(TypeProblem::MinOverMax { min, max }) = builder.check_constraints() else { return };
        let node = |kind: ConstraintKind| attributes.value(Attribute::from_name(kind.name())?);
        if let (Some(least), Some(most)) = (node(min), node(max)) {
            self.report.push(errors::bounds::min_above_max(least, min.name(), most, max.name()));
        }
        builder.lift_limits();
    }

    /// Warns about a constraint that every value satisfies.
    pub(super) fn says_nothing(&mut self, attributes: &Attributes<'_>, attribute: Attribute, node: Node<'_>) {
        let key = attributes.entry(attribute).map_or(node, |(key, _)| key);
        self.report.push(errors::bounds::says_nothing(key, node, attribute));
    }

    /// Reads a size or count. Reports a missing or invalid one. Beside `rest`, one without effect is refused.
    fn size(
        &mut self,
        attributes: &Attributes<'_>,
        (kind, attribute): (ConstraintKind, Attribute),
        builder: &mut TypeBuilder,
    ) {
        if kind.is_required() && !attributes.has(attribute) {
            self.missing(attributes, attribute);
        }
        let Some(node) = attributes.value(attribute) else { return };
        if !kind.is_required() {
            self.uses(Feature::Ranges, node.span());
        }
        let may_be_max = matches!(kind, ConstraintKind::MaxSize | ConstraintKind::MaxCount);
        let size = match node.kind() {
            Kind::Number => number(node.numeral()).integer().ok().and_then(|n| u32::try_from(n).ok()),
            Kind::String if node.text() == "MAX" && may_be_max => Some(MAX_BOUND),
            Kind::Null
            | Kind::True
            | Kind::False
            | Kind::String
            | Kind::Array
            | Kind::Object
            | Kind::Invalid => None,
        };
        match size.map(|size| builder.size(kind, size)) {
            Some(Ok(())) => {}
            Some(Err(TypeProblem::Redundant { .. })) if attributes.has(Attribute::Rest) => {}
            Some(Err(TypeProblem::Redundant { .. })) => self.says_nothing(attributes, attribute, node),
            Some(Err(_)) | None => {
                let least = u32::from(kind.is_required());
                self.report.push(errors::bounds::bad_size(node, attribute, least, may_be_max));
            }
        }
    }

    /// Whether a flag is set. Warns about `false`, which has no effect.
    pub(super) fn is_set(
        &mut self,
        attributes: &Attributes<'_>,
        attribute: Attribute,
        feature: Feature,
    ) -> bool {
        let Some((is_set, node)) = self.flag(attributes, attribute) else { return false };
        self.uses(feature, node.span());
        if !is_set {
            self.says_nothing(attributes, attribute, node);
        }
        is_set
    }

    /// The value of an attribute that must be `true` or `false`. Reports other values.
    pub(super) fn flag<'d>(
        &mut self,
        attributes: &Attributes<'d>,
        attribute: Attribute,
    ) -> Option<(bool, Node<'d>)> {
        let node = attributes.value(attribute)?;
        match node.kind() {
            Kind::True => Some((true, node)),
            Kind::False => Some((false, node)),
            Kind::Null | Kind::Number | Kind::String | Kind::Array | Kind::Object | Kind::Invalid => {
                self.report.push(errors::wrong_attribute(node, attribute, "`true` or `false`"));
                None
            }
        }
    }

    /// Reads the types of the parts. Returns whether all of them are valid.
    fn types_within(
        &mut self,
        attributes: &Attributes<'_>,
        (type_kind, builder): (TypeKind, &mut TypeBuilder),
        context: &FieldContext<'_>,
    ) -> bool {
        let mut is_whole = true;
        // One message is enough for the key and the value of a map.
        let parts = type_kind.parts();
        let parts = if context.level < MAX_LEVELS { parts } else { parts.split_at(1.min(parts.len())).0 };
        for part in parts {
            let ty = self.part(attributes, *part, context);
            is_whole = is_whole && ty.is_some_and(|ty| builder.part(ty).is_ok());
        }
        is_whole
    }

    /// Reads the type of elements, or of the keys or values of a map.
    fn part(
        &mut self,
        attributes: &Attributes<'_>,
        part: TypePart,
        context: &FieldContext<'_>,
    ) -> Option<Type> {
        let (attribute, role) = match part {
            TypePart::Element => (Attribute::Element, TypeRole::Element),
            TypePart::Key => (Attribute::Key, TypeRole::MapKey),
            TypePart::Value => (Attribute::Value, TypeRole::MapValue),
        };
        let Some((key, node)) = attributes.entry(attribute) else {
            self.missing(attributes, attribute);
            return None;
        };
        let own = Attributes::read(node, key.span(), role, self.report)?;
        let declared = self.declared(&own)?;
        let (type_kind, place) = (declared.kind(), own.place_of_type());
        if part.check(type_kind).is_err() {
            self.report.push(errors::part_not_allowed(place, type_kind, role));
            return None;
        }
        if matches!(type_kind.form(), TypeForm::Vector | TypeForm::Array | TypeForm::Map) {
            self.uses(Feature::NestedLists, place);
        }
        let is_right = part != TypePart::Key || self.key_names(&own);
        let ty = self.shape(&own, &declared, &context.element()).filter(|_| is_right)?;
        if matches!(declared, TypeOrReference::Reference(_)) && TypeBuilder::check_part(part, &ty).is_err() {
            self.report.push(errors::named_types::key_with_operator(place));
            return None;
        }
        Some(ty)
    }

    /// Reads the variants of an enum, if all are valid.
    fn variants(&mut self, attributes: &Attributes<'_>) -> Option<Vec<Variant>> {
        let variants = self.parts(attributes, Attribute::Variants)?;
        if let Some((key, _)) = once_each(variants).next().filter(|entry| is_swapped_variant(*entry)) {
            if key.kind() != Kind::Invalid {
                self.report.push(errors::swapped_variants(key));
            }
            return None;
        }
        let mut list = Vec::new();
        let mut numbers: BTreeMap<i64, Span> = BTreeMap::new();
        let mut whole = true;
        for (key, value) in once_each(variants) {
            let name = self.variant_name(key, attributes.value(Attribute::Default));
            let Some(number) = self.variant_number(value) else {
                whole = false;
                continue;
            };
            if let Some(&first) = numbers.get(&number) {
                self.report.push(errors::variant_number_taken(value, number, first));
                whole = false;
            }
            numbers.entry(number).or_insert(value.span());
            match name {
                Some(name) => list.push(Variant { name, number, doc: self.documentation(key) }),
                None => whole = false,
            }
        }
        whole.then_some(list)
    }

    /// Reads the name of a variant. The help mentions a default that must change, too.
    fn variant_name(&mut self, key: Node<'_>, default: Option<Node<'_>>) -> Option<VariantName> {
        if key.kind() == Kind::Invalid {
            return None;
        }
        let is_default = default.is_some_and(|name| name.kind() == Kind::String && name.text() == key.text());
        let refuse = |error| {
            let help = is_default.then_some("write the new name in `default` too");
            self.report.push(errors::bad_variant(key, "variant", error).help_if(help));
        };
        let name = VariantName::new(key.text()).map_err(refuse).ok()?;
        if !name.is_key() {
            self.uses(Feature::NativeNames, key.span());
        }
        Some(name)
    }

    /// Checks the names of variants that are keys of a map.
    fn key_names(&mut self, own: &Attributes<'_>) -> bool {
        let variants = own.value(Attribute::Variants).into_iter().flat_map(Node::members);
        let wrong = variants.map(|(key, _)| key).find(|key| key.text().starts_with('$'));
        if let Some(key) = wrong {
            self.report.push(errors::variant_as_operator(key));
        }
        wrong.is_none()
    }

    fn variant_number(&mut self, node: Node<'_>) -> Option<i64> {
        if node.kind() == Kind::Invalid {
            return None;
        }
        let value = (node.kind() == Kind::Number).then(|| number(node.numeral()).integer().ok()).flatten();
        let value = value.and_then(|value| i64::try_from(value).ok());
        if value.is_none() {
            self.report.push(errors::bad_variant_number(node));
        }
        value
    }

    /// Reads the members of a struct, if all are valid.
    fn members(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Vec<Field>> {
        let fields = self.parts(attributes, Attribute::Fields)?;
        let mut members = Vec::new();
        let mut whole = true;
        for (key, value) in once_each(fields) {
            if self.is_misplaced(misplaced::in_fields(key, value, fields, TypeRole::Member)) {
                whole = false;
                continue;
            }
            match self.field(key, value, Some(context)) {
                Some(member) => members.push(member),
                None => whole = false,
            }
        }
        whole &= self.check_names(&members);
        whole.then(|| members.into_iter().map(CheckedField::finish).collect())
    }

    /// Reads the object with the members of a struct, the variants of an enum or the cases of a union. There must be at
    /// least one, but for the members of a case of a union with a tag, which may be a named type.
    pub(super) fn parts<'d>(
        &mut self,
        attributes: &Attributes<'d>,
        attribute: Attribute,
    ) -> Option<Node<'d>> {
        if !attributes.has(attribute) {
            self.missing(attributes, attribute);
        }
        let node = attributes.value(attribute)?;
        if node.kind() != Kind::Object {
            self.report.push(errors::wrong_attribute(node, attribute, "an object"));
            return None;
        }
        // A literal of such a case has the tag alone.
        let may_be_empty = attribute == Attribute::Fields
            && matches!(attributes.role, TypeRole::TaggedCase | TypeRole::NamedType);
        if node.members().next().is_none() && !may_be_empty {
            self.report.push(errors::types::no_parts(node, attribute, attributes.has(Attribute::Tag)));
            return None;
        }
        Some(node)
    }
}

/// Whether the key of a variant is a number, or could not be read, and its value is a string.
fn is_swapped_variant((key, value): (Node<'_>, Node<'_>)) -> bool {
    let is_number = !key.text().is_empty() && key.text().bytes().all(|byte| byte.is_ascii_digit());
    value.kind() == Kind::String && (key.kind() == Kind::Invalid || is_number)
}
