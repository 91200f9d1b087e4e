//! The worker of a build tool, driven by pipes: each request does what a process of its own does, and nothing that is sent
//! ends it or makes it say something else.

mod client;
mod streams;

use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::git;
use crate::support::random::attempts;
use crate::support::skip::{has_tool, skip};
use client::{Client, Form, Input, WorkRequest, WorkResponse, answers, request};
use std::fs;
use std::io::Write as _;
use std::process::Command;

/// Manifests and layers, good and bad ones.
fn workspace() -> Workspace {
    let workspace = Workspace::new()
        .with("a.cml", "{ include: ['shards/s.cml'], config: { a: { type: 'uint8', default: 1 } } }")
        .with("b.cml", "{ include: ['shards/s.cml'], config: { a: { type: 'uint9' } } }")
        .with("warns.cml", "{ config: { a: { type: 'uint8', min: 0, default: 1 } } }")
        .with("absent.cml", "{ include: ['shards/absent.cml'] }")
        .with("shards/s.cml", "{ config: { shared: { type: 'string', max_size: 9, default: 'é' } } }")
        .with("l.yaml", "a: 2\nshared: four\n")
        .with("bad.yaml", "a: 999\nshraed: x\n")
        .with("words.rsp", "compile\na.cml\n-o\nout/rsp.cm\n")
        .with("out/.keep", "");
    workspace.confc(&["compile", "a.cml", "-o", "good.cm"]).silent();
    workspace.confc(&["values", "good.cm", "l.yaml", "-o", "good.cvf"]).silent();
    workspace
}

/// Lines that do not depend on each other; `@` begins a word that names a file of words.
const LINES: &[&str] = &[
    "compile a.cml -o out/a.cm",
    "compile ./a.cml -o ./out/a2.cm --depfile out/a2.d --include-root .",
    "compile a.cml -o good.cm",
    "compile b.cml -o out/b.cm",
    "compile a.cml warns.cml b.cml --out-dir out/more/folders",
    "compile --deny-warnings warns.cml -o out/w.cm",
    "compile absent.cml -o out/absent.cm",
    "compile nowhere.cml -o out/nowhere.cm",
    "compile a.cml -o shards/s.cml",
    "compile a.cml -o out/nowhere/a.cm",
    "compile a.cml -o /dev/null",
    "compile a.cml",
    "compile a.cml -o",
    "check a.cml b.cml warns.cml --message-format short",
    "check a.cml --stamp out/stamp",
    "check a.cml b.cml --message-format json",
    "check b.cml --message-format sarif",
    "check b.cml --message-format github --color always",
    "check b.cml --color always",
    "expand a.cml",
    "values good.cm l.yaml -o out/l.cvf --provenance out/l.json",
    "values a.cml l.yaml --set a=3 -o out/l2.cvf",
    "values good.cm bad.yaml -o out/bad.cvf",
    "values good.cm l.yaml --set shared=é -o out/l3.cvf",
    "verify good.cm good.cvf",
    "verify b.cml good.cvf",
    "show good.cm good.cvf",
    "show good.cm --format json",
    "explain E0203",
    "explain E9999",
    "explain a good.cm l.yaml",
    "diff good.cm a.cml",
    "diff a.cml b.cml",
    "eval a+1u good.cm l.yaml",
    "generate rust good.cm -o out/a.rs",
    "generate nothing good.cm -o out/b.rs",
    "patch --set /a=3 l.yaml",
    "fmt --check a.cml",
    "--help",
    "help generate rust",
    "generate --help",
    "--version",
    "-Vv",
    "chekc a.cml",
    "chekc a.cml --message-format json",
    "check a.cml --no-such-flag --message-format short",
    "--deny-warnings check warns.cml",
    "@words.rsp",
    "@nowhere.rsp",
    "check @@a.cml",
    "",
];

fn words(line: &str) -> Vec<&str> {
    line.split(' ').filter(|word| !word.is_empty()).collect()
}

