//! `integrations/meson`.

use crate::project::{Build, CPP_PROGRAM, Project, example};

#[test]
fn meson_builds_the_project() {
    let tools = ["meson", "ninja"];
    let Some(project) = Project::copy_to("meson_builds_the_project", "meson", &tools, "confc test ") else {
        return;
    };
    let confc = format!("-Dconfc={}", project.confc().display());
    project.run("meson", &["setup", "out", &confc]).with_status(0);
    let arguments = ["-C", "out"];
    let build =
        Build { project: &project, program: "ninja", arguments: &arguments, outputs: "out", reruns: &[] };
    build.lives_through_a_day();
}

#[test]
fn meson_builds_a_program_with_a_client() {
    let test = "meson_builds_a_program_with_a_client";
    let Some(project) = Project::copy(test, "meson", &["meson", "ninja", "g++"]) else { return };
    project.replace("meson.build", "project('heater',", "project('heater', 'cpp',");
    let text = project.text("meson.build");
    project.write("meson.build", &format!("{text}\n{}", example("meson", "meson")));
    project.write("main.cpp", CPP_PROGRAM);
    let confc = format!("-Dconfc={}", project.confc().display());
    project.run("meson", &["setup", "out", &confc]).with_status(0);
    project.run("ninja", &["-C", "out"]).with_status(0);
    project.run("out/main", &[]).silent();
}
