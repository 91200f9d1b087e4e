//! Bazel with a persistent worker, and with a process for each action.
//!
//! `cargo bench --bench bazel` copies the rules of `integrations/bazel` beside 500 manifests of 25 fields that
//! include one shard, each with a layer: 1,000 actions, a declaration and a value file for each component. The real
//! Bazel builds them with `--spawn_strategy=worker`, `sandboxed` and `local`, two rounds of each in turn: everything
//! after `bazel clean`, which also ends workers; nothing; and everything again after the shard was changed. How the
//! actions were run is checked by what Bazel says of it.
//!
//! `wall` is what a user waits for, `cpu` the user and system time of Bazel's server and all that it started, in
//! hundredths of a second as Linux tells it; each is the least of the rounds. Much of both is Bazel's own, whatever
//! it runs: a round that does not count warms its server up. Without a `bazel` on the PATH (Debian:
//! `bazel-bootstrap`) nothing is measured, which is said. No network is needed.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::{self, USUAL};
use measure::process;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const COMPONENTS: usize = 500;
const ROUNDS: usize = 2;
const SHARD: &str = "shards/shared.shard.cml";

/// How Bazel runs actions.
struct Way {
    strategy: &'static str,
    /// What its summary calls a process of this kind.
    summary: &'static str,
    clean: Build,
    nothing: Build,
    include: Build,
}

/// What a build took.
#[derive(Debug, Clone, Copy)]
struct Build {
    wall: Duration,
    /// User and system time.
    cpu: Duration,
}

/// A project with a server of Bazel, which ends with it.
struct Project {
    folder: PathBuf,
    /// The process of the server.
    server: u32,
    /// How often the shard was changed.
    changes: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Err(error) = Command::new("bazel").arg("--version").output() {
        println!("left out: bazel ({error})");
        return Ok(());
    }
    let folder = tempfile::Builder::new().prefix("confc-bench-").tempdir()?;
    write_project(&folder.path().join("project"))?;
    let mut project = Project::open(folder.path())?;
    let way = |strategy, summary| Way {
        strategy,
        summary,
        clean: Build::MOST,
        nothing: Build::MOST,
        include: Build::MOST,
    };
    let mut ways = [way("worker", "worker"), way("sandboxed", "sandbox"), way("local", "local")];
    for way in &ways {
        project.build_anew(way)?;
    }
    for _ in 0..ROUNDS {
        for way in &mut ways {
            way.clean = way.clean.least(project.build_anew(way)?);
            way.nothing = way.nothing.least(project.build(way.strategy, None)?);
            project.change_shard()?;
            way.include = way.include.least(project.build(way.strategy, Some(way.summary))?);
        }
    }
    print(&ways);
    Ok(())
}

fn print(ways: &[Way]) {
    println!("{COMPONENTS} components of {USUAL} fields, each a declaration and a value file; seconds");
    println!("{:18} {:^15} {:^15} {:^15}", "", "clean", "unchanged", "include changed");
    println!("{:18}{}", "--spawn_strategy", format!("{:>8} {:>7}", "wall", "cpu").repeat(3));
    for way in ways {
        let took = [way.clean, way.nothing, way.include];
        let took =
            took.map(|build| format!("{:8.2} {:7.2}", build.wall.as_secs_f64(), build.cpu.as_secs_f64()));
        println!("{:18}{}", way.strategy, took.concat());
    }
}

impl Build {
    const MOST: Self = Self { wall: Duration::MAX, cpu: Duration::MAX };

    fn least(self, other: Self) -> Self {
        Self { wall: self.wall.min(other.wall), cpu: self.cpu.min(other.cpu) }
    }
}

impl Project {
    /// Starts a server for the project in this folder.
    fn open(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut project = Self { folder: folder.to_owned(), server: 0, changes: 0 };
        let said = project.command(&["info", "server_pid"]).output()?;
        let pid = String::from_utf8(said.stdout)?;
        project.server =
            pid.trim().parse().map_err(|_| String::from_utf8_lossy(&said.stderr).into_owned())?;
        Ok(project)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("bazel");
        command.current_dir(self.folder.join("project")).env("HOME", &self.folder);
        command.env("CONFC", process::confc());
        command.arg(format!("--output_user_root={}", self.folder.join("bazel").display())).args(arguments);
        command
    }

