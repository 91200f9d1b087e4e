//! `confc diff --against git:REF`, in repositories that are made here.

use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::git;
use crate::support::skip::has_tool;
use serde_json::Value;
use std::fs;

const OLD: &str = "{ config: { a: { type: 'uint8' }, b: { type: 'uint16' } } }";
const NEW: &str = "{ config: { a: { type: 'uint8' }, b: { type: 'uint8' } } }";

/// A folder that is a repository.
struct Repository(Workspace);

impl Repository {
    fn new() -> Self {
        let made = Self(Workspace::new());
        git::init(&made.0, ".");
        made
    }

    fn git(&self, arguments: &[&str]) -> Answer {
        git::git(&self.0, ".", arguments)
    }

    /// Commits everything and gives the commit a tag.
    fn commit(&self, tag: &str) {
        git::commit(&self.0, ".");
        self.git(&["tag", tag]);
    }

    /// Runs the compiler in one of its folders.
    fn confc_in(&self, folder: &str, arguments: &[&str]) -> Answer {
        let mut command = self.0.command(CONFC, arguments);
        command.current_dir(self.0.path(folder)).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        Answer::of(&mut command)
    }

    fn diff(&self, revision: &str, arguments: &[&str]) -> Answer {
        self.confc_in(".", &[&["diff", "--against", &format!("git:{revision}")], arguments].concat())
    }
}

fn has_git(test: &str) -> bool {
    has_tool(test, "git")
}

#[test]
fn includes_are_read_from_the_revision_too() {
    if !has_git("includes_are_read_from_the_revision_too") {
        return;
    }
    let repository = Repository::new();
    repository.0.write("net/m.cml", "{ include: ['s.cml', '//lib/t.cml'] }");
    repository.0.write("net/s.cml", OLD);
    repository.0.write("lib/t.cml", "{ config: { t: { type: 'bool' } } }");
    repository.commit("v1");
    assert_eq!(repository.diff("v1", &["net/m.cml"]), Answer { status: Some(0), ..Answer::default() });

    repository.0.write("net/s.cml", NEW);
    fs::remove_file(repository.0.path("lib/t.cml")).unwrap();
    repository.0.write("net/m.cml", "{ include: ['s.cml'] }");
    let answer = repository.diff("v1", &["net/m.cml"]).with_status(1);
    let expected = "net/m.cml, against git:v1:net/m.cml:
b: type-narrowed, breaks backward
  - uint16 (git:v1:net/s.cml:1:35)
  + uint8 (net/s.cml:1:35)
";
    assert!(answer.stdout.starts_with(expected), "{answer:#?}");
    assert!(
        answer.stdout.contains("t: field-removed-required")
            && answer.stdout.contains("git:v1:lib/t.cml:1:13")
    );
    assert!(answer.stderr.contains("for `git:v1:net/m.cml` may be refused by `net/m.cml`"), "{answer:#?}");
    let allowed = ["net/m.cml", "--allow", "type-narrowed:b", "--allow", "field-removed-required:t"];
    assert_eq!(repository.diff("main", &allowed).with_status(0).stderr, "");
    // From within the folder, by an absolute path and by a roundabout one.
    let inside = |path: &str| {
        repository.confc_in("net", &["diff", "--against", "git:v1", path, "--include-root", ".."])
    };
    let absolute = repository.0.path("net/m.cml").canonicalize().unwrap();
    for path in ["m.cml", absolute.to_str().unwrap(), "../net/./m.cml"] {
        assert!(inside(path).with_status(1).stdout.contains("b: type-narrowed"), "{path}");
    }
}

