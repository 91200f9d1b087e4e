//! A door: it reads its configuration, or does not start.
//!
//! `confc values door.cml door.json5 -o door.cvf`, then `cargo run -- door.cvf 30`: the second argument is
//! what the component's parent sets.
#![deny(warnings, missing_docs)]

mod config {
    include!(concat!(env!("OUT_DIR"), "/door.rs"));
}

use config::{Config, LogLevel, Overrides};
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("door: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let bytes = std::fs::read(arguments.next().ok_or("usage: door VALUES [SECONDS]")?)?;
    let open_s = arguments.next().map(|seconds| seconds.parse()).transpose()?;
    let config = Config::load_with(&bytes, Overrides { open_s, ..Overrides::default() })?;

    if config.log_level() >= LogLevel::Warning {
        eprintln!("{config:?}");
    }
    let hours = config.hours();
    println!("{}, from {} to {}", config.greeting(), hours.from(), hours.until());
    println!("open for {} of at most {} seconds", config.open_s(), Config::OPEN_S_MAX);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::Hours;

    #[test]
    fn the_night_is_long() {
        let hours = Hours::builder().from(22).until(6).build().unwrap();
        let config = Config::builder().code("1234").hours(hours).build().unwrap();
        assert!(config.hours().from() > config.hours().until());
        assert_eq!(config.open_s(), Config::OPEN_S_DEFAULT);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = Config::builder().code("letmein").build().unwrap_err();
        assert_eq!(refused.to_string(), "`code`: expected a match for the pattern `\\d*`");
    }
}
