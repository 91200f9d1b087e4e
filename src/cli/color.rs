//! Whether the text form of diagnostics has colours.

use super::options::ColorChoice;
use std::ffi::{OsStr, OsString};

/// Decides from `--color`, the environment (a lookup function) and whether stderr is a terminal.
///
/// `--color always` and `never` win. Otherwise the precedence is that of Ninja and `CMake`: `FORCE_COLOR`, `NO_COLOR`,
/// `CLICOLOR_FORCE`, `CLICOLOR`. Empty variables are ignored, and so is `0` in a variable that forces colours. Any
/// other value of `NO_COLOR` counts. `CLICOLOR=0` disables colours; with any other value the terminal decides.
pub(super) fn decide(
    choice: ColorChoice,
    lookup: impl Fn(&str) -> Option<OsString>,
    is_terminal: bool,
) -> bool {
    match choice {
        ColorChoice::Always => return true,
        ColorChoice::Never => return false,
        ColorChoice::Auto => {}
    }
    let set = |name: &str| lookup(name).filter(|value| !value.is_empty());
    let zero = OsStr::new("0");
    if set("FORCE_COLOR").is_some_and(|value| value != zero) {
        return true;
    }
    if set("NO_COLOR").is_some() {
        return false;
    }
    if set("CLICOLOR_FORCE").is_some_and(|value| value != zero) {
        return true;
    }
    is_terminal && set("CLICOLOR").is_none_or(|value| value != zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        use ColorChoice::{Always, Auto, Never};
        let table: &[(ColorChoice, &str, bool, bool)] = &[
            (Auto, "", true, true),
            (Auto, "", false, false),
            (Always, "NO_COLOR=1", false, true),
            (Never, "FORCE_COLOR=1", true, false),
            (Auto, "FORCE_COLOR=1 NO_COLOR=1", false, true),
            (Auto, "FORCE_COLOR=0 NO_COLOR=1", true, false),
            (Auto, "FORCE_COLOR=0", true, true),
            (Auto, "FORCE_COLOR=", false, false),
            (Auto, "NO_COLOR=0", true, false),
            (Auto, "NO_COLOR=", true, true),
            (Auto, "NO_COLOR=1 CLICOLOR_FORCE=1", true, false),
            (Auto, "CLICOLOR_FORCE=1", false, true),
            (Auto, "CLICOLOR_FORCE=0", false, false),
            (Auto, "CLICOLOR_FORCE=", false, false),
            (Auto, "CLICOLOR_FORCE=1 CLICOLOR=0", false, true),
            (Auto, "CLICOLOR=0", true, false),
            (Auto, "CLICOLOR=1", true, true),
            (Auto, "CLICOLOR=1", false, false),
            (Auto, "CLICOLOR=", true, true),
        ];
        for (choice, environment, is_terminal, expected) in table {
            let lookup = |name: &str| {
                let mut variables = environment.split(' ').filter_map(|variable| variable.split_once('='));
                variables.find(|(key, _)| *key == name).map(|(_, value)| value.into())
            };
            let decided = decide(*choice, lookup, *is_terminal);
            assert_eq!(decided, *expected, "{choice:?} {environment:?} {is_terminal}");
        }
    }
}
