//! A component framework in small: it loads a component's configuration, or refuses to start the component.
//!
//! ```text
//! framework echo.cm echo.cvf greeting=hi
//! ```
//! The first file is the component's declaration, the second its value file; what follows are overrides by
//! the component's parent.

use confc_loader::declaration::Declaration;
use confc_loader::types::Value;
use confc_loader::values::{load_with, override_from_text};
use serde::Deserialize;
use std::error::Error;
use std::process::ExitCode;

/// What the component wants to know.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    greeting: String,
    retries: u8,
    #[serde(default)]
    tags: Vec<String>,
}

/// Starts a component: its declaration, its value file, overrides.
pub(crate) fn start(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [declaration, values, overrides @ ..] = arguments else {
        return Err("usage: framework DECLARATION VALUES [KEY=VALUE]…".into());
    };
    let declaration = Declaration::decode(&std::fs::read(declaration)?)?;
    let config = declaration.config().ok_or("the component declares no configuration")?;
    let overrides: Vec<(&str, Value)> =
        overrides.iter().map(|text| override_from_text(config, text)).collect::<Result<_, _>>()?;
    let loaded = load_with(&declaration, &std::fs::read(values)?, overrides)?;
    let config: Config = loaded.deserialize()?;
    Ok(format!("{}{}, {} retries", config.greeting, config.tags.concat(), config.retries))
}

#[allow(dead_code, clippy::print_stdout, clippy::print_stderr, reason = "a program, and a part of the tests")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match start(&arguments) {
        Ok(greeting) => {
            println!("{greeting}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("framework: the component is not started: {error}");
            ExitCode::FAILURE
        }
    }
}
