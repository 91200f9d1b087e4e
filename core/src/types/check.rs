//! Whether a value fits a type: the rules that the compiler, the decoders and the loader share.

use super::{
    ArrayType, ConstraintViolation, EnumType, List, MapEntries, MapType, StructType, Type, UnionType,
    UnionValue, Value, VectorType,
};

impl Type {
    /// Checks the number of elements of a vector or array, or of entries of a map. Accepts any number for other types.
    ///
    /// # Errors
    /// [`ConstraintViolation::TooMany`], [`ConstraintViolation::TooFew`], [`ConstraintViolation::WrongCount`],
    /// [`ConstraintViolation::TooManyEntries`], [`ConstraintViolation::TooFewEntries`].
    pub fn check_count(&self, found: usize) -> Result<(), ConstraintViolation> {
        match self {
            Self::Vector(ty) if found > ty.max_count as usize => {
                Err(ConstraintViolation::TooMany { max: ty.max_count, found })
            }
            Self::Vector(ty) if found < ty.min_count as usize => {
                Err(ConstraintViolation::TooFew { min: ty.min_count, found })
            }
            Self::Array(ty) if found != ty.count as usize => {
                Err(ConstraintViolation::WrongCount { expected: ty.count, found })
            }
            Self::Map(ty) => ty.check_count(found),
            Self::Bool
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::Struct(_)
            | Self::Vector(_)
            | Self::Array(_)
            | Self::Json(_)
            | Self::Union(_) => Ok(()),
        }
    }

    /// Whether the elements must be unique.
    #[must_use]
    pub fn wants_unique(&self) -> bool {
        let (Self::Vector(VectorType { unique, .. }) | Self::Array(ArrayType { unique, .. })) = self else {
            return false;
        };
        *unique
    }

    /// Checks a value against this type and all its constraints.
    ///
    /// # Errors
    /// The first [`ConstraintViolation`], elements and members in order.
    pub fn check(&self, value: &Value) -> Result<(), ConstraintViolation> {
        match (self, value) {
            (Self::Bool, Value::Bool(_)) => Ok(()),
            (Self::Integer(ty), Value::Unsigned(n)) if !ty.kind.is_signed() => ty.check((*n).into()),
            (Self::Integer(ty), Value::Signed(n)) if ty.kind.is_signed() => ty.check((*n).into()),
            (Self::Float(ty), Value::Float(n)) => ty.check(*n),
            (Self::String(ty), Value::String(text)) => ty.check(text),
            (Self::Enum(ty), Value::Variant(number)) => ty.check(*number),
            (Self::Struct(ty), Value::Struct(values)) => ty.check(values),
            (Self::Vector(_) | Self::Array(_), Value::List(list)) => self.check_list(list),
            (Self::Map(ty), Value::Map(entries)) => ty.check(entries),
            (Self::Json(ty), Value::Json(text)) => ty.check(text),
            (Self::Union(ty), Value::Union(value)) => ty.check(value),
            (
                Self::Bool
                | Self::Integer(_)
                | Self::Float(_)
                | Self::String(_)
                | Self::Enum(_)
                | Self::Struct(_)
                | Self::Vector(_)
                | Self::Array(_)
                | Self::Map(_)
                | Self::Json(_)
                | Self::Union(_),
                _,
            ) => Err(self.kind_violation()),
        }
    }

    #[cold]
    fn kind_violation(&self) -> ConstraintViolation {
        ConstraintViolation::Kind { expected: self.to_string() }
    }

    fn check_list(&self, list: &List) -> Result<(), ConstraintViolation> {
        let Some(element) = self.element() else { return Ok(()) };
        self.check_count(list.len())?;
        element.check_each(list).map_err(|refused| match refused {
            // All elements have another kind, so the list has another type.
            Refused { index: None, .. } => self.kind_violation(),
            Refused { index: Some(index), violation } => ConstraintViolation::Element { index, violation },
        })?;
        if !self.wants_unique() {
            return Ok(());
        }
        match list.repeated() {
            Some((first, again)) => Err(ConstraintViolation::Repeated { first, again }),
            None => Ok(()),
        }
    }

