//! The builder of types. It checks every rule about the attributes and parts of types. Only the uniqueness of keys,
//! aliases and names of variants and cases is left to its callers.
//!
//! The readers of bytes, type texts and manifests add attributes and parts to it. The check of types made in memory
//! adds constraints, and checks parts with the functions below. Each maps a [`TypeProblem`] to its own errors and
//! places.

use super::limits::{MAX_BOUND, MAX_CASES, MAX_LEVELS, MAX_TAGGED_CASES, MIN_CASES};
use super::type_problem::TypeProblem;
use super::{
    ArrayType, Bound, Bounds, ConstraintKind, EnumType, Field, FloatType, IntegerType, JsonKinds, JsonType,
    MapType, NativeName, Pattern, StringType, StructType, Type, TypeForm, TypeKind, TypePart, UnionCase,
    UnionType, Unit, VectorType,
};
use crate::text::{narrow, sort_positions};
use std::mem;
use std::sync::Arc;

type BuildResult<T = ()> = Result<T, TypeProblem>;

/// An unfinished type: a type kind with the attributes and parts so far, each of which is valid.
#[derive(Debug)]
pub struct TypeBuilder {
    type_kind: TypeKind,
    /// The last constraint that was [admitted](Self::admit).
    last: Option<ConstraintKind>,
    /// The `max_size`, `max_count` or `count`; 0 until it is added.
    most: u32,
    /// The `min_size` or `min_count`.
    least: u32,
    min: Option<Bound>,
    max: Option<Bound>,
    pattern: Option<Arc<Pattern>>,
    unique: bool,
    unit: Option<Unit>,
    kinds: Option<JsonKinds>,
    tag: Option<NativeName>,
    content: TypeContent,
}

/// The parts of a type so far.
#[derive(Debug)]
enum TypeContent {
    Nothing,
    /// The type of the elements, or of the keys of a map.
    Part(Type),
    /// The types of the keys and values of a map.
    Parts(Type, Type),
    Struct(StructType),
    Enum(EnumType),
    Cases(Vec<UnionCase>),
}

impl TypeContent {
    /// The number of parts, members, variants or cases.
    fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Part(_) => 1,
            Self::Parts(..) => 2,
            Self::Struct(ty) => ty.members().len(),
            Self::Enum(ty) => ty.variants().len(),
            Self::Cases(cases) => cases.len(),
        }
    }
}

impl TypePart {
    /// Checks that this part may have this type kind.
    ///
    /// # Errors
    /// [`TypeProblem::Part`].
    pub const fn check(self, type_kind: TypeKind) -> Result<(), TypeProblem> {
        let is_allowed = match self {
            Self::Element | Self::Value => true,
            Self::Key => type_kind.may_be_key(),
        };
        if is_allowed { Ok(()) } else { Err(TypeProblem::Part { part: self, type_kind }) }
    }
}

impl TypeBuilder {
    /// Begins a type at this level; the type of a field is at level 1.
    ///
    /// # Errors
    /// [`TypeProblem::TooManyLevels`].
    pub const fn new(type_kind: TypeKind, level: usize) -> BuildResult<Self> {
        if level > MAX_LEVELS {
            return Err(TypeProblem::TooManyLevels);
        }
        Ok(Self {
            type_kind,
            last: None,
            most: 0,
            least: 0,
            min: None,
            max: None,
            pattern: None,
            unique: false,
            unit: None,
            kinds: None,
            tag: None,
            content: TypeContent::Nothing,
        })
    }

    /// The form of the type.
    #[must_use]
    pub const fn form(&self) -> TypeForm {
        self.type_kind.form()
    }

    /// Admits the next constraint, for a reader that requires constraints in ascending order. Those of fields are
    /// admitted for every type that [may have them](Self::check_nullable).
    ///
    /// # Errors
    /// [`TypeProblem::Unfit`], [`TypeProblem::Order`].
    pub fn admit(&mut self, kind: ConstraintKind) -> BuildResult {
        let type_kind = self.type_kind;
        if kind == ConstraintKind::Nullable {
            Self::check_nullable(type_kind)?;
        }
        if !kind.is_of_field() && !type_kind.constraints().contains(&kind) {
            return Err(TypeProblem::Unfit { kind, type_kind });
        }
        match self.last.filter(|after| *after >= kind) {
            Some(after) => Err(TypeProblem::Order { kind, after }),
            None => {
                self.last = Some(kind);
                Ok(())
            }
        }
    }

