//! `integrations/ninja`.

use crate::project::{ALL, Build, PLAIN, Project, SHARD, example};
use crate::skip::has_python;

fn project(test: &str, prefix: &str) -> Option<Project> {
    let project = Project::copy_to(test, "ninja", &["ninja"], prefix)?;
    let confc = format!("include confc.ninja\nconfc = {}", quoted(&project));
    project.replace("build.ninja", "include confc.ninja", &confc);
    Some(project)
}

/// The program as a word of the shell, with the `$` of Ninja.
fn quoted(project: &Project) -> String {
    format!("'{}'", project.confc().to_str().unwrap().replace('$', "$$"))
}

fn build<'a>(project: &'a Project, arguments: &'a [&'a str]) -> Build<'a> {
    Build { project, program: "ninja", arguments, outputs: "out", reruns: &[] }
}

#[test]
fn ninja_builds_the_project() {
    let Some(project) = project("ninja_builds_the_project", "confc-test-") else { return };
    let text = project.text("build.ninja");
    project.write("build.ninja", &format!("{text}\nbuild out/fan.cm: confc_compile fan.cml\n"));
    project.write("fan.cml", PLAIN);
    build(&project, &["out/fan.cm"]).calls(&["compile"]);
    build(&project, &[]).lives_through_a_day();
}

#[test]
fn ninja_builds_in_a_folder_with_spaces_and_dollars() {
    let test = "ninja_builds_in_a_folder_with_spaces_and_dollars";
    let Some(project) = project(test, "confc test $x ") else { return };
    let text = project.text("build.ninja");
    let named = text.replace("heater", "my$ $$heater").replace("values/site", "my$ $$values/site");
    let named = named.replace("meta/my$ $$heater", "meta/heater");
    project.write("build.ninja", &named);
    project.write("my $heater.cml", &project.text("heater.cml").replace("shards/", "my $shards/"));
    project.write("my $shards/logging.shard.cml", &project.text(SHARD));
    project.write("my $values/site.yaml", &project.text("values/site.yaml"));
    let build = build(&project, &[]);
    build.calls(&ALL);
    build.calls(&[]);
    project.replace("my $values/site.yaml", "metrics", "measurements");
    build.calls(&["values", "verify"]);
    project.replace("my $shards/logging.shard.cml", "debug: 2", "debug: 3");
    build.calls(&ALL);
    build.calls(&[]);
}

#[test]
fn the_client_reads_the_value_file() {
    let test = "the_client_reads_the_value_file";
    let Some(project) = project(test, "confc-test-") else { return };
    if !has_python(test, 10) {
        return;
    }
    build(&project, &[]).calls(&ALL);
    let script = "import sys; sys.path.insert(0, 'out'); import heater_config\n\
                  config = heater_config.Config.load(open('out/heater.cvf', 'rb').read())\n\
                  print(config.server, config.target, config.verbosity.name, config.interval_s)";
    let answer = project.run("python3", &["-B", "-c", script]).with_status(0);
    assert_eq!(answer.stdout, "metrics.example.org 19.5 ERROR 30\n");
}

#[test]
fn ninja_makes_clients_with_a_shared_runtime() {
    let test = "ninja_makes_clients_with_a_shared_runtime";
    let Some(project) = project(test, "confc test $x ") else { return };
    let text = project.text("build.ninja");
    project.write("build.ninja", &format!("{text}\n{}", example("ninja", "ninja")));
    let build = build(&project, &["out/confc.hpp", "out/heater_config.hpp"]);
    build.calls(&["compile", "generate", "generate"]);
    build.calls(&[]);
    project.uses_cpp_client(test, "out");
    project.replace(SHARD, "debug: 2", "debug: 3");
    build.calls(&["compile", "generate"]);
}

#[test]
fn ninja_shows_what_no_depfile_can_express() {
    let test = "ninja_shows_what_no_depfile_can_express";
    let Some(project) = project(test, "confc-test-") else { return };
    project.replace("build.ninja", "heater.cml", "a;b.cml");
    project.write("a;b.cml", &project.text("heater.cml"));
    build(&project, &[])
        .fails(&["error[E0905]: `a;b.cml` cannot be written into a depfile: it contains `;`"]);
    assert!(!project.exists("out/heater.cm"));
}

#[test]
fn ninja_follows_a_response_file_that_is_a_source() {
    let Some(project) = project("ninja_follows_a_response_file_that_is_a_source", "confc-test-") else {
        return;
    };
    project.write("layers.rsp", "values/base.json5\nvalues/site.yaml\n");
    project.replace("build.ninja", "out/heater.cm values/base.json5 values/site.yaml", "out/heater.cm");
    project.replace(
        "build.ninja",
        "out/heater.cvf: confc_values out/heater.cm",
        "out/heater.cvf: confc_values out/heater.cm | layers.rsp\n  flags = @layers.rsp",
    );
    let build = build(&project, &[]);
    build.calls(&ALL);
    build.calls(&[]);
    project.replace("values/site.yaml", "metrics", "measurements");
    build.calls(&["values", "verify"]);
    project.replace("layers.rsp", "site.yaml\n", "site.yaml\n--no-embedded-schema\n");
    build.calls(&["values", "verify"]);
    build.calls(&[]);
}

#[test]
fn ninja_stops_where_a_release_breaks() {
    let Some(project) = project("ninja_stops_where_a_release_breaks", "confc-test-") else { return };
    build(&project, &[]).calls(&ALL);
    project.write("released.cml", &project.text("heater.cml"));
    let text = project.text("build.ninja");
    project.write("build.ninja", &format!("{text}\nbuild out/diff: confc_diff released.cml out/heater.cm\n  flags = --config-package-path meta/heater.cvf\n"));
    let build = build(&project, &["out/diff"]);
    build.calls(&["diff"]);
    build.calls(&[]);
    project.replace("heater.cml", "max: 30", "max: 25");
    build.fails(&["error[E0601]", "--allow max-lowered:target"]);
    assert!(project.exists("out/diff"));
    project.replace("heater.cml", "max: 25", "max: 35");
    build.calls(&["compile", "diff"]);
    build.calls(&[]);
}

/// Ninja removes a response file when the step is over; that is no reason to run it again.
#[test]
fn arguments_may_stand_in_a_response_file() {
    let Some(project) = project("arguments_may_stand_in_a_response_file", "confc-test-") else { return };
    let text = project.text("build.ninja");
    let rule = format!(
        "rule listed\n  command = {} compile @$out.rsp -o $out --depfile $out.d\n  rspfile = $out.rsp\n  \
         rspfile_content = $in_newline\n  depfile = $out.d\n  restat = 1\n",
        quoted(&project)
    );
    project.write("build.ninja", &format!("{text}\n{rule}\nbuild out/fan.cm: listed fan.cml\n"));
    project.write("fan.cml", PLAIN);
    build(&project, &["out/fan.cm"]).calls(&["compile"]);
    build(&project, &["out/fan.cm"]).calls(&[]);
}