/// What two workspaces hold.
fn contents(workspace: &Workspace) -> Vec<(String, Vec<u8>)> {
    workspace.files().into_iter().map(|name| (name.clone(), workspace.read(&name))).collect()
}

#[test]
fn a_request_does_what_a_process_of_its_own_does() {
    let single = workspace();
    let said: Vec<Answer> = LINES.iter().map(|line| single.confc(&words(line))).collect();
    let statuses: Vec<_> = said.iter().filter_map(|answer| answer.status).collect();
    assert!([0, 1, 2].iter().all(|status| statuses.contains(status)), "{statuses:?}");
    // One after the other, and on all cores.
    for (form, serial) in [(Form::Proto, true), (Form::Json, true), (Form::Proto, false), (Form::Json, false)]
    {
        let space = workspace();
        let number = |at: usize| if serial { 0 } else { i32::try_from(at).unwrap() + 1 };
        let requests = LINES.iter().enumerate().map(|(at, line)| request(number(at), &words(line)));
        let (mut found, end) = answers(&space, form, &requests.collect::<Vec<_>>());
        end.silent();
        if !serial {
            found.sort_by_key(|answer| answer.request_id);
        }
        assert_eq!(found.len(), LINES.len());
        for ((at, line), (answer, said)) in LINES.iter().enumerate().zip(found.iter().zip(&said)) {
            assert_eq!(answer.output, format!("{}{}", said.stdout, said.stderr), "{line}");
            assert_eq!(Some(answer.exit_code), said.status, "{line}");
            assert_eq!((answer.request_id, answer.was_cancelled), (number(at), false));
        }
        assert_eq!(contents(&space), contents(&single), "{form:?}");
    }
}

/// Options before the worker's own name are for requests without any, as they are of a process that Bazel starts instead.
#[test]
fn options_of_the_worker_are_for_all_its_requests() {
    let space = workspace();
    let lines = ["check b.cml", "chekc", "@nowhere.rsp", "check b.cml --message-format json"];
    let requests: Vec<_> = lines.iter().map(|line| request(0, &words(line))).collect();
    for start in [
        &["--message-format", "short", "worker"][..],
        &["worker", "--message-format", "short"],
        &["--message-format", "short", "--persistent_worker"],
        &["worker", "--message-format", "short", "--persistent_worker"],
    ] {
        let mut client = Client::start(&space, Form::Proto, start);
        for (line, request) in lines.iter().zip(&requests) {
            client.send(request);
            let said = space.confc(&[&["--message-format", "short"], &*words(line)].concat());
            let answer = client.answer().unwrap();
            let expected = if line.contains("json") { space.confc(&words(line)) } else { said };
            assert_eq!(answer.output, format!("{}{}", expected.stdout, expected.stderr), "{line}");
        }
        client.end().silent();
    }
}

#[test]
fn what_would_meddle_with_the_protocol_is_refused() {
    let space = workspace().with("stdout.cm", "");
    std::os::unix::fs::symlink("/dev/stdout", space.path("link.cm")).unwrap();
    for form in [Form::Proto, Form::Json] {
        let mut client = Client::start(&space, form, &["worker"]);
        for (line, said) in [
            ("check -", "a request to a worker cannot read stdin"),
            ("show /dev/stdin --input-format manifest", "a worker speaks through it"),
            ("check /proc/self/fd/0", "a worker speaks through it"),
            ("check @/dev/stdin", "a worker speaks through it"),
            ("compile a.cml -o /dev/stdout", "a request to a worker writes to no open descriptor"),
            ("compile a.cml -o /dev/fd/1", "a request to a worker writes to no open descriptor"),
            ("compile a.cml -o /dev/stderr", "a request to a worker writes to no open descriptor"),
            ("compile a.cml -o link.cm", "a request to a worker writes to no open descriptor"),
            ("compile a.cml -o -", "E0914"),
            ("batch jobs", "a batch cannot be a request to a worker"),
            ("worker", "a worker cannot be a request to a worker"),
            ("--persistent_worker", "unexpected argument"),
        ] {
            client.send(&request(5, &words(line)));
            let answer = client.answer().unwrap();
            assert!(answer.output.contains(said), "{line}: {}", answer.output);
            assert_eq!((answer.exit_code, answer.request_id), (2, 5), "{line}");
        }
        client.end().silent();
    }
    // The worker's own streams by other names.
    let own = request(0, &["show", "requests.cm"]);
    let other = request(0, &["compile", "a.cml", "-o", "answers.cm"]);
    space.write("requests.cm", [Form::Proto.bytes(&own), Form::Proto.bytes(&other)].concat());
    let stdin = fs::File::open(space.path("requests.cm")).unwrap();
    let stdout = fs::File::create(space.path("answers.cm")).unwrap();
    let status = space.command(CONFC, &["worker"]).stdin(stdin).stdout(stdout).status().unwrap();
    assert_eq!(status.code(), Some(0));
    let found = Form::Proto.answers(&space.read("answers.cm"));
    let refused = |answer: &WorkResponse| answer.output.contains("a worker speaks through it");
    assert!(found.len() == 2 && found.iter().all(refused), "{found:?}");
}

