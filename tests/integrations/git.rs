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
    let product = "{ components: { heater: { manifest: 'heater.cml', layers: ['values/base.json5', 'values/site.yaml'] } } }";
    project.write("heater.product.json5", product);
    let hook = "      - id: confc-assemble-check-system\n        args: [heater.product.json5]\n";
    project.write(config, &(project.text(config) + hook));
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
    assert_eq!(project.calls(), ["assemble", "check", "diff"]);
    project.replace(SHARD, ", debug: 2", "");
    let narrowed = run().with_status(1);
    assert!(narrowed.stdout.contains("verbosity: variant-removed, breaks backward"), "{narrowed:#?}");
    assert_eq!(narrowed.stdout.matches("Failed").count(), 1, "{narrowed:#?}");
    commit(&project, "");
    project.replace(SHARD, "\"enum\"", "\"enun\"");
    let bad = run().with_status(1);
    assert!(bad.stdout.contains("Failed") && bad.stdout.contains("did you mean `enum`?"), "{bad:#?}");
}

#[test]
fn the_script_for_github_compares_with_another_commit() {
    let test = "the_script_for_github_compares_with_another_commit";
    let tools = ["git", "xargs", "od"];
    let Some(project) = Project::copy_to(test, "github", &tools, "confc test ") else { return };
    project.add("ninja", "");
    git(&project, "", &["init", "--quiet"]);
    // Names that a shell, `git` or GitHub could take for something else.
    let names = ["größe.cml", "::warning::pwn.cml", "-a b.cml"];
    names.iter().for_each(|name| project.write(name, "{ config: { a: { type: 'uint16', default: 1 } } }"));
    commit(&project, "");
    let run_with = |actions: &str| {
        let mut command = project.command("sh", &[".github/confc.sh", "HEAD"]);
        Answer::of(command.env("CONFC", CONFC).env("GITHUB_ACTIONS", actions))
    };
    let run = || run_with("");
    run().silent();

    // The shard changes: the old manifest is compared with what it included.
    project.replace(SHARD, ", debug: 2", "");
    let broken = run().with_status(1);
    assert!(broken.stdout.contains("verbosity: variant-removed, breaks backward"), "{broken:#?}");
    assert_eq!(annotations(&broken.stderr), [[SHARD, "5", "E0601"]]);

    // A manifest of any name is compared, and what it is called begins no line outside of where that is harmless.
    names.iter().for_each(|name| project.write(name, "{ config: { a: { type: 'uint8', default: 1 } } }"));
    let named = run_with("true").with_status(1);
    let found: Vec<_> = annotations(&named.stderr).into_iter().map(|[file, ..]| file).collect();
    assert_eq!(found, ["-a b.cml", "%3A%3Awarning%3A%3Apwn.cml", "größe.cml", SHARD], "{named:#?}");
    let mut lines = named.stdout.lines();
    let token = lines.next().and_then(|line| line.strip_prefix("::stop-commands::")).unwrap();
    assert_eq!((token.len(), lines.next_back()), (32, Some(format!("::{token}::").as_str())));
    assert!(
        lines.any(|line| line.starts_with("::warning::pwn.cml, against"))
            && !named.stdout.contains("\n::error")
    );

    project.replace(SHARD, "\"enum\"", "\"enun\"");
    project.replace(MANIFEST, "min: 1,", "min: -1,");
    let wrong = run().with_status(1);
    let expected = [["heater.cml", "9", "E0312"], [SHARD, "5", "E0305"]];
    assert_eq!(annotations(&wrong.stderr), expected, "{wrong:#?}");

    // What did not compile is not compared.
    commit(&project, "");
    project.replace(SHARD, "\"enun\"", "\"enum\"");
    project.replace(MANIFEST, "min: -1,", "min: 1,");
    let mended = run().with_status(0);
    assert!(mended.stdout.contains("not compared, it was wrong: git:HEAD:heater.cml:9:"), "{mended:#?}");
    assert_eq!(mended.stderr, "");

    // Nothing to compare with is no success.
    let mut command = project.command("sh", &[".github/confc.sh", "absent"]);
    Answer::of(command.env("CONFC", CONFC)).says(1, "title=E0909::");
}

/// File, line and code of each error that GitHub annotates.
fn annotations(text: &str) -> Vec<[&str; 3]> {
    let command = Regex::new(r"^::error (?:file=([^,:]*)(?:,line=(\d+)[^:]*)?,)?title=(E\d{4})::").unwrap();
    let annotation = |line| {
        let groups = command.captures(line).unwrap_or_else(|| panic!("{line}"));
        [1, 2, 3].map(|group| groups.get(group).map_or("", |group| group.as_str()))
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
    assert_eq!(named, [".github/confc.sh"]);
    assert!(named.iter().all(|file| project.exists(file)));
}
