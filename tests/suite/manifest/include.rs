//! Where includes are looked for, in which order they are read, and what is refused.

use super::Run;
use crate::support::random;
use confc::diagnostic::{Code, Report};
use confc::manifest::{IncludeOptions, MAX_INCLUDE_DEPTH, load, read};
use confc::syntax::json5::parse;
use confc::text::Sources;
use confc::text::files::{Files, MemoryFiles};
use proptest::prelude::{any, prop_assert_eq, proptest};
use std::io;

fn options(root: &str, paths: &[&str]) -> IncludeOptions {
    IncludeOptions { root: root.into(), paths: paths.iter().map(|path| (*path).into()).collect() }
}

fn including(entry: &str) -> String {
    format!("{{ include: [ {entry:?} ] }}")
}

#[test]
fn places_are_tried_in_order() {
    let here = MemoryFiles::new().with("src/m.cml", including("x"));
    let everywhere = ["src/x", "first/x", "second/x"];
    let options = options("root", &["first", "second/"]);
    for (at, place) in everywhere.iter().enumerate() {
        let files = everywhere.iter().skip(at).fold(here.clone(), |files, place| files.with(place, "{}"));
        let run = Run::load(&files, "src/m.cml", &options);
        assert_eq!(run.names(), ["src/m.cml", place]);
        assert_eq!(run.loaded.inputs, ["src/m.cml", place]);
        run.assert_clean();
    }
    // The include root is not among them.
    let run = Run::load(&here.with("root/x", "{}"), "src/m.cml", &options);
    let only = run.only();
    assert_eq!((only.code(), only.message()), (Code::E0208, "included file `x` does not exist"));
    assert_eq!(only.notes(), ["looked for `src/x`, `first/x` and `second/x`"]);
    assert_eq!(run.place(only.primary()), "src/m.cml:1:14");
}

#[test]
fn two_slashes_are_the_include_root() {
    let files = MemoryFiles::new().with("a/m.cml", including("//x/y")).with("a/x/y", "{}");
    let run = Run::load(&files, "a/m.cml", &IncludeOptions::default());
    assert_eq!(run.only().notes(), ["looked for `x/y`"]);
    let run = Run::load(&files.clone().with("x/y", "{}"), "a/m.cml", &IncludeOptions::default());
    assert_eq!(run.names(), ["a/m.cml", "x/y"]);
    for root in ["a", "a/", "./a", "/a", "b/../a"] {
        let run = Run::load(&files, "a/m.cml", &options(root, &[]));
        let name = if root.starts_with('/') { "/a/x/y" } else { "a/x/y" };
        assert_eq!(run.names(), ["a/m.cml", name], "{root}");
    }
    // However it is spelled, it stays under the root.
    let files = MemoryFiles::new().with("a/m.cml", including("///x")).with("x", "{}").with("a/x", "{}");
    assert_eq!(Run::load(&files, "a/m.cml", &options("a", &[])).names(), ["a/m.cml", "a/x"]);
}

#[test]
fn a_shard_includes_from_its_own_folder_first() {
    let files = MemoryFiles::new()
        .with("m.cml", including("lib/a"))
        .with("lib/a", including("./b"))
        .with("lib/b", including("../c"))
        .with("b", "{}")
        .with("c", "{}");
    let run = Run::of(&files);
    assert_eq!(run.names(), ["m.cml", "lib/a", "lib/b", "c"]);
    run.assert_clean();
}

