//! Shell completions and man pages, as packages install them: that they have every command and flag, and that those who
//! read them are content.

use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::skip::has_tool;
use clap::Command;
use std::fs;

#[path = "../../../examples/packaging.rs"]
#[expect(dead_code, reason = "its `main` is run by whoever makes packages")]
mod example;

/// The commands of the binary, each by the words that name it, `confc` first.
fn commands() -> Vec<(Vec<String>, Command)> {
    let mut root = confc::cli::command_line();
    root.build();
    let mut all = vec![(vec!["confc".to_owned()], root)];
    let mut at = 0;
    while let Some((words, command)) = all.get(at).cloned() {
        let named = |command: &Command| [words.as_slice(), &[command.get_name().to_owned()]].concat();
        all.extend(command.get_subcommands().map(|command| (named(command), command.clone())));
        at += 1;
    }
    assert!(all.len() > 12, "{all:?}");
    all
}

/// Every way to write a flag of a command, but for flags that are there to be refused with advice.
fn flags(command: &Command) -> Vec<String> {
    let flag = |argument: &clap::Arg| {
        let long = argument.get_long().map(|long| format!("--{long}"));
        long.into_iter().chain(argument.get_short().map(|short| format!("-{short}"))).collect::<Vec<_>>()
    };
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let flags: Vec<String> = shown.flat_map(flag).collect();
    assert!(flags.iter().any(|flag| flag == "--message-format"), "{flags:?}");
    flags
}

fn packaged() -> Workspace {
    let space = Workspace::new();
    example::package(space.folder()).expect("a folder that can be written to");
    space
}

#[test]
fn bash_completes_every_command_and_flag() {
    if !has_tool("bash_completes_every_command_and_flag", "bash") {
        return;
    }
    let space = packaged();
    let complete = "source completions/confc.bash; word=$1; shift; COMP_WORDS=(\"$@\" \"$word\"); COMP_CWORD=$#; \
                    _confc confc \"$word\" \"${!#}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let completed = |word: &str, words: &[String]| -> Vec<String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let arguments = [&["-c", complete, "bash", word], words.as_slice()].concat();
        let answer = Answer::of(&mut space.command("bash", &arguments)).with_status(0);
        assert_eq!(answer.stderr, "", "{words:?}");
        answer.stdout.lines().map(str::to_owned).collect()
    };
    for (words, command) in commands() {
        let offered = completed("-", &words);
        for flag in flags(&command) {
            assert!(offered.contains(&flag), "{words:?} {flag}: {offered:?}");
        }
        let offered = completed("", &words);
        for name in command.get_subcommands().map(Command::get_name) {
            assert!(offered.iter().any(|offered| offered == name), "{words:?} {name}: {offered:?}");
        }
    }
    let check = ["confc", "check", "--message-format"].map(str::to_owned);
    assert_eq!(completed("", &check), ["text", "short", "json", "sarif", "github"]);
    assert_eq!(completed("g", &check), ["github"]);
}

#[test]
fn every_command_has_a_page_with_its_flags() {
    let space = packaged();
    let mut pages: Vec<String> =
        commands().iter().map(|(words, _)| format!("{}.1", words.join("-"))).collect();
    pages.sort();
    let mut written: Vec<String> = fs::read_dir(space.path("man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    assert_eq!(written, pages);
    for (words, command) in commands() {
        let page = space.text(&format!("man1/{}.1", words.join("-"))).replace('\\', "");
        for flag in flags(&command) {
            assert!(page.contains(&format!("fB{flag}fR")), "{words:?}: {flag}\n{page}");
        }
        for name in command.get_subcommands().map(Command::get_name) {
            assert!(page.contains(&format!("\n{}-{name}(1)", words.join("-"))), "{words:?}: {name}\n{page}");
        }
    }
}

#[test]
fn readers_of_man_pages_are_content() {
    let space = packaged();
    let pages = commands().into_iter().map(|(words, _)| format!("man1/{}.1", words.join("-")));
    let pages: Vec<String> = pages.collect();
    let [man, mandoc] = ["man", "mandoc"].map(|tool| has_tool("readers_of_man_pages_are_content", tool));
    for page in pages {
        if man {
            let mut command = space.command("man", &["--warnings", "-l", &page]);
            let answer = Answer::of(command.env("LC_ALL", "C.UTF-8").env("MANPAGER", "cat")).with_status(0);
            assert!(answer.stderr.is_empty() && answer.stdout.contains("NAME\n"), "{answer:#?}");
        }
        if mandoc {
            let said = Answer::of(&mut space.command("mandoc", &["-Tlint", &page])).stdout;
            // No page has a day, and clap writes long lines.
            let dates = "WARNING: cannot parse date";
            let worse = ["WARNING", "ERROR", "UNSUPP"];
            let is_bad =
                |line: &&str| worse.iter().any(|worse| line.contains(worse)) && !line.contains(dates);
            assert_eq!(said.lines().filter(is_bad).collect::<Vec<_>>(), Vec::<&str>::new(), "{page}");
        }
    }
}

#[test]
fn other_shells_can_read_their_completions() {
    let space = packaged();
    for (shell, file) in [("zsh", "_confc"), ("fish", "confc.fish")] {
        if has_tool("other_shells_can_read_their_completions", shell) {
            Answer::of(&mut space.command(shell, &["-n", &format!("completions/{file}")])).silent();
        }
    }
    for file in ["_confc", "confc.fish", "_confc.ps1", "confc.elv"] {
        let text = space.text(&format!("completions/{file}"));
        assert!(text.contains("json-schema") && text.contains("config-package-path"), "{file}");
    }
}

/// What is for packagers alone is no part of what everybody starts.
#[test]
fn the_binary_makes_none_of_it() {
    let binary = fs::read(CONFC).unwrap();
    let holds = |text: &str| binary.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("Workflow commands of GitHub"));
    assert!(!holds("COMPREPLY") && !holds("compdef"));
}

/// No registry has confc, so a command that installs it by its name would run what somebody else uploads.
#[test]
fn nothing_installs_confc_by_its_name_alone() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders: Vec<_> = ["integrations", "docs", "packaging", ".ci"].map(|name| root.join(name)).into();
    let mut files = vec![root.join("README.md"), root.join(".pre-commit-hooks.yaml")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        // A command in prose may be one that must not be run.
        for line in text.lines().map(str::trim_start).filter(|line| !line.contains("`cargo install confc`")) {
            let installs = ["cargo install", "cargo binstall", "pip install", "npm install", "npx ", "pipx "];
            let commands = installs.iter().filter_map(|install| line.split_once(install));
            let by_name = |command: &str| {
                let command = command.split('`').next().unwrap_or_default();
                let is_from_elsewhere = ["--git", "--path"].iter().any(|from| command.contains(from));
                !is_from_elsewhere && command.split_whitespace().any(|word| word == "confc")
            };
            if commands.map(|(_, command)| command).any(by_name) {
                found.push(format!("{}: {line}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
