//! `integrations/gn`.

use crate::project::{Build, Project};

#[test]
fn gn_builds_the_project() {
    let tools = ["gn", "ninja", "python3"];
    let Some(project) = Project::copy("gn_builds_the_project", "gn", &tools) else { return };
    // What is called `python3` may be a program that looks for Python first, which takes longer than everything here.
    let python = project.run("python3", &["-c", "import sys; print(end=sys.executable)"]).with_status(0);
    project.replace(".gn", "\"python3\"", &format!("\"{}\"", python.stdout));
    let confc = format!("--args=confc=\"{}\"", project.confc().display());
    project.run("gn", &["gen", "out", &confc]).with_status(0);
    let arguments = ["-C", "out"];
    let build =
        Build { project: &project, program: "ninja", arguments: &arguments, outputs: "out/obj", reruns: &[] };
    build.lives_through_a_day();
}

#[test]
fn gn_files_are_formatted_and_refuse_what_is_no_client() {
    let test = "gn_files_are_formatted_and_refuse_what_is_no_client";
    let Some(project) = Project::copy_to(test, "gn", &["gn", "python3"], "confc test ") else { return };
    for file in ["BUILD.gn", "confc/confc.gni", "build/BUILD.gn", "build/BUILDCONFIG.gn"] {
        project.run("gn", &["format", "--dry-run", file]).silent();
    }
    project.replace("BUILD.gn", "\"python\"", "\"perl\"");
    let answer = project.run("gn", &["gen", "out"]).with_status(1);
    assert!(answer.stdout.contains("confc_component cannot generate perl"), "{answer:#?}");
}