    /// Checks the elements of a list, or the values of a map, against this type.
    fn check_each(&self, list: &List) -> Result<(), Refused> {
        match (self, list) {
            (Self::Bool, List::Bool(_)) => Ok(()),
            (Self::Integer(ty), List::Unsigned(list)) if !ty.kind.is_signed() => {
                each(list, |&n| ty.check(n.into()))
            }
            (Self::Integer(ty), List::Signed(list)) if ty.kind.is_signed() => {
                each(list, |&n| ty.check(n.into()))
            }
            (Self::Float(ty), List::Float(list)) => each(list, |&n| ty.check(n)),
            (Self::String(ty), List::String(list)) => each(list, |text| ty.check(text)),
            (Self::Enum(ty), List::Variant(list)) => each(list, |&number| ty.check(number)),
            (Self::Struct(ty), List::Struct(list)) => each(list, |values| ty.check(values)),
            (Self::Vector(_) | Self::Array(_), List::List(list)) => each(list, |list| self.check_list(list)),
            (Self::Map(ty), List::Map(list)) => each(list, |entries| ty.check(entries)),
            (Self::Json(ty), List::Json(list)) => each(list, |text| ty.check(text)),
            (Self::Union(ty), List::Union(list)) => each(list, |value| ty.check(value)),
            (
                Self::Bool
                | Self::Integer(_)
                | Self::Float(_)
                | Self::String(_)
                | Self::Enum(_)
                | Self::Struct(_)
                | Self::Vector(_)
                | Self::Array(_)
                | Self::Map(_)
                | Self::Json(_)
                | Self::Union(_),
                _,
            ) => Err(Refused { index: None, violation: Box::new(self.kind_violation()) }),
        }
    }
}

/// The index of the element that does not fit, or `None` if the list holds elements of another kind.
struct Refused {
    index: Option<usize>,
    violation: Box<ConstraintViolation>,
}

fn each<T>(list: &[T], check: impl Fn(&T) -> Result<(), ConstraintViolation>) -> Result<(), Refused> {
    for (index, element) in list.iter().enumerate() {
        check(element).map_err(|violation| Refused { index: Some(index), violation: Box::new(violation) })?;
    }
    Ok(())
}

impl EnumType {
    fn check(&self, number: i64) -> Result<(), ConstraintViolation> {
        self.by_number(number).map(|_| ()).ok_or(ConstraintViolation::UnknownVariant { number })
    }
}

impl StructType {
    fn check(&self, values: &[Value]) -> Result<(), ConstraintViolation> {
        let members = self.members();
        if members.len() != values.len() {
            return Err(ConstraintViolation::Members { expected: members.len(), found: values.len() });
        }
        for (member, value) in members.iter().zip(values) {
            member.check(value).map_err(|violation| ConstraintViolation::Member {
                key: member.key.as_str().into(),
                violation: Box::new(violation),
            })?;
        }
        Ok(())
    }
}

impl UnionType {
    fn check(&self, value: &UnionValue) -> Result<(), ConstraintViolation> {
        let case = self.case(value.case).ok_or(ConstraintViolation::UnknownCase { number: value.case })?;
        case.ty.check(&value.value).map_err(|violation| ConstraintViolation::Case {
            name: case.name.as_str().into(),
            violation: Box::new(violation),
        })
    }
}

impl MapType {
    /// Checks a key. A key of any type must not begin with `$`.
    ///
    /// # Errors
    /// The violation, without the key. For an enum, this is [`ConstraintViolation::UnknownName`].
    pub fn check_key(&self, key: &str) -> Result<(), ConstraintViolation> {
        if key.starts_with('$') {
            return Err(ConstraintViolation::OperatorKey);
        }
        match self.key() {
            Type::String(ty) => ty.check(key),
            Type::Enum(ty) => ty.by_name(key).map(|_| ()).ok_or(ConstraintViolation::UnknownName),
            // No schema accepts keys of these types.
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => Err(self.key().kind_violation()),
        }
    }

    fn check_count(&self, found: usize) -> Result<(), ConstraintViolation> {
        if found > self.max_count as usize {
            return Err(ConstraintViolation::TooManyEntries { max: self.max_count, found });
        }
        if found < self.min_count as usize {
            return Err(ConstraintViolation::TooFewEntries { min: self.min_count, found });
        }
        Ok(())
    }

    /// Checks the number of entries, then all keys, then all values.
    fn check(&self, entries: &MapEntries) -> Result<(), ConstraintViolation> {
        self.check_count(entries.len())?;
        for key in entries.keys() {
            self.check_key(key).map_err(|violation| ConstraintViolation::Key {
                key: Some(key.clone()),
                violation: Box::new(violation),
            })?;
        }
        self.value().check_each(entries.values()).map_err(|Refused { index, violation }| {
            let key = index.and_then(|index| entries.keys().get(index)).cloned();
            ConstraintViolation::Entry { key, violation }
        })
    }
}
