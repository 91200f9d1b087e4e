//! A component framework in small: it loads a component's configuration, or refuses to start the component.
//!
//! ```text
//! framework echo.cm echo.cvf greeting=hi
//! ```
//! The first file is the component's declaration, the second its value file; what follows are overrides by
//! the component's parent.

use confc_loader::declaration::Declaration;
use confc_loader::types::Value;
use confc_loader::values::{LoadedValues, load_with, override_from_text};
use serde::Deserialize;
use std::error::Error;
use std::process::ExitCode;

/// A component that may start. Its values hold the declaration they were verified against, so that both can be kept.
struct Component {
    name: String,
    values: LoadedValues,
}

impl Component {
    /// Of a declaration, a value file and overrides by the component's parent.
    fn load(declaration: &str, values: &str, overrides: &[String]) -> Result<Self, Box<dyn Error>> {
        let name = declaration.to_owned();
        let declaration = Declaration::decode(&std::fs::read(declaration)?)?;
        let config = declaration.config().ok_or("the component declares no configuration")?;
        let overrides: Vec<(&str, Value)> =
            overrides.iter().map(|text| override_from_text(config, text)).collect::<Result<_, _>>()?;
        Ok(Self { name, values: load_with(&declaration, &std::fs::read(values)?, overrides)? })
    }

    /// What it was declared as, for whoever looks for what runs.
    fn identity(&self) -> String {
        format!("{} of {}", self.name, self.values.config().checksum())
    }

    /// Runs the component, which says hello.
    fn run(&self) -> Result<String, Box<dyn Error>> {
        let config: Config = self.values.deserialize()?;
        Ok(format!("{}{}, {} retries", config.greeting, config.tags.concat(), config.retries))
    }
}

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
    let component = Component::load(declaration, values, overrides)?;
    // Whatever is wrong from here on is a mistake of the component, which can be named.
    component.run().map_err(|error| format!("{}: {error}", component.identity()).into())
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
