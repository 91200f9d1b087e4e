//! Makes what packages of confc install beside the binary: shell completions and man pages.
//!
//! `cargo run --example packaging -- OUT_DIR` writes `OUT_DIR/completions/` and `OUT_DIR/man1/`.

#![allow(
    clippy::print_stderr,
    reason = "a program of its own; tests, which are allowed to print, include it"
)]

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder: Option<OsString> = std::env::args_os().nth(1);
    let Some(folder) = folder else {
        eprintln!("usage: cargo run --example packaging -- OUT_DIR");
        return ExitCode::from(2);
    };
    match package(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", Path::new(&folder).display());
            ExitCode::FAILURE
        }
    }
}

/// Writes everything into a folder.
///
/// # Errors
/// What the system says.
pub(crate) fn package(folder: &Path) -> io::Result<()> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
        clap_complete::generate_to(shell, &mut confc::cli::command_line(), "confc", &completions)?;
    }
    let pages = folder.join("man1");
    fs::create_dir_all(&pages)?;
    let mut command_line = confc::cli::command_line();
    command_line.build();
    let mut open = vec![command_line];
    while let Some(command) = open.pop() {
        open.extend(command.get_subcommands().cloned());
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        fs::write(pages.join(format!("{name}.1")), page(&name, command)?)?;
    }
    Ok(())
}

/// The man page of a command.
fn page(name: &str, command: Command) -> io::Result<String> {
    let source = concat!("confc ", env!("CARGO_PKG_VERSION"));
    // Without a day: the same sources give the same page. A date that is empty would be left out, and what follows it
    // be taken for one.
    let page = Man::new(command).title(name.to_uppercase()).date(" ").source(source).manual("confc manual");
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = String::from_utf8(text).map_err(io::Error::other)?;
    // Breaks around an empty line mean nothing.
    Ok(text.replace(".br\n\n.br\n", ".sp\n"))
}