#[test]
fn each_of_several_manifests_is_told_of_by_its_name() {
    if !has_git("each_of_several_manifests_is_told_of_by_its_name") {
        return;
    }
    let repository = Repository::new();
    for name in ["same.cml", "changed.cml", "wrong.cml"] {
        repository.0.write(name, OLD);
    }
    repository.commit("v1");
    repository.0.write("changed.cml", NEW);
    repository.0.write("new.cml", NEW);
    let answer = repository.diff("v1", &["same.cml", "new.cml", "changed.cml"]).with_status(1);
    let told = "new.cml, against git:v1:new.cml:\nnew, there is no older version\n\n\
                changed.cml, against git:v1:changed.cml:\nb: type-narrowed";
    assert!(answer.stdout.starts_with(told), "{answer:#?}");

    // An exemption that one of them needs is needed; one that none does is told once.
    let exempt = ["same.cml", "changed.cml", "--allow", "type-narrowed:b", "--allow", "field-removed:a"];
    let answer = repository.diff("v1", &exempt).with_status(0);
    assert_eq!(answer.stderr.matches("W0601").count(), 1, "{answer:#?}");
    assert!(answer.stderr.contains("`field-removed:a` is not used"), "{answer:#?}");

    let json = repository.diff("v1", &["same.cml", "new.cml", "changed.cml", "--format", "json"]);
    let lines: Vec<Value> =
        json.with_status(1).stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = lines.iter().map(|line| (&line["new"]["name"], &line["old"]["absent"])).collect();
    let expected = [("same.cml", Value::Null), ("new.cml", true.into()), ("changed.cml", Value::Null)];
    assert!(
        told.iter().zip(&expected).all(|((name, absent), (n, a))| *name == n && *absent == a),
        "{told:?}"
    );

    // One that is wrong does not keep the others from being told of, and the status is that of the worst.
    repository.0.write("wrong.cml", "{ config: 1 }");
    let answer = repository.diff("v1", &["wrong.cml", "changed.cml", "absent.cml"]).with_status(2);
    assert!(answer.stdout.contains("b: type-narrowed"), "{answer:#?}");
    for code in ["E0601", "E0204", "E0901"] {
        assert!(answer.stderr.contains(code), "{code}: {answer:#?}");
    }

    // The report goes to a file if nothing breaks, and what is read from Git is no input.
    let quiet = ["same.cml", "new.cml", "-o", "out.txt", "--depfile", "out.d"];
    repository.diff("v1", &quiet).silent();
    assert_eq!(repository.0.text("out.d"), "out.txt: same.cml new.cml\n");
    assert!(repository.0.text("out.txt").contains("there is no older version"));
}

/// Names that mean something to shells and to `git`.
#[test]
fn names_are_taken_literally() {
    if !has_git("names_are_taken_literally") {
        return;
    }
    let repository = Repository::new();
    let names = [
        "a b.cml",
        "-x.cml",
        "*.cml",
        ":(glob)x.cml",
        ":!x.cml",
        "größe.cml",
        "\"'$(x)`.cml",
        "HEAD.cml",
        "a^0.cml",
        "x-g1234567.cml",
        "main.cml",
        "tab\there.cml",
        "a/b/../c.cml",
        "v1:x.cml",
        "{1}.cml",
        "missing.cml",
    ];
    repository.0.write("a/b/x.cml", OLD);
    names.iter().for_each(|name| repository.0.write(name, OLD));
    repository.commit("v1");
    names.iter().for_each(|name| repository.0.write(name, NEW));
    for name in names {
        let answer = repository.diff("v1", &["--", name]).with_status(1);
        assert!(answer.stdout.contains("b: type-narrowed"), "{name}: {answer:#?}");
    }
    // Neither a part of a name nor another spelling of one is it.
    for name in ["x.cml", "A B.cml"] {
        repository.0.write(name, NEW);
        assert!(
            repository.diff("v1", &["--", name]).with_status(0).stdout.contains("there is no older version")
        );
    }
}

