//! `confc fmt` and the files that it is given.

use crate::support::command::{Answer, CONFC, Workspace, works};
use crate::support::skip::needs;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const TEXT: &str = "{a:1}";
const FORMATTED: &str = "{ a: 1 }\n";

fn workspace() -> Workspace {
    Workspace::new().with("a.json5", TEXT).with("b.cml", TEXT).with("good.json", FORMATTED)
}

fn age(workspace: &Workspace, path: &str) -> SystemTime {
    let old = UNIX_EPOCH + Duration::from_secs(1_000);
    fs::File::options().write(true).open(workspace.path(path)).unwrap().set_modified(old).unwrap();
    old
}

fn modified(workspace: &Workspace, path: &str) -> SystemTime {
    fs::metadata(workspace.path(path)).unwrap().modified().unwrap()
}

#[test]
fn what_is_laid_out_already_is_not_touched() {
    let workspace = workspace();
    let old = age(&workspace, "good.json");
    age(&workspace, "a.json5");
    let inode = fs::metadata(workspace.path("good.json")).unwrap().ino();
    workspace.confc(&["fmt", "good.json", "a.json5"]).silent();
    assert_eq!(modified(&workspace, "good.json"), old);
    assert_eq!(fs::metadata(workspace.path("good.json")).unwrap().ino(), inode);
    assert_ne!(modified(&workspace, "a.json5"), old);
    assert_eq!(workspace.text("a.json5"), FORMATTED);
}

#[test]
fn a_link_is_written_through_and_a_mode_stays() {
    let workspace = workspace();
    symlink("a.json5", workspace.path("link.json5")).unwrap();
    fs::set_permissions(workspace.path("a.json5"), fs::Permissions::from_mode(0o640)).unwrap();
    workspace.confc(&["fmt", "link.json5"]).silent();
    assert!(fs::symlink_metadata(workspace.path("link.json5")).unwrap().is_symlink());
    assert_eq!(workspace.text("a.json5"), FORMATTED);
    let mode = fs::metadata(workspace.path("a.json5")).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
}

#[test]
fn a_file_that_is_named_twice_is_laid_out_once() {
    let workspace = workspace();
    symlink("a.json5", workspace.path("link.json5")).unwrap();
    fs::hard_link(workspace.path("b.cml"), workspace.path("hard.cml")).unwrap();
    let files = ["fmt", "--check", "a.json5", "./a.json5", "a.json5", "link.json5", "b.cml", "hard.cml"];
    let answer = workspace.confc(&files).with_status(1);
    assert_eq!(answer.stdout.matches("---").count(), 2, "{answer:#?}");
    assert_eq!(answer.stderr.matches("E0830").count(), 2, "{answer:#?}");
    workspace.confc(&["fmt", "a.json5", "./a.json5", "a.json5", "link.json5"]).silent();
    assert_eq!(workspace.text("a.json5"), FORMATTED);
    workspace.confc(&["fmt", "-", "-"]).says(2, "stdin can be read only once");
}

