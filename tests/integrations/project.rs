//! A copy of a project, the tool that builds it, and what any tool must do with it.

use crate::command::{Answer, CONFC, Workspace};
use crate::skip::has_tool;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub(crate) const MANIFEST: &str = "heater.cml";
pub(crate) const SHARD: &str = "shards/logging.shard.cml";
pub(crate) const BASE: &str = "values/base.json5";
pub(crate) const SITE: &str = "values/site.yaml";

/// The folder of an integration.
pub(crate) fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("integrations").join(name)
}

/// The first block of a language in the README of an integration.
#[track_caller]
pub(crate) fn example(name: &str, language: &str) -> String {
    let page = fs::read_to_string(source(name).join("README.md")).unwrap();
    let (_, block) = page.split_once(&format!("  ```{language}\n")).expect("the README has a block");
    let (block, _) = block.split_once("  ```\n").expect("the block ends");
    block.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

/// A program with the client in C++ of the project. It fails if the shortest interval is not 1.
pub(crate) const CPP_PROGRAM: &str = "#include \"heater_config.hpp\"\n\n\
    int main() { return acme::heater::Config::kIntervalSMin == 1 ? 0 : 1; }\n";

/// A copy of a project in a fresh folder, with a program in the place of confc that notes how it is called.
pub(crate) struct Project {
    /// Beside the copy, what is of the test.
    workspace: Workspace,
}

/// The folder of the copy, and what notes the calls.
const COPY: &str = "project";
const LOG: &str = "calls";
const NOTING: &str = "noting/confc";

impl Project {
    /// Copies a project. `None` where one of the tools is missing, which is said.
    pub(crate) fn copy(test: &str, name: &str, tools: &[&str]) -> Option<Self> {
        Self::copy_to(test, name, tools, "confc-test-")
    }

    /// Copies it below a folder whose name begins with this.
    pub(crate) fn copy_to(test: &str, name: &str, tools: &[&str], prefix: &str) -> Option<Self> {
        if !tools.iter().all(|tool| has_tool(test, tool)) {
            return None;
        }
        let project = Self { workspace: Workspace::named(prefix) };
        project.add(name, "");
        // The tools' own files may not lie in the project.
        fs::create_dir(project.workspace.path("home")).unwrap();
        // It is called by its absolute path, in which nothing needs quoting.
        let script = format!("#!/bin/sh\necho \"$1\" >> \"${{0%/*}}/../{LOG}\"\nexec '{CONFC}' \"$@\"\n");
        project.workspace.write(NOTING, script);
        fs::set_permissions(project.confc(), fs::Permissions::from_mode(0o755)).unwrap();
        Some(project)
    }

    /// Copies the files of an integration to a folder in the copy.
    pub(crate) fn add(&self, name: &str, folder: &str) {
        let root = source(name);
        let mut open = vec![root.clone()];
        while let Some(below) = open.pop() {
            for entry in fs::read_dir(below).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let to = Path::new(folder).join(path.strip_prefix(&root).unwrap());
                    self.write(to.to_str().unwrap(), &fs::read_to_string(path).unwrap());
                }
            }
        }
    }

    /// The program to be set as confc.
    pub(crate) fn confc(&self) -> PathBuf {
        self.workspace.path(NOTING)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.workspace.path(COPY).join(path)
    }

    pub(crate) fn text(&self, path: &str) -> String {
        self.workspace.text(&format!("{COPY}/{path}"))
    }

    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        self.workspace.read(&format!("{COPY}/{path}"))
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        self.workspace.exists(&format!("{COPY}/{path}"))
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        self.workspace.write(&format!("{COPY}/{path}"), content);
    }

    /// Writes a file so that its time is later than that of any output so far.
    pub(crate) fn edit(&self, path: &str, content: &str) {
        // Kernels give times no finer than a tick.
        std::thread::sleep(Duration::from_millis(20));
        self.write(path, content);
    }

    /// Changes a part of a file.
    #[track_caller]
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.text(path);
        assert!(text.contains(from), "{path} has no {from:?}: {text}");
        self.edit(path, &text.replace(from, to));
    }

    /// A command that runs in the copy. Its program is found as the test's own are.
    #[expect(clippy::disallowed_methods, reason = "the tools are found through PATH")]
    pub(crate) fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = self.workspace.command(program, arguments);
        let home = self.workspace.path("home");
        command.current_dir(self.path("")).env("PATH", std::env::var("PATH").unwrap()).env("HOME", home);
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    /// Runs a tool in the copy.
    pub(crate) fn run(&self, program: &str, arguments: &[&str]) -> Answer {
        Answer::of(&mut self.command(program, arguments))
    }

    /// Compiles and runs a program with the client in C++ that is in this folder.
    #[track_caller]
    pub(crate) fn uses_cpp_client(&self, test: &str, folder: &str) {
        if !has_tool(test, "g++") {
            return;
        }
        self.write("main.cpp", CPP_PROGRAM);
        let include = format!("-I{folder}");
        self.run("g++", &["-std=c++17", &include, "main.cpp", "-o", "main"]).silent();
        self.run("./main", &[]).silent();
    }

    /// The commands that confc was called with since this was asked last, in alphabetical order.
    pub(crate) fn calls(&self) -> Vec<String> {
        let calls = if self.workspace.exists(LOG) { self.workspace.text(LOG) } else { String::new() };
        self.workspace.write(LOG, "");
        let mut calls: Vec<String> = calls.lines().map(Into::into).collect();
        calls.sort();
        calls
    }

    /// Files that confc has left behind.
    pub(crate) fn strays(&self) -> Vec<String> {
        self.workspace.files().into_iter().filter(|file| file.contains(".confc-")).collect()
    }
}

