//! `integrations/bazel`.

use crate::command::{Answer, CONFC};
use crate::project::{BASE, Project, SHARD, SITE};

/// A copy of the project with a server of Bazel, which ends with the test.
struct Bazel(Project);

impl Drop for Bazel {
    fn drop(&mut self) {
        self.run(&["shutdown"]);
    }
}

impl Bazel {
    fn run(&self, arguments: &[&str]) -> Answer {
        let root = format!("--output_user_root={}", self.0.path("../home/bazel").display());
        let mut command = self.0.command("bazel", &[&[root.as_str()], arguments].concat());
        Answer::of(command.env("CONFC", CONFC))
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
    bazel.fails("include `//shards/logging.shard.cml` does not exist");
    project.replace("BUILD.bazel", "    package_path", "    deps = [\":logging\"],\n    package_path");

    // What a shard includes comes with it.
    project.replace(SHARD, "{\n    config", "{\n    include: [\"more.shard.cml\"],\n    config");
    project.write("shards/more.shard.cml", "{ config: { more: { type: \"bool\", default: true } } }");
    bazel.fails("include `more.shard.cml` does not exist");
    let more = "[\"shards/logging.shard.cml\"],\n    deps = [\":more\"],\n)\n\n\
                confc_shards(\n    name = \"more\",\n    srcs = [\"shards/more.shard.cml\"],";
    project.replace("BUILD.bazel", "[\"shards/logging.shard.cml\"],", more);
    bazel.runs(&ALL);
}
