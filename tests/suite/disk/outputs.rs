//! What becomes of outputs: an output is the old file or the new one, whole, and nothing else is left behind.

use crate::support::command::{Answer, CONFC, Workspace, works};
use crate::support::skip::needs;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

const GOOD: &str = "{ config: { a: { type: 'bool' } } }";
const OTHER: &str = "{ config: { b: { type: 'bool' } } }";
const BAD: &str = "{ config: { a: { type: 'boo' } } }";
const WARNS: &str = "{ config: { a: { type: 'uint8', min: 0 } } }";

fn workspace() -> Workspace {
    let workspace = Workspace::new();
    for (name, text) in [("good", GOOD), ("other", OTHER), ("bad", BAD), ("warns", WARNS)] {
        workspace.write(&format!("{name}.cml"), text);
    }
    workspace
}

/// The files that are no inputs.
fn outputs(workspace: &Workspace) -> Vec<String> {
    workspace.files().into_iter().filter(|file| !file.ends_with(".cml")).collect()
}

/// The bytes of what a manifest compiles to.
fn compiled(workspace: &Workspace, manifest: &str) -> Vec<u8> {
    let arguments = ["compile", manifest, "-o", "-"];
    let output = workspace.command(CONFC, &arguments).output().unwrap();
    assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
    output.stdout
}

fn age(path: &Path) -> std::time::SystemTime {
    let old = UNIX_EPOCH + Duration::from_secs(1_000);
    fs::File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
    old
}

#[test]
fn an_input_that_fails_leaves_the_old_output() {
    let workspace = workspace().with("out.cm", "old").with("out.d", "old");
    let arguments = ["-o", "out.cm", "--depfile", "out.d"];
    let compile = |more: &[&str]| workspace.confc(&[&["compile"], more, arguments.as_slice()].concat());
    compile(&["bad.cml"]).says(1, "error[E0305]");
    compile(&["absent.cml"]).says(2, "error[E0901]: cannot read `absent.cml`: there is no such file");
    compile(&["."]).says(2, "error[E0901]: cannot read `.`: it is a folder");
    compile(&["warns.cml", "--deny-warnings"]).says(1, "warning[W0301]");
    compile(&["good.cml", "--policy", "absent.json5"]).says(2, "error[E0901]");
    compile(&["good.cml", "--policy", "bad.cml"]).says(1, "error[E0325]");
    assert_eq!((workspace.text("out.cm"), workspace.text("out.d")), ("old".into(), "old".into()));
    assert_eq!(outputs(&workspace), ["out.cm", "out.d"]);
    compile(&["warns.cml"]).says(0, "warning[W0301]");
    assert_eq!(workspace.read("out.cm"), compiled(&workspace, "warns.cml"));
}

#[test]
fn an_unchanged_output_keeps_its_time_and_the_depfile_is_written_even_so() {
    let workspace = workspace();
    let compile = || {
        workspace.confc(&["compile", "good.cml", "-o", "out.cm", "--depfile", "out.d"]).silent();
        fs::metadata(workspace.path("out.cm")).unwrap()
    };
    let first = compile();
    let old = age(&workspace.path("out.cm"));
    fs::remove_file(workspace.path("out.d")).unwrap();
    let second = compile();
    assert_eq!((second.modified().unwrap(), second.ino()), (old, first.ino()));
    assert_eq!(workspace.text("out.d"), "out.cm: good.cml\n");
    // An unchanged depfile is left alone as well.
    let old = age(&workspace.path("out.d"));
    compile();
    assert_eq!(fs::metadata(workspace.path("out.d")).unwrap().modified().unwrap(), old);
    // Changed bytes of the same length are a change.
    workspace.write("good.cml", OTHER);
    assert!(compile().modified().unwrap() > old);
    assert_eq!(workspace.read("out.cm"), compiled(&workspace, "other.cml"));
}