#[test]
fn spellings_that_lead_out_are_refused() {
    let files = ["/secret", "/other/x", "/repo/src/x", "/repository/x"];
    let files = files.iter().fold(MemoryFiles::new(), |files, path| files.with(path, "{}"));
    let options = options("/repo/src", &["/repo/lib"]);
    for entry in [
        "../../secret",
        "a/../../../secret",
        "./.././../secret",
        "//../../secret",
        "//a/../../../secret",
        "/secret",
        "/repo/src/../../secret",
        "/repository/x",
        "../../../../../../secret",
        "/",
        "..",
        "/repo/src-other/x",
        "//..",
        "/other/x",
        "/repo",
        "///../../secret",
    ] {
        let files = files.clone().with("/repo/src/m.cml", including(entry));
        let run = Run::load(&files, "/repo/src/m.cml", &options);
        assert_eq!(run.only().code(), Code::E0209, "{entry}");
        assert_eq!(run.loaded.documents.len(), 1, "{entry}");
    }
    for entry in ["x", "../src/x", "//x", "//../src/x", "/repo/src/x", "/../repo/./src/x", "a/../x"] {
        let files = files.clone().with("/repo/src/m.cml", including(entry));
        let run = Run::load(&files, "/repo/src/m.cml", &options);
        assert_eq!(run.names(), ["/repo/src/m.cml", "/repo/src/x"], "{entry}");
    }
}

#[test]
fn the_manifests_own_folder_may_be_included_from() {
    let files = MemoryFiles::new().with("other/m.cml", including("x")).with("other/x", "{}");
    Run::load(&files, "other/m.cml", &options("root", &[])).assert_clean();
    let files = files.with("other/m.cml", including("../x")).with("x", "{}");
    let run = Run::load(&files, "other/m.cml", &options("root", &["lib/sub"]));
    let only = run.only();
    assert_eq!(only.message(), "include `../x` is outside the folders that files may be included from");
    assert_eq!(only.primary().unwrap().text, "expected a path inside `root`, `other` or `lib/sub`");
}

#[test]
fn a_place_that_leads_out_is_not_looked_at() {
    let files = MemoryFiles::new().with("a/m.cml", including("../x")).with("x", "{}");
    let run = Run::load(&files, "a/m.cml", &options("a", &["a/lib/sub"]));
    let only = run.only();
    assert_eq!(only.code(), Code::E0208);
    let refused = "did not look for `x`: outside the allowed folders";
    assert_eq!(only.notes(), ["looked for `a/lib/x`", refused]);
}

#[test]
fn a_file_is_read_once_however_it_is_spelled() {
    let list = "{ include: [ 'x', './x', 'a/../x', '//x', '/x', '//./x', 'x' ], use: [ { protocol: 'a' } ] }";
    let files = MemoryFiles::new().with("m.cml", list).with("x", "{ use: [ { protocol: 'b' } ] }");
    let mut run = Run::of(&files);
    assert_eq!(run.names(), ["m.cml", "x"]);
    assert_eq!(run.json()["use"].as_array().unwrap().len(), 2);
    run.assert_clean();
}

#[test]
fn diamonds_are_read_depth_first_in_listed_order() {
    let files = MemoryFiles::new()
        .with("m.cml", "{ include: [ 'left', 'right', 'last' ] }")
        .with("left", "{ include: [ 'shared' ] }")
        .with("right", "{ include: [ 'deep', 'shared' ] }")
        .with("deep", "{}")
        .with("shared", "{ include: [ 'last' ] }")
        .with("last", "{}");
    let run = Run::of(&files);
    assert_eq!(run.names(), ["m.cml", "left", "shared", "last", "right", "deep"]);
    assert_eq!(run.loaded.inputs, run.names());
    run.assert_clean();
}

#[test]
fn cycles_show_their_chain() {
    let files = MemoryFiles::new()
        .with("m.cml", including("a"))
        .with("a", including("b"))
        .with("b", "{\n  include: [ './c', 'd' ],\n}")
        .with("c", including("a"))
        .with("d", including("./m.cml"));
    let run = Run::of(&files);
    assert_eq!(
        run.told(),
        [
            "E0210 c:1:14: includes form a cycle: `a` → `b` → `c` → `a`",
            "E0210 d:1:14: includes form a cycle: `m.cml` → `a` → `b` → `d` → `m.cml`",
        ]
    );
    assert_eq!(run.names(), ["m.cml", "a", "b", "c", "d"]);
    let run = Run::of(&MemoryFiles::new().with("m.cml", including("m.cml")));
    assert_eq!(run.only().message(), "includes form a cycle: `m.cml` → `m.cml`");
}

