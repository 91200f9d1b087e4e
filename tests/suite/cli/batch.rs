//! Many commands in one call: the same as each by itself, whatever is done first.

use crate::support::command::{CONFC, Workspace};
use crate::support::random::{Random, attempts};
use std::fs;
use std::io::Read as _;
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
        _ => format!("  explain \"E02{:02}\"\t", 1 + at % 4),
    }
}

/// The messages of a batch without the notes that name its lines.
fn without_lines(messages: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = messages.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("  = note: run by `jobs:") {
            kept.push(line);
        } else if lines.peek().is_none_or(|next| !next.starts_with("  =")) && kept.last() == Some(&"  |\n") {
            // It was the only remark.
            kept.pop();
        }
    }
    kept.concat()
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
        assert_eq!(without_lines(&text(&output.stderr)), text(&stderr), "{lines:?}");
        assert_eq!(output.status.code(), Some(status));
        let outputs = |workspace: &Workspace| -> Vec<(String, Vec<u8>)> {
            let files = workspace.files().into_iter().filter(|name| name.starts_with("out/"));
            files.map(|name| (name.clone(), workspace.read(&name))).collect()
        };
        assert_eq!(outputs(&batch), outputs(&single));
    });
}

/// A line that prints more than a pipe holds, between others: an interrupt leaves nothing behind.
#[test]
fn an_interrupted_batch_writes_nothing() {
    let workspace = Workspace::new().with("a.cml", "{ config: { a: { type: 'bool' } } }");
    workspace.write("long.cml", long_manifest());
    workspace.write("jobs", "compile a.cml -o a.cm\nshow long.cml --docs\ncompile a.cml -o b.cm\n");
    // A shell starts what is in the background with some of them ignored, and then they stay so.
    let signals = [("-HUP", 1), ("-INT", 2), ("-QUIT", 3), ("-TERM", 15)];
    let (ignored, heeded): (Vec<_>, Vec<_>) =
        signals.into_iter().partition(|(_, number)| is_ignored(*number));
    ignored.iter().for_each(|(signal, _)| println!("skipped: {signal} is ignored by whoever runs the tests"));
    assert!(!heeded.is_empty());
    for (signal, _) in heeded {
        let mut command = workspace.command(CONFC, &["batch", "jobs"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // When the first byte is there, the batch is under way, and it waits for the last one to be read.
        let mut first = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        // Until then the signal has not come, and the batch goes on.
        while !is_caught(child.id(), signal) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "interrupted: no output was written\n",
            "{signal}"
        );
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(workspace.files(), ["a.cml", "jobs", "long.cml"]);
    }
}

/// Whether this process ignores a signal, and so what it starts.
fn is_ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal - 1) & 1 == 1
}

/// Whether no signal is waiting for the process.
fn is_caught(process: u32, signal: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect(signal);
    let pending = status.lines().filter(|line| line.starts_with("SigPnd:") || line.starts_with("ShdPnd:"));
    pending.into_iter().all(|line| line.ends_with("\t0000000000000000"))
}

/// Nothing is opened that may never be opened to an end, so that nothing has to be interrupted.
#[test]
fn pipes_and_devices_are_neither_inputs_nor_outputs_of_a_line() {
    let workspace = Workspace::new().with("a.cml", "{ config: { a: { type: 'bool', default: true } } }");
    workspace.write("includes.cml", "{ include: ['pipe.cml'] }");
    for pipe in ["pipe.cml", "pipe"] {
        assert!(Command::new("mkfifo").arg(workspace.path(pipe)).status().unwrap().success());
    }
    std::os::unix::fs::symlink("/dev/null", workspace.path("link")).unwrap();
    let outputs = ["pipe", "link", "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/proc/self/fd/1"];
    for output in outputs {
        for line in [
            format!("compile a.cml -o {output}"),
            format!("compile a.cml -o a.cm --depfile {output}"),
            format!("check a.cml --stamp {output}"),
            format!("show a.cml -o {output}"),
        ] {
            workspace.write("jobs", &line);
            let answer = workspace.confc(&["batch", "jobs"]).says(2, "a line of a batch writes files");
            assert!(answer.stdout.is_empty() && !workspace.exists("a.cm"), "{line}: {answer:#?}");
        }
    }
    for line in [
        "check pipe.cml",
        "show pipe --input-format manifest",
        "show /dev/null --input-format manifest",
        "fmt pipe.cml",
        "values a.cml pipe --input-format yaml -o -",
    ] {
        workspace.write("jobs", line);
        workspace.confc(&["batch", "jobs"]).says(2, "a line of a batch reads regular files only");
    }
    workspace.write("jobs", "check includes.cml");
    workspace.confc(&["batch", "jobs"]).says(1, "cannot read included file `pipe.cml`");
}

/// A batch that was started to outlive its terminal does.
#[test]
fn an_ignored_signal_stays_ignored() {
    let workspace = Workspace::new().with("jobs", "show long.cml --docs\ncompile long.cml -o a.cm\n");
    workspace.write("long.cml", long_manifest());
    let script = "trap '' HUP; exec \"$0\" batch jobs";
    let mut command = workspace.command("/bin/sh", &["-c", script, CONFC]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()), ("", Some(0)));
    assert!(workspace.exists("a.cm"));
}

/// Of which what is shown is more than a pipe holds.
fn long_manifest() -> String {
    format!("{{ config: {{\n/// {}\na: {{ type: 'bool' }} }} }}", "x ".repeat(200_000))
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

#[test]
fn response_files_of_all_lines_have_a_limit_together() {
    let names = format!("{}\n", "x".repeat(10_000)).repeat(1_000);
    let workspace = Workspace::new().with("large", format!("check\n{names}"));
    for (lines, is_too_much) in [(2, false), (14, true)] {
        workspace.write("jobs", "@large\n".repeat(lines));
        let answer = workspace.confc(&["batch", "jobs", "--error-limit", "1"]).with_status(2);
        let said = "the response files of all lines come to more than 134217728 bytes";
        assert_eq!(answer.stderr.contains(said), is_too_much, "{}", answer.stderr);
    }
}