#[test]
fn what_is_no_place_for_an_output_is_refused() {
    let workspace = workspace().with("d/inner", "").with("file", "old");
    let compile = |output: &str| workspace.confc(&["compile", "good.cml", "-o", output]);
    compile("d").says(2, "error[E0902]: cannot write `d`: it is a folder");
    compile("d/").says(2, "error[E0902]: cannot write `d/`: it is a folder");
    compile("absent/out.cm").says(2, "cannot write `absent/out.cm`: its folder does not exist");
    compile("file/out.cm").says(2, "cannot write `file/out.cm`: a part of the path is not a folder");
    compile("").says(2, "expected a file, found an empty text");
    let long = "x".repeat(300);
    compile(&long).says(2, "the name is too long or not allowed");
    compile("/dev/full").says(2, "cannot write `/dev/full`: no space is left on the device");
    let to_folder = |folder: &str| workspace.confc(&["compile", "good.cml", "--out-dir", folder]);
    to_folder("file").says(2, "cannot create the folder `file`: it exists and is not a folder");
    to_folder("file/x").says(2, "cannot create the folder `file/x`: a part of the path is not a folder");
    to_folder("").says(2, "expected a folder, found an empty text");
    // None of several outputs is written where one has no place.
    let arguments = ["compile", "good.cml", "-o", "out.cm", "--depfile", "absent/out.d"];
    workspace.confc(&arguments).says(2, "cannot write `absent/out.d`: its folder does not exist");
    let arguments = ["compile", "good.cml", "-o", "d", "--depfile", "out.d"];
    workspace.confc(&arguments).says(2, "cannot write `d`: it is a folder");
    assert_eq!(outputs(&workspace), ["d/inner", "file"]);
    assert_eq!(workspace.text("file"), "old");
    for command in [["expand", "good.cml", "-o", "d"], ["expand", "good.cml", "-o", "absent/x"]] {
        workspace.confc(&command).says(2, "error[E0902]");
    }
    assert_eq!(outputs(&workspace), ["d/inner", "file"]);
}

#[test]
fn the_folder_of_many_outputs_is_created() {
    let workspace = workspace();
    let to_folder = |arguments: &[&str]| workspace.confc(&[&["compile", "--out-dir"], arguments].concat());
    to_folder(&["a/b/c", "bad.cml"]).with_status(1);
    assert!(!workspace.exists("a"));
    to_folder(&["a/b/c", "good.cml", "other.cml"]).silent();
    assert_eq!(outputs(&workspace), ["a/b/c/good.cm", "a/b/c/other.cm"]);
    // One message, however many outputs there are.
    workspace.write("file", "old");
    let answer = to_folder(&["file", "good.cml", "other.cml", "warns.cml"]).with_status(2);
    assert_eq!(answer.stderr.matches("error[").count(), 1, "{answer:#?}");
    // One that has no place keeps the others from being written.
    fs::create_dir(workspace.path("a/b/c/warns.cm")).unwrap();
    workspace.write("good.cml", OTHER);
    to_folder(&["a/b/c", "good.cml", "warns.cml"]).says(2, "cannot write `a/b/c/warns.cm`: it is a folder");
    assert_ne!(workspace.read("a/b/c/good.cm"), compiled(&workspace, "good.cml"));
}

#[test]
fn links_are_written_through() {
    let workspace = workspace().with("d/real.cm", "old");
    symlink("d/real.cm", workspace.path("link.cm")).unwrap();
    symlink("d/absent.cm", workspace.path("dangling.cm")).unwrap();
    symlink("nowhere/x.cm", workspace.path("lost.cm")).unwrap();
    symlink("loop.cm", workspace.path("loop.cm")).unwrap();
    let compile = |output: &str| workspace.confc(&["compile", "good.cml", "-o", output]);
    compile("link.cm").silent();
    compile("dangling.cm").silent();
    compile("lost.cm").says(2, "cannot write `lost.cm`: its folder does not exist");
    compile("loop.cm").says(2, "error[E0902]: cannot write `loop.cm`");
    let bytes = compiled(&workspace, "good.cml");
    assert_eq!((workspace.read("d/real.cm"), workspace.read("d/absent.cm")), (bytes.clone(), bytes));
    for link in ["link.cm", "dangling.cm", "lost.cm", "loop.cm"] {
        assert!(fs::symlink_metadata(workspace.path(link)).unwrap().is_symlink(), "{link} was replaced");
    }
    let files = ["d/absent.cm", "d/real.cm", "dangling.cm", "link.cm", "loop.cm", "lost.cm"];
    assert_eq!(outputs(&workspace), files);
}