/// A pipe that somebody has to write to before a request that reads it can go on.
pub(crate) fn make_pipe(space: &Workspace) {
    assert!(Command::new("mkfifo").arg(space.path("pipe.cml")).status().unwrap().success());
}

fn write_pipe(space: &Workspace) {
    fs::write(space.path("pipe.cml"), "{}").unwrap();
}

#[test]
fn requests_with_numbers_are_answered_as_they_are_done() {
    if std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        return skip("requests_with_numbers_are_answered_as_they_are_done", "there is one core");
    }
    let space = workspace();
    make_pipe(&space);
    let mut client = Client::start(&space, Form::Proto, &["worker"]);
    client.send(&request(7, &["check", "pipe.cml"]));
    client.send(&request(-3, &["check", "a.cml"]));
    assert_eq!(client.answer().unwrap().request_id, -3);
    // Those without a number do not wait for others either.
    client.send(&request(0, &["check", "b.cml"]));
    assert_eq!(client.answer().unwrap().request_id, 0);
    write_pipe(&space);
    assert_eq!(client.answer().unwrap().request_id, 7);
    client.end().silent();
}

#[test]
fn requests_without_a_number_are_answered_in_order() {
    let space = workspace();
    make_pipe(&space);
    let mut client = Client::start(&space, Form::Json, &["worker"]);
    client.send(&request(0, &["check", "pipe.cml"]));
    client.send(&request(0, &["check", "b.cml"]));
    client.send(&request(0, &["compile", "a.cml", "-o", "pipe.cm"]));
    client.send_line("no request");
    write_pipe(&space);
    let found: Vec<_> = (0..4).map(|_| client.answer().unwrap()).collect();
    assert_eq!(found.iter().map(|answer| answer.exit_code).collect::<Vec<_>>(), [0, 1, 0, 2]);
    client.end().silent();
}

#[test]
fn what_is_cancelled_writes_nothing() {
    for number in [0, 9] {
        let space = workspace();
        make_pipe(&space);
        let mut client = Client::start(&space, Form::Proto, &["worker"]);
        // Nothing has this number yet.
        client.cancel(number);
        client.send(&request(number, &["compile", "pipe.cml", "-o", "out/running.cm"]));
        // Opening the pipe waits for its reader: then the request is under way.
        let mut writer = fs::File::options().write(true).open(space.path("pipe.cml")).unwrap();
        // Of the number 0 this one does not begin.
        client.send(&request(number, &["compile", "pipe.cml", "-o", "out/next.cm"]));
        client.cancel(number);
        // More than any pipe holds: when it is sent, what was sent before it has been read.
        let much = vec!["x".repeat(1 << 21)];
        client.send(&WorkRequest { arguments: much, request_id: 4, cancel: true, ..WorkRequest::default() });
        client.send(&request(number, &["compile", "a.cml", "-o", "out/after.cm"]));
        writer.write_all(b"{}").unwrap();
        drop(writer);
        let found: Vec<_> = (0..3).map(|_| client.answer().unwrap()).collect();
        let cancelled = found.iter().filter(|answer| answer.was_cancelled).count();
        assert_eq!((found.len(), cancelled), (3, 2), "{found:?}");
        assert!(!space.exists("out/running.cm") && !space.exists("out/next.cm"));
        assert!(space.exists("out/after.cm"));
        assert!(space.files().iter().all(|name| !name.contains(".confc-")), "{:?}", space.files());
        client.end().silent();
    }
}

