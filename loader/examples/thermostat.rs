//! The component of the README's tour: reads its configuration into a struct of its own.
//!
//! `cargo run --example thermostat -- thermostat.cm thermostat.cvf`

#![expect(clippy::print_stdout, reason = "a program of its own")]

use confc_loader::{Declaration, load};
use serde::Deserialize;
use std::error::Error;

#[derive(Debug, Deserialize)]
struct Config {
    comfort: Comfort,
    interval_s: u16,
    server: String,
}

#[derive(Debug, Deserialize)]
struct Comfort {
    low: f32,
    high: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [declaration, values] = paths.as_slice() else { return Err("expected two files".into()) };

    // Neither file is trusted: both are checked as a whole, and against each other.
    let declaration = Declaration::decode(&std::fs::read(declaration)?)?;
    let config: Config = load(&declaration, &std::fs::read(values)?)?.deserialize()?;

    println!("keeping {} to {} °C", config.comfort.low, config.comfort.high);
    println!("measuring every {} s for {}", config.interval_s, config.server);
    Ok(())
}
