//! Many commands in one call: the same as each by itself, whatever is done first.

use crate::command::{CONFC, Workspace};
use crate::random::{Random, attempts};
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

const MANIFESTS: usize = 12;

/// Manifests with a shard in common; some have mistakes, some give warnings.
fn workspace(random: &mut Random) -> Workspace {
    let workspace =
        Workspace::new().with("shard.cml", "{ config: { shared: { type: 'uint8', default: 1 } } }");
    for n in 0..MANIFESTS {
        let field = random.pick(&[
            "type: 'uint8', default: 1",
            "type: 'uint8', min: 0, default: 1",
            "type: 'uint9'",
            "type: 'string', max_size: 3",
        ]);
        workspace.write(
            &format!("m{n}.cml"),
            format!("{{ include: ['shard.cml'], config: {{ a: {{ {field} }} }} }}"),
        );
    }
    workspace
}

/// A line whose output no other line has.
fn line(at: usize, random: &mut Random) -> String {
    let manifest = random.below(MANIFESTS + 1);
    match random.below(6) {
        0 => format!("compile m{manifest}.cml -o out/{at}.cm --depfile out/{at}.d"),
        1 => format!("compile --deny-warnings m{manifest}.cml -o out/{at}.cm"),
        2 => format!("values m{manifest}.cml --set 'a=2' -o out/{at}.cvf --provenance out/{at}.json"),
        3 => format!("show m{manifest}.cml"),
        4 => format!("check m{manifest}.cml m0.cml --message-format short"),
        _ => format!("  explain \"E02{at:02}\"\t"),
    }
}

#[test]
fn a_batch_does_what_its_lines_do_one_by_one() {
    attempts(4, |random| {
        let (batch, single) = (workspace(random), Workspace::new());
        for name in batch.files() {
            single.write(&name, batch.read(&name));
        }
        for workspace in [&batch, &single] {
            fs::create_dir(workspace.path("out")).unwrap();
        }
        let lines: Vec<String> = (0..40).map(|at| line(at, random)).collect();
        batch.write("jobs", lines.join("\n"));
        let output = batch.command(CONFC, &["batch", "jobs"]).output().unwrap();
        let (mut stdout, mut stderr, mut status) = (Vec::new(), Vec::new(), 0);
        for line in &lines {
            let words: Vec<String> =
                line.split_whitespace().map(|word| word.trim_matches(['\'', '"']).to_owned()).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = single.command(CONFC, &words).output().unwrap();
            stdout.extend(output.stdout);
            stderr.extend(output.stderr);
            status = status.max(output.status.code().unwrap());
        }
        let text = String::from_utf8_lossy;
        assert_eq!(text(&output.stdout), text(&stdout), "{lines:?}");
        assert_eq!(text(&output.stderr), text(&stderr), "{lines:?}");
        assert_eq!(output.status.code(), Some(status));
        let outputs = |workspace: &Workspace| -> Vec<(String, Vec<u8>)> {
            let files = workspace.files().into_iter().filter(|name| name.starts_with("out/"));
            files.map(|name| (name.clone(), workspace.read(&name))).collect()
        };
        assert_eq!(outputs(&batch), outputs(&single));
    });
}

/// A line that waits for somebody to write to a pipe, between others: an interrupt leaves nothing behind.
#[test]
fn an_interrupted_batch_writes_nothing() {
    let workspace = Workspace::new().with("a.cml", "{ config: { a: { type: 'bool' } } }");
    let pipe = workspace.path("pipe.cml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    workspace.write("jobs", "compile a.cml -o a.cm\ncheck pipe.cml\ncompile a.cml -o b.cm\n");
    let mut command = workspace.command(CONFC, &["batch", "jobs"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Opening the pipe waits for its reader: then the batch is under way.
    let mut writer = fs::File::options().write(true).open(&pipe).unwrap();
    while !workspace.files().iter().any(|name| name.starts_with(".confc-")) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(500));
    writer.write_all(b"{}").unwrap();
    drop(writer);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "interrupted: no output was written\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(workspace.files(), ["a.cml", "jobs", "pipe.cml"]);
}

/// What cannot be printed is told, as of a run by itself; the files are written.
#[test]
fn a_full_stdout_is_told_and_keeps_no_file_from_being_written() {
    let workspace = Workspace::new().with("a.cml", "{ config: { a: { type: 'bool' } } }");
    workspace.write("jobs", "show a.cml\ncompile a.cml -o a.cm\nshow a.cml\n");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = workspace.command(CONFC, &["batch", "jobs"]).stdout(full).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.matches("error[E0902]: cannot write `<stdout>`").count(), 1, "{said}");
    assert_eq!(output.status.code(), Some(2));
    assert!(workspace.exists("a.cm"));
}
