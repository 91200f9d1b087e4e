//! Configurations that do not come from a value file.

use super::{Interface, Typed};
use crate::error::{DecodeError, Failure, Source};
use crate::value::Value;
use confc_core::declaration::Config;
use confc_core::rules::BrokenRule;
use confc_core::types::{self, ConstraintViolation, Field, Key, Type};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// A struct of a client while it is built. Its `Debug` text shows keys, and no values.
#[derive(Clone)]
pub struct Builder {
    interface: &'static Interface,
    /// The positions of the field, members and cases on the path to the struct; empty for the configuration itself.
    path: &'static [usize],
    /// The positions of members that must be set, whatever they would be otherwise.
    required: &'static [usize],
    values: Vec<(usize, Value)>,
}

/// The members that are set.
impl Debug for Builder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let config = self.interface.declaration().ok().and_then(|declaration| declaration.0.config());
        let members = config.map_or(&[] as &[Field], |config| self.members(config));
        let keys = self.values.iter().filter_map(|(index, _)| Some(members.get(*index)?.key.as_str()));
        f.debug_set().entries(keys).finish()
    }
}

impl Builder {
    /// A builder without values. `path` has the positions of the field, members and cases on the path to the struct; it is
    /// empty for the configuration itself. `required` holds the positions of members that must be set although they may
    /// have no value: those with a default that the client does not hold.
    #[must_use]
    pub fn new(interface: &'static Interface, path: &'static [usize], required: &'static [usize]) -> Self {
        Self { interface, path, required, values: Vec::new() }
    }

    /// Sets the member at this position; the last of several values applies.
    pub fn set(&mut self, index: usize, value: impl Typed) {
        self.values.push((index, value.into_value()));
    }

    /// Returns the finished struct. Members that are not set take their defaults. Checks everything as in a value file,
    /// and for the configuration itself its rules too.
    ///
    /// # Errors
    /// The first member without a value, the first value that does not fit, or the first broken rule; or a client that
    /// does not match its declaration.
    pub fn build<T: Typed>(self) -> Result<T, BuildError> {
        let declaration = self.interface.declaration().map_err(BuildCause::Declaration)?;
        let config = declaration.0.config().ok_or(BuildCause::OtherClient)?;
        let members = self.members(config);
        let mut given: Vec<Option<types::Value>> = members.iter().map(|_| None).collect();
        for (index, value) in self.values {
            if let Some(slot) = given.get_mut(index) {
                *slot = Some(value.0);
            }
        }
        let mut values = Vec::with_capacity(given.len());
        for (index, (member, given)) in members.iter().zip(given).enumerate() {
            let unset = if self.required.contains(&index) { None } else { member.unset_value() };
            let missing = || BuildCause::Missing(member.key.clone());
            let value = given.or(unset).ok_or_else(missing)?;
            member
                .check(&value)
                .map_err(|violation| BuildCause::Constraint(member.key.clone(), violation))?;
            values.push(value);
        }
        if self.path.is_empty()
            && let Some(broken) = config.broken_rules(&values).next()
        {
            return Err(BuildCause::Rule(broken.to_broken()).into());
        }
        let value = Value(types::Value::Struct(values.into()));
        T::from_value(value).ok_or(BuildCause::OtherClient.into())
    }

    /// The members of the struct as they are declared.
    fn members<'d>(&self, config: &'d Config) -> &'d [Field] {
        let Some((field, inside)) = self.path.split_first() else { return config.fields() };
        let ty = config.fields().get(*field).map(|field| &field.ty);
        inside.iter().fold(ty, |ty, at| member_or_case(ty?, *at)).map_or(&[], Type::members)
    }
}

/// The type of a member of the struct, or of a case of the union, inside all lists and maps of a type.
fn member_or_case(ty: &Type, at: usize) -> Option<&Type> {
    if let Some(contents) = ty.contents() {
        return member_or_case(contents, at);
    }
    let case = ty.cases().get(at).map(|case| &case.ty);
    case.or_else(|| ty.members().get(at).map(|member| &member.ty))
}

/// A client's struct cannot be built. No value of a sensitive field is in its text.
#[derive(Clone, PartialEq)]
pub struct BuildError(Box<Failure<BuildCause>>);

#[derive(Clone, PartialEq)]
enum BuildCause {
    /// A member without a default is not set.
    Missing(Key),
    /// The value of a member does not fit; the violation of a sensitive one does not hold it.
    Constraint(Key, ConstraintViolation),
    /// The first broken rule, at the first place.
    Rule(BrokenRule),
    /// This version of the loader cannot read the declaration in the client.
    Declaration(DecodeError),
    /// The client does not match the declaration in it.
    OtherClient,
}

impl From<BuildCause> for BuildError {
    fn from(cause: BuildCause) -> Self {
        let source = match &cause {
            BuildCause::Constraint(_, violation) => Some(Source::constraint(violation)),
            BuildCause::Rule(broken) => Some(Source::rule(broken)),
            BuildCause::Declaration(error) => Some(Source::Decode(error.clone())),
            BuildCause::Missing(_) | BuildCause::OtherClient => None,
        };
        Self(Box::new(Failure { cause, source }))
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// Writes the text of `Display`, since a `main` that returns an error prints its `Debug` text.
impl Debug for BuildError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for BuildError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            BuildCause::Missing(key) => write!(f, "`{key}` is not set and has no default"),
            BuildCause::Constraint(key, violation) => write!(f, "`{key}`: {violation}"),
            BuildCause::Rule(broken) => Display::fmt(broken, f),
            BuildCause::Declaration(error) => {
                write!(f, "the declaration embedded in the component is invalid: {error}")
            }
            BuildCause::OtherClient => {
                f.write_str("the generated client does not match the declaration embedded in it")
            }
        }
    }
}