/// A chain of includes, `depth` of them below the main manifest.
fn chain(depth: usize) -> MemoryFiles {
    let link = |n: usize| if n < depth { including(&format!("s{}", n + 1)) } else { "{}".into() };
    let files = MemoryFiles::new().with("m.cml", link(0));
    (1..=depth).fold(files, |files, n| files.with(&format!("s{n}"), link(n)))
}

#[test]
fn the_depth_limit_lies_between_64_and_65() {
    let run = Run::of(&chain(MAX_INCLUDE_DEPTH));
    run.assert_clean();
    assert_eq!(run.names().len(), 65);
    let run = Run::of(&chain(MAX_INCLUDE_DEPTH + 1));
    assert_eq!(run.told(), ["E0211 s64:1:14: includes are nested too deeply: expected at most 64 levels"]);
    assert_eq!(run.names().len(), 65);
}

#[test]
fn entries_must_be_paths() {
    for (include, told) in [
        ("'x'", "E0207 m.cml:1:12: expected an array of paths in `include`, found a string"),
        ("null", "E0207 m.cml:1:12: expected an array of paths in `include`, found null"),
        ("[ '' ]", "E0207 m.cml:1:14: expected a path in quotes in `include`, found an empty string"),
        ("[ 7 ]", "E0207 m.cml:1:14: expected a path in quotes in `include`, found a number"),
        ("[ ['x'] ]", "E0207 m.cml:1:14: expected a path in quotes in `include`, found an array"),
    ] {
        let run = Run::of_text(&format!("{{ include: {include} }}"));
        assert_eq!(run.told(), [told]);
    }
    Run::of_text("{ include: [] }").assert_clean();
}

#[test]
fn one_run_finds_everything() {
    let files = MemoryFiles::new()
        .with("m.cml", "{ include: [ 'gone', 'bad', 'shard', 'bad' ], confg: 1 }")
        .with("bad", b"{ \xff }".to_vec())
        .with("shard", "{\n  config: {},\n  use: {},\n}");
    let mut run = Run::of(&files);
    run.read(|_, _| ());
    assert_eq!(
        run.told(),
        [
            "E0208 m.cml:1:14: included file `gone` does not exist",
            "E0202 m.cml:1:47: a manifest has no section `confg`",
            "E0101 bad:1:3: expected UTF-8, found byte 0xff at byte offset 2",
            "E0205 shard:2:11: `config` must hold at least one field, found none",
            "E0204 shard:3:8: `use` must be an array, found an object",
        ]
    );
}

#[test]
fn an_error_in_a_shard_says_how_it_was_reached() {
    let files = MemoryFiles::new()
        .with("m.cml", including("a"))
        .with("a", "{\n  include: [ 'b' ],\n}")
        .with("b", "[]");
    let mut run = Run::of(&files);
    run.read(|_, _| ());
    let span = run.only().primary().unwrap().span;
    let b = run.sources.of(span).unwrap();
    let reached = b.reached().unwrap();
    let a = run.sources.of(reached).unwrap();
    assert_eq!((b.name(), a.name(), a.slice(reached)), ("b", "a", "'b'"));
    let reached = a.reached().unwrap();
    assert_eq!(run.sources.of(reached).unwrap().name(), "m.cml");
}

#[test]
fn standard_input_includes_from_the_working_folder() {
    let files = MemoryFiles::new().with("x", including("-")).with("-", "{}");
    let mut sources = Sources::new();
    let mut report = Report::new();
    let main = sources.add("<stdin>".into(), including("x"), None);
    let options = options("elsewhere", &[]);
    let loaded = load(&main, "-", &files, &options, &mut sources, &mut report);
    // A file that happens to be called `-` is a file like any other.
    assert_eq!(loaded.inputs, ["x", "-"]);
    assert!(!report.has_errors());
}

/// Files of which some cannot be read.
struct Guarded(MemoryFiles);