#[cfg(unix)]
#[test]
fn links_in_the_repository_are_followed_and_others_refused() {
    use std::os::unix::fs::symlink;
    if !has_git("links_in_the_repository_are_followed_and_others_refused") {
        return;
    }
    let repository = Repository::new();
    repository.0.write("real/m.cml", OLD);
    symlink("real/m.cml", repository.0.path("in.cml")).unwrap();
    symlink("real", repository.0.path("folder")).unwrap();
    symlink("/etc/hostname", repository.0.path("out.cml")).unwrap();
    symlink("../out.cml", repository.0.path("above.cml")).unwrap();
    symlink("real/none.cml", repository.0.path("dangling.cml")).unwrap();
    symlink("loop.cml", repository.0.path("loop.cml")).unwrap();
    // A commit of a repository in this one, as it is before the submodule is fetched.
    let id = "0123456789012345678901234567890123456789";
    repository.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{id},sub")]);
    repository.0.write("shard.cml", "{ include: ['sub/s.cml'], config: { z: { type: 'bool' } } }");
    fs::create_dir(repository.0.path("sub")).unwrap();
    repository.commit("v1");
    repository.0.write("real/m.cml", NEW);
    repository.0.write("shard.cml", NEW);
    for name in ["in.cml", "folder/m.cml"] {
        assert!(repository.diff("v1", &[name]).with_status(1).stdout.contains("b: type-narrowed"), "{name}");
    }
    for (name, said) in [
        ("out.cml", "it is a symbolic link out of the repository, which cannot be followed"),
        ("above.cml", "it is a symbolic link out of the repository, which cannot be followed"),
        ("dangling.cml", "it is a symbolic link that leads to nothing"),
        ("loop.cml", "its symbolic links form a loop, or there are too many"),
        ("sub/m.cml", "it is in a submodule, which cannot be followed"),
    ] {
        let _ = fs::remove_file(repository.0.path(name));
        repository.0.write(name, NEW);
        let answer = repository.diff("v1", &[name, "in.cml"]).says(2, said);
        assert!(
            answer.stdout.starts_with("in.cml, against") && answer.stderr.contains("E0909"),
            "{answer:#?}"
        );
    }
    let answer = repository.diff("v1", &["shard.cml"]).says(2, "cannot read `git:v1:sub/s.cml`: it is in a");
    assert!(!answer.stderr.contains("E0208"), "{answer:#?}");
    // What a folder that a link leads to does not have is new.
    repository.0.write("real/new.cml", NEW);
    assert!(repository.diff("v1", &["folder/new.cml"]).with_status(0).stdout.contains("no older version"));
}

/// What a clone without contents lists is not new.
#[test]
fn what_is_listed_and_not_here_is_no_new_version() {
    if !has_git("what_is_listed_and_not_here_is_no_new_version") {
        return;
    }
    let origin = Repository::new();
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    origin.0.write("m.cml", OLD);
    origin.0.write("lib/s.cml", OLD);
    origin.0.write("with.cml", "{ include: ['lib/s.cml'] }");
    origin.commit("v1");
    origin.0.write("m.cml", NEW);
    origin.0.write("lib/s.cml", NEW);
    origin.commit("v2");
    let url = format!("file://{}", origin.0.folder().display());
    for filter in ["blob:none", "tree:0"] {
        let clone = Repository(Workspace::new());
        clone.git(&["clone", "-q", "--filter", filter, "-b", "v2", &url, "."]);
        clone.0.write("new.cml", NEW);
        let answer =
            clone.diff("v1", &["m.cml"]).says(2, "Git lists `m.cml` in `v1`, but its content is not here");
        assert!(answer.stderr.contains("git fetch --refetch") && answer.stdout.is_empty(), "{answer:#?}");
        let lost = if filter == "tree:0" { "with.cml" } else { "lib/s.cml" };
        // `with.cml` did not change, so its content is here.
        let answer = clone.diff("v1", &["with.cml"]).says(2, &format!("Git lists `{lost}` in `v1`"));
        assert!(!answer.stderr.contains("E0208"), "{answer:#?}");
        let status = if filter == "tree:0" { 2 } else { 0 };
        clone.diff("v1", &["new.cml"]).with_status(status);
        clone.diff("v2", &["m.cml", "with.cml"]).silent();
    }
    // A damaged repository.
    let blob = origin.git(&["rev-parse", "v1:m.cml"]).stdout;
    fs::remove_file(origin.0.path(&format!(".git/objects/{}/{}", &blob[..2], blob[2..].trim()))).unwrap();
    origin.diff("v1", &["m.cml"]).says(2, "Git lists `m.cml` in `v1`");
}

