//! `integrations/bazel`.

use crate::command::{Answer, CONFC};
use crate::project::{BASE, Project, SHARD, SITE, example};

/// A copy of the project with a server of Bazel, which ends with the test.
pub(crate) struct Bazel(pub(crate) Project);

impl Drop for Bazel {
    fn drop(&mut self) {
        self.run(&["shutdown"]);
    }
}

impl Bazel {
    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        let root = format!("--output_user_root={}", self.0.path("../home/bazel").display());
        let mut command = self.0.command("bazel", &[&[root.as_str()], arguments].concat());
        Answer::of(command.env("CONFC", CONFC))
    }

    /// Builds everything anew, made sure of how the actions are run, and gives what comes of it.
    #[track_caller]
    pub(crate) fn builds(&self, flags: &[&str], how: &str) -> Vec<Vec<u8>> {
        self.run(&["clean"]).with_status(0);
        let answer = self.run(&[&["build", "//...", "--color=no", "--curses=no"], flags].concat());
        let answer = answer.with_status(0);
        let ran = |line: &str| line.starts_with("INFO: ") && line.contains(" processes: ");
        let summary = answer.stderr.lines().find(|line| ran(line)).unwrap_or_default();
        assert!(summary.contains(&format!("4 {how}")), "{flags:?}: {}", answer.stderr);
        OUTPUTS.iter().map(|output| self.0.read(&format!("bazel-bin/{output}"))).collect()
    }

    fn test(&self) -> Answer {
        self.run(&["test", "//...", "--subcommands", "--color=no", "--curses=no"])
    }

    /// Builds and tests everything, made sure that it succeeds and runs the actions of these targets.
    #[track_caller]
    fn runs(&self, targets: &[&str]) {
        let answer = self.test().with_status(0);
        let actions = answer.stderr.lines().filter_map(|line| line.strip_prefix("SUBCOMMAND: # //:"));
        let mut found: Vec<&str> = actions.filter_map(|action| action.split(' ').next()).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, targets, "{}", answer.stderr);
    }

    /// Makes sure that it fails and shows this once.
    #[track_caller]
    fn fails(&self, shown: &str) {
        let answer = self.test();
        assert_eq!(answer.stderr.matches(shown).count(), 1, "{shown} in {}", answer.stderr);
        assert_ne!(answer.status, Some(0));
    }
}

/// What the actions of the project make.
const OUTPUTS: [&str; 4] = ["heater.cm", "site.cvf", "heater_config.py", "heater_rust.rs"];

/// As Bazel fails where the project's manifest includes what it does not declare.
#[track_caller]
pub(crate) fn fails_undeclared(bazel: &Bazel, flags: &[&str]) {
    let project = &bazel.0;
    project.replace("BUILD.bazel", "    deps = [\":logging\"],\n", "");
    let answer = bazel.run(&[&["build", "//...", "--color=no", "--curses=no"], flags].concat());
    let said = "error[E0208]: included file `//shards/logging.shard.cml` does not exist";
    assert_eq!(answer.stderr.matches(said).count(), 1, "{flags:?}: {}", answer.stderr);
    assert_ne!(answer.status, Some(0));
    project.replace("BUILD.bazel", "    package_path", "    deps = [\":logging\"],\n    package_path");
}

const ALL: [&str; 5] = ["heater", "heater_config", "heater_rust", "site", "site_test"];

#[test]
#[ignore = "slow: Bazel starts a server and loads its own rules"]
fn bazel_builds_the_project() {
    let test = "bazel_builds_the_project";
    let Some(project) = Project::copy_to(test, "bazel", &["bazel"], "confc-test-") else { return };
    let bazel = Bazel(project);
    let project = &bazel.0;
    bazel.runs(&ALL);
    bazel.runs(&[]);

    // A comment: the manifest is compiled, and nothing behind it.
    let shard = project.text(SHARD);
    project.edit(SHARD, &shard.replace("// Every component", "// Each component"));
    bazel.runs(&["heater"]);
    // An include, and a layer.
    project.edit(SHARD, &shard.replace("debug: 2", "debug: 2, trace: 3"));
    bazel.runs(&ALL);
    project.replace(BASE, "19.5", "20.5");
    bazel.runs(&["site", "site_test"]);

    // Mistakes.
    project.replace(SITE, "server:", "sevrer:");
    bazel.fails("did you mean `server`?");
    project.replace(SITE, "sevrer:", "server:");
    project.replace("BUILD.bazel", "    deps = [\":logging\"],\n", "");
    bazel.fails("included file `//shards/logging.shard.cml` does not exist");
    project.replace("BUILD.bazel", "    package_path", "    deps = [\":logging\"],\n    package_path");

    // What a shard includes comes with it.
    project.replace(SHARD, "{\n    config", "{\n    include: [\"more.shard.cml\"],\n    config");
    project.write("shards/more.shard.cml", "{ config: { more: { type: \"bool\", default: true } } }");
    bazel.fails("included file `more.shard.cml` does not exist");
    let more = "[\"shards/logging.shard.cml\"],\n    deps = [\":more\"],\n)\n\n\
                confc_shards(\n    name = \"more\",\n    srcs = [\"shards/more.shard.cml\"],";
    project.replace("BUILD.bazel", "[\"shards/logging.shard.cml\"],", more);
    bazel.runs(&ALL);
}