#[test]
fn a_new_file_has_the_mode_of_the_umask_and_an_old_one_keeps_its_own() {
    let workspace = workspace();
    let compile = |umask: &str, manifest: &str| {
        let script = "umask $1; exec \"$2\" compile $3 -o out.cm --depfile out.d";
        let arguments = ["-c", script, "sh", umask, CONFC, manifest];
        Answer::of(&mut workspace.command("/bin/sh", &arguments)).silent();
        let mode = |path: &str| fs::metadata(workspace.path(path)).unwrap().permissions().mode() & 0o7777;
        (mode("out.cm"), mode("out.d"))
    };
    assert_eq!(compile("027", "good.cml"), (0o640, 0o640));
    // Not a private temporary file's mode, and not the umask's again.
    assert_eq!(compile("077", "other.cml"), (0o640, 0o640));
    fs::remove_file(workspace.path("out.cm")).unwrap();
    assert_eq!(compile("002", "other.cml").0, 0o664);
}

#[test]
fn of_several_manifests_the_good_ones_are_written() {
    let workspace = workspace().with("out/bad.cm", "old");
    let compile = |arguments: &[&str]| {
        workspace.confc(&[&["compile", "--out-dir", "out", "--message-format", "short"], arguments].concat())
    };
    let answer = compile(&["good.cml", "bad.cml", "other.cml"]).with_status(1);
    assert_eq!(
        answer.stderr,
        "bad.cml:1:24: error: expected the name of a type, found the string `'boo'` [E0305]\n"
    );
    assert_eq!(outputs(&workspace), ["out/bad.cm", "out/good.cm", "out/other.cm"]);
    assert_eq!(workspace.text("out/bad.cm"), "old");
    assert_eq!(workspace.read("out/good.cm"), compiled(&workspace, "good.cml"));
    assert_eq!(workspace.read("out/other.cm"), compiled(&workspace, "other.cml"));

    // What could not be read outweighs what was refused, wherever it stands.
    for order in [["absent.cml", "bad.cml", "warns.cml"], ["warns.cml", "bad.cml", "absent.cml"]] {
        let _ = fs::remove_file(workspace.path("out/warns.cm"));
        compile(&order).says(2, " [E0305]\n");
        assert!(workspace.exists("out/warns.cm"));
    }
    fs::remove_file(workspace.path("out/warns.cm")).unwrap();
    fs::remove_file(workspace.path("out/good.cm")).unwrap();
    compile(&["--deny-warnings", "warns.cml", "good.cml"]).says(1, " [W0301]\n");
    assert_eq!(outputs(&workspace), ["out/bad.cm", "out/good.cm", "out/other.cm"]);
}

#[test]
fn two_outputs_with_one_name_are_refused_before_anything_is_written() {
    let workspace = workspace().with("d/good.cml", OTHER).with("out/keep", "");
    let compile =
        |manifests: &[&str]| workspace.confc(&[&["compile", "--out-dir", "out/"], manifests].concat());
    let said = "`good.cml` and `d/good.cml` would both be written to `out/good.cm`";
    compile(&["other.cml", "good.cml", "d/good.cml"]).says(2, said);
    compile(&["good.cml", "good.cml"]).says(2, "error[E0904]");
    compile(&["good.cml", "good"]).says(2, "error[E0904]");
    compile(&["good.cml", "-"]).says(2, "stdin has no name for --out-dir");
    assert_eq!(outputs(&workspace), ["out/keep"]);
}

