//! The example's build files, as a user copies them, run by the real tools.

use crate::command::{Answer, CONFC, Workspace, skip, works};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const OUTPUT: &str = "out/netstack.cm";
const SHARD: &str = "shards/logging.shard.cml";
const VALUES: &str = "out/netstack.cvf";
const LAYER: &str = "values/site.yaml";
const LAYERS: &str = "layers.rsp";

/// A copy of the example and the tool that builds it.
struct Build {
    workspace: Workspace,
    tool: &'static str,
    arguments: &'static [&'static str],
}

impl Build {
    /// `None` where the tool is missing, which is said.
    fn new(test: &str, tool: &'static str, arguments: &'static [&'static str]) -> Option<Self> {
        if !works(Command::new(tool).arg("--version")) {
            skip(test, tool);
            return None;
        }
        let workspace = Workspace::new();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/netstack");
        for file in ["Makefile", "build.ninja", "netstack.cml", SHARD, LAYERS, LAYER, "values/logging.json5"]
        {
            workspace.write(file, fs::read(example.join(file)).unwrap());
        }
        Some(Self { workspace, tool, arguments })
    }

    #[expect(clippy::disallowed_methods, reason = "the tools are found through PATH, and confc must be")]
    fn run(&self) -> Answer {
        let mut path = OsString::from(Path::new(CONFC).parent().unwrap());
        path.push(":");
        path.push(std::env::var("PATH").unwrap());
        Answer::of(self.workspace.command(self.tool, self.arguments).env("PATH", path))
    }

    /// Runs it, made sure that it succeeds.
    #[track_caller]
    fn succeeds(&self) -> Answer {
        self.run().with_status(0)
    }

    /// Writes a file so that its time is later than that of any output so far.
    fn edit(&self, path: &str, content: &str) {
        // Kernels give times no finer than a tick.
        std::thread::sleep(Duration::from_millis(30));
        self.workspace.write(path, content);
    }

    fn output(&self) -> Vec<u8> {
        self.workspace.read(OUTPUT)
    }

    /// How often the target behind the output was built.
    fn built_behind(&self) -> usize {
        self.workspace.text("out/behind").lines().count()
    }
}

/// What both tools must do: `nothing` is how the tool says that it had nothing to do.
fn lives_through_a_day(build: &Build, nothing: &str) {
    let shard = build.workspace.text(SHARD);
    build.succeeds();
    let first = build.output();
    let declared = build.workspace.confc(&["show", OUTPUT]).with_status(0).stdout;
    assert!(declared.contains("Value source: package meta/netstack.cvf\n"), "{declared}");
    assert!(declared.contains("  verbosity [string:10]\n"), "{declared}");
    assert_eq!(build.built_behind(), 1);
    let idle = |build: &Build| {
        let again = build.succeeds();
        assert!(again.stdout.contains(nothing), "{again:#?}");
    };
    idle(build);

    // An include that was saved without a change: confc runs, its output keeps its time.
    build.edit(SHARD, &shard);
    let saved = build.succeeds();
    assert!(!saved.stdout.contains(nothing), "{saved:#?}");
    assert_eq!((build.output() == first, build.built_behind()), (true, 1));
    idle(build);

    // An include that changes.
    build.edit(SHARD, &shard.replace("max_size: 10", "max_size: 11"));
    build.succeeds();
    let changed = build.output();
    assert_eq!((changed != first, build.built_behind()), (true, 2));
    idle(build);

    // A mistake in an include: the build fails and says where, and the old output stays.
    build.edit(SHARD, &shard.replace("\"uint32\"", "").replace("\"vector\"", "\"vectr\""));
    let failed = build.run();
    let said = format!("{}{}", failed.stdout, failed.stderr);
    assert_ne!(failed.status, Some(0));
    assert!(said.contains("did you mean `vector`?") && said.contains(&format!("{SHARD}:7:19")), "{said}");
    assert!(said.contains("reached through the include at netstack.cml:3:15"), "{said}");
    assert_eq!((build.output() == changed, build.built_behind()), (true, 2));
    // It goes on failing, as long as nobody mends it.
    assert_ne!(build.run().status, Some(0));

    // Mended.
    build.edit(SHARD, &shard);
    build.succeeds();
    assert_eq!((build.output() == first, build.built_behind()), (true, 3));

    // An include that is gone while the manifest names it, then while nobody does.
    fs::remove_file(build.workspace.path(SHARD)).unwrap();
    let failed = build.run();
    let said = format!("{}{}", failed.stdout, failed.stderr);
    assert_ne!(failed.status, Some(0));
    assert!(said.contains("include `//shards/logging.shard.cml` does not exist"), "{said}");
    assert!(build.output() == first);
    let manifest =
        build.workspace.text("netstack.cml").replace("include: [\"//shards/logging.shard.cml\"],", "");
    build.edit("netstack.cml", &manifest);
    // Nobody declares what it sets.
    build.edit(LAYERS, &build.workspace.text(LAYERS).replace("values/logging.json5\n", ""));
    build.succeeds();
    let declared = build.workspace.confc(&["show", OUTPUT]).with_status(0).stdout;
    assert!(!declared.contains("verbosity") && build.output() != first, "{declared}");
    idle(build);
    let stray: Vec<_> = build.workspace.files().into_iter().filter(|file| file.contains(".confc-")).collect();
    assert_eq!(stray, Vec::<String>::new());
}

/// Values are compiled again when anything changes that they are made from, however far away.
fn values_follow_their_inputs(build: &Build, nothing: &str) {
    let values = || build.workspace.read(VALUES);
    let idle = || {
        let again = build.succeeds();
        assert!(again.stdout.contains(nothing), "{again:#?}");
        build.workspace.confc(&["verify", OUTPUT, VALUES]).silent();
    };
    let follow = |file: &str, from: &str, to: &str| {
        let (text, before) = (build.workspace.text(file), values());
        assert!(text.contains(from), "{file}: {text}");
        build.edit(file, &text.replace(from, to));
        build.succeeds();
        assert_ne!(values(), before, "{file} was not followed");
        idle();
        build.edit(file, &text);
        build.succeeds();
        assert_eq!(values(), before);
        idle();
    };
    build.succeeds();
    idle();
    // A layer that only the response file names, the response file itself, and an include of the declaration.
    follow(LAYER, "congestion_control: bbr", "congestion_control: reno");
    follow("values/logging.json5", "info", "error");
    follow(LAYERS, "values/site.yaml\n", "values/site.yaml\n--no-echo\n");
    follow(SHARD, "max_size: 10", "max_size: 11");
    // A layer that is gone while the response file names it.
    fs::remove_file(build.workspace.path(LAYER)).unwrap();
    let failed = build.run();
    let said = format!("{}{}", failed.stdout, failed.stderr);
    assert_ne!(failed.status, Some(0));
    assert!(said.contains("cannot read `values/site.yaml`: there is no such file"), "{said}");
}

#[test]
fn ninja_builds_the_values_of_the_example() {
    let Some(build) = Build::new("ninja_builds_the_values_of_the_example", "ninja", &[]) else { return };
    values_follow_their_inputs(&build, "no work to do");
}

#[test]
fn make_builds_the_values_of_the_example() {
    let Some(build) = Build::new("make_builds_the_values_of_the_example", "make", &[]) else { return };
    values_follow_their_inputs(&build, "Nothing to be done for 'all'");
}

#[test]
fn ninja_builds_the_example() {
    let Some(build) = Build::new("ninja_builds_the_example", "ninja", &["-f", "more.ninja"]) else { return };
    build.workspace.write(
        "more.ninja",
        "include build.ninja\n\
         rule count\n  command = echo built >> $out\n  description = COUNT $out\n\
         build out/behind: count out/netstack.cm\n",
    );
    lives_through_a_day(&build, "no work to do");
}

#[test]
fn make_builds_the_example() {
    let arguments = &["-f", "more.make", "all", "out/behind"];
    let Some(build) = Build::new("make_builds_the_example", "make", arguments) else { return };
    build.workspace.write("more.make", "include Makefile\nout/behind: out/netstack.cm\n\techo built >> $@\n");
    lives_through_a_day(&build, "Nothing to be done for 'all'");
}

#[test]
fn make_builds_the_example_by_default_and_cleans_up() {
    let test = "make_builds_the_example_by_default_and_cleans_up";
    let Some(mut build) = Build::new(test, "make", &[]) else { return };
    let before = build.workspace.files();
    build.succeeds();
    assert!(build.workspace.exists(OUTPUT) && build.workspace.exists(VALUES));
    build.arguments = &["clean"];
    build.succeeds();
    assert_eq!(build.workspace.files(), before);
}