#[test]
fn what_cannot_be_read_is_told() {
    if !has_git("what_cannot_be_read_is_told") {
        return;
    }
    let repository = Repository::new();
    repository.0.write("m.cml", OLD);
    fs::create_dir(repository.0.path("folder.cml")).unwrap();
    repository.0.write("folder.cml/x", "");
    repository.commit("v1");
    for revision in [
        "v2",
        "v1\nHEAD",
        "v1:m.cml",
        ":m.cml",
        "v1 v1",
        "HEAD --",
        "@{x",
        "blob 3",
        "\u{1b}[31m",
        "v1^{tree}",
    ] {
        let answer = repository.diff(revision, &["m.cml"]).says(2, "E0909");
        assert!(answer.stderr.contains("the repository has no such commit, branch or tag"), "{answer:#?}");
        assert!(!answer.stderr.contains('\u{1b}'), "{answer:#?}");
    }
    for (revision, said) in [
        ("v1^{tree}", "= note: it names a file or a folder, not a commit"),
        ("v1:m.cml", "= note: it names a file or a folder, not a commit"),
        ("main..HEAD", "= help: name one commit: `A..B` is a range"),
        ("v2", "= help: fetch it first"),
        ("mian", "= help: did you mean `git:main`?"),
        ("mian~1", "= help: did you mean `git:main~1`?"),
    ] {
        repository.diff(revision, &["m.cml"]).says(2, said);
    }
    let empty = Repository::new();
    empty.0.write("m.cml", OLD);
    empty.diff("HEAD", &["m.cml"]).says(2, "= note: nothing is committed yet on the current branch");
    for revision in ["HEAD", "HEAD^0", "v1^{commit}", "refs/tags/v1", "@"] {
        repository.diff(revision, &["m.cml"]).silent();
    }
    // No option reaches `git`, and none of its files.
    repository.diff("--output=x", &["m.cml"]).says(2, "begins with `-`");
    repository.diff("v1", &["/etc/hostname.cml"]).says(2, "E0910");
    repository.diff("v1", &["../m.cml"]).says(2, "E0910");
    fs::remove_dir_all(repository.0.path("folder.cml")).unwrap();
    repository.0.write("folder.cml", NEW);
    repository.diff("v1", &["folder.cml"]).says(2, "cannot read `git:v1:folder.cml`: it is a folder");

    let elsewhere = Repository(Workspace::new().with("m.cml", OLD));
    let answer = elsewhere.diff("v1", &["m.cml"]).says(2, "there is no repository that `git` opens here");
    assert!(answer.stderr.contains("= note: `git` says: fatal: not a git repository"), "{answer:#?}");
    let mut command = repository.0.command(CONFC, &["diff", "--against", "git:v1", "m.cml"]);
    command.env("PATH", repository.0.path("nothing"));
    Answer::of(&mut command).says(2, "`git` cannot be run: there is no such file");
}