#[test]
fn what_cannot_be_written_leaves_all_as_it_was() {
    let workspace = workspace();
    fs::create_dir(workspace.path("closed")).unwrap();
    workspace.write("closed/c.json5", TEXT);
    workspace.write("valid.cml", "{}");
    let set_mode = |path: &str, mode: u32| {
        fs::set_permissions(workspace.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode("", 0o777);
    set_mode("closed", 0o555);
    if works(&mut workspace.ordinary_command(&["check", "valid.cml"])) {
        let answer = Answer::of(&mut workspace.ordinary_command(&["fmt", "a.json5", "closed/c.json5"]));
        answer.says(2, "cannot write `closed/c.json5`: permission denied");
        assert_eq!((workspace.text("a.json5"), workspace.text("closed/c.json5")), (TEXT.into(), TEXT.into()));
    } else {
        needs("what_cannot_be_written_leaves_all_as_it_was", "an ordinary user and setpriv");
    }
    set_mode("closed", 0o755);
    let workspace = Workspace::new().with("a.json5", TEXT).with("folder.json5/b", TEXT);
    workspace.confc(&["fmt", "folder.json5"]).says(2, "cannot read `folder.json5`: it is a folder");
    workspace.confc(&["fmt", "none.json5"]).says(2, "cannot read `none.json5`: there is no such file");
    let workspace = workspace.with("c.json5", TEXT);
    workspace.confc(&["fmt", "a.json5", "absent.json5", "c.json5"]).says(2, "E0901");
    // What can be laid out was.
    assert_eq!((workspace.text("a.json5"), workspace.text("c.json5")), (FORMATTED.into(), FORMATTED.into()));
}

#[test]
fn what_grows_too_large_is_refused() {
    let deep = format!("{}\n{}{}", "[".repeat(120), "1,".repeat(9_000), "]".repeat(120));
    let workspace = workspace().with("deep.json5", &deep);
    let said = "E0102]: `deep.json5` would be larger than 1048576 bytes in the canonical layout";
    workspace.confc(&["fmt", "deep.json5", "a.json5"]).says(1, said);
    assert_eq!((workspace.text("deep.json5"), workspace.text("a.json5")), (deep, FORMATTED.into()));
}

#[test]
fn check_writes_nothing_and_its_diff_makes_it_content() {
    let workspace = workspace();
    let before: Vec<_> = workspace.files().into_iter().map(|file| workspace.read(&file)).collect();
    let answer = workspace.confc(&["fmt", "--check", "a.json5", "good.json", "b.cml"]).with_status(1);
    let after: Vec<_> = workspace.files().into_iter().map(|file| workspace.read(&file)).collect();
    assert_eq!(before, after);
    workspace.write("d", &answer.stdout);
    if crate::support::skip::has_tool("diffs of fmt", "patch") {
        Answer::of(&mut workspace.command("patch", &["-p0", "-s", "-i", "d"])).silent();
        workspace.confc(&["fmt", "--check", "a.json5", "good.json", "b.cml"]).silent();
    }
}

#[test]
fn stdin_goes_to_stdout() {
    let workspace = workspace();
    let shell = |script: &str| Answer::of(&mut workspace.command("/bin/sh", &["-c", script, "sh", CONFC]));
    assert_eq!(shell("\"$1\" fmt - < a.json5").with_status(0).stdout, FORMATTED);
    assert_eq!(shell("\"$1\" fmt - < good.json").with_status(0).stdout, FORMATTED);
    assert_eq!(shell("echo '[\n1,]' | \"$1\" fmt - --input-format json").stdout, "[\n    1\n]\n");
    assert_eq!(shell("echo '[1' | \"$1\" fmt -").with_status(1).stdout, "");
    let diff = shell("\"$1\" fmt --check - < a.json5").with_status(1);
    assert!(diff.stdout.starts_with("--- <stdin>\n") && diff.stderr.contains("`confc fmt`"), "{diff:#?}");
    // Both are one file.
    shell("\"$1\" fmt - a.json5 < a.json5").says(2, "`a.json5` would overwrite the input `<stdin>`");
    assert_eq!(workspace.text("a.json5"), TEXT);
}

#[test]
fn secrets_are_not_told_by_what_is_wrong_with_a_text() {
    let layer =
        "{ user: 'ann', password: 'hunter2' 'swordfish', // correct horse\n more: { key: 'sesame' } }";
    let patch = "[{ op: 'replace', path: '/password', value: 'hunter2' 1 }]";
    let manifest = "{ config: { p: { type: 'string', max_size: 9, sensitive: true, default: 'hunter2' },\n\
        user: { type: 'string', max_size: 9, default: 'ann' 1 } } }";
    let workspace = Workspace::new()
        .with("layer.json5", layer)
        .with("layer.json", layer)
        .with("patch.json5", patch)
        .with("manifest.cml", manifest.replace("true,", "true"))
        .with("shard.json5", manifest.replace("true,", "true"));
    for file in workspace.files() {
        for form in ["text", "short", "json"] {
            let answer = workspace.confc(&["fmt", &file, "--message-format", form]).says(1, "E01");
            for secret in ["hunter2", "swordfish", "horse", "sesame"] {
                assert!(!answer.stderr.contains(secret), "{answer:#?}");
            }
        }
    }
    // Nothing else of a manifest is hidden.
    workspace.write("manifest.cml", manifest);
    workspace.confc(&["fmt", "manifest.cml"]).says(1, "default: 'ann'");
    // That a file is not laid out tells nothing on stderr.
    workspace.write("layer.json5", "{password:'hunter2'}");
    let answer = workspace.confc(&["fmt", "--check", "layer.json5"]).with_status(1);
    assert!(answer.stdout.contains("hunter2") && !answer.stderr.contains("hunter2"), "{answer:#?}");
}
