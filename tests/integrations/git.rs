//! `integrations/pre-commit` and `integrations/github`: what works on commits.

use crate::command::{Answer, CONFC};
use crate::project::{MANIFEST, Project, SHARD};
use regex::Regex;
use std::path::Path;

/// Runs git in a folder of the copy.
fn git(project: &Project, folder: &str, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    let folder = project.path(folder);
    let arguments = [&["-C", folder.to_str().unwrap()], identity.as_slice(), arguments].concat();
    project.run("git", &arguments).with_status(0).stdout
}

fn commit(project: &Project, folder: &str) {
    git(project, folder, &["add", "--all"]);
    git(project, folder, &["commit", "--quiet", "--message=all"]);
}

#[test]
fn pre_commit_checks_manifests() {
    let tools = ["pre-commit", "git"];
    let Some(project) = Project::copy("pre_commit_checks_manifests", "pre-commit", &tools) else { return };
    project.add("ninja", "");
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join(".pre-commit-hooks.yaml");
    project.write("../hooks/.pre-commit-hooks.yaml", &std::fs::read_to_string(hooks).unwrap());
    for folder in ["../hooks", ""] {
        git(&project, folder, &["init", "--quiet"]);
    }
    commit(&project, "../hooks");
    let revision = git(&project, "../hooks", &["rev-parse", "HEAD"]);
    let config = ".pre-commit-config.yaml";
    project.replace(config, "CONFC_REPOSITORY", project.path("../hooks").to_str().unwrap());
    project.replace(config, "CONFC_REVISION", revision.trim());
    // A manifest of any kind is checked, a shard alone is not.
    project.write("bare.shard.cml", "{ include: ['absent.shard.cml'] }");
    commit(&project, "");

    let run = || {
        let mut command = project.command("pre-commit", &["run", "--all-files", "--color=never"]);
        let path = command.get_envs().find(|(name, _)| *name == "PATH").unwrap().1.unwrap().to_owned();
        let mut all = project.confc().parent().unwrap().as_os_str().to_owned();
        all.push(":");
        all.push(path);
        Answer::of(command.env("PATH", all))
    };
    let good = run().with_status(0);
    assert!(good.stdout.contains("Passed"), "{good:#?}");
    assert_eq!(project.calls(), ["check"]);
    project.replace(SHARD, "\"enum\"", "\"enun\"");
    let bad = run().with_status(1);
    assert!(bad.stdout.contains("Failed") && bad.stdout.contains("did you mean `enum`?"), "{bad:#?}");
}

#[test]
fn the_script_for_github_compares_with_another_commit() {
    let test = "the_script_for_github_compares_with_another_commit";
    let Some(project) = Project::copy_to(test, "github", &["git", "tar"], "confc test ") else { return };
    project.add("ninja", "");
    git(&project, "", &["init", "--quiet"]);
    commit(&project, "");
    let run = || {
        let mut command = project.command("sh", &[".github/confc.sh", "HEAD"]);
        Answer::of(command.env("CONFC", CONFC))
    };
    run().silent();

    // The shard changes: the old manifest is compared with what it included.
    project.replace(SHARD, ", debug: 2", "");
    let broken = run().with_status(1);
    assert!(broken.stdout.contains("verbosity: variant-removed, breaks backward"), "{broken:#?}");
    assert_eq!(annotations(&project, &broken.stderr), [["heater.cml", "", "error", "E0601"]]);

    project.replace(SHARD, "\"enum\"", "\"enun\"");
    project.replace(MANIFEST, "min: 1,", "min: -1,");
    let wrong = run().with_status(1);
    let expected = [["heater.cml", "9", "error", "E0312"], [SHARD, "5", "error", "E0305"]];
    assert_eq!(annotations(&project, &wrong.stderr), expected, "{wrong:#?}");

    // What did not compile is not compared.
    commit(&project, "");
    project.replace(SHARD, "\"enun\"", "\"enum\"");
    project.replace(MANIFEST, "min: -1,", "min: 1,");
    let mended = run().with_status(0);
    assert!(mended.stdout.contains("heater.cml: not compared"), "{mended:#?}");
}

/// File, line, severity and code of each line that the problem matcher finds; every line must be found by one pattern.
fn annotations<'t>(project: &Project, text: &'t str) -> Vec<[&'t str; 4]> {
    let matcher = project.text(".github/confc-problems.json");
    let matcher: serde_json::Value = serde_json::from_str(&matcher).unwrap();
    let patterns: Vec<&serde_json::Value> =
        matcher["problemMatcher"].as_array().unwrap().iter().map(|matcher| &matcher["pattern"][0]).collect();
    let annotation = |line: &'t str| {
        let found: Vec<_> = patterns
            .iter()
            .filter_map(|pattern| {
                let groups = Regex::new(pattern["regexp"].as_str().unwrap()).unwrap().captures(line)?;
                let group = |name: &str| {
                    let at = pattern[name].as_u64()?;
                    groups.get(usize::try_from(at).unwrap()).map(|group| group.as_str())
                };
                Some(["file", "line", "severity", "code"].map(|name| group(name).unwrap_or_default()))
            })
            .collect();
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        found[0]
    };
    text.lines().map(annotation).collect()
}

#[test]
fn the_workflow_names_files_that_are_there() {
    let test = "the_workflow_names_files_that_are_there";
    let Some(project) = Project::copy(test, "github", &[]) else { return };
    let workflow = ".github/workflows/confc.yml";
    // It is YAML, since its name can be changed.
    project.run(CONFC, &["patch", "--set", "/name=other", workflow, "-o", "other.yml"]).silent();
    assert!(project.text("other.yml").starts_with("name: other\non: pull_request\n"));
    let text = project.text(workflow);
    let named = text.split_whitespace().map(|word| word.trim_matches('"'));
    let named: Vec<_> = named.filter_map(|word| word.find(".github/").map(|at| &word[at..])).collect();
    assert_eq!(named, [".github/confc-problems.json", ".github/confc.sh"]);
    assert!(named.iter().all(|file| project.exists(file)));
}