/// In a folder of its own a request does what a process does that runs there.
#[test]
fn a_request_may_have_a_folder_of_its_own() {
    let lines = LINES.iter().filter(|line| !line.contains("/dev/"));
    let lines: Vec<&str> = lines.copied().collect();
    let (outer, single) = (Workspace::new(), workspace());
    for folder in ["sand/box one", "sand/two"] {
        for (name, content) in contents(&workspace()) {
            outer.write(&format!("{folder}/{name}"), content);
        }
    }
    let said: Vec<Answer> = lines.iter().map(|line| single.confc(&words(line))).collect();
    let absolute = outer.path("sand/two").to_str().unwrap().to_owned();
    for (folder, sent) in [("sand/box one", "sand/box one"), ("sand/two", &absolute)] {
        let sandboxed = |line: &&str| WorkRequest { sandbox_dir: sent.into(), ..request(0, &words(line)) };
        let requests: Vec<_> = lines.iter().map(sandboxed).collect();
        let (found, end) = answers(&outer, Form::Proto, &requests);
        end.silent();
        for (line, (answer, said)) in lines.iter().zip(found.iter().zip(&said)) {
            let places = |text: &str| text.replace(single.folder().to_str().unwrap(), "");
            let other = |text: &str| text.replace(outer.path(folder).to_str().unwrap(), "");
            let expected = format!("{}{}", said.stdout, said.stderr);
            assert_eq!(other(&answer.output), places(&expected), "{line}");
            assert_eq!(Some(answer.exit_code), said.status, "{line}");
        }
        let inside = |(name, content): (String, Vec<u8>)| {
            name.strip_prefix(&format!("{folder}/")).map(|name| (name.to_owned(), content))
        };
        let written: Vec<_> = contents(&outer).into_iter().filter_map(inside).collect();
        assert_eq!(written, contents(&single));
    }
    assert!(outer.files().iter().all(|name| name.starts_with("sand/")), "{:?}", outer.files());
}

/// A change since a revision, in the repository of the request's folder.
#[test]
fn git_is_asked_in_the_folder_of_the_request() {
    if !has_tool("git_is_asked_in_the_folder_of_the_request", "git") {
        return;
    }
    let outer = Workspace::new().with("in/a.cml", "{ config: { a: { type: 'bool' } } }");
    git::init(&outer, "in");
    git::commit(&outer, "in");
    outer.write("in/a.cml", "{ config: { a: { type: 'uint8' } } }");
    let line = ["diff", "--against", "git:HEAD", "a.cml"];
    let path = std::env::var_os("PATH").unwrap();
    let said = Answer::of(outer.command(CONFC, &line).env("PATH", &path).current_dir(outer.path("in")));
    let mut client = Client::start_by(outer.command(CONFC, &["worker"]).env("PATH", path), Form::Proto);
    client.send(&WorkRequest { sandbox_dir: "in".into(), ..request(1, &line) });
    let answer = client.answer().unwrap();
    assert_eq!((answer.output, Some(answer.exit_code)), (said.stdout + &said.stderr, Some(1)));
    client.end().silent();
}

