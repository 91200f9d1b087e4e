//! `integrations/cmake`.

use crate::command::Answer;
use crate::project::{ALL, Build, CPP_PROGRAM, MANIFEST, Project, example};

#[track_caller]
fn configure(project: &Project, generator: &str, folder: &str, flags: &[&str]) {
    configured(project, generator, folder, flags).with_status(0);
}

/// Configures a copy for a generator.
fn configured(project: &Project, generator: &str, folder: &str, flags: &[&str]) -> Answer {
    let confc = format!("-DCONFC={}", project.confc().display());
    let arguments = ["-S", ".", "-B", folder, "-G", generator, &confc];
    project.run("cmake", &[&arguments, flags].concat())
}

#[test]
fn cmake_builds_the_project_with_ninja() {
    let test = "cmake_builds_the_project_with_ninja";
    let Some(project) = Project::copy(test, "cmake", &["cmake", "ninja"]) else { return };
    configure(&project, "Ninja", "out", &[]);
    let arguments = ["--build", "out"];
    let build =
        Build { project: &project, program: "cmake", arguments: &arguments, outputs: "out", reruns: &[] };
    build.lives_through_a_day();
}

#[test]
#[ignore = "slow: Makefiles of CMake call it once for each step"]
fn cmake_builds_the_project_with_make() {
    let test = "cmake_builds_the_project_with_make";
    let Some(project) = Project::copy(test, "cmake", &["cmake", "make"]) else { return };
    configure(&project, "Unix Makefiles", "out", &[]);
    let (arguments, reruns) = (["--build", "out"], ["compile"]);
    let build =
        Build { project: &project, program: "cmake", arguments: &arguments, outputs: "out", reruns: &reruns };
    build.lives_through_a_day();
}

/// A component in a folder below, whose paths in depfiles are what the policy is about; the path of everything begins
/// with this.
fn builds_below(test: &str, generator: &str, tool: &str, prefix: &str) {
    let Some(project) = Project::copy_to(test, "cmake", &["cmake", tool], prefix) else { return };
    project.write("below/CMakeLists.txt", &component(&project.text("CMakeLists.txt")));
    for policy in ["OLD", "NEW"] {
        let text = format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(all LANGUAGES NONE)\ncmake_policy(SET CMP0116 {policy})\n\
             list(APPEND CMAKE_MODULE_PATH \"${{CMAKE_SOURCE_DIR}}\")\ninclude(Confc)\nadd_subdirectory(below)\n\
             foreach(part DECLARATION VALUES CLIENT_python)\n  get_target_property(path heater CONFC_${{part}})\n  \
             message(STATUS \"${{part}}=${{path}}\")\nendforeach()\n"
        );
        project.write("CMakeLists.txt", &text);
        let told = configured(&project, generator, policy, &["-Wno-deprecated"]).with_status(0).stdout;
        let path = |file: &str| project.path(&format!("{policy}/below/{file}"));
        for (part, file) in
            [("DECLARATION", "heater.cm"), ("VALUES", "heater.cvf"), ("CLIENT_python", "heater_config.py")]
        {
            let line = format!("-- {part}={}\n", path(file).display());
            assert!(told.contains(&line), "{line}{told}");
        }
        let arguments = ["--build", policy];
        let build =
            Build { project: &project, program: "cmake", arguments: &arguments, outputs: "", reruns: &[] };
        build.calls(&ALL);
        build.calls(&[]);
        project.replace("shards/logging.shard.cml", "debug: 2", "debug: 2, more: 3");
        build.calls(&ALL);
        build.calls(&[]);
        project.replace("values/site.yaml", "metrics", "more.metrics");
        build.calls(&["values", "verify"]);
        project.replace("shards/logging.shard.cml", ", more: 3", "");
        build.calls(&ALL);
        build.calls(&[]);
    }
}

/// The component of the project, as one in a folder below it.
fn component(text: &str) -> String {
    let (_, component) = text.split_once("include(Confc.cmake)").unwrap();
    component.replace("heater.cml", "../heater.cml").replace("values/", "../values/")
}

#[test]
fn cmake_builds_below_with_ninja() {
    builds_below("cmake_builds_below_with_ninja", "Ninja", "ninja", "confc test ");
}

#[test]
#[ignore = "slow: Makefiles of CMake call it once for each step"]
fn cmake_builds_below_with_make() {
    builds_below("cmake_builds_below_with_make", "Unix Makefiles", "make", "confc test $x ");
}

#[test]
fn cmake_links_programs_with_a_client() {
    let test = "cmake_links_programs_with_a_client";
    let Some(project) = Project::copy(test, "cmake", &["cmake", "ninja", "g++"]) else { return };
    let head = "cmake_minimum_required(VERSION 3.20)\nproject(heater LANGUAGES CXX)\ninclude(Confc.cmake)\n";
    project.write("CMakeLists.txt", &format!("{head}{}", example("cmake", "cmake")));
    project.write("main.cpp", CPP_PROGRAM);
    configure(&project, "Ninja", "out", &[]);
    let arguments = ["--build", "out"];
    let build =
        Build { project: &project, program: "cmake", arguments: &arguments, outputs: "out", reruns: &[] };
    build.calls(&["compile", "generate"]);
    project.run("out/main", &[]).silent();
    build.calls(&[]);
    // The program is built again, because the header changes.
    project.replace(MANIFEST, "min: 1, default: 30", "min: 2, default: 30");
    build.calls(&["compile", "generate"]);
    project.run("out/main", &[]).with_status(1);
}

#[test]
fn cmake_makes_a_client_of_each_language() {
    let test = "cmake_makes_a_client_of_each_language";
    let Some(project) = Project::copy(test, "cmake", &["cmake", "ninja"]) else { return };
    let clients = "CLIENTS cpp go python rust typescript\n  CPP_NAMESPACE acme\n  GO_PACKAGE heater";
    project.replace("CMakeLists.txt", "CLIENTS python", clients);
    configure(&project, "Ninja", "out", &[]);
    project.run("cmake", &["--build", "out"]).with_status(0);
    for ending in ["hpp", "go", "py", "rs", "ts"] {
        assert!(project.exists(&format!("out/heater_config.{ending}")), "{ending}");
    }
}

#[test]
fn cmake_refuses_what_makes_no_component() {
    let test = "cmake_refuses_what_makes_no_component";
    let Some(project) = Project::copy(test, "cmake", &["cmake", "ninja"]) else { return };
    let text = project.text("CMakeLists.txt");
    for (from, to, said) in [
        ("MANIFEST heater.cml", "", "no MANIFEST"),
        ("CLIENTS python", "CLIENTS perl", "CLIENTS cannot have `perl`"),
        ("CLIENTS python", "CLIENTS cpp", "CLIENTS cpp needs CPP_NAMESPACE"),
        ("CLIENTS python", "CLIENTS go", "CLIENTS go needs GO_PACKAGE"),
    ] {
        project.write("CMakeLists.txt", &text.replace(from, to));
        configured(&project, "Ninja", "out", &[]).says(1, said);
    }
    let Some(project) = Project::copy_to(test, "cmake", &[], "confc test $x ") else { return };
    configured(&project, "Ninja", "out", &[]).says(1, "CMake does not pass paths with `$` to Ninja");
}
