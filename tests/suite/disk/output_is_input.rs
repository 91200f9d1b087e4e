//! No output takes the place of what was read, or of another output; and what was read is in the depfile.

use crate::support::command::{Answer, CONFC, Workspace};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

const MANIFEST: &str = "{ include: ['s.shard.cml'], config: { a: { type: 'string', max_size: 9 } } }";
const SHARD: &str = "{ config: { b: { type: 'bool', default: true } } }";
const CONFIGMAP: &str = "kind: ConfigMap\ndata:\n  app.json5: '{ b: false }'\n";
const POLICY: &str = "{ restricted_features: { structs: { allow: [] } } }";
const OVERRIDES: &str = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec:\n  \
    overrideRules:\n    - overriders:\n        fieldOverrider:\n          - fieldPath: /data/app.json5\n            \
    json:\n              - subPath: /b\n                operator: replace\n                value: true\n";

/// Every kind of input, by its name.
fn workspace() -> Workspace {
    let workspace = Workspace::new()
        .with("m.cml", MANIFEST)
        .with("s.shard.cml", SHARD)
        .with("a.yaml", "a: x\n")
        .with("o.json5", "{ a: 'y' }")
        .with("p.json5", "[{ op: 'replace', path: '/a', value: 'z' }]")
        .with("configmap.yaml", CONFIGMAP)
        .with("features.json5", POLICY)
        .with("overrides.yaml", OVERRIDES)
        .with("more.rsp", "--set\na=w\n@most.rsp\n")
        .with("most.rsp", "--no-embedded-schema\n");
    workspace.confc(&["compile", "m.cml", "-o", "m.cm"]).silent();
    workspace.confc(&["values", "m.cm", "a.yaml", "-o", "v.cvf"]).silent();
    workspace
}

/// Command lines that read files in every way, without their outputs, and which files those are.
const READERS: &[(&str, &[&str])] = &[
    ("compile m.cml --policy features.json5", &["features.json5", "m.cml", "s.shard.cml"]),
    ("expand m.cml", &["m.cml", "s.shard.cml"]),
    (
        "values m.cml a.yaml configmap.yaml#/data/app.json5 --override o.json5 --patch p.json5 @more.rsp",
        &["more.rsp", "most.rsp", "m.cml", "s.shard.cml", "a.yaml", "configmap.yaml", "o.json5", "p.json5"],
    ),
    ("values m.cm a.yaml", &["m.cm", "a.yaml"]),
    ("check m.cml", &["m.cml", "s.shard.cml"]),
    ("verify m.cm v.cvf", &["m.cm", "v.cvf"]),
    ("verify m.cml v.cvf", &["m.cml", "s.shard.cml", "v.cvf"]),
    ("diff m.cm m.cml", &["m.cm", "m.cml", "s.shard.cml"]),
    ("show m.cml", &["m.cml", "s.shard.cml"]),
    ("show m.cm v.cvf", &["m.cm", "v.cvf"]),
    ("eval b m.cml a.yaml --override o.json5", &["m.cml", "s.shard.cml", "a.yaml", "o.json5"]),
    ("explain a m.cml a.yaml --patch p.json5", &["m.cml", "s.shard.cml", "a.yaml", "p.json5"]),
    ("generate json-schema m.cml", &["m.cml", "s.shard.cml"]),
    ("generate rust m.cm", &["m.cm"]),
    (
        "patch --override-policy overrides.yaml --decl m.cml configmap.yaml",
        &["m.cml", "s.shard.cml", "overrides.yaml", "configmap.yaml"],
    ),
    ("patch --set /a='v' o.json5 --decl m.cm", &["m.cm", "o.json5"]),
];

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The flags that name what a command writes.
fn output_flags(line: &str) -> &'static [&'static str] {
    match line.split(' ').next() {
        Some("check" | "verify") => &["--stamp"],
        Some("diff") => &["-o", "--stamp"],
        _ => &["-o"],
    }
}