    /// Checks that fields of this type kind may be nullable. A `json` takes null by its kinds.
    ///
    /// # Errors
    /// [`TypeProblem::Unfit`].
    pub const fn check_nullable(type_kind: TypeKind) -> BuildResult {
        if matches!(type_kind, TypeKind::Json) {
            return Err(TypeProblem::Unfit { kind: ConstraintKind::Nullable, type_kind });
        }
        Ok(())
    }

    /// Adds a size or count of this kind.
    ///
    /// # Errors
    /// [`TypeProblem::Zero`], [`TypeProblem::Redundant`]. After an error nothing is added.
    pub fn size(&mut self, kind: ConstraintKind, size: u32) -> BuildResult {
        let is_required = kind.is_required();
        if size == 0 {
            return Err(if is_required {
                TypeProblem::Zero { kind }
            } else {
                TypeProblem::Redundant { kind }
            });
        }
        *(if is_required { &mut self.most } else { &mut self.least }) = size;
        Ok(())
    }

    /// Adds a `min` or `max`. It must be in the range of the type. For an integer type, it must also exclude a value.
    ///
    /// # Errors
    /// [`TypeProblem::Unfit`], [`TypeProblem::Bound`], [`TypeProblem::Redundant`]. After an error nothing is added.
    pub fn bound(&mut self, kind: ConstraintKind, bound: Bound) -> BuildResult {
        let (fits, is_redundant) = match (self.form(), bound) {
            (TypeForm::Integer(of), Bound::Integer(n)) => {
                (IntegerType::new(of).check(n), of.is_redundant(kind, n))
            }
            (TypeForm::Float(of), Bound::Float(n, _)) => (FloatType::new(of).check(n), false),
            (_, _) => return Err(TypeProblem::Unfit { kind, type_kind: self.type_kind }),
        };
        fits.map_err(|violation| TypeProblem::Bound { kind, violation: Box::new(violation) })?;
        if is_redundant {
            return Err(TypeProblem::Redundant { kind });
        }
        *(if kind == ConstraintKind::Min { &mut self.min } else { &mut self.max }) = Some(bound);
        Ok(())
    }

    /// Adds a pattern.
    pub fn pattern(&mut self, pattern: Arc<Pattern>) {
        self.pattern = Some(pattern);
    }

    /// Requires that no two elements are equal.
    pub const fn unique(&mut self) {
        self.unique = true;
    }

    /// Adds a unit.
    pub const fn unit(&mut self, unit: Unit) {
        self.unit = Some(unit);
    }

    /// Adds the kinds of a `json` type.
    ///
    /// # Errors
    /// [`TypeProblem::Redundant`]. After an error nothing is added.
    pub fn kinds(&mut self, kinds: JsonKinds) -> BuildResult {
        if kinds == JsonKinds::ALL_BUT_NULL {
            return Err(TypeProblem::Redundant { kind: ConstraintKind::Kinds });
        }
        self.kinds = Some(kinds);
        Ok(())
    }

    /// Adds the tag of a union.
    pub fn tag(&mut self, tag: NativeName) {
        self.tag = Some(tag);
    }

    /// Adds the type of the next part: the element, or the key and then the value of a map.
    ///
    /// # Errors
    /// [`TypeProblem::Part`], [`TypeProblem::Parts`], [`TypeProblem::KeyWithDollar`].
    pub fn part(&mut self, ty: Type) -> BuildResult {
        let Some(part) = self.type_kind.parts().get(self.content.len()) else {
            return Err(TypeProblem::too_many_parts(self.type_kind));
        };
        Self::check_part(*part, &ty)?;
        self.content = match mem::replace(&mut self.content, TypeContent::Nothing) {
            TypeContent::Part(first) => TypeContent::Parts(first, ty),
            TypeContent::Nothing
            | TypeContent::Parts(..)
            | TypeContent::Struct(_)
            | TypeContent::Enum(_)
            | TypeContent::Cases(_) => TypeContent::Part(ty),
        };
        Ok(())
    }

    /// Checks that a part may be of this type.
    ///
    /// # Errors
    /// [`TypeProblem::Part`], [`TypeProblem::Parts`], [`TypeProblem::KeyWithDollar`].
    pub fn check_part(part: TypePart, ty: &Type) -> BuildResult {
        part.check(ty.kind())?;
        Self::check_filled(ty)?;
        match (part, ty) {
            (TypePart::Key, Type::Enum(ty)) if ty.begins_with_dollar() => Err(TypeProblem::KeyWithDollar),
            (_, _) => Ok(()),
        }
    }

