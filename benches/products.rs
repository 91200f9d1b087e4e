//! A product of many components in many environments: one call for all of it, a process for each value file, and what a
//! team would write it in instead.
//!
//! `cargo bench --bench products` writes 500 manifests of 25 fields, a layer for each, and for each of 20 environments a
//! layer for all components and one with a section for each: 10,000 value files. It takes in turn, three rounds,
//! `confc assemble` on all cores and on one, with new outputs and with outputs that are there already, and a batch of
//! the commands that `--print-commands` tells; once a process for each of these commands, of which the value files must be
//! the same. Then KCL (the package `kcl-lib` of the `python3` on the PATH), Pkl (`pkl`) and Jsonnet
//! (`jsonnet`, and the packages `jsonnet` and `rjsonnet`) make a tenth of it, 50 components in all environments, of
//! the same fields and values with one JSON file for each; a line says which of them are not there. Each has as few
//! processes as it can have: one, but for `jsonnet`, which takes one an environment.
//!
//! `wall` is the quickest round, `cpu` the user and system time of that round, `peak` the most memory of one process.
//! `us` is the processor time for one value file, by which those of a tenth compare with the others. Outputs of earlier
//! rounds are moved away, not removed: see `batch`. `TMPDIR` says which file system it is about.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::USUAL;
use measure::peers;
use measure::process::{self, Usage};
use measure::product;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const COMPONENTS: usize = 500;
const ENVIRONMENTS: usize = 20;
/// Of these, what others are measured with.
const FEW: usize = COMPONENTS / 10;
const ROUNDS: usize = 3;

/// One way to make the values of all environments.
struct Way {
    name: &'static str,
    commands: Vec<Command>,
    /// Whether the outputs of earlier rounds are moved away.
    is_fresh: bool,
    /// How many value files it makes.
    files: usize,
    best: Option<Usage>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    process::enter(folder)?;
    // As what is installed is a copy: how a linker writes a file decides how the kernel maps it.
    fs::copy(process::confc(), "confc")?;
    product::write(folder, "p", COMPONENTS, ENVIRONMENTS)?;
    product::write(folder, "few", FEW, ENVIRONMENTS)?;
    let mut moved = 0;
    let mut ways = of_confc(folder)?;
    for _ in 0..ROUNDS {
        for way in &mut ways {
            way.round(folder, &mut moved)?;
        }
    }
    let mut each = of_processes(folder)?;
    each.round(folder, &mut moved)?;
    compare(folder)?;
    ways.push(each);
    println!("{COMPONENTS} components of {USUAL} fields, {ENVIRONMENTS} environments");
    println!("{:50} {:>8} {:>8} {:>8} {:>8}", "", "wall s", "cpu s", "us", "peak MB");
    ways.iter().for_each(Way::print);
    println!("{FEW} components");
    for mut way in of_others(folder)? {
        match (0..ROUNDS).try_for_each(|_| way.round(folder, &mut moved)) {
            Ok(()) => way.print(),
            Err(error) => println!("left out: {} ({error})", way.name),
        }
    }
    Ok(())
}

impl Way {
    fn new(name: &'static str, commands: Vec<Command>) -> Self {
        Self { name, commands, is_fresh: true, files: COMPONENTS * ENVIRONMENTS, best: None }
    }

    fn round(&mut self, folder: &Path, moved: &mut usize) -> io::Result<()> {
        let out = folder.join("out");
        if self.is_fresh && out.exists() {
            fs::rename(&out, folder.join(format!("old-{moved}")))?;
            *moved += 1;
        }
        if self.is_fresh {
            for environment in 0..ENVIRONMENTS {
                fs::create_dir_all(out.join(format!("e{environment}")))?;
            }
        }
        let mut all = Usage { wall: Duration::ZERO, cpu: Duration::ZERO, peak: 0 };
        for command in &mut self.commands {
            let usage = process::run(command)?;
            let peak = all.peak.max(usage.peak);
            all = Usage { wall: all.wall + usage.wall, cpu: all.cpu + usage.cpu, peak };
        }
        self.best = self.best.filter(|best| best.wall < all.wall).or(Some(all));
        Ok(())
    }

