//! A small component framework: it loads a component's configuration, or refuses to start the component.
//!
//! ```text
//! framework echo.cm echo.cvf greeting=hi
//! ```
//! The first file is the component's declaration, the second its value file. Overrides by the component's parent follow.

use confc_loader::{Declaration, LoadOptions, Values};
use serde::Deserialize;
use std::error::Error;
use std::process::ExitCode;

/// A component that may start. Its values share the declaration that they were verified against.
struct Component {
    name: String,
    values: Values,
}

impl Component {
    /// Loads a value file for a declaration, with overrides by the component's parent.
    fn load(declaration: &str, values: &str, overrides: &[String]) -> Result<Self, Box<dyn Error>> {
        let name = declaration.to_owned();
        let declaration = Declaration::decode(&std::fs::read(declaration)?)?;
        let options = overrides.iter().fold(LoadOptions::new(), |options, text| options.override_text(text));
        Ok(Self { name, values: options.load(&declaration, &std::fs::read(values)?)? })
    }

    /// The name and the checksum of the interface, to find the component in a log.
    fn identity(&self) -> String {
        let declaration = self.values.declaration();
        let checksum = declaration.config().map_or_else(String::new, |config| config.checksum().to_string());
        format!("{} of {checksum}", self.name)
    }

    /// Runs the component, which says hello.
    fn run(&self) -> Result<String, Box<dyn Error>> {
        let config: Config = self.values.deserialize()?;
        Ok(format!("{}{}, {} retries", config.greeting, config.tags.concat(), config.retries))
    }
}

/// The configuration as the component uses it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    greeting: String,
    retries: u8,
    #[serde(default)]
    tags: Vec<String>,
}

/// Starts a component from the paths of its declaration and its value file, and overrides.
pub(crate) fn start(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [declaration, values, overrides @ ..] = arguments else {
        return Err("usage: framework DECLARATION VALUES [KEY=VALUE]…".into());
    };
    let component = Component::load(declaration, values, overrides)?;
    // Errors from here on are mistakes of the component, so they name it.
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
