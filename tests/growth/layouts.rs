//! Lists in what `fmt` reads, and on its command line.

use crate::bench::Bench;
use crate::listing::{list, words, words_and};
use crate::{Row, row};

/// Looks at a text, and prints what would change: every run finds the same.
fn check(bench: &Bench, text: String) -> Vec<String> {
    bench.write("a.json5", text);
    words("fmt --check a.json5")
}

pub(crate) const ROWS: &[Row] = &[
    row("fmt: elements", 3_000, 1, |bench, size| check(bench, format!("[\n{}]", "1, ".repeat(size)))),
    row("fmt: elements in a line", 3_000, 1, |bench, size| check(bench, format!("[{}]", "1,".repeat(size)))),
    row("fmt: members", 2_000, 1, |bench, size| {
        check(bench, format!("{{{}}}", list(size, |at| format!("k{at}: {{ a: 1}},"))))
    }),
    row("fmt: members laid out", 1_000, 0, |bench, size| {
        check(bench, format!("{{\n{}}}\n", list(size, |at| format!("    /// It.\n    k{at}: {{ a: 1 }},\n"))))
    }),
    row("fmt: every other member", 1_000, 1, |bench, size| {
        let member = |at: usize| format!("    k{at}: 1,{}\n", if at.is_multiple_of(16) { " " } else { "" });
        check(bench, format!("{{\n{}}}\n", list(size, member)))
    }),
    row("fmt: nesting", 200, 1, |bench, size| {
        let deep = format!("{}\n1{},", "[".repeat(10), "]".repeat(10));
        check(bench, format!("[{}]", deep.repeat(size)))
    }),
    row("fmt: nesting too deep", 20, 1, |bench, size| {
        let deep = format!("{}\n1{},", "[".repeat(120), "]".repeat(120));
        check(bench, format!("[{}]", deep.repeat(size)))
    }),
    row("fmt: nesting in a line", 100, 1, |bench, size| {
        let deep = format!("{}1{},", "[".repeat(40), "]".repeat(40));
        check(bench, format!("[{}]", deep.repeat(size)))
    }),
    row("fmt: comments in lines of their own", 3_000, 1, |bench, size| {
        check(bench, format!("[\n{}]", "// It.\n".repeat(size)))
    }),
    row("fmt: comments behind elements", 2_000, 1, |bench, size| {
        check(bench, format!("[\n{}]", "1 /* a */ , // b\n".repeat(size)))
    }),
    row("fmt: comments in a line", 3_000, 1, |bench, size| {
        check(bench, format!("[1,{}\n]", "/* It. */".repeat(size)))
    }),
    row("fmt: comments before a value", 3_000, 1, |bench, size| {
        check(bench, format!("{{ a:{}\n1 }}", "// It.\n".repeat(size)))
    }),
    row("fmt: lines of a comment", 3_000, 1, |bench, size| {
        check(bench, format!("[\n/*{}*/]", "  It.  \n".repeat(size)))
    }),
    row("fmt: comments of two lines, in one line", 1_000, 1, |bench, size| {
        let blank = " ".repeat(size);
        check(bench, format!("[\n{blank}{}1]{blank}", "/* a\nb */".repeat(size)))
    }),
    row("fmt: misplaced documentation", 2_000, 1, |bench, size| {
        check(
            bench,
            format!("{{{}}}", list(size, |at| format!("\n/// It.\n, k{at}: 1")).replacen(',', "", 1)),
        )
    }),
    row("fmt: empty lines", 10_000, 1, |bench, size| check(bench, format!("[1,{}2]", "\n".repeat(size)))),
    row("fmt: spaces", 50_000, 1, |bench, size| check(bench, format!("[1,{}2]", " \t".repeat(size)))),
    row("fmt: a long string", 100_000, 1, |bench, size| {
        check(bench, format!("{{a:'{}',b:[1]}}", "x".repeat(size)))
    }),
    row("fmt: a string of many lines", 5_000, 1, |bench, size| {
        check(bench, format!("{{a:'{}'}}", "x\\\r\n".repeat(size)))
    }),
    row("fmt: stray slashes", 3_000, 1, |bench, size| {
        check(bench, "/".repeat(size).replace("//", "/ ") + "[")
    }),
    row("fmt: syntax errors", 300, 1, |bench, size| check(bench, format!("{{{}}}", "a 1,\n".repeat(size)))),
    row("fmt: files", 30, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("{at}.json5"), "{a:1}"));
        words_and("fmt", size, |at| vec![format!("{at}.json5")])
    }),
    row("fmt: one file often", 100, 0, |bench, size| {
        bench.write("a.json5", "{a:1}");
        words_and("fmt", size, |_| vec!["a.json5".into()])
    }),
    row("fmt: files that are not laid out", 30, 1, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("{at}.json5"), "{a:1}"));
        words_and("fmt --check", size, |at| vec![format!("{at}.json5")])
    }),
    row("fmt: files of other kinds", 300, 2, |bench, size| {
        bench.write("a.yaml", "a: 1");
        words_and("fmt", size, |_| vec!["a.yaml".into()])
    }),
];