/// Every file with its content.
fn state(workspace: &Workspace) -> Vec<(String, Vec<u8>)> {
    workspace.files().into_iter().map(|file| (file.clone(), workspace.read(&file))).collect()
}

#[test]
fn no_output_overwrites_what_was_read() {
    let workspace = workspace();
    let before = state(&workspace);
    fs::create_dir(workspace.path("d")).unwrap();
    let mut refused = 0;
    for (line, inputs) in READERS {
        for input in *inputs {
            let (hard, soft) = (format!("d/hard-{input}"), format!("d/soft-{input}"));
            fs::hard_link(workspace.path(input), workspace.path(&hard)).unwrap();
            symlink(format!("../{input}"), workspace.path(&soft)).unwrap();
            let outputs = output_flags(line);
            let mut flags: Vec<Vec<&str>> = outputs.iter().map(|flag| vec![*flag]).collect();
            flags.extend(outputs.iter().map(|flag| vec![*flag, "new", "--depfile"]));
            if line.starts_with("values") {
                flags.push(vec!["-o", "new", "--provenance"]);
            }
            let absolute = workspace.path(input).to_str().unwrap().to_owned();
            for spelling in
                [(*input).to_owned(), format!("d/../{input}"), absolute, hard.clone(), soft.clone()]
            {
                for flag in &flags {
                    let arguments = [words(line), flag.clone(), vec![&spelling]].concat();
                    let said =
                        format!("{} {spelling}` would overwrite the input `{input}`", flag.last().unwrap());
                    let answer = workspace.confc(&arguments).says(2, &said);
                    assert!(
                        answer.stderr.starts_with("error[E0908]") && answer.stdout.is_empty(),
                        "{answer:#?}"
                    );
                    refused += 1;
                }
            }
            fs::remove_file(workspace.path(&hard)).unwrap();
            fs::remove_file(workspace.path(&soft)).unwrap();
        }
    }
    assert_eq!(state(&workspace), before);
    assert!(refused > 300, "{refused}");
}

#[test]
fn every_file_that_is_read_but_for_arguments_is_in_the_depfile() {
    let workspace = workspace();
    for (line, inputs) in READERS {
        let inputs: Vec<&str> = inputs.iter().copied().filter(|input| !input.ends_with(".rsp")).collect();
        for flag in output_flags(line) {
            let arguments = [words(line), vec![flag, "new", "--depfile", "new.d"]].concat();
            let answer = workspace.confc(&arguments).with_status(0);
            assert!(
                answer.stderr.is_empty() && (*flag == "--stamp" || answer.stdout.is_empty()),
                "{answer:#?}"
            );
            assert_eq!(workspace.text("new.d"), format!("new: {}\n", inputs.join(" ")), "{line}");
            fs::remove_file(workspace.path("new")).unwrap();
            fs::remove_file(workspace.path("new.d")).unwrap();
        }
        // Without an output there is no target.
        let arguments = [words(line), vec!["--depfile", "new.d"]].concat();
        workspace.confc(&arguments).with_status(2);
        assert!(!workspace.exists("new.d"), "{line}");
    }
}

#[test]
fn of_several_manifests_none_is_compiled_over_what_another_reads() {
    let workspace = Workspace::new()
        .with("one.cml", "{ include: ['two.cm'] }")
        .with("two.cm", SHARD)
        .with("two.cml", SHARD);
    let before = state(&workspace);
    let said = "`./two.cm` would overwrite the input `two.cm`";
    for order in [["one.cml", "two.cml"], ["two.cml", "one.cml"]] {
        workspace.confc(&[&["compile", "--out-dir", "."], order.as_slice()].concat()).says(2, said);
    }
    assert_eq!(state(&workspace), before);
}

