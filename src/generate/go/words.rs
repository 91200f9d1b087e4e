//! Rules for names in Go.
//!
//! Everything of a package shares one scope in Go. So constants, and types of cases, have the name of their type, `_` and
//! their own name; no name of a type has `_` inside. What else a client declares for itself begins with `confc`.

use crate::generate::names::{Conventions, NamingRules, pascal};

/// The rules for Go.
pub(super) const GO: NamingRules = NamingRules {
    name: "Go",
    conventions: Conventions { types: pascal, members: pascal, variants: pascal, cases: pascal, constants },
    // What the runtime exports.
    types: &[
        "ChecksumError",
        "ConstraintError",
        "CountError",
        "DecodeError",
        "ErrLoad",
        "NewSecret",
        "Nullable",
        "OverrideError",
        "RuleError",
        "Secret",
    ],
    // Methods of the configuration: a struct of Go has no method with the name of a field.
    members: &["Changed"],
    variants: &["All"],
    companions: &["Builder"],
};

/// The part of a constant's name after the name of its struct.
fn constants(key: &str) -> String {
    format!("_{}", pascal(key))
}
