//! `confc --version --verbose`: what somebody needs to know who reports a bug, or asks whether two programs fit together.

use clap::{Arg, ArgAction};
use std::ffi::OsString;

/// The flag. clap answers `--version` as soon as it meets that, so nobody reads this one's value.
pub(super) fn verbose() -> Arg {
    Arg::new("verbose")
        .short('v')
        .long("verbose")
        .action(ArgAction::SetTrue)
        .requires("version")
        .help("With --version: file formats, target and compiler too")
}

/// The answer to `--version` and nothing else, as clap gives it. Build systems ask before each build, and need no flag of
/// any command for it.
pub(super) fn asked_alone(arguments: &[OsString]) -> Option<clap::Error> {
    let [_, flag] = arguments else { return None };
    if flag != "--version" && flag != "-V" {
        return None;
    }
    clap::Command::new("confc").version(env!("CARGO_PKG_VERSION")).try_get_matches_from(arguments).err()
}

/// One `key: value` a line, below the line of `--version`.
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

/// Whether arguments that ask for the version ask for more: `--verbose`, or a `v` among letters behind one dash.
pub(super) fn is_verbose(arguments: &[OsString]) -> bool {
    let mut arguments = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    arguments.any(|argument| {
        let letters = argument.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        argument == "--verbose" || letters.is_some_and(|letters| letters.contains('v'))
    })
}
