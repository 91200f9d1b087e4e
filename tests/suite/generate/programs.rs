//! The programs of `examples/clients`: the commands of their page run as they are written, and print the text that it
//! shows.

use crate::ROOT;
use crate::support::command::{Workspace, program};
use crate::support::products::files;
use crate::support::skip::{has_python, has_tool};
use crate::support::typescript::TypeScriptTools;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The page, in the folder where its commands run.
const PAGE: &str = "examples/clients/README.md";

/// The parts of Node.js that the program in TypeScript uses. The package with their types needs a network.
const NODE: &str = "declare module \"node:fs\" {
  export function readFileSync(path: string): Uint8Array;
  export function watchFile(path: string, options: { interval: number }, changed: () => void): void;
}
declare module \"node:process\" {
  export const argv: readonly string[];
  export function exit(status: number): never;
}
";

/// A part of the page about one language.
struct Section<'a> {
    /// The commands that build the program.
    setup: Vec<&'a str>,
    /// The command that runs it, and the lines that it prints.
    program: &'a str,
    printed: Vec<&'a str>,
}

/// The lines in the blocks of a language.
fn lines<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    let blocks = text.split(start.as_str()).skip(1).filter_map(|block| block.split("```").next());
    blocks.flat_map(str::lines).collect()
}

/// The first part of the page, and the one about this language.
fn section<'a>(page: &'a str, language: &str) -> (&'a str, Section<'a>) {
    let mut parts = page.split("\n## ");
    let first = parts.next().expect("a first part");
    let text = parts.find_map(|part| part.strip_prefix(&format!("{language}\n"))).expect("a section");
    let lines = lines(text, "console");
    let commands: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("$ ")).collect();
    let (program, setup) = commands.split_last().expect("a command");
    let printed = lines.iter().copied().filter(|line| !line.starts_with("$ ")).collect();
    (first, Section { setup: setup.to_vec(), program, printed })
}

/// A copy of the examples, in which `confc` is in the `PATH`.
struct Copy(Workspace);

impl Copy {
    fn new() -> Self {
        let folder = Workspace::new();
        for example in ["clients", "shop"] {
            let source = Path::new(ROOT).join("examples").join(example);
            for (path, content) in files(&source) {
                // Files that a reader made by following the page are not part of the example.
                if !path.starts_with("out") && !path.starts_with("typescript/node_modules") {
                    folder.write(&format!("examples/{example}/{}", path.display()), content);
                }
            }
        }
        fs::create_dir(folder.path("bin")).expect("a folder");
        symlink(program(), folder.path("bin/confc")).expect("a link");
        Self(folder)
    }

    /// A command of the page.
    fn command(&self, line: &str) -> Command {
        let mut path = OsString::from(self.0.path("bin"));
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.0.path("examples/clients")).env("PATH", path);
        command.envs([("GOFLAGS", "-mod=mod"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local")]);
        command
    }

    /// Runs a command, which must succeed and print this.
    #[track_caller]
    fn run(&self, line: &str, printed: &str) {
        let output = self.command(line).output().expect("a shell");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(output.status.success() && said.trim_end() == printed, "$ {line}\n{said}");
    }

    /// Follows a section: the program prints the first line, and the others after its file is replaced.
    #[track_caller]
    fn follow(&self, component: &str, language: &str) {
        let page = self.0.text(PAGE);
        let (first, section) = section(&page, language);
        let [assemble, printed] = lines(first, "console")[..] else { panic!("a command and its output") };
        self.run(assemble.trim_start_matches("$ "), printed);
        section.setup.iter().filter(|line| !line.starts_with("npm ")).for_each(|line| self.run(line, ""));
        let mut command = self.command(&format!("exec {}", section.program));
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, printed) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            // The receiver ends first if the program prints more than the page says.
            output.lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)));
        });
        let mut found = Vec::new();
        for (at, _) in section.printed.iter().enumerate() {
            if at == 1 {
                let replace = lines(first, "sh").concat().replace("cache", component);
                self.run(&replace, "");
            }
            found.extend(printed.recv_timeout(Duration::from_secs(20)).ok());
        }
        child.kill().expect("it still runs");
        child.wait().expect("it ends");
        reader.join().expect("the reader ends");
        assert_eq!(found, section.printed, "{component}");
    }
}

#[test]
#[ignore = "slow: compiles a program"]
fn the_program_in_cpp_runs() {
    if has_tool("the example in C++", "g++") {
        Copy::new().follow("cache", "C++");
    }
}

#[test]
#[ignore = "slow: compiles a program"]
fn the_program_in_go_runs() {
    if has_tool("the example in Go", "go") {
        Copy::new().follow("payments", "Go");
    }
}

#[test]
#[ignore = "slow: runs a program until it has seen a change"]
fn the_program_in_python_runs() {
    if has_python("the example in Python", 10) {
        Copy::new().follow("database", "Python");
    }
}

#[test]
#[ignore = "slow: compiles a program"]
fn the_program_in_typescript_runs() {
    let Some(tools) = TypeScriptTools::find("the example in TypeScript") else { return };
    let copy = Copy::new();
    let modules = "examples/clients/typescript/node_modules";
    copy.0.write(&format!("{modules}/@types/node/index.d.ts"), NODE);
    copy.0.write(
        &format!("{modules}/@types/node/package.json"),
        r#"{ "name": "@types/node", "types": "index.d.ts" }"#,
    );
    fs::create_dir(copy.0.path(&format!("{modules}/.bin"))).expect("a folder");
    symlink(tools.path("tsc"), copy.0.path(&format!("{modules}/.bin/tsc"))).expect("a link");
    copy.follow("storefront", "TypeScript");
}
