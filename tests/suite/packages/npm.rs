//! The package of npm that starts the program: that nobody notices it, and what it says where there is no program.
//! `packaging/check` installs the packages of a release; here they are laid out as npm does.

use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::skip::{has_tool, skip};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};

const SHIM: &str = "node_modules/confc/confc.js";
const PROGRAM: &str = "node_modules/@confc/linux-x64/bin/confc";

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/npm").join(path)
}

/// The description of a package of npm.
fn description(package: &str) -> Value {
    serde_json::from_slice(&fs::read(source(&format!("{package}/package.json"))).unwrap()).unwrap()
}

/// Both packages, installed, with a program that is still to come; `None` where they cannot be tried.
fn installed(test: &str) -> Option<Workspace> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        skip(test, "npm has no package with a program for this machine");
        return None;
    }
    if !has_tool(test, "node") {
        return None;
    }
    let space = Workspace::new();
    for file in ["confc.js", "package.json"] {
        space.write(
            &format!("node_modules/confc/{file}"),
            fs::read(source(&format!("confc/{file}"))).unwrap(),
        );
    }
    let platform = fs::read(source("linux-x64/package.json")).unwrap();
    space.write("node_modules/@confc/linux-x64/package.json", platform);
    fs::create_dir(space.path(PROGRAM).parent().unwrap()).unwrap();
    Some(space)
}

/// The same with a script of the shell as program.
fn installed_with(test: &str, script: &str) -> Option<Workspace> {
    let space = installed(test)?.with(PROGRAM, format!("#!/bin/sh\n{script}"));
    fs::set_permissions(space.path(PROGRAM), fs::Permissions::from_mode(0o755)).unwrap();
    Some(space)
}

/// Starts the program through Node, and waits for its first line.
fn started(space: &Workspace) -> Child {
    let mut command = space.command("node", &[SHIM]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(1, child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "started\n");
    child
}

fn send(space: &Workspace, signal: &str, child: &Child) {
    Answer::of(&mut space.command("sh", &["-c", &format!("kill -{signal} {}", child.id())])).silent();
}

/// What is printed from here on, and how it ends.
fn ended(mut child: Child) -> (String, ExitStatus) {
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    (printed, child.wait().unwrap())
}

#[test]
fn streams_and_status_are_those_of_the_program() {
    let Some(space) = installed("streams_and_status_are_those_of_the_program") else { return };
    symlink(CONFC, space.path(PROGRAM)).unwrap();
    let space = space.with("good.cml", "{}").with("bad.cml", "{ config: 1 }");
    let mut statuses = Vec::new();
    for arguments in
        [&["check", "good.cml"][..], &["check", "bad.cml"], &["check", "no.cml"], &["explain", "E0203"]]
    {
        let answer = Answer::of(&mut space.command("node", &[&[SHIM], arguments].concat()));
        assert_eq!(answer, space.confc(arguments), "{arguments:?}");
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [Some(0), Some(1), Some(2), Some(0)]);
    let mut child = space.command("node", &[SHIM, "fmt", "-"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{ config: { a: { type: 'bool' } } }").unwrap();
    let (printed, status) = ended(child);
    assert!(printed.contains("bool") && status.success(), "{printed} {status}");
}

#[test]
fn the_signal_that_ends_the_program_is_passed_on() {
    let Some(space) = installed_with("the_signal_that_ends_the_program_is_passed_on", "kill -KILL $$") else {
        return;
    };
    let child = space.command("node", &[SHIM]).stdout(Stdio::piped()).spawn().unwrap();
    assert_eq!(ended(child).1.signal(), Some(9));
}

#[test]
fn the_program_is_told_to_end() {
    let script =
        "trap 'echo told; exit 7' TERM HUP; echo started; for turn in $(seq 500); do sleep 0.02; done";
    let Some(space) = installed_with("the_program_is_told_to_end", script) else { return };
    for signal in ["TERM", "HUP"] {
        let child = started(&space);
        send(&space, signal, &child);
        let (printed, status) = ended(child);
        assert_eq!((printed.as_str(), status.code()), ("told\n", Some(7)), "{signal}");
    }
}

/// The program has an interrupt from the terminal, and may clean up: Node must neither repeat it nor end before.
#[test]
fn an_interrupt_is_left_to_the_program() {
    let script = "trap 'echo told' INT; echo started; read line; echo $line; exit 3";
    let Some(space) = installed_with("an_interrupt_is_left_to_the_program", script) else { return };
    let mut child = started(&space);
    send(&space, "INT", &child);
    child.stdin.take().unwrap().write_all(b"still there\n").unwrap();
    let (printed, status) = ended(child);
    assert_eq!((printed.as_str(), status.code()), ("still there\n", Some(3)));
}

#[test]
fn a_program_that_is_missing_is_explained() {
    let Some(space) = installed("a_program_that_is_missing_is_explained") else { return };
    let answer = Answer::of(&mut space.command("node", &[SHIM, "--version"])).with_status(2);
    assert_eq!(answer.stdout, "");
    assert_eq!(
        answer.stderr,
        "error: the package @confc/linux-x64, which has the program for this machine, is not installed
  npm leaves it out with `--omit=optional`, and where `node_modules` comes from another kind of machine
  help: install confc again on this machine, with its optional dependencies, or @confc/linux-x64 itself
"
    );
    let mut other = description("confc");
    other["optionalDependencies"] = serde_json::json!({ "@confc/plan9-mips": "0.0.0" });
    space.write("node_modules/confc/package.json", other.to_string());
    let answer = Answer::of(&mut space.command("node", &[SHIM, "--version"])).with_status(2);
    assert_eq!(
        answer.stderr,
        "error: there is no program in npm's packages of confc for linux-x64
  they have one for plan9-mips
  help: build it in a checkout of confc: `cargo install --locked --path .`
"
    );
}

/// The script that makes a release puts its version where these have none.
#[test]
fn the_packages_belong_together() {
    let main = description("confc");
    assert_eq!(main["name"], env!("CARGO_PKG_NAME"));
    assert_eq!(main["description"], env!("CARGO_PKG_DESCRIPTION"));
    let platforms = main["optionalDependencies"].as_object().unwrap();
    assert_eq!(platforms.len(), fs::read_dir(source("")).unwrap().count() - 1, "{platforms:?}");
    for (platform, needed) in platforms {
        assert_eq!(needed, "0.0.0", "exactly the version of the package that starts it");
        let machine = platform.strip_prefix("@confc/").unwrap();
        let package = description(machine);
        assert_eq!(package["name"], **platform);
        let (os, cpu) = machine.split_once('-').unwrap();
        assert_eq!((&package["os"], &package["cpu"]), (&serde_json::json!([os]), &serde_json::json!([cpu])));
        for package in [&main, &package] {
            assert_eq!(package["version"], "0.0.0");
            assert_eq!(package["license"], env!("CARGO_PKG_LICENSE"));
            assert!(package.get("scripts").is_none() && package.get("dependencies").is_none(), "{package}");
        }
    }
}