#[test]
fn two_outputs_are_two_files() {
    let workspace = workspace().with("old", "old").with("d/keep", "");
    fs::hard_link(workspace.path("old"), workspace.path("linked")).unwrap();
    symlink("absent", workspace.path("dangling")).unwrap();
    symlink("d", workspace.path("folder")).unwrap();
    let files = workspace.files();
    for [one, other] in [
        ["new", "new"],
        ["new", "./new"],
        ["new", "d/../new"],
        ["d/new", "folder/new"],
        ["old", "linked"],
        ["absent", "dangling"],
    ] {
        for flags in [["-o", "--depfile"], ["-o", "--provenance"], ["--provenance", "--depfile"]] {
            let mut arguments = vec!["values", "m.cm", "a.yaml", flags[0], one, flags[1], other];
            if flags[0] != "-o" {
                arguments.extend(["-o", "third"]);
            }
            let said =
                format!("`{} {one}` and `{} {other}` would both be written to `{one}`", flags[0], flags[1]);
            workspace.confc(&arguments).says(2, &said);
        }
    }
    assert_eq!((workspace.files(), workspace.text("old")), (files, "old".into()));
    // In a folder of links, two names can be one file.
    let workspace = workspace.with("b.cml", SHARD).with("c.cml", SHARD).with("out/b.cm", "old");
    symlink("b.cm", workspace.path("out/c.cm")).unwrap();
    let said = "`out/b.cm` and `out/c.cm` would both be written to `out/b.cm`";
    workspace.confc(&["compile", "b.cml", "c.cml", "--out-dir", "out"]).says(2, said);
    assert_eq!(workspace.text("out/b.cm"), "old");
}

#[test]
fn in_place_is_the_exception_for_the_file_itself_alone() {
    let workspace = workspace();
    workspace.confc(&["patch", "--set", "/a='v'", "o.json5", "--in-place"]).silent();
    assert_eq!(workspace.text("o.json5"), "{ a: 'v' }");
    symlink("o.json5", workspace.path("link.json5")).unwrap();
    workspace.confc(&["patch", "--set", "/a='u'", "link.json5", "--in-place"]).silent();
    assert_eq!(workspace.text("o.json5"), "{ a: 'u' }");
    // A policy that changes itself would be read as both.
    let policy = OVERRIDES.replace("/data/", "/metadata/annotations/");
    let policy = policy.replace("spec:", "metadata:\n  annotations:\n    app.json5: '{ b: false }'\nspec:");
    workspace.write("self.yaml", &policy);
    for file in ["self.yaml", "./self.yaml"] {
        let said = format!("`--in-place {file}` would overwrite the input `self.yaml`");
        workspace.confc(&["patch", "--override-policy", "self.yaml", file, "--in-place"]).says(2, &said);
    }
    assert_eq!(workspace.text("self.yaml"), policy);
    workspace.confc(&["patch", "--override-policy", "self.yaml", "self.yaml", "-o", "new.yaml"]).silent();
    let depfile = ["patch", "--set", "/a='v'", "o.json5", "--in-place", "--depfile", "o.d"];
    workspace.confc(&depfile).says(2, "cannot be used with");
}

/// Stdin and stdout are files too, where a shell makes them so.
#[test]
fn streams_are_files_too() {
    let workspace = workspace();
    let shell = |script: &str| {
        let script = format!("{script}; status=$?; exit $status");
        Answer::of(&mut workspace.command("/bin/sh", &["-c", &script, "sh", CONFC]))
    };
    let before = state(&workspace);
    let said = "`-o a.yaml` would overwrite the input `<stdin>`";
    shell("\"$1\" values m.cm - --input-format yaml -o a.yaml < a.yaml").says(2, said);
    shell("\"$1\" expand m.cml >> m.cml").says(2, "`-o -` would overwrite the input `m.cml`");
    shell("\"$1\" show m.cml >> s.shard.cml").says(2, "`<stdout>` would overwrite the input `s.shard.cml`");
    shell("\"$1\" values m.cm a.yaml -o - --provenance -").says(2, "error[E0904]");
    shell("\"$1\" values m.cm a.yaml -o - --provenance /dev/stdout | cat; false").says(1, "error[E0904]");
    assert_eq!(state(&workspace), before);
    // What is no file to be destroyed may be read and written at once, as often as anybody likes.
    shell("\"$1\" values m.cm a.yaml /dev/null --set b=true -o /dev/null --provenance /dev/null")
        .with_status(1);
    shell("\"$1\" values m.cm a.yaml -o /dev/null --provenance /dev/null --depfile /dev/null").silent();
    shell("\"$1\" verify m.cm v.cvf --stamp /dev/null < /dev/null").silent();
}

