//! `integrations/meson`.

use crate::project::{Build, Project};

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