impl Files for Guarded {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        match path {
            "a_file/x" => Err(io::ErrorKind::NotADirectory.into()),
            "locked" => Err(io::ErrorKind::PermissionDenied.into()),
            "a_folder" => Err(io::ErrorKind::IsADirectory.into()),
            "large" => Err(io::ErrorKind::FileTooLarge.into()),
            path => self.0.read(path, limit),
        }
    }

    fn absolute(&self, path: &str) -> String {
        self.0.absolute(path)
    }
}

#[test]
fn what_cannot_be_read_is_reported_and_the_rest_is_read() {
    let list = "{ include: [ 'locked', 'a_folder', 'large', 'a_file/x', 'x' ] }";
    let files = Guarded(MemoryFiles::new().with("m.cml", list).with("x", "{}").with("lib/locked", "{}"));
    let run = Run::load(&files, "m.cml", &options(".", &["lib"]));
    assert_eq!(
        run.told(),
        [
            "E0212 m.cml:1:14: cannot read included file `locked`: permission denied",
            "E0212 m.cml:1:24: cannot read included file `a_folder`: it is a folder",
            "E0212 m.cml:1:36: cannot read included file `large`: expected at most 67108864 bytes (64 MiB), found more",
            "E0208 m.cml:1:45: included file `a_file/x` does not exist",
        ]
    );
    assert_eq!(run.names(), ["m.cml", "x"]);
}

#[test]
fn user_text_in_messages_is_escaped() {
    let run = Run::of(&MemoryFiles::new().with("m.cml", "{ include: [ '\\x1b[31m' ] }"));
    assert_eq!(run.only().message(), "included file `\\u{1b}[31m` does not exist");
}

/// Depth first, in listed order, each once.
fn visit(file: usize, includes: &[Vec<usize>], order: &mut Vec<usize>) {
    if order.contains(&file) {
        return;
    }
    order.push(file);
    includes[file].iter().for_each(|&include| visit(include, includes, order));
}

proptest! {
    #![proptest_config(random::cases(256))]

    /// Whatever includes what, without cycles: files come in the order the page says, and so do items.
    #[test]
    fn order_holds_for_any_graph(lists in proptest::collection::vec(
        proptest::collection::vec(any::<proptest::sample::Index>(), 0..5), 1..10)) {
        let last = lists.len() - 1;
        let mut files = MemoryFiles::new();
        let mut includes: Vec<Vec<usize>> = Vec::new();
        for (n, list) in lists.iter().enumerate() {
            let later = list.iter().filter(|_| n < last).map(|index| n + 1 + index.index(last - n));
            includes.push(later.collect());
            let entries: Vec<String> = includes[n].iter().map(|to| format!("'f{to}'")).collect();
            let items = format!("{{ protocol: 'p{n}' }}, {{ protocol: 'of all' }}");
            files = files.with(&format!("f{n}"), format!("{{ include: [ {} ], use: [ {items} ] }}", entries.join(", ")));
        }
        let mut order = Vec::new();
        visit(0, &includes, &mut order);
        let mut run = Run::load(&files, "f0", &IncludeOptions::default());
        let names: Vec<String> = order.iter().map(|n| format!("f{n}")).collect();
        prop_assert_eq!(run.names(), names);
        let mut items: Vec<String> = order.iter().map(|n| format!("p{n}")).collect();
        items.insert(1, "of all".into());
        let found = run.json()["use"].as_array().unwrap().iter().map(|item| item["protocol"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        prop_assert_eq!(found, items);
        prop_assert_eq!(run.report.errors(), 0);
    }
}

#[test]
fn a_main_manifest_that_is_no_object_leaves_its_shards() {
    let files = MemoryFiles::new().with("m.cml", "[]");
    let mut sources = Sources::new();
    let mut report = Report::new();
    let main = sources.add("m.cml".into(), "[]".into(), None);
    let loaded = load(&main, "m.cml", &files, &IncludeOptions::default(), &mut sources, &mut report);
    assert!(read(&loaded, &mut report).is_none());
    assert_eq!(report.errors(), 1);
    let document = parse(&main, &mut report);
    assert_eq!(document.source().name(), "m.cml");
}
