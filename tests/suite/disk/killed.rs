//! Runs that are killed: every output is the old one or the new one, whole, and the next run takes away their temporary
//! files.

use crate::support::command::{Answer, Workspace, program};
use crate::support::random::{Random, attempts};
use std::cell::Cell;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

const COMPONENTS: usize = 20;
const ENVIRONMENTS: usize = 10;

/// How often each command is killed.
const KILLS: usize = 2;

/// A product with many value files, and a batch that makes as many; `version` is a part of every output.
fn write(space: &Workspace, version: usize) {
    let mut components = String::new();
    let mut jobs = String::new();
    for at in 0..COMPONENTS {
        let manifest = format!(
            "{{ config: {{ password: {{ type: 'string', max_size: 90000, sensitive: true }}, \
             version: {{ type: 'uint64', default: {version} }} }} }}"
        );
        space.write(&format!("m{at}.cml"), manifest);
        let secret = format!("{version:09}-").repeat(4_000);
        space.write(&format!("v{at}.yaml"), format!("password: \"{secret}\"\n"));
        components.push_str(&format!("c{at}: {{ manifest: 'm{at}.cml', layers: ['v{at}.yaml'] }},\n"));
        for environment in 0..ENVIRONMENTS {
            jobs.push_str(&format!("values m{at}.cml v{at}.yaml -o batch/{environment}/{at}.cvf\n"));
        }
    }
    let environments: String = (0..ENVIRONMENTS).map(|at| format!("e{at}: {{}},")).collect();
    space.write(
        "p.product.json5",
        format!("{{ components: {{\n{components}}}, environments: {{ {environments} }} }}"),
    );
    space.write("jobs", jobs);
}

/// The temporary files in a folder of outputs.
fn temporary(space: &Workspace) -> usize {
    let is_temporary =
        |path: &String| path.rsplit('/').next().is_some_and(|name| name.starts_with(".confc-"));
    space.files().iter().filter(|path| is_temporary(path)).count()
}

#[test]
fn the_next_run_takes_away_what_a_killed_run_left() {
    let manifests: Vec<String> = (0..COMPONENTS).map(|at| format!("m{at}.cml")).collect();
    let mut compile: Vec<&str> = vec!["compile"];
    compile.extend(manifests.iter().map(String::as_str));
    compile.extend(["--out-dir", "compiled"]);
    let commands: [&[&str]; 4] = [
        &["assemble", "p.product.json5", "--out-dir", "out"],
        &["batch", "jobs"],
        &compile,
        &["values", "m0.cml", "v0.yaml", "-o", "value/0.cvf", "--provenance", "value/0.json"],
    ];
    let (kills, left, after) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for command in commands {
        let space = Workspace::new();
        for folder in ["compiled", "value"]
            .map(String::from)
            .into_iter()
            .chain((0..ENVIRONMENTS).map(|at| format!("batch/{at}")))
        {
            std::fs::create_dir_all(space.path(&folder)).unwrap();
        }
        write(&space, 0);
        let started = Instant::now();
        Answer::of(&mut space.command(program(), command)).with_status(0);
        let whole = started.elapsed();
        let version = Cell::new(1);
        attempts(KILLS, |random: &mut Random| {
            write(&space, version.get());
            version.set(version.get() + 1);
            let mut run = space.command(program(), command).stderr(Stdio::null()).spawn().unwrap();
            let micros = u64::try_from(whole.as_micros()).expect("a short time");
            thread::sleep(Duration::from_micros(random.word() % (micros + micros / 4)));
            let _ = run.kill();
            let ended = run.wait().unwrap();
            kills.set(kills.get() + usize::from(!ended.success()));
            left.set(left.get() + temporary(&space));
            Answer::of(&mut space.command(program(), command)).with_status(0);
            after.set(after.get() + temporary(&space));
            assert_eq!(after.get(), 0, "{command:?}: {:?}", space.files());
        });
    }
    println!("{} kills left {} temporary files, and the next runs {}", kills.get(), left.get(), after.get());
}
