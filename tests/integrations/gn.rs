//! `integrations/gn`.

use crate::project::{Build, Project, example};

fn project(test: &str) -> Option<Project> {
    let project = Project::copy(test, "gn", &["gn", "ninja", "python3"])?;
    // What is called `python3` may be a program that looks for Python first, which takes longer than everything here.
    let python = project.run("python3", &["-c", "import sys; print(end=sys.executable)"]).with_status(0);
    project.replace(".gn", "\"python3\"", &format!("\"{}\"", python.stdout));
    Some(project)
}

#[track_caller]
fn configure(project: &Project) {
    let confc = format!("--args=confc=\"{}\"", project.confc().display());
    project.run("gn", &["gen", "out", &confc]).with_status(0);
}

#[test]
fn gn_builds_the_project() {
    let Some(project) = project("gn_builds_the_project") else { return };
    configure(&project);
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

#[test]
fn gn_makes_clients_of_other_languages() {
    let test = "gn_makes_clients_of_other_languages";
    let Some(project) = project(test) else { return };
    let more = "\"cpp\", \"go\", \"typescript\" ]\n  go_package = \"heater\"";
    let component = example("gn", "gn").replace("\"cpp\" ]", more);
    project.write("BUILD.gn", &format!("import(\"//confc/confc.gni\")\n\n{component}"));
    configure(&project);
    project.run("ninja", &["-C", "out"]).with_status(0);
    for ending in ["hpp", "go", "ts"] {
        assert!(project.exists(&format!("out/obj/heater_config.{ending}")), "{ending}");
    }
    project.uses_cpp_client(test, "out/obj");
}