    fn print(&self) {
        let Some(Usage { wall, cpu, peak }) = self.best else { return };
        let (wall, cpu) = (wall.as_secs_f64(), cpu.as_secs_f64());
        let (each, peak) = (cpu * 1e6 / self.files as f64, peak as f64 / 1e6);
        println!("{:50} {wall:8.3} {cpu:8.3} {each:8.1} {peak:8.1}", self.name);
    }
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

fn confc(arguments: &[&str]) -> Command {
    command("./confc", arguments)
}

const ASSEMBLE: [&str; 4] = ["assemble", "p.product.json5", "--out-dir", "out"];

fn of_confc(folder: &Path) -> Result<Vec<Way>, Box<dyn Error>> {
    let lines = String::from_utf8(confc(&ASSEMBLE).arg("--print-commands").output()?.stdout)?;
    let of = |name: &str| -> String {
        let lines = lines.lines().filter_map(|line| line.strip_prefix("confc "));
        lines.filter(|line| line.starts_with(name)).map(|line| format!("{line}\n")).collect()
    };
    fs::write(folder.join("compile.txt"), of("compile "))?;
    fs::write(folder.join("values.txt"), of("values "))?;
    let one = || {
        let mut command = confc(&ASSEMBLE);
        command.args(["--threads", "1"]);
        vec![command]
    };
    let all = || vec![confc(&ASSEMBLE)];
    let batches = || ["compile.txt", "values.txt"].map(|jobs| confc(&["batch", jobs])).into();
    let again = |name, commands| Way { is_fresh: false, ..Way::new(name, commands) };
    // What is there already was written by the way before.
    Ok(vec![
        Way::new("confc assemble, new outputs", all()),
        again("confc assemble, outputs unchanged", all()),
        Way::new("confc assemble --threads 1, new outputs", one()),
        again("confc assemble --threads 1, outputs unchanged", one()),
        Way::new("two batches of the same commands", batches()),
    ])
}

/// The commands of the two batches, a process for each.
fn of_processes(folder: &Path) -> Result<Way, Box<dyn Error>> {
    let mut commands = Vec::new();
    for jobs in ["compile.txt", "values.txt"] {
        for line in fs::read_to_string(folder.join(jobs))?.lines() {
            let words: Vec<&str> = line.split(' ').map(|word| word.trim_matches('\'')).collect();
            commands.push(confc(&words));
        }
    }
    Ok(Way::new("a process for each of these commands", commands))
}

/// The processes have written what one call writes.
fn compare(folder: &Path) -> Result<(), Box<dyn Error>> {
    process::run(&mut confc(&["assemble", "p.product.json5", "--out-dir", "again"]))?;
    for e in 0..ENVIRONMENTS {
        for n in 0..COMPONENTS {
            let file = format!("e{e}/c{n}.cvf");
            if fs::read(folder.join("out").join(&file))? != fs::read(folder.join("again").join(&file))? {
                return Err(format!("{file} is not the same").into());
            }
        }
    }
    Ok(())
}

fn of_others(folder: &Path) -> Result<Vec<Way>, Box<dyn Error>> {
    let kcl = folder.join("kcl");
    let pkl = folder.join("pkl");
    let jsonnet = folder.join("jsonnet");
    for folder in [&kcl, &pkl, &jsonnet] {
        fs::create_dir(folder)?;
    }
    fs::write(kcl.join("run.py"), peers::KCL_RUN)?;
    fs::write(jsonnet.join("run.py"), peers::JSONNET_RUN)?;
    for n in 0..FEW {
        fs::write(kcl.join(format!("c{n}.k")), peers::kcl(n))?;
        fs::write(pkl.join(format!("t{n}.pkl")), peers::PKL)?;
        fs::write(pkl.join(format!("c{n}.pkl")), peers::pkl(n))?;
        fs::write(jsonnet.join(format!("c{n}.libsonnet")), peers::jsonnet(n))?;
    }
    for e in 0..ENVIRONMENTS {
        let sections: String = (0..FEW).map(|n| peers::kcl_section(e, n)).collect();
        fs::write(kcl.join(format!("e{e}.k")), sections)?;
        fs::write(pkl.join(format!("e{e}.pkl")), peers::pkl_environment(e, FEW))?;
        fs::write(jsonnet.join(format!("e{e}.jsonnet")), peers::jsonnet_environment(e, FEW))?;
    }
    let [few, environments] = [FEW, ENVIRONMENTS].map(|count| count.to_string());
    let python = |of: &Path, arguments: &[&str]| {
        let mut command = command("python3", &["run.py"]);
        command.current_dir(of).args(arguments).arg("../out");
        vec![command]
    };
    let mut of_pkl = command("pkl", &["eval", "-m", "../out"]);
    of_pkl.current_dir(&pkl).args((0..ENVIRONMENTS).map(|e| format!("e{e}.pkl")));
    let of_jsonnet = |e: usize| {
        let mut command = command("jsonnet", &["-m", &format!("../out/e{e}"), &format!("e{e}.jsonnet")]);
        command.current_dir(&jsonnet);
        command
    };
    let way = |name, commands| Way { files: FEW * ENVIRONMENTS, ..Way::new(name, commands) };
    let assemble = confc(&["assemble", "few.product.json5", "--out-dir", "out", "--threads", "1"]);
    Ok(vec![
        way("confc assemble --threads 1", vec![assemble]),
        way("KCL, through its package for Python", python(&kcl, &[&few, &environments])),
        way("Pkl", vec![of_pkl]),
        way("Jsonnet", (0..ENVIRONMENTS).map(of_jsonnet).collect()),
        way("Jsonnet, through the package jsonnet", python(&jsonnet, &["_jsonnet", &environments])),
        way("Jsonnet, through the package rjsonnet", python(&jsonnet, &["rjsonnet", &environments])),
    ])
}
