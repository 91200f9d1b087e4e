//! Value plans: values with a part that is known only later.

use crate::checksum::Checksum;
use crate::declaration::Declaration;
use crate::error::FinishError;
use crate::field::FieldRef;
use crate::value::Value;
use crate::values::Values;
use crate::view::ValueRef;
use confc_core::plan::{self, FinishInputs, ValuePlan};
use std::fmt::{self, Debug, Formatter};

/// Whether the bytes are a plan for some declaration: intact, and with the fields that only plans have. Use it to recognise
/// files, not to verify them.
#[must_use]
pub fn is_plan(bytes: &[u8]) -> bool {
    plan::is_plan(bytes)
}

/// A value plan, a `.cvp` file: known values, and expressions for the rest. It was checked for one declaration.
///
/// Its `Debug` text shows no values.
#[derive(Clone)]
pub struct Plan(ValuePlan);

impl Plan {
    /// Reads a plan for a declaration. Expressions are checked when the plan is [finished](Self::finish).
    ///
    /// Takes time linear in the size of the bytes, which is at most [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE), and a stack of
    /// [`STACK_SIZE`](crate::STACK_SIZE). Allocates less than 16 times the size of the bytes, and at most 48 MiB more for
    /// patterns. Never panics.
    ///
    /// # Errors
    /// The first problem, in this order: the bytes are damaged or not in canonical form; the plan was made for another
    /// interface; its language is unknown; a known value does not fit its field.
    pub fn decode(declaration: &Declaration, bytes: &[u8]) -> Result<Self, FinishError> {
        Ok(Self(ValuePlan::decode(&declaration.0, bytes)?))
    }

    /// The inputs, in ascending byte order of their names, each with the value that it had when the plan was made. An input
    /// without a value needs one, unless it is optional or has a default.
    pub fn inputs(&self) -> impl Iterator<Item = (FieldRef<'_>, Option<ValueRef<'_>>)> {
        let input = |(field, value): (_, Option<_>)| {
            (FieldRef(field), value.map(|value| ValueRef::new(&field.ty, value)))
        };
        self.0.inputs().map(input)
    }

    /// The other components whose values the plan reads: their names in the plan, in ascending byte order, with the checksums
    /// of their interfaces.
    pub fn imports(&self) -> impl ExactSizeIterator<Item = (&str, Checksum)> {
        self.0.imports().iter().map(|import| (import.name.as_str(), import.checksum.into()))
    }

    /// Whether all values are known, so that the plan can be finished without inputs.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// Evaluates the expressions and makes a value file, as the compiler would have made it with all inputs.
    ///
    /// Takes time linear in the size of the plan and of the values, and in the steps of its expressions and rules, which are
    /// limited. Needs a stack of [`STACK_SIZE`](crate::STACK_SIZE). Never panics.
    ///
    /// # Errors
    /// All [problems](FinishError::problems) of expressions, inputs and imports; if there are none, all problems of the values
    /// and rules. A value file that would be too large.
    pub fn finish(self, options: FinishOptions<'_>) -> Result<Finished, FinishError> {
        let finished = self.0.finish(options.0)?;
        Ok(Finished { bytes: finished.bytes, values: Values(finished.values) })
    }
}

impl Debug for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

/// The inputs and the values of other components that complete a plan. A value that the plan knows may be given again if
/// it is the same.
///
/// Its `Debug` text shows no values.
#[derive(Default)]
pub struct FinishOptions<'a>(FinishInputs<'a>);

impl<'a> FinishOptions<'a> {
    /// Options without inputs and imports.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an input by its name.
    #[must_use]
    pub fn input(mut self, name: &'a str, value: impl Into<Value>) -> Self {
        self.0.inputs.push((name, value.into().0));
        self
    }

    /// Gives the values of another component by its name in the plan.
    #[must_use]
    pub fn import(mut self, name: &'a str, values: &'a Values) -> Self {
        self.0.imports.push((name, &values.0));
        self
    }
}

impl Debug for FinishOptions<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let inputs: Vec<&str> = self.0.inputs.iter().map(|(name, _)| *name).collect();
        let imports: Vec<&str> = self.0.imports.iter().map(|(name, _)| *name).collect();
        f.debug_struct("FinishOptions").field("inputs", &inputs).field("imports", &imports).finish()
    }
}

/// A finished plan.
///
/// Its `Debug` text shows `<set>` for sensitive values.
#[derive(Clone, PartialEq)]
pub struct Finished {
    bytes: Vec<u8>,
    values: Values,
}

impl Finished {
    /// The value file, at most [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE). It holds sensitive values.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The values, verified.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }
}

impl Debug for Finished {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished").field("values", &self.values).finish_non_exhaustive()
    }
}