#[test]
fn stdin_and_stdout_are_inputs_and_outputs() {
    let workspace = workspace();
    let piped = |arguments: &[&str], input: &str| {
        let input = fs::File::open(workspace.path(input)).unwrap();
        workspace.command(CONFC, arguments).stdin(input).output().unwrap()
    };
    let bytes = compiled(&workspace, "good.cml");
    assert_eq!(piped(&["compile", "-", "-o", "-"], "good.cml").stdout, bytes);
    workspace.write("out.cm", &bytes);
    let show = ["show", "-", "--input-format", "declaration", "--format", "json5"];
    assert!(String::from_utf8(piped(&show, "out.cm").stdout).unwrap().contains("a: {"));
    let failed = Answer::from(piped(&["compile", "-", "-o", "-"], "bad.cml")).with_status(1);
    assert!(failed.stdout.is_empty() && failed.stderr.contains(" --> <stdin>:1:24"), "{failed:#?}");
    Answer::from(piped(&["check", "-", "-"], "good.cml")).says(2, "stdin can be read only once");
    Answer::from(piped(&["show", "-"], "good.cml")).says(2, "cannot tell what kind of file `<stdin>` is");
    // Stdin is no file, so it is not in a depfile.
    let arguments = ["compile", "-", "-o", "-", "--depfile", "out.d", "--depfile-target", "x"];
    assert!(piped(&arguments, "good.cml").status.success());
    assert_eq!(workspace.text("out.d"), "x:\n");
}