#[test]
fn descriptors_are_written_to() {
    let workspace = workspace();
    let shell = |script: &str| Answer::of(&mut workspace.command("/bin/sh", &["-c", script, "sh", CONFC]));
    let expanded = workspace.confc(&["expand", "m.cml"]).stdout;
    for (redirect, path) in [
        (">", "/dev/stdout"),
        (">>", "/dev/stdout"),
        (">", "/dev/fd/1"),
        (">>", "/dev/fd/1"),
        ("2>", "/dev/stderr"),
        ("2>", "/proc/self/fd/2"),
        ("3>>", "/dev/fd/3"),
        ("3>>", "/proc/self/fd/3"),
    ] {
        let number = redirect.trim_end_matches('>');
        let number = if number.is_empty() { "1" } else { number };
        // What is written before and behind through the same descriptor stays where it is.
        let script = format!(
            "echo first > log; {{ echo before >&{number}; \"$1\" expand m.cml -o {path}; echo behind >&{number}; }} {redirect} log"
        );
        shell(&script).silent();
        let kept = if redirect.ends_with(">>") { "first\n" } else { "" };
        assert_eq!(workspace.text("log"), format!("{kept}before\n{expanded}behind\n"), "{redirect} {path}");
    }
    let files = workspace.files();
    // A file that is gone does not come back.
    shell("exec 3>> log; rm log; \"$1\" expand m.cml -o /dev/fd/3").silent();
    assert_eq!(workspace.files(), files.into_iter().filter(|file| file != "log").collect::<Vec<_>>());
    assert_eq!(shell("\"$1\" expand m.cml -o /dev/fd/1 | cat").stdout, expanded);
    shell("\"$1\" expand m.cml -o /dev/fd/0 < a.yaml").says(2, "the descriptor is open for reading only");
    assert_eq!(workspace.text("a.yaml"), "a: x\n");
    shell("\"$1\" expand m.cml -o /dev/fd/77").says(2, "there is no such open descriptor");
}

#[test]
fn files_with_secrets_are_for_their_owner() {
    let secret = "{ config: { token: { type: 'string', max_size: 9, sensitive: true } } }";
    let workspace = Workspace::new()
        .with("secret.cml", secret)
        .with("public.cml", secret.replace("sensitive: true", "sensitive: false"))
        .with("token.json5", "{ token: 'hunter2' }");
    let mode = |path: &str| fs::metadata(workspace.path(path)).unwrap().permissions().mode() & 0o7777;
    let set_mode = |path: &str, mode| {
        fs::set_permissions(workspace.path(path), fs::Permissions::from_mode(mode)).unwrap()
    };
    let run = |arguments: &[&str]| {
        let script = "umask 022; exec \"$0\" \"$@\"";
        let arguments = [&["-c", script, CONFC], arguments].concat();
        Answer::of(&mut workspace.command("/bin/sh", &arguments)).silent();
    };
    let values = |manifest: &str| {
        let outputs = ["-o", "v.cvf", "--provenance", "p.json", "--depfile", "v.d"];
        run(&[&["values", manifest, "token.json5"], outputs.as_slice()].concat());
        assert_eq!((mode("p.json"), mode("v.d")), (0o644, 0o644));
        mode("v.cvf")
    };
    assert_eq!(values("secret.cml"), 0o600);
    assert!(!workspace.text("p.json").contains("hunter2"));
    // Also where the file was made when it held no secret, and where its bytes stay the same.
    set_mode("v.cvf", 0o644);
    assert_eq!(values("secret.cml"), 0o600);
    fs::remove_file(workspace.path("v.cvf")).unwrap();
    assert_eq!(values("public.cml"), 0o644);
    assert_eq!(values("secret.cml"), 0o600);

    // A text that is printed as it is, is kept from whom its inputs are kept from.
    set_mode("token.json5", 0o600);
    run(&["patch", "--set", "/token='x'", "token.json5", "-o", "patched.json5"]);
    assert_eq!(mode("patched.json5"), 0o600);
    run(&["patch", "--set", "/token='x'", "token.json5", "--in-place"]);
    assert_eq!(mode("token.json5"), 0o600);
    set_mode("token.json5", 0o640);
    run(&["patch", "--set", "/token='y'", "token.json5", "--in-place"]);
    assert_eq!(mode("token.json5"), 0o640);
    set_mode("secret.cml", 0o440);
    run(&["expand", "secret.cml", "-o", "expanded.cml"]);
    assert_eq!(mode("expanded.cml"), 0o640);
    set_mode("expanded.cml", 0o644);
    run(&["expand", "secret.cml", "-o", "expanded.cml"]);
    assert_eq!(mode("expanded.cml"), 0o644);
}

