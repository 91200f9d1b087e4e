//! What `confc --version --verbose` says of the program, held against the program.

use crate::support::command::{CONFC, Workspace};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

#[test]
fn plain_stays_plain_and_verbose_adds_to_it() {
    let space = Workspace::new();
    let version = |arguments: &[&str]| {
        let answer = space.confc(arguments).with_status(0);
        assert_eq!(answer.stderr, "");
        answer.stdout
    };
    let plain = version(&["--version"]);
    assert_eq!(plain, format!("confc {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(version(&["-V"]), plain);
    let verbose = version(&["--version", "--verbose"]);
    assert!(verbose.starts_with(&plain) && verbose.lines().count() == 7, "{verbose}");
    for arguments in [&["--verbose", "--version"][..], &["-Vv"], &["-vV"], &["-V", "-v"]] {
        assert_eq!(version(arguments), verbose, "{arguments:?}");
    }
    // It is of no use without the other, and no flag of a command.
    for arguments in [&["--verbose"][..], &["-v", "check", "m.cml"], &["check", "-v", "m.cml"]] {
        space.confc(arguments).with_status(2);
    }
}

#[test]
fn what_it_says_is_true() {
    let said = Workspace::new().confc(&["-Vv"]).with_status(0).stdout;
    let said: BTreeMap<&str, &str> = said.lines().filter_map(|line| line.split_once(": ")).collect();
    let proto =
        |path: &str| fs::read_to_string(format!("{}/proto/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (key, file) in [("declarations", "declaration"), ("value files", "values")] {
        let (package, message) = said[key].rsplit_once('.').unwrap();
        let proto = proto(&format!("confc/v1/{file}.proto"));
        assert!(proto.contains(&format!("\npackage {package};\n")), "{key}");
        assert!(proto.contains(&format!("\nmessage {message} {{\n")), "{key}");
    }
    assert_eq!(said["checksums"], "version 1, version 2");
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    assert!(rustc.contains(&format!("\nrelease: {}\n", said["rustc"])), "{said:?}\n{rustc}");
    assert!(
        CONFC.contains(said["target"]) || rustc.contains(&format!("\nhost: {}\n", said["target"])),
        "{said:?}"
    );
    if cfg!(target_os = "linux") {
        let is_dynamic = interpreter(&fs::read(CONFC).unwrap());
        assert_eq!(said["linked"], if is_dynamic { "dynamically" } else { "statically" });
    }
}

/// Whether an ELF file of 64 bits names a dynamic loader: the segment of type 3.
fn interpreter(program: &[u8]) -> bool {
    let number = |at: usize, size: usize| {
        let bytes = program[at..at + size].iter().rev();
        bytes.fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    assert_eq!(&program[..6], b"\x7fELF\x02\x01", "an ELF file of 64 bits, the least byte first");
    let (table, size, count) = (number(32, 8), number(54, 2), number(56, 2));
    (0..count).any(|at| number(table + at * size, 4) == 3)
}
