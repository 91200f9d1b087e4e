//! `integrations/make`.

use crate::project::{ALL, Build, PLAIN, Project, SHARD, example};

#[test]
fn make_builds_the_project() {
    let Some(project) = Project::copy("make_builds_the_project", "make", &["make"]) else { return };
    let confc = format!("CONFC={}", project.confc().display());
    let arguments = [confc.as_str()];
    let build =
        Build { project: &project, program: "make", arguments: &arguments, outputs: "out", reruns: &[] };
    project.replace("Makefile", "all: ", "all: out/fan.cm ");
    project.replace("Makefile", "clean:", "$(call confc_declaration,out/fan.cm,fan.cml)\n\nclean:");
    project.write("fan.cml", PLAIN);
    let only = [confc.as_str(), "out/fan.cm"];
    Build { project: &project, program: "make", arguments: &only, outputs: "out", reruns: &[] }
        .calls(&["compile"]);
    build.lives_through_a_day();
}

#[test]
fn make_builds_what_is_missing_and_cleans_up() {
    let test = "make_builds_what_is_missing_and_cleans_up";
    let Some(project) = Project::copy_to(test, "make", &["make"], "confc test $x ") else { return };
    // In the folder there are spaces and dollars, which the program is quoted for.
    let confc = format!("CONFC='{}'", project.confc().to_str().unwrap().replace('$', "$$"));
    let arguments = [confc.as_str()];
    let build =
        Build { project: &project, program: "make", arguments: &arguments, outputs: "out", reruns: &[] };
    build.calls(&ALL);
    for (output, calls) in [
        ("heater.cm", &["compile"][..]),
        ("heater.cvf", &["values"]),
        ("heater_config.py", &["generate"]),
        ("heater.verified", &["verify"]),
    ] {
        project.remove(&format!("out/{output}"));
        let answer = build.run().with_status(0);
        let calls_made = project.calls();
        assert!(calls.iter().all(|call| calls_made.iter().any(|made| made == call)), "{answer:#?}");
        assert!(project.exists(&format!("out/{output}")), "{answer:#?}");
        build.calls(&[]);
    }
    project.run("make", &["clean"]).with_status(0);
    assert!(!project.exists("out"));
}

#[test]
fn make_makes_clients_with_a_shared_runtime() {
    let test = "make_makes_clients_with_a_shared_runtime";
    let Some(project) = Project::copy_to(test, "make", &["make"], "confc test $x ") else { return };
    project.replace("Makefile", "clean:", &format!("{}\nclean:", example("make", "make")));
    let confc = format!("CONFC='{}'", project.confc().to_str().unwrap().replace('$', "$$"));
    let arguments = [confc.as_str(), "out/confc.hpp", "out/heater_config.hpp"];
    let build =
        Build { project: &project, program: "make", arguments: &arguments, outputs: "out", reruns: &[] };
    build.calls(&["compile", "generate", "generate"]);
    build.calls(&[]);
    project.uses_cpp_client(test, "out");
    project.replace(SHARD, "debug: 2", "debug: 3");
    build.calls(&["compile", "generate"]);
}

#[test]
fn make_stops_where_a_release_breaks() {
    let Some(project) = Project::copy("make_stops_where_a_release_breaks", "make", &["make"]) else { return };
    project.write("released.cml", &project.text("heater.cml"));
    let call = "$(call confc_diff,out/diff,released.cml,heater.cml)\n\nclean:";
    project.replace("Makefile", "clean:", call);
    let confc = format!("CONFC={}", project.confc().display());
    let arguments = [confc.as_str(), "out/diff"];
    let build =
        Build { project: &project, program: "make", arguments: &arguments, outputs: "out", reruns: &[] };
    build.calls(&["diff"]);
    build.calls(&[]);
    project.replace("heater.cml", "max: 30", "max: 25");
    build.fails(&["error[E0601]"]);
    build.fails(&["error[E0601]"]);
    project.replace("heater.cml", "max: 25", "max: 35");
    build.calls(&["diff"]);
    build.calls(&[]);
}