    /// Builds everything after `bazel clean`, which is not measured.
    fn build_anew(&self, way: &Way) -> Result<Build, Box<dyn Error>> {
        self.command(&["clean"]).output()?;
        self.build(way.strategy, Some(way.summary))
    }

    /// Builds everything, made sure that it runs every action in this way, or none.
    fn build(&self, strategy: &str, summary: Option<&str>) -> Result<Build, Box<dyn Error>> {
        let strategy = format!("--spawn_strategy={strategy}");
        let before = spent(self.server)?;
        let start = Instant::now();
        let ended = self.command(&["build", "//...", "--color=no", "--curses=no", &strategy]).output()?;
        let wall = start.elapsed();
        let cpu = spent(self.server)?.saturating_sub(before);
        let said = String::from_utf8_lossy(&ended.stderr);
        let ran = said.lines().find(|line| line.starts_with("INFO: ") && line.contains(" process"));
        let ran = ran.unwrap_or_default();
        let is_right = match summary {
            Some(summary) => {
                ran.contains(&format!(" {} ", 2 * COMPONENTS)) && ran.ends_with(&format!("{summary}."))
            }
            None => ran.ends_with(" 1 internal."),
        };
        if ended.status.success() && is_right { Ok(Build { wall, cpu }) } else { Err(said.into()) }
    }

    /// Changes what every component includes, so that declarations and value files change.
    fn change_shard(&mut self) -> io::Result<()> {
        self.changes += 1;
        fs::write(self.folder.join("project").join(SHARD), shard(self.changes))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = self.command(&["shutdown"]).output();
    }
}

fn shard(default: usize) -> String {
    format!("{{ config: {{ verbosity: {{ type: 'uint32', default: {default} }} }} }}\n")
}

fn write_project(folder: &Path) -> Result<(), Box<dyn Error>> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("integrations/bazel");
    for below in ["confc", "shards"] {
        fs::create_dir_all(folder.join(below))?;
    }
    for file in ["WORKSPACE", ".bazelrc", "confc/BUILD.bazel", "confc/confc.bzl", "confc/local.bzl"] {
        fs::copy(rules.join(file), folder.join(file))?;
    }
    fs::write(folder.join(SHARD), shard(0))?;
    let mut manifest = Vec::new();
    component::write_manifest(USUAL, &mut manifest)?;
    let include = format!("\n{{\n    include: ['//{SHARD}'],\n");
    let manifest = String::from_utf8(manifest)?.replacen("\n{\n", &include, 1);
    let mut targets = format!(
        "load(\"//confc:confc.bzl\", \"confc_declaration\", \"confc_shards\", \"confc_values\")\n\n\
         confc_shards(name = \"shared\", srcs = [\"{SHARD}\"])\n"
    );
    for n in 0..COMPONENTS {
        // No two are the same: Bazel has each of them built.
        fs::write(folder.join(format!("c{n}.cml")), format!("// Component {n}.\n{manifest}"))?;
        fs::write(folder.join(format!("c{n}.json5")), component::VALUES)?;
        write!(
            targets,
            "confc_declaration(name = \"c{n}\", src = \"c{n}.cml\", deps = [\":shared\"])\n\
             confc_values(name = \"v{n}\", declaration = \":c{n}\", layers = [\"c{n}.json5\"])\n"
        )?;
    }
    fs::write(folder.join("BUILD.bazel"), targets)?;
    Ok(())
}

/// What a process and all that it started took so far, in user and system time.
///
/// # Errors
/// Where there is no `/proc`.
fn spent(process: u32) -> io::Result<Duration> {
    let mut parents = BTreeMap::new();
    let mut ticks: BTreeMap<u32, u64> = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        // One that has just ended is told of by its parent.
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // Behind the name, which may hold anything: the state, the parent, and from the twelfth on the time of the
        // process and of its children that have ended.
        let words: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        parents.insert(id, words.get(1).and_then(|word| word.parse::<u32>().ok()).unwrap_or_default());
        ticks.insert(id, words.iter().skip(11).take(4).filter_map(|word| word.parse::<u64>().ok()).sum());
    }
    let is_below = |id: &u32| {
        std::iter::successors(Some(*id), |id| parents.get(id).copied().filter(|parent| parent != id))
            .any(|id| id == process)
    };
    let ticks: u64 = ticks.iter().filter(|(id, _)| is_below(id)).map(|(_, ticks)| ticks).sum();
    // Linux counts in hundredths of a second here, whatever the kernel's own ticks are.
    Ok(Duration::from_millis(ticks * 10))
}
