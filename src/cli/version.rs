//! `confc --version --verbose`: details for reports of bugs, and to check whether two programs fit together.

use clap::{Arg, ArgAction};
use std::ffi::OsString;

/// The flag. clap answers `--version` as soon as it reads it, so the value of this flag is never read.
pub(super) fn verbose() -> Arg {
    Arg::new("verbose")
        .short('v')
        .long("verbose")
        .action(ArgAction::SetTrue)
        .requires("version")
        .help("With --version: file formats, target and compiler too")
}

/// The answer of clap to `--version` alone. Build systems ask before each build, so no command is set up for it.
pub(super) fn asked_alone(arguments: &[OsString]) -> Option<clap::Error> {
    let [_, flag] = arguments else { return None };
    if flag != "--version" && flag != "-V" {
        return None;
    }
    clap::Command::new("confc").version(env!("CARGO_PKG_VERSION")).try_get_matches_from(arguments).err()
}

/// Lines `key: value`, below the line of `--version`.
pub(super) fn details() -> String {
    let linked = if cfg!(target_feature = "crt-static") { "statically" } else { "dynamically" };
    let [target, rustc] = [env!("CONFC_TARGET"), env!("CONFC_RUSTC")];
    format!(
        "declarations: confc.v1.Component\n\
         value files: confc.v1.ValuesData\n\
         checksums: version 1, version 2\n\
         target: {target}\n\
         linked: {linked}\n\
         rustc: {rustc}\n"
    )
}

/// Whether arguments that ask for the version also ask for details: `--verbose`, or a `v` among letters after one dash.
pub(super) fn is_verbose(arguments: &[OsString]) -> bool {
    let mut arguments = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    arguments.any(|argument| {
        let letters = argument.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        argument == "--verbose" || letters.is_some_and(|letters| letters.contains('v'))
    })
}