#[test]
fn a_stamp_is_written_where_the_answer_is_yes() {
    let workspace = workspace()
        .with("other.cml", "{ config: { a: { type: 'bool' } } }")
        .with("bad.cml", "{ config: { a: { type: 'bol' } } }");
    workspace.confc(&["compile", "other.cml", "-o", "other.cm"]).silent();
    let stamp = ["--stamp", "stamp", "--depfile", "stamp.d"];
    let run = |line: &str| workspace.confc(&[words(line), stamp.to_vec()].concat());
    for (good, bad, inputs) in [
        ("verify m.cm v.cvf", "verify other.cm v.cvf", "m.cm v.cvf"),
        ("check m.cml other.cml", "check m.cml bad.cml", "m.cml s.shard.cml other.cml"),
        ("diff m.cm m.cml", "diff m.cm other.cm", "m.cm m.cml s.shard.cml"),
    ] {
        run(bad).with_status(1);
        assert!(!workspace.exists("stamp") && !workspace.exists("stamp.d"), "{bad}");
        run(good).silent();
        let written = (workspace.text("stamp"), workspace.text("stamp.d"));
        assert_eq!(written, (String::new(), format!("stamp: {inputs}\n")));
        // Its time is what it is there for.
        let old = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
        let time = || fs::metadata(workspace.path("stamp")).unwrap().modified().unwrap();
        fs::File::options().write(true).open(workspace.path("stamp")).unwrap().set_modified(old).unwrap();
        run(bad).with_status(1);
        assert_eq!(time(), old, "{bad}");
        run(good).silent();
        assert!(time() > old, "{good}");
        fs::remove_file(workspace.path("stamp")).unwrap();
        fs::remove_file(workspace.path("stamp.d")).unwrap();
    }
}

#[test]
fn the_report_of_diff_is_a_file_where_nothing_breaks() {
    let workspace = workspace().with("other.cml", "{ config: { a: { type: 'bool' } } }");
    let outputs = ["-o", "changes", "--stamp", "stamp", "--depfile", "changes.d"];
    let diff = |new: &str| workspace.confc(&[&["diff", "m.cm", new], outputs.as_slice()].concat());
    let broken = diff("other.cml").with_status(1);
    assert!(broken.stdout.contains("a: ") && !workspace.exists("changes") && !workspace.exists("stamp"));
    diff("m.cml").silent();
    let written = (workspace.text("changes"), workspace.text("changes.d"), workspace.text("stamp"));
    assert_eq!(written, (String::new(), "changes: m.cm m.cml s.shard.cml\n".into(), String::new()));
    workspace.write("new.cml", MANIFEST.replace("max_size: 9", "max_size: 10"));
    diff("new.cml").silent();
    assert!(workspace.text("changes").contains("max-size-raised"), "{}", workspace.text("changes"));
}
