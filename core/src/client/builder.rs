//! Configurations that do not come from a value file.

use super::Typed;
use crate::declaration::{Config, Declaration, DecodeError};
use crate::rules::BrokenRule;
use crate::types::{ConstraintViolation, Field, Key, Value};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// The members of a struct as they are declared, or all fields.
#[derive(Debug, Clone)]
pub struct DeclaredMembers {
    members: Result<&'static [Field], DecodeError>,
    /// What the members are the fields of, if they are all of a schema: they keep its rules.
    config: Option<&'static Config>,
}

impl DeclaredMembers {
    /// All fields of a declaration, if it could be decoded.
    pub(super) fn fields(declaration: Result<&'static Declaration, DecodeError>) -> Self {
        let config = declaration.map(Declaration::config);
        let members = config.as_ref().map(|config| config.map_or(&[] as &[Field], Config::fields));
        Self { members: members.map_err(Clone::clone), config: config.ok().flatten() }
    }

    /// The members of the struct that this member is, or of the structs in its list or map.
    #[must_use]
    pub fn member(self, index: usize) -> Self {
        let member = |members: &'static [Field]| {
            members.get(index).map_or(&[] as &[Field], |field| field.ty.members())
        };
        Self { members: self.members.map(member), config: None }
    }
}

/// A struct of a client while it is being built. Its `Debug` text shows no values.
#[derive(Clone)]
pub struct Builder {
    declared: DeclaredMembers,
    values: Vec<(usize, Value)>,
    /// Members that must be set though they are optional.
    required: Vec<usize>,
}

/// Which members are set.
impl Debug for Builder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let members = self.declared.members.as_deref().unwrap_or_default();
        let keys = self.values.iter().filter_map(|(index, _)| Some(members.get(*index)?.key.as_str()));
        f.debug_set().entries(keys).finish()
    }
}

impl Builder {
    /// Nothing set.
    #[must_use]
    pub fn new(declared: DeclaredMembers) -> Self {
        Self { declared, values: Vec::new(), required: Vec::new() }
    }

    /// Asks for a member that is optional: it has a default, which the client does not hold.
    #[must_use]
    pub fn requiring(mut self, index: usize) -> Self {
        self.required.push(index);
        self
    }

    /// Sets a member; the last of several values applies.
    pub fn set(&mut self, index: usize, value: impl Typed) {
        self.values.push((index, value.into_value()));
    }

    /// The struct: what is not set has its default, and everything is checked as a value file's values are, of a
    /// configuration its rules too.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build<T: Typed>(self) -> Result<T, BuildError> {
        let members = self.declared.members.map_err(BuildError::Declaration)?;
        let mut given: Vec<Option<Value>> = members.iter().map(|_| None).collect();
        for (index, value) in self.values {
            if let Some(slot) = given.get_mut(index) {
                *slot = Some(value);
            }
        }
        let mut values = Vec::with_capacity(given.len());
        for (index, (member, given)) in members.iter().zip(given).enumerate() {
            let unset = if self.required.contains(&index) { None } else { member.unset_value() };
            let Some(value) = given.or(unset) else {
                return Err(BuildError::Missing { key: member.key.clone() });
            };
            member.check(&value).map_err(|violation| BuildError::ConstraintViolation {
                key: member.key.clone(),
                violation: Box::new(violation),
            })?;
            values.push(value);
        }
        let broken = self.declared.config.and_then(|config| config.broken_rules(&values).next());
        if let Some(broken) = broken {
            return Err(BuildError::Rule(Box::new(broken.to_broken())));
        }
        T::from_value(Value::Struct(values.into())).ok_or(BuildError::OtherClient)
    }
}

/// Why a configuration, or a struct in it, cannot be made. No value of a sensitive field is in it.
#[derive(Clone, PartialEq)]
pub enum BuildError {
    /// Something without a default is not set. Nothing sensitive has a default here.
    Missing {
        /// Its key.
        key: Key,
    },
    /// A value does not fit.
    ConstraintViolation {
        /// The key of the field or member.
        key: Key,
        /// Why it does not fit; for what is sensitive without the value.
        violation: Box<ConstraintViolation>,
    },
    /// The values break a rule of the interface: the first one, at the first place.
    Rule(Box<BrokenRule>),
    /// The client embeds a declaration that this version of the loader cannot read.
    Declaration(DecodeError),
    /// The client was changed: it does not match the declaration embedded in it.
    OtherClient,
}

impl Error for BuildError {}

/// What a `main` that returns it prints.
impl Debug for BuildError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for BuildError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { key } => write!(f, "`{key}` is not set and has no default"),
            Self::ConstraintViolation { key, violation } => write!(f, "`{key}`: {violation}"),
            Self::Rule(broken) => Display::fmt(broken, f),
            Self::Declaration(error) => {
                write!(f, "the declaration embedded in the component is invalid: {error}")
            }
            Self::OtherClient => {
                f.write_str("the generated client does not match the declaration embedded in it")
            }
        }
    }
}
