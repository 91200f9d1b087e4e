//! A component framework in small: it loads a component's configuration, or refuses to start the component.
//!
//! ```text
//! framework echo.cm echo.cvf greeting=hi
//! ```
//! The first file is the component's declaration, the second its value file; what follows are overrides by
//! the component's parent. Needs confc without its feature `compiler`.

use confc_loader::declaration::Declaration;
use confc_loader::types::{Type, Value};
use confc_loader::values::load_with;
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
    let overrides: Vec<(&str, Value)> =
        overrides.iter().map(|text| parse(&declaration, text)).collect::<Result<_, _>>()?;
    let loaded = load_with(&declaration, &std::fs::read(values)?, overrides)?;
    let config: Config = loaded.deserialize()?;
    Ok(format!("{}{}, {} retries", config.greeting, config.tags.concat(), config.retries))
}

/// Reads `key=value` as the declared type says. Whether the field may be overridden and the value fits is for
/// the loader to say, and so is a key that is not declared.
fn parse<'a>(declaration: &Declaration, text: &'a str) -> Result<(&'a str, Value), Box<dyn Error>> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    let config = declaration.config().ok_or("the component declares no configuration")?;
    let ty = config.position(key).and_then(|at| config.fields().get(at)).map(|field| &field.ty);
    let value = match ty {
        Some(Type::Bool) => Value::Bool(value.parse()?),
        Some(Type::Integer(ty)) if ty.kind.is_signed() => Value::Signed(value.parse()?),
        Some(Type::Integer(_)) => Value::Unsigned(value.parse()?),
        Some(Type::String(_)) | None => Value::String(value.into()),
        Some(Type::Float(_) | Type::Enum(_) | Type::Struct(_) | Type::Vector(_) | Type::Array(_)) => {
            return Err(format!("`{key}` cannot be overridden on a command line").into());
        }
    };
    Ok((key, value))
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