/// How a tool builds a copy.
pub(crate) struct Build<'a> {
    pub(crate) project: &'a Project,
    /// The program with its arguments.
    pub(crate) program: &'a str,
    pub(crate) arguments: &'a [&'a str],
    /// The folder of the outputs.
    pub(crate) outputs: &'a str,
    /// What runs again in each build while the declaration is older than its inputs, because it did not change.
    pub(crate) reruns: &'a [&'a str],
}

/// A manifest without includes.
pub(crate) const PLAIN: &str = "{ config: { speed: { type: \"uint8\", default: 1 } } }";

/// Everything that a build of the project does.
pub(crate) const ALL: [&str; 4] = ["compile", "generate", "values", "verify"];

impl Build<'_> {
    pub(crate) fn run(&self) -> Answer {
        self.project.run(self.program, self.arguments)
    }

    /// Builds, made sure that it succeeds with these calls of confc.
    #[track_caller]
    pub(crate) fn calls(&self, calls: &[&str]) -> Answer {
        let answer = self.run().with_status(0);
        assert_eq!(self.project.calls(), calls, "{answer:#?}");
        answer
    }

    /// Builds, made sure that it fails and shows this once.
    #[track_caller]
    pub(crate) fn fails(&self, shown: &[&str]) {
        let answer = self.run();
        assert_ne!(answer.status, Some(0), "{answer:#?}");
        let text = format!("{}{}", answer.stdout, answer.stderr);
        for shown in shown {
            assert_eq!(text.matches(shown).count(), 1, "{shown} in {text}");
        }
        self.project.calls();
    }

    fn output(&self, ending: &str) -> Vec<u8> {
        self.project.read(&format!("{}/heater{ending}", self.outputs))
    }

    /// What every tool must do, from a clean build to mistakes and back.
    pub(crate) fn lives_through_a_day(&self) {
        let project = self.project;
        self.calls(&ALL);
        self.calls(&[]);
        let (declaration, values) = (self.output(".cm"), self.output(".cvf"));
        let client = String::from_utf8(self.output("_config.py")).unwrap();
        assert!(client.contains("def load("), "{client}");

        // A comment: the manifest is compiled, and nothing behind it.
        let shard = project.text(SHARD);
        project.edit(SHARD, &shard.replace("// Every component", "// Each component"));
        self.calls(&["compile"]);
        self.calls(self.reruns);
        assert_eq!(self.output(".cm"), declaration);

        // An include, which no build file names. What does not include it is left alone.
        project.edit(SHARD, &shard.replace("debug: 2", "debug: 2, trace: 3"));
        self.calls(&ALL);
        self.calls(&[]);
        assert!(self.output(".cm") != declaration && self.output(".cvf") != values);

        // A layer.
        project.replace(BASE, "19.5", "20.5");
        self.calls(&["values", "verify"]);
        self.calls(&[]);

        // A mistake: it is shown, and shown again until it is mended.
        let before = self.output(".cvf");
        project.replace(SITE, "server:", "sevrer:");
        self.fails(&["did you mean `server`?", "site.yaml:2:1"]);
        self.fails(&["did you mean `server`?"]);
        assert_eq!(self.output(".cvf"), before);
        project.replace(SITE, "sevrer:", "server:");
        self.calls(&["values"]);
        self.calls(if self.reruns.is_empty() { &[] } else { &["values"] });

        // An include that is gone while the manifest names it, and then while nobody does.
        project.remove(SHARD);
        self.fails(&["included file `//shards/logging.shard.cml` does not exist"]);
        project.replace(MANIFEST, "include: [\"//shards/logging.shard.cml\"],", "");
        project.replace(BASE, ", verbosity: \"error\"", "");
        self.calls(&ALL);
        self.calls(self.reruns);
        assert_eq!(project.strays(), Vec::<String>::new());
    }
}
