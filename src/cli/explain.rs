//! `confc explain`.

use super::{Invocation, diagnostics};
use crate::diagnostic::Code;

/// Print the page of a diagnostic: what it means, why, and how to put it right
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The code of a diagnostic, such as E0203
    code: String,
}

/// Prints the page as the Markdown it is written in. The answer is no where there is no such code.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    match arguments.code.parse::<Code>() {
        Ok(code) => invocation.print(code.page().as_bytes()),
        Err(_) => invocation.report.push(diagnostics::unknown_code(&arguments.code)),
    }
}