#[test]
fn a_reader_that_goes_away_is_no_error_and_a_full_device_is() {
    let workspace = workspace();
    for command in [&["show", "good.cml"][..], &["compile", "good.cml", "-o", "-"], &["--help"]] {
        let gone = std::io::pipe().map(|(_, writer)| writer).unwrap();
        let mut to_pipe = workspace.command(CONFC, command);
        let output = to_pipe.stdout(gone).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        Answer::from(output).silent();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut to_device = workspace.command(CONFC, command);
        let output =
            to_device.stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = "error[E0902]: cannot write `<stdout>`: no space is left on the device";
        Answer::from(output).says(2, said);
    }
    // Where stderr is gone, the status still tells.
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let status = workspace.command(CONFC, &["check", "bad.cml"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(1));
    let gone = std::io::pipe().map(|(_, writer)| writer).unwrap();
    let status = workspace.command(CONFC, &["check", "bad.cml"]).stderr(gone).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn depfiles_name_every_input_escaped() {
    let folder = "a b/$c/d#e:f";
    let workspace = Workspace::new()
        .with(&format!("{folder}/m.cml"), "{ include: ['i n.shard.cml', '//r.shard.cml'] }")
        .with(&format!("{folder}/i n.shard.cml"), GOOD)
        .with("r.shard.cml", "{ include: [ 'p.shard.cml' ] }")
        .with("p a/p.shard.cml", "{}")
        .with("po licy.json5", "{ restricted_features: { structs: { allow: [] } } }");
    let manifest = format!("{folder}/m.cml");
    let output = format!("{folder}/m.cm");
    let compile = ["compile", &manifest, "-o", &output, "--include-path", "p a"];
    let more = ["--policy", "po licy.json5", "--depfile", "m.d"];
    workspace.confc(&[compile.as_slice(), &more].concat()).silent();
    let escaped = r"a\ b/$$c/d\#e\:f";
    let inputs =
        format!(r"po\ licy.json5 {escaped}/m.cml {escaped}/i\ n.shard.cml r.shard.cml p\ a/p.shard.cml");
    assert_eq!(workspace.text("m.d"), format!("{escaped}/m.cm: {inputs}\n"));
    let target = ["--depfile", "m.d", "--depfile-target", "out $x"];
    workspace.confc(&[compile.as_slice(), &target].concat()).silent();
    assert!(workspace.text("m.d").starts_with(r"out\ $$x: "));
    let expand = ["expand", &manifest, "-o", "m.json5", "--include-path", "p a"];
    workspace.confc(&[expand.as_slice(), &more].concat()).silent();
    assert_eq!(workspace.text("m.d"), format!("m.json5: {inputs}\n"));
}

#[test]
fn what_a_depfile_cannot_say_is_refused_and_nothing_is_written() {
    let workspace = workspace();
    let refused = |input: &str, output: &str| {
        workspace.write(input, GOOD);
        let arguments = ["compile", input, "-o", output, "--depfile", "out.d"];
        workspace.confc(&arguments).says(2, "error[E0905]");
        workspace.confc(&["expand", input, "-o", output, "--depfile", "out.d"]).says(2, "error[E0905]");
        assert_eq!(outputs(&workspace), Vec::<String>::new());
    };
    refused("a*b.cml", "out.cm");
    refused("a\nb.cml", "out.cm");
    refused("~a.cml", "out.cm");
    refused(r"a\#b.cml", "out.cm");
    refused("good.cml", "out%.cm");
    refused("good.cml", "out.cm ");
    let usage = |arguments: &[&str]| {
        let said = "error[E0903]";
        workspace.confc(arguments).says(2, said);
        assert_eq!(outputs(&workspace), Vec::<String>::new());
    };
    usage(&["compile", "good.cml", "other.cml", "--out-dir", ".", "--depfile", "out.d"]);
    usage(&["compile", "good.cml", "-o", "-", "--depfile", "out.d"]);
    usage(&["expand", "good.cml", "--depfile", "out.d"]);
    usage(&["compile", "good.cml", "other.cml", "-o", "out.cm"]);
}

/// The same tree, two folders: no output knows where it was made, and no run differs from another.
#[test]
fn outputs_are_the_same_wherever_and_whenever_they_are_made() {
    let made = |prefix: &str| {
        let workspace = Workspace::named(prefix)
            .with("src/m.cml", "{ include: [ '//s.shard.cml', 'near.shard.cml' ], program: { a: 1 } }")
            .with("src/near.shard.cml", WARNS)
            .with("s.shard.cml", "{ config: { b: { type: 'uint8' } } }")
            .with("src/bad.cml", "{ include: [ '//worse.shard.cml', '../../out.shard.cml', 'no.cml' ] }")
            .with("worse.shard.cml", BAD);
        for turn in ["1", "2"] {
            let run = |name: &str, arguments: &[&str], status: i32| {
                let answer = workspace.confc(arguments).with_status(status);
                workspace.write(&format!("{name}{turn}.stdout"), answer.stdout);
                workspace.write(&format!("{name}{turn}.stderr"), answer.stderr);
            };
            let (output, depfile) = (format!("out{turn}.cm"), format!("out{turn}.d"));
            let rule = ["--depfile", &depfile, "--depfile-target", "out.cm"];
            run("compile", &[&["compile", "src/m.cml", "-o", &output], rule.as_slice()].concat(), 0);
            run("expand", &["expand", "src/m.cml"], 0);
            for format in ["text", "json", "json5"] {
                run(format, &["show", "src/m.cml", "--format", format], 0);
            }
            for format in ["text", "short", "json"] {
                run(&format!("bad-{format}"), &["check", "src/bad.cml", "--message-format", format], 1);
            }
        }
        let files = workspace.files().into_iter().map(|file| (workspace.read(&file), file));
        let files: Vec<_> = files.filter(|(_, file)| !file.ends_with(".cml")).collect();
        let machine = workspace.folder().file_name().unwrap().to_str().unwrap().as_bytes();
        for (content, file) in &files {
            let knows = content.windows(machine.len()).any(|window| window == machine);
            assert!(!knows, "{file} knows where it was made: {}", String::from_utf8_lossy(content));
            assert_eq!(*content, workspace.read(&file.replace('2', "1")), "{file} differs between two runs");
        }
        files
    };
    let (here, there) = (made("here-"), made("somewhere-else-"));
    assert_eq!(here.len(), 2 * (2 + 2 * 8));
    assert_eq!(here, there);
}

/// How to run a script where it may mount: as root, or as a user that the kernel lets have its own mounts.
fn mounts(test: &str) -> Option<Command> {
    for flags in ["-m", "-rm"] {
        let unshare = || {
            let mut command = Command::new("unshare");
            command.args([flags, "sh", "-euc"]);
            command
        };
        if works(unshare().arg("mount -t tmpfs none /mnt")) {
            return Some(unshare());
        }
    }
    needs(test, "mount namespaces (unshare) and tmpfs");
    None
}

#[test]
fn a_full_disk_leaves_the_old_output_and_nothing_else() {
    let Some(mut sandbox) = mounts("a_full_disk_leaves_the_old_output_and_nothing_else") else { return };
    let workspace = workspace();
    // Each failure of its own: no room for the bytes of the file, none for the file itself.
    let script = "mount -t tmpfs -o size=16k,nr_inodes=6 none disk; echo old > disk/out.cm; cd disk\n\
        dd if=/dev/zero of=fill bs=4k 2> ../dd.log || true\n\
        status=0; \"$0\" compile ../good.cml -o out.cm || status=$?; echo $status\n\
        status=0; \"$0\" compile ../good.cml -o new.cm || status=$?; echo $status\n\
        rm fill; for n in 1 2 3 4 5 6; do touch fill$n || true; done 2> ../touch.log\n\
        status=0; \"$0\" compile ../good.cml -o out.cm || status=$?; echo $status\n\
        ls -A; cat out.cm";
    workspace.write("disk/keep", "");
    let script = sandbox.args([script, CONFC]).current_dir(workspace.folder());
    let answer = Answer::of(script).with_status(0);
    let said: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(said, ["2", "2", "2", "fill1", "fill2", "fill3", "fill4", "out.cm", "old"], "{answer:#?}");
    let full = "no space is left on the device";
    assert_eq!(answer.stderr.matches(full).count(), 3, "{answer:#?}");
}

#[test]
fn a_read_only_file_system_is_said_to_be_one() {
    let Some(mut sandbox) = mounts("a_read_only_file_system_is_said_to_be_one") else { return };
    let workspace = workspace();
    let script = "mount -t tmpfs none disk; echo old > disk/out.cm; mount -o remount,bind,ro disk\n\
        cd disk; status=0; \"$0\" compile ../good.cml -o out.cm || status=$?; echo $status; ls -A; cat out.cm";
    workspace.write("disk/keep", "");
    let script = sandbox.args([script, CONFC]).current_dir(workspace.folder());
    let answer = Answer::of(script).says(0, "cannot write `out.cm`: the file system is read-only");
    assert_eq!(answer.stdout, "2\nout.cm\nold\n");
}

#[test]
fn a_folder_without_permission_leaves_the_old_output() {
    let workspace = workspace().with("locked/out.cm", "old");
    let set_mode = |path: &str, mode: u32| {
        fs::set_permissions(workspace.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    let arguments = ["compile", "good.cml", "-o", "locked/out.cm"];
    let command = |arguments: &[&str]| workspace.ordinary_command(arguments);
    set_mode("", 0o755);
    set_mode("locked", 0o555);
    if !works(&mut command(&["check", "good.cml"])) {
        return needs("a_folder_without_permission_leaves_the_old_output", "an ordinary user and setpriv");
    }
    Answer::of(&mut command(&arguments)).says(2, "cannot write `locked/out.cm`: permission denied");
    assert_eq!(
        (outputs(&workspace), workspace.text("locked/out.cm")),
        (vec!["locked/out.cm".into()], "old".into())
    );
    set_mode("good.cml", 0o000);
    Answer::of(&mut command(&arguments)).says(2, "cannot read `good.cml`: permission denied");
    workspace.write("m.cml", "{ include: [ 'good.cml' ] }");
    Answer::of(&mut command(&["check", "m.cml"])).says(1, "error[E0212]");
    set_mode("locked", 0o755);
}

/// A stamp is empty, so a file that has content was named by mistake.
#[test]
fn a_file_with_content_is_no_stamp() {
    let workspace = Workspace::new().with("a.cml", "{}").with("notes.txt", "precious").with("old.stamp", "");
    let answer = workspace.confc(&["check", "a.cml", "--stamp", "notes.txt"]);
    answer.says(2, "cannot write `notes.txt`: it has content, and a stamp is an empty file");
    assert_eq!(workspace.text("notes.txt"), "precious");
    workspace.confc(&["check", "a.cml", "--stamp", "old.stamp"]).silent();
}

/// Root replaces the files of others, and they stay theirs; but what only the owner may read is for who made it.
#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_owner() {
    use std::os::unix::fs::chown;
    let workspace =
        Workspace::new().with("a.cml", "{ config: { p: { type: 'bool', sensitive: true, default: true} } }");
    workspace.write("out.cm", "old");
    workspace.write("out.cvf", "old");
    for name in ["a.cml", "out.cm", "out.cvf"] {
        if chown(workspace.path(name), Some(65534), Some(65533)).is_err() {
            return crate::support::skip::skip("a_replaced_file_keeps_its_owner", "to be run by root");
        }
    }
    workspace.confc(&["compile", "a.cml", "-o", "out.cm"]).silent();
    workspace.confc(&["fmt", "a.cml"]).silent();
    workspace.confc(&["values", "a.cml", "-o", "out.cvf"]).silent();
    let owner = |name: &str| {
        let metadata = fs::metadata(workspace.path(name)).unwrap();
        (metadata.len(), (metadata.uid(), metadata.gid()))
    };
    for (name, expected) in [("a.cml", (65534, 65533)), ("out.cm", (65534, 65533)), ("out.cvf", (0, 0))] {
        assert!(owner(name).0 > 3);
        assert_eq!(owner(name).1, expected, "{name}");
    }
}

/// What was edited while it was laid out is left as it is. A batch that waits for its reader gives the time.
#[test]
fn an_edit_in_between_is_kept() {
    let messy = "{config:{a:{type:'bool'}}}";
    let workspace = Workspace::new().with("a.cml", messy).with("b.cml", messy).with("c.json", "{\"a\":1}");
    let long = format!("{{ config: {{\n/// {}\na: {{ type: 'bool' }} }} }}", "x ".repeat(200_000));
    workspace.write("long.cml", long);
    workspace
        .write("jobs", "fmt a.cml\nfmt b.cml\npatch c.json --set /a=2 --in-place\nshow long.cml --docs\n");
    let mut command = workspace.command(CONFC, &["batch", "jobs"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    workspace.write("a.cml", "{config:{b:{type:'bool'}}}");
    workspace.write("c.json", "{\"a\": 3}");
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    for name in ["a.cml", "c.json"] {
        assert!(said.contains(&format!("cannot write `{name}`: it was changed since it was read")), "{said}");
    }
    assert_eq!(output.status.code(), Some(2));
    let kept = ["a.cml", "c.json"].map(|name| workspace.text(name));
    assert_eq!(kept, ["{config:{b:{type:'bool'}}}", "{\"a\": 3}"]);
    assert!(workspace.text("b.cml").contains("\n"));
    assert!(!workspace.files().iter().any(|name| name.starts_with(".confc-")));
}

/// Commands that write a folder, and a batch of many outputs, remove what dead runs have left in their folders.
#[test]
fn what_dead_runs_left_is_removed() {
    let workspace = Workspace::new()
        .with("a.cml", "{ config: { a: { type: 'uint8' } } }")
        .with("a.yaml", "a: { $expr: \"input('a')\" }\n")
        .with("jobs", (0..10).map(|at| format!("compile a.cml -o built/a{at}.cm\n")).collect::<String>())
        .with("p.product.json5", "{ inputs: { a: { type: 'uint8' } }, components: { a: { manifest: 'a.cml', layers: ['a.yaml'] } } }");
    let runs = [
        ("planned", "assemble p.product.json5 --plan --out-dir planned"),
        ("out", "finish --index planned/index.json --input a=1 --out-dir out"),
        ("all", "assemble p.product.json5 --input a=1 --out-dir all"),
        ("built", "batch jobs"),
    ];
    for (folder, command) in runs {
        // No process holds the lock.
        for name in [".confc-0123456789abcdef.lock", ".confc-0123456789abcdef-0.tmp"] {
            workspace.write(&format!("{folder}/{name}"), "left");
        }
        workspace.confc(&command.split(' ').collect::<Vec<_>>()).with_status(0);
        let left = workspace.files().into_iter().filter(|name| name.contains(".confc-"));
        assert_eq!(left.collect::<Vec<_>>(), [""; 0], "{command}");
    }
}