/// Who gives a digest says that the content is the same as long as the digest is; without one a file is read each time.
#[test]
fn what_is_known_by_its_digest_is_read_once() {
    let space = Workspace::new().with("a.cml", "{ include: ['s.cml'] }").with("s.cml", "{ good: [] }");
    let mut client = Client::start(&space, Form::Proto, &["worker"]);
    let mut check = |digest: &str| {
        let mut request = request(1, &["check", "--include-root", ".", "./a.cml"]);
        request.inputs.push(Input { path: "a.cml".into(), digest: Vec::new() });
        request.inputs.push(Input { path: "s.cml".into(), digest: digest.into() });
        client.send(&request);
        client.answer().unwrap().exit_code
    };
    let good = "{ x_ok: [1] }".replace("x_ok", "'x-ok'");
    let bad = good.replace(']', " ");
    space.write("s.cml", &good);
    assert_eq!(check("1"), 0);
    space.write("s.cml", &bad);
    assert_eq!((check("1"), check("2"), check("")), (0, 1, 1));
    // Another size is another content, whatever is said.
    space.write("s.cml", format!("{bad} "));
    assert_eq!(check("1"), 1);
    // What is gone is gone.
    fs::remove_file(space.path("s.cml")).unwrap();
    assert_eq!((check("1"), check("2")), (1, 1));
    client.end().silent();
}

/// What a request does not list does not exist for it, as in a sandbox; one that lists nothing reads everything.
#[test]
fn inputs_that_are_not_listed_do_not_exist() {
    let space = workspace();
    let check = |listed: &[&str], line: &str| {
        let input = |path: &&str| Input { path: (*path).into(), digest: b"1".to_vec() };
        let request = WorkRequest { inputs: listed.iter().map(input).collect(), ..request(2, &words(line)) };
        let (mut found, end) = answers(&space, Form::Proto, &[request]);
        end.silent();
        found.pop().unwrap()
    };
    for line in ["check a.cml", "check ./a.cml --include-root ."] {
        assert_eq!(check(&["a.cml", "shards/s.cml"], line).exit_code, 0);
        assert_eq!(check(&["./a.cml", "out/../shards//s.cml"], line).exit_code, 0);
        let missing = check(&["a.cml"], line);
        assert!(
            missing.output.contains("error[E0208]: included file `shards/s.cml` does not exist"),
            "{missing:?}"
        );
        assert_eq!(missing.exit_code, 1);
        let missing = check(&["shards/s.cml"], line);
        assert!(missing.output.contains("it is not in `inputs` of the request"), "{missing:?}");
        assert_eq!(missing.exit_code, 2);
    }
    // It is the same without the file, and what lies elsewhere is not listed.
    fs::rename(space.path("shards/s.cml"), space.path("s.cml")).unwrap();
    let (listed, alone) = (check(&["a.cml"], "check a.cml"), space.confc(&["check", "a.cml"]));
    assert_eq!((listed.output, Some(listed.exit_code)), (alone.stderr, alone.status));
    let absolute = space.path("warns.cml").to_str().unwrap().to_owned();
    assert_eq!(check(&["a.cml"], &format!("check {absolute}")).exit_code, 0);
}

/// More than are kept waiting, in any mixture of numbers.
#[test]
fn all_requests_are_answered() {
    let space = workspace();
    attempts(1, |random| {
        let mut requests = Vec::new();
        for _ in 0..3_000 {
            let line = *random.one_of(&["check a.cml", "check b.cml", "chekc"]);
            let id = i32::try_from(random.below(4)).unwrap();
            requests.push(request(id, &words(line)));
        }
        let (found, end) = answers(&space, Form::Proto, &requests);
        end.silent();
        let of = |id: i32| {
            let sent = requests.iter().filter(|request| request.request_id == id).count();
            (sent, found.iter().filter(|answer| answer.request_id == id).count())
        };
        for id in 0..4 {
            let (sent, answered) = of(id);
            assert_eq!(sent, answered);
        }
        // In their order.
        let statuses = |line: &WorkRequest| match line.arguments[..] {
            [_] => 2,
            [_, ref file] if file == "a.cml" => 0,
            _ => 1,
        };
        let sent = requests.iter().filter(|request| request.request_id == 0).map(statuses);
        let answered = found.iter().filter(|answer| answer.request_id == 0).map(|answer| answer.exit_code);
        assert!(sent.eq(answered));
    });
}