    /// Adds the members of a struct. The caller has checked that keys and aliases are unique. A struct without members is
    /// allowed in some places: see [`check_filled`](Self::check_filled).
    pub fn members(&mut self, ty: StructType) {
        self.content = TypeContent::Struct(ty);
    }

    /// Checks that a struct has a member. Only a case of a union with a tag may be a struct without one: its literals have
    /// the tag alone.
    ///
    /// # Errors
    /// [`TypeProblem::Parts`].
    pub fn check_filled(ty: &Type) -> BuildResult {
        if let Type::Struct(of) = ty
            && of.members().is_empty()
        {
            return Err(TypeProblem::Parts { type_kind: TypeKind::Struct, found: 0 });
        }
        Ok(())
    }

    /// Adds the variants of an enum. The caller has checked that their names are unique.
    ///
    /// # Errors
    /// [`TypeProblem::Parts`], [`TypeProblem::VariantTwice`].
    pub fn variants(&mut self, ty: EnumType) -> BuildResult {
        Self::check_variants(&ty)?;
        self.content = TypeContent::Enum(ty);
        Ok(())
    }

    /// Adds the cases of a union, sorted by name. The caller has checked that their names are unique. The other rules of
    /// cases depend on the tag, and [`finish`](Self::finish) checks them.
    pub fn cases(&mut self, cases: Vec<UnionCase>) {
        self.content = TypeContent::Cases(cases);
    }

    /// Checks that the number of cases is allowed, and that a literal has at most one case: by its kind, or by the text of
    /// this tag.
    ///
    /// # Errors
    /// [`TypeProblem::Parts`]; without a tag [`TypeProblem::UnionInUnion`], [`TypeProblem::NullInCase`],
    /// [`TypeProblem::KindTwice`]; with a tag [`TypeProblem::TaggedCase`], [`TypeProblem::TagTaken`],
    /// [`TypeProblem::TextTwice`]; [`TypeProblem::TextWithoutEffect`].
    pub fn check_cases(tag: Option<&NativeName>, cases: &[UnionCase]) -> BuildResult {
        let most = if tag.is_some() { MAX_TAGGED_CASES } else { MAX_CASES };
        if !(MIN_CASES..=most).contains(&cases.len()) {
            return Err(TypeProblem::Parts { type_kind: TypeKind::Union, found: cases.len() });
        }
        let is_useless = |case: &&UnionCase| match &case.text {
            Some(text) => tag.is_none() || text.as_str() == case.name.as_str(),
            None => false,
        };
        if let Some(case) = cases.iter().find(is_useless) {
            return Err(TypeProblem::TextWithoutEffect { case: case.name.clone() });
        }
        match tag {
            Some(tag) => Self::check_tagged(tag, cases),
            None => Self::check_kinds(cases),
        }
    }

    fn check_tagged(tag: &NativeName, cases: &[UnionCase]) -> BuildResult {
        for case in cases {
            let Type::Struct(ty) = &case.ty else {
                let (case, type_kind) = (case.name.clone(), case.ty.kind());
                return Err(TypeProblem::TaggedCase { case, type_kind });
            };
            let has_tag = |member: &&Field| {
                member.key.as_str() == tag.as_str() || member.names.iter().any(|name| name == tag)
            };
            if let Some(member) = ty.members().iter().find(has_tag) {
                return Err(TypeProblem::TagTaken { case: case.name.clone(), member: member.key.clone() });
            }
        }
        let case = |at: u32| cases.get(at as usize);
        let text = |at: u32| case(at).map(UnionCase::tag_text);
        let mut order: Box<[u32]> = (0..narrow(cases.len())).collect();
        sort_positions(&mut order, &|a, b| text(a).cmp(&text(b)).then(a.cmp(&b)));
        for pair in order.windows(2) {
            if let [first, again] = *pair
                && let (Some(first), Some(again)) = (case(first), case(again))
                && first.tag_text() == again.tag_text()
            {
                return Err(TypeProblem::TextTwice { first: first.name.clone(), again: again.name.clone() });
            }
        }
        Ok(())
    }

    fn check_kinds(cases: &[UnionCase]) -> BuildResult {
        for (at, case) in cases.iter().enumerate() {
            if case.ty.kind() == TypeKind::Union {
                return Err(TypeProblem::UnionInUnion { case: case.name.clone() });
            }
            if case.ty.takes_null() {
                return Err(TypeProblem::NullInCase { case: case.name.clone() });
            }
            Self::check_filled(&case.ty)?;
            let kinds = case.ty.literal_kinds();
            for first in cases.iter().take(at) {
                if let Some(kind) = first.ty.literal_kinds().first_common(kinds) {
                    let (first, again) = (first.name.clone(), case.name.clone());
                    return Err(TypeProblem::KindTwice { kind, first, again });
                }
            }
        }
        Ok(())
    }

