//! Compiles a manifest and layers of values in memory, and loads the value file as the component would.
//!
//! `cargo run --example compile`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own")]

use confc::compilation::Compilation;
use confc_core::declaration::Declaration;
use confc_core::values::load;
use std::error::Error;
use std::process::ExitCode;

const MANIFEST: &str = r#"{ config: {
    server: { type: "string", max_size: 64 },
    retries: { type: "uint8", max: 9, default: 3 },
} }"#;

/// The bytes of a declaration and of a value file. `None` where something is wrong, which the compilation keeps.
fn compile(compilation: &mut Compilation) -> Option<(Vec<u8>, Vec<u8>)> {
    let manifest = compilation.manifest("echo.cml", MANIFEST)?;
    let layers = [("defaults.yaml", "server: time.example"), ("site.toml", "retries = 5")];
    let values = compilation.values(&manifest, layers)?;
    Some((manifest.bytes().to_vec(), values))
}

/// What a component framework does with the bytes, at any later time and anywhere else.
fn start(declaration: &[u8], values: &[u8]) -> Result<(), Box<dyn Error>> {
    let loaded = load(&Declaration::decode(declaration)?, values)?;
    println!("{loaded:?}");
    Ok(())
}

fn main() -> ExitCode {
    let mut compilation = Compilation::new();
    let compiled = compile(&mut compilation);
    // Also warnings, where it could be compiled.
    eprint!("{}", compilation.diagnostics());
    let Some((declaration, values)) = compiled else { return ExitCode::FAILURE };
    match start(&declaration, &values) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