/// The rules for other languages make sources, and a runtime that clients share.
#[test]
#[ignore = "slow: Bazel starts a server and loads its own rules"]
fn bazel_makes_clients_of_other_languages() {
    let test = "bazel_makes_clients_of_other_languages";
    let Some(project) = Project::copy_to(test, "bazel", &["bazel"], "confc-test-") else { return };
    let bazel = Bazel(project);
    let project = &bazel.0;
    // The rules of C++ would need a compiler that Bazel knows.
    let block = example("bazel", "python");
    let cpp = block.lines().find(|line| line.starts_with("confc_cpp_client(")).expect("a client in C++");
    let more = "confc_runtime(name = \"confc\", language = \"go\", flags = [\"--package=shared\"])
confc_go_client(name = \"go\", declaration = \":heater\", package = \"heater\", flags = [\"--runtime=acme/shared\"])
confc_ts_client(name = \"ts\", declaration = \":heater\")";
    let rules = ["confc_cpp_client", "confc_go_client", "confc_runtime", "confc_ts_client"];
    let load = format!("load(\"//confc:confc.bzl\", {})", rules.map(|rule| format!("\"{rule}\"")).join(", "));
    let text = project.text("BUILD.bazel");
    project.write("BUILD.bazel", &format!("{load}\n{text}\n{cpp}\n{more}\n"));
    bazel.run(&["build", "//..."]).with_status(0);
    for (output, content) in [
        ("heater_hpp.hpp", "namespace acme::heater {"),
        ("confc.go", "package shared"),
        ("go.go", "confc \"acme/shared\""),
        ("ts.ts", "export function load("),
    ] {
        let text = project.text(&format!("bazel-bin/{output}"));
        assert!(text.contains(content), "{output}: {text}");
    }
}

/// Whether Bazel starts a process for each action or sends all to a worker, and in which form and folder: the bytes are
/// the same, and what is not declared does not exist.
#[test]
#[ignore = "slow: Bazel starts a server and loads its own rules"]
fn a_worker_of_bazel_makes_what_processes_make() {
    let test = "a_worker_of_bazel_makes_what_processes_make";
    let Some(project) = Project::copy_to(test, "bazel", &["bazel"], "confc-test-") else { return };
    let bazel = Bazel(project);
    let made = bazel.builds(&["--spawn_strategy=local"], "local");
    let worker = "--spawn_strategy=worker";
    for flags in [
        &[worker][..],
        &[worker, "--worker_sandboxing"],
        &[worker, "--experimental_worker_cancellation"],
        &[worker, "--noexperimental_worker_multiplex"],
        &[worker, "--noexperimental_worker_multiplex", "--worker_sandboxing"],
    ] {
        assert_eq!(bazel.builds(flags, "worker"), made, "{flags:?}");
        fails_undeclared(&bazel, flags);
    }
    bazel.0.replace("WORKSPACE", "confc.bzl\",\n)", "confc.bzl\",\n    worker_protocol = \"json\",\n)");
    let json = [worker, "--experimental_worker_allow_json_protocol"];
    assert_eq!(bazel.builds(&json, "worker"), made);
    fails_undeclared(&bazel, &json);
    // A mistake is shown as a process shows it.
    bazel.0.replace(SITE, "server:", "sevrer:");
    let shown = |flags: &[&str]| {
        let stderr = bazel.run(&[&["build", "//:site", "--color=no", "--curses=no"], flags].concat()).stderr;
        let from = stderr.find("error[").unwrap_or_else(|| panic!("{stderr}"));
        stderr[from..].split("\nINFO:").next().unwrap().split("\nTarget ").next().unwrap().to_owned()
    };
    assert_eq!(shown(&json), shown(&["--spawn_strategy=local"]));
}