    /// Checks that there is at least one variant, and that no two have the same number.
    pub(crate) fn check_variants(ty: &EnumType) -> BuildResult {
        if ty.variants().is_empty() {
            return Err(TypeProblem::Parts { type_kind: TypeKind::Enum, found: 0 });
        }
        match ty.repeated_number() {
            Some(number) => Err(TypeProblem::VariantTwice { number }),
            None => Ok(()),
        }
    }

    /// Checks that required constraints are present and that no minimum exceeds its maximum.
    ///
    /// # Errors
    /// [`TypeProblem::Missing`], [`TypeProblem::MinOverMax`].
    pub fn check_constraints(&self) -> BuildResult {
        let type_kind = self.type_kind;
        let kinds = type_kind.constraints();
        if let [kind, ..] = *kinds
            && kind.is_required()
            && self.most == 0
        {
            return Err(TypeProblem::Missing { kind, type_kind });
        }
        let is_above = match (self.min, self.max) {
            (Some(Bound::Integer(min)), Some(Bound::Integer(max))) => min > max,
            (Some(Bound::Float(min, _)), Some(Bound::Float(max, _))) => min > max,
            (_, _) => false,
        };
        match *kinds {
            [min, max, ..] if is_above => Err(TypeProblem::MinOverMax { min, max }),
            [max, min, ..] if self.least > self.most => Err(TypeProblem::MinOverMax { min, max }),
            [..] => Ok(()),
        }
    }

    /// Removes bounds, and sets sizes and counts to the widest limits: 0 and [`MAX_BOUND`].
    pub fn lift_limits(&mut self) {
        (self.min, self.max) = (None, None);
        (self.most, self.least) = (MAX_BOUND, 0);
    }

    /// The type.
    ///
    /// # Errors
    /// See [`check_constraints`](Self::check_constraints) and [`check_cases`](Self::check_cases), and
    /// [`TypeProblem::Parts`].
    pub fn finish(self) -> BuildResult<Type> {
        self.check_constraints()?;
        let Self { type_kind, most, least, unique, .. } = self;
        Ok(match (type_kind.form(), self.content) {
            (TypeForm::Bool, _) => Type::Bool,
            (TypeForm::Json, _) => {
                let kinds = self.kinds.unwrap_or(JsonKinds::ALL_BUT_NULL);
                Type::Json(JsonType { max_size: most, kinds })
            }
            (TypeForm::Integer(kind), _) => {
                let bounds = bounds(self.min, self.max, Bound::integer);
                Type::Integer(IntegerType { kind, bounds, unit: self.unit })
            }
            (TypeForm::Float(kind), _) => {
                let bounds = bounds(self.min, self.max, Bound::float);
                Type::Float(FloatType { kind, bounds, unit: self.unit })
            }
            (TypeForm::String, _) => {
                Type::String(StringType { max_size: most, min_size: least, pattern: self.pattern })
            }
            (TypeForm::Enum, TypeContent::Enum(ty)) => Type::Enum(ty),
            (TypeForm::Struct, TypeContent::Struct(ty)) => Type::Struct(ty),
            (TypeForm::Vector, TypeContent::Part(element)) => {
                let element = Box::new(element);
                Type::Vector(VectorType { max_count: most, min_count: least, unique, element })
            }
            (TypeForm::Array, TypeContent::Part(element)) => {
                Type::Array(ArrayType { count: most, unique, element: Box::new(element) })
            }
            (TypeForm::Map, TypeContent::Parts(key, value)) => {
                Type::Map(MapType::new(key, value, most).at_least(least))
            }
            (TypeForm::Union, TypeContent::Cases(cases)) => {
                Self::check_cases(self.tag.as_ref(), &cases)?;
                Type::Union(UnionType::sorted(self.tag, cases))
            }
            (
                TypeForm::Enum
                | TypeForm::Struct
                | TypeForm::Vector
                | TypeForm::Array
                | TypeForm::Map
                | TypeForm::Union,
                content,
            ) => return Err(TypeProblem::Parts { type_kind, found: content.len() }),
        })
    }
}

fn bounds<T>(
    min: Option<Bound>,
    max: Option<Bound>,
    number: fn(Bound) -> Option<T>,
) -> Option<Box<Bounds<T>>> {
    Bounds::boxed(min.and_then(number), max.and_then(number))
}