#[test]
fn of_an_old_version_errors_are_told_and_neither_warnings_nor_secrets() {
    if !has_git("of_an_old_version_errors_are_told_and_neither_warnings_nor_secrets") {
        return;
    }
    let repository = Repository::new();
    let secret = "{ config: { p: { type: 'string', max_size: 3, sensitive: true, default: 'opensesame' } } }";
    repository.0.write("warns.cml", "{ config: { a: { type: 'uint8', min: 0 } } }");
    repository.0.write("wrong.cml", secret);
    repository.0.write("cut.cml", [b"{ config: \xff".as_slice(), &[0xff; 3]].concat());
    repository.commit("v1");
    for name in ["warns.cml", "wrong.cml", "cut.cml"] {
        repository.0.write(name, "{ config: { a: { type: 'uint8' } } }");
    }
    repository.diff("v1", &["warns.cml", "--deny-warnings"]).silent();
    let answer = repository.diff("v1", &["wrong.cml"]).says(1, "--> git:v1:wrong.cml:1:");
    assert!(!answer.stderr.contains("opensesame") && answer.stderr.contains("default: …"), "{answer:#?}");
    repository.diff("v1", &["cut.cml"]).says(1, "--> git:v1:cut.cml:1:11");
    // No service can show an old text beside a new one.
    let forms =
        ["sarif", "github"].map(|form| repository.diff("v1", &["wrong.cml", "--message-format", form]));
    assert!(forms[0].stderr.contains("\"logicalLocations\":[{\"fullyQualifiedName\":\"git:v1:wrong.cml\"}]"));
    assert!(forms[1].stderr.starts_with("::error title=E"), "{forms:#?}");
}

/// A `git` that answers what it likes.
#[cfg(unix)]
#[test]
fn nothing_that_git_says_is_trusted() {
    let space = Workspace::new().with("m.cml", NEW);
    let id = "0123456789012345678901234567890123456789";
    let commit = format!("echo '{id} commit 0'; echo; read name");
    for (prefix, batch, status, said) in [
        ("printf '\\033[31mno\\nmore' >&2; exit 1", "", 2, "v1`: `git` refuses: \\u{1b}[31mno\n"),
        (
            "echo 'fatal: bad config line 1 in file x' >&2; exit 128",
            "",
            2,
            "`git` refuses: bad config line 1 in file x",
        ),
        (
            "echo 'fatal: detected dubious ownership in x' >&2; exit 128",
            "",
            2,
            "= help: run confc as the owner",
        ),
        ("head -c 1000000 /dev/zero | tr '\\0' x", "", 2, "E0909"),
        ("echo", "", 2, "`git` ended before it answered"),
        ("echo", "echo", 2, "`git` ended before it answered"),
        ("echo", "head -c 1000000 /dev/zero | tr '\\0' x", 2, "`git` ended before it answered"),
        ("echo", &format!("echo '{id} commit 99'; echo"), 2, "`git` ended before it answered"),
        ("echo", &format!("echo '{id} commit 99999999999999999999'"), 2, "`git` ended before it answered"),
        ("echo", &format!("echo '{id} blob 0'; echo"), 2, "no such commit"),
        ("echo", &format!("{commit}; echo '{id} blob 67108865'"), 1, "E0102"),
        ("echo", &format!("{commit}; echo '{id} blob 3'; echo abcd"), 2, "`git` ended before it answered"),
        ("echo", &format!("{commit}; echo '{id} blob'"), 2, "`git` ended before it answered"),
        ("echo", &format!("echo '{id} commit 0'; echo"), 2, "`git` ended before it answered"),
        ("echo", &format!("{commit}; echo 'dangling 2'; echo ab"), 2, "`git` ended before it answered"),
        ("echo", &format!("{commit}; echo 'x missing'; read name; echo '{id} tree 1'; echo x"), 2, "E0909"),
    ] {
        let script =
            format!("#!/bin/sh\nif [ $1 = rev-parse ]; then {prefix}; exit; fi\nread name; {batch}\n");
        // Written by another process: while this one has the file open, no process that it starts meanwhile can run it.
        let write = "mkdir -p bin && printf %s \"$1\" > bin/git && chmod 755 bin/git";
        Answer::of(&mut space.command("/bin/sh", &["-c", write, "sh", &script])).silent();
        let mut command = space.command(CONFC, &["diff", "--against", "git:v1", "m.cml"]);
        let path = format!("{}:/usr/bin:/bin", space.path("bin").display());
        let answer = Answer::of(command.env("PATH", path)).says(status, said);
        assert!(answer.stderr.len() < 2_000 && !answer.stderr.contains('\u{1b}'), "{answer:#?}");
    }
}
