use super::{DiagnosticFormat, Options, render};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::text::{Source, Sources, Span, escape};
use std::sync::Arc;

const TEXT: Options =
    Options { format: DiagnosticFormat::Text, color: false, width: 100, limit: 50, deny_warnings: false };

fn rendered(
    diagnostics: impl IntoIterator<Item = Diagnostic>,
    sources: &Sources,
    options: &Options,
) -> String {
    let mut report = Report::new();
    for diagnostic in diagnostics {
        report.push(diagnostic);
    }
    let mut out = Vec::new();
    render(&report, sources, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn one(diagnostic: Diagnostic, sources: &Sources) -> String {
    rendered([diagnostic], sources, &TEXT)
}

/// A text that may be shown.
fn add(sources: &mut Sources, (name, text): (&str, &str), reached: Option<Span>) -> Arc<Source> {
    let source = sources.add(name.into(), text.into(), reached);
    source.clear();
    source
}

fn source(text: &str) -> (Sources, Arc<Source>) {
    let mut sources = Sources::new();
    let source = add(&mut sources, ("a.cml", text), None);
    (sources, source)
}

/// The span of the only occurrence of `part`.
fn find(source: &Source, part: &str) -> Span {
    let (at, _) = source.text().match_indices(part).next().unwrap();
    source.span(at as u32, (at + part.len()) as u32)
}

fn pointing(source: &Source, part: &str) -> Diagnostic {
    Diagnostic::new(Code::E0104, "unexpected text").at(find(source, part), "here")
}

#[track_caller]
fn assert_drawn(actual: &str, expected: &str) {
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert!(actual == expected, "got:\n{actual}\nexpected:\n{expected}");
}

#[test]
fn the_layout_of_the_house() {
    let (sources, source) = source("{\n  a: {\n    retries: 1,\n    \"retries\": 2,\n");
    let diagnostic = Diagnostic::new(Code::E0111, "field `retries` is declared twice")
        .at(find(&source, "\"retries\""), "declared again here")
        .label(find(&source, "retries:").at_start().to(find(&source, "retries")), "first declared here")
        .help("remove one of the two")
        .note("keys are compared as text");
    let expected = r#"
error[E0111]: field `retries` is declared twice
 --> a.cml:4:5
  |
3 |     retries: 1,
  |     ------- first declared here
4 |     "retries": 2,
  |     ^^^^^^^^^ declared again here
  |
  = note: keys are compared as text
  = help: remove one of the two
"#;
    assert_drawn(&one(diagnostic.clone(), &sources), expected);
    let short =
        rendered([diagnostic.clone()], &sources, &Options { format: DiagnosticFormat::Short, ..TEXT });
    assert_eq!(short, "a.cml:4:5: error: field `retries` is declared twice [E0111]\n");
    let color = rendered([diagnostic], &sources, &Options { color: true, ..TEXT });
    assert!(color.contains("\u{1b}[") && color.contains("a.cml:4:5"), "{color}");
}

#[test]
fn labels_in_other_sources_and_the_chain_of_includes() {
    let mut sources = Sources::new();
    let main = add(&mut sources, ("main.cml", "{\n  include: ['mid.cml'],\n}\n"), None);
    let mid = add(&mut sources, ("mid.cml", "['\u{1b}/low.cml']"), Some(find(&main, "'mid.cml'")));
    let low = add(&mut sources, ("\u{1b}/low.cml", "{ x: 1 }"), Some(mid.span(1, 12)));
    let diagnostic = pointing(&low, "x").label(find(&main, "include"), "not like this");
    let expected = r"
error[E0104]: unexpected text
 --> \u{1b}/low.cml:1:3
  |
1 | { x: 1 }
  |   ^ here
  |
 ::: main.cml:2:3
  |
2 |   include: ['mid.cml'],
  |   ------- not like this
  |
  = note: reached through the include at mid.cml:1:2
  = note: reached through the include at main.cml:2:13
";
    assert_drawn(&one(diagnostic.clone(), &sources), expected);
    let json = rendered([diagnostic], &sources, &Options { format: DiagnosticFormat::Json, ..TEXT });
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["included_from"][1]["file"], "main.cml");
    assert_eq!(json["primary"]["file"], "\u{1b}/low.cml");
}

#[test]
fn without_a_place_there_is_a_name_or_nothing() {
    let sources = Sources::new();
    let named = Diagnostic::new(Code::E0901, "cannot read `x`").in_file("x").note("there is no such file");
    let expected = "error[E0901]: cannot read `x`\n --> x\n  |\n  = note: there is no such file\n";
    assert_drawn(&one(named.clone(), &sources), expected);
    let bare = Diagnostic::new(Code::E0903, "bad usage");
    assert_drawn(&one(bare.clone(), &sources), "error[E0903]: bad usage\n");
    assert_drawn(&one(bare.clone().help("try"), &sources), "error[E0903]: bad usage\n  |\n  = help: try\n");
    let short = rendered([named, bare], &sources, &Options { format: DiagnosticFormat::Short, ..TEXT });
    assert_eq!(short, "x: error: cannot read `x` [E0901]\nconfc: error: bad usage [E0903]\n");
}

#[test]
fn a_byte_order_mark_tabs_wide_characters_and_line_ends_move_no_caret() {
    let (sources, bom) = source("\u{feff}x: 1");
    let drawn = one(pointing(&bom, "x"), &sources);
    assert!(drawn.contains("a.cml:1:1\n  |\n1 | x: 1\n  | ^ here\n"), "{drawn}");
    let (sources, tab) = source("\tab\r\nnext");
    let drawn = one(pointing(&tab, "b"), &sources);
    assert!(drawn.contains("a.cml:1:3\n  |\n1 |     ab\n  |      ^ here\n"), "{drawn}");
    let (sources, wide) = source("日本: 1");
    let drawn = one(pointing(&wide, "本"), &sources);
    assert!(drawn.contains("a.cml:1:2\n  |\n1 | 日本: 1\n  |   ^^ here\n"), "{drawn}");
    let (sources, lone) = source("a\rb c");
    let drawn = one(pointing(&lone, "c"), &sources);
    assert!(drawn.contains("a.cml:1:5\n  |\n1 | a␍b c\n  |     ^ here\n"), "{drawn}");
}

#[test]
fn places_at_the_end() {
    let end = |text: &str| {
        let (sources, source) = source(text);
        let end = text.len() as u32;
        one(Diagnostic::new(Code::E0105, "m").at(source.span(end, end), "here"), &sources)
    };
    assert_drawn(&end("a"), "error[E0105]: m\n --> a.cml:1:2\n  |\n1 | a\n  |  ^ here\n");
    assert_drawn(&end("a\n"), "error[E0105]: m\n --> a.cml:2:1\n  |\n2 |  \n  | ^ here\n");
    assert_drawn(&end(""), "error[E0105]: m\n --> a.cml:1:1\n  |\n1 |  \n  | ^ here\n");
    assert_drawn(&end("a\r\n"), "error[E0105]: m\n --> a.cml:2:1\n  |\n2 |  \n  | ^ here\n");
    let (sources, newline) = source("a\nb");
    let drawn = one(Diagnostic::new(Code::E0105, "m").at(newline.span(1, 2), "here"), &sources);
    assert_drawn(&drawn, "error[E0105]: m\n --> a.cml:1:2\n  |\n1 | a\n  |  ^ here\n");
}

#[test]
fn a_place_of_many_lines() {
    let (sources, lines) = source("x {\n 1\n 2\n 3\n 4\n 5\n 6\n} y\n");
    let expected = "
error[E0105]: m
 --> a.cml:1:3
  |
1 |   x {
  |  ___^
2 | |  1
3 | |  2
4 | |  3
... |
7 | |  6
8 | | } y
  | |_^ here
";
    let all = find(&lines, "{\n").at_start().to(find(&lines, "}"));
    assert_drawn(&one(Diagnostic::new(Code::E0105, "m").at(all, "here"), &sources), expected);
    let (sources, long) = source(&format!("[\n{}]", "1,\n".repeat(100_000)));
    let all = long.span(0, long.text().len() as u32);
    let drawn = one(Diagnostic::new(Code::E0105, "m").at(all, "here"), &sources);
    assert_drawn(&drawn, "error[E0105]: m\n --> a.cml:1:1\n  |\n1 | [\n  | ^ here\n");
}

#[test]
fn masked_literals_keep_lines_and_places() {
    let text = "a: 'secret', b: \"more\\\nsecret\", c: 77, d";
    let (sources, masked) = source(text);
    let masks = ["'secret'", "\"more\\\nsecret\"", "77"].map(|part| find(&masked, part));
    masked.mask(masks.iter().map(|span| (span.start, span.end)).collect());
    let drawn = one(pointing(&masked, "77").label(find(&masked, "a"), "in this"), &sources);
    let expected = "
error[E0104]: unexpected text
 --> a.cml:2:13
  |
1 | a: …, b: …
  | - in this
2 | …, c: …, d
  |       ^ here
";
    assert_drawn(&drawn, expected);
    let inside = find(&masked, "cret', b: \"mo");
    let drawn = one(Diagnostic::new(Code::E0104, "m").at(inside, "here"), &sources);
    assert!(drawn.contains("a.cml:1:7\n  |\n1 | a: …, b: …\n  |    ^^^^^^^ here\n"), "{drawn}");
}

#[test]
fn a_message_quotes_no_more_than_is_drawn() {
    let (sources, masked) = source("a: 'secret'\n??");
    let place = find(&masked, "'secret'");
    masked.mask(vec![(place.start, place.end)]);
    let said = "expected `,`, found `'secret'`, which is `secret`, or `terces`";
    let told = Diagnostic::new(Code::E0104, said).at(place, "not `secret`").quoting(place, "terces");
    let drawn = one(told, &sources);
    assert!(drawn.contains("expected `,`, found `…`, which is `…`, or `…`"), "{drawn}");
    assert!(drawn.contains("not `…`") && !drawn.contains("secret"), "{drawn}");
    // A text without masks is shown whole.
    let drawn = one(pointing(&masked, "??").help("`secret`"), &sources);
    assert!(drawn.contains("`secret`"), "{drawn}");
}

#[test]
fn a_source_masked_as_a_whole_shows_its_places_only() {
    let (sources, masked) = source("a: 'secret'\n??");
    masked.mask(vec![(0, masked.text().len() as u32)]);
    let drawn = one(pointing(&masked, "??").label(find(&masked, "a"), "key"), &sources);
    let expected =
        "error[E0104]: unexpected text\n --> a.cml:2:1\n  |\n1 | …\n  | - key\n2 | …\n  | ^ here\n";
    assert_drawn(&drawn, expected);
}

#[test]
fn nothing_in_a_source_steers_the_terminal() {
    let all: String =
        (0..=0x1f_ffff_u32).filter_map(char::from_u32).filter(|c| escape::is_unsafe(*c)).collect();
    for c in all.chars().filter(|c| *c != '\n').take(400).chain(['\u{e0041}', '\u{feff}', '\u{fffb}']) {
        let (sources, source) = source(&format!("a{c}b"));
        let drawn = one(pointing(&source, "b"), &sources);
        let kept: Vec<char> = drawn.chars().filter(|c| *c != '\n' && escape::is_unsafe(*c)).collect();
        assert!(kept.is_empty(), "{c:?} came through: {drawn}");
        let column = if c == '\t' { "     ^" } else { "  ^" };
        assert!(drawn.contains("a.cml:1:3\n  |\n1 |") && drawn.contains(column), "{drawn}");
    }
}

#[test]
fn text_that_nobody_escaped_is_escaped_at_last() {
    let sources = Sources::new();
    let diagnostic =
        Diagnostic::new(Code::E0903, "a\u{1b}b").note("c\u{202e}d").help("e\0f").in_file("g\u{7}");
    use DiagnosticFormat::{Github, Json, Sarif, Short, Text};
    for format in [Text, Short, Json, Sarif, Github] {
        let out = rendered([diagnostic.clone()], &sources, &Options { format, ..TEXT });
        assert!(!out.chars().any(|c| c != '\n' && escape::is_unsafe(c)), "{out}");
        let lines = if format == Text { 5 } else { 1 };
        assert_eq!(out.lines().count(), lines, "{out}");
    }
}

#[test]
fn long_lines_are_cut_around_the_carets() {
    let text = format!("{}x{}", "é, ".repeat(200_000), ", 2".repeat(200_000));
    let (sources, long) = source(&text);
    let drawn = one(pointing(&long, "x"), &sources);
    assert!(drawn.contains("a.cml:1:600001\n") && drawn.len() < 1_000, "{drawn}");
    let lines: Vec<&str> = drawn.lines().collect();
    let column = |line: &str, c: char| line.chars().position(|d| d == c).unwrap();
    assert_eq!(column(lines[3], 'x'), column(lines[4], '^'), "{drawn}");
    let all = Diagnostic::new(Code::E0104, "m").at(long.span(0, text.len() as u32), "all of it");
    let drawn = one(all.label(find(&long, "x"), "here"), &sources);
    assert!(drawn.len() < 2_000, "{drawn}");
}

#[test]
fn labels_far_apart_are_drawn_apart() {
    let (sources, far) = source(&format!("first\n{}last", "\n".repeat(500_000)));
    let drawn = one(pointing(&far, "last").label(find(&far, "first"), "cause"), &sources);
    let expected = "
error[E0104]: unexpected text
      --> a.cml:500002:1
       |
500002 | last
       | ^^^^ here
       |
      ::: a.cml:1:1
       |
     1 | first
       | ----- cause
";
    assert_drawn(&drawn, expected);
}

/// Editors and CI services find places with expressions like these, made for GCC.
#[test]
fn editors_read_the_short_form_as_that_of_gcc() {
    let matchers = [
        // VS Code's `$gcc`, and GitHub's matchers that are copied from it.
        r"^(?:.*?)(?P<file>\S.*?):(?P<line>\d+):(?P<column>\d+):\s+(?:fatal\s+)?(?P<severity>warning|error):\s+(?P<text>.*)$",
        // The same pattern with a greedy name, as in older copies.
        r"^(?P<file>.*):(?P<line>\d+):(?P<column>\d+):\s+(?:fatal\s+)?(?P<severity>warning|error):\s+(?P<text>.*)$",
        // Vim's `%f:%l:%c: %trror: %m` and `%f:%l:%c: %tarning: %m`.
        r"^(?P<file>.+):(?P<line>\d+):(?P<column>\d+): (?P<severity>[ew](?:rror|arning)): (?P<text>.+)$",
        // The pattern `gnu` of Emacs for a place, followed by the word for the kind.
        r"^(?P<file>[^0-9 \n](?:[^\n :]| [^-/\n]|:[^ \n])*?): ?(?P<line>\d+)[.:](?P<column>\d+): *(?P<severity>error|[Ww]arning): *(?P<text>.*)$",
    ];
    let mut sources = Sources::new();
    let source = add(&mut sources, ("some dir/a.cml", "{\n  a: 1 }"), None);
    let said = [(Code::E0111, "error"), (Code::W0101, "warning")];
    for (code, severity) in said {
        let found = Diagnostic::new(code, "field `a: b` is wrong").at(find(&source, "1"), "");
        let short = rendered([found], &sources, &Options { format: DiagnosticFormat::Short, ..TEXT });
        for matcher in matchers {
            let matcher = regex::Regex::new(matcher).unwrap();
            let parts = matcher.captures(short.trim_end()).unwrap_or_else(|| panic!("{matcher}: {short}"));
            let parts = ["file", "line", "column", "severity", "text"].map(|name| parts[name].to_owned());
            let text = format!("field `a: b` is wrong [{code}]");
            assert_eq!(parts, ["some dir/a.cml", "2", "6", severity, &text], "{matcher}");
        }
    }
}

#[test]
fn the_limit_keeps_errors_and_counts_the_rest() {
    let sources = Sources::new();
    let warning = Diagnostic::new(Code::W0101, "w");
    let error = Diagnostic::new(Code::E0903, "e");
    let all = || [warning.clone(), warning.clone(), error.clone()];
    let limited = |format| rendered(all(), &sources, &Options { format, limit: 2, ..TEXT });
    assert_eq!(
        limited(DiagnosticFormat::Short),
        "confc: error: e [E0903]\nconfc: warning: w [W0101]\nand 1 more\n"
    );
    assert!(limited(DiagnosticFormat::Json).ends_with("\n{\"version\":1,\"omitted\":1}\n"));
    assert!(limited(DiagnosticFormat::Github).ends_with("::w\nand 1 more\n"));
    assert!(
        limited(DiagnosticFormat::Sarif)
            .contains("{\"level\":\"note\",\"message\":{\"text\":\"and 1 more\"}}")
    );
    assert!(limited(DiagnosticFormat::Text).ends_with("\nand 1 more\nerror: 1 error, 2 warnings\n"));
    let unlimited = rendered(all(), &sources, &Options { format: DiagnosticFormat::Short, limit: 0, ..TEXT });
    assert_eq!(unlimited.lines().count(), 3);
    assert_eq!(rendered([], &sources, &TEXT), "");
}

/// For any message and name, a workflow command ends at the end of its line, and its properties end at the start of the
/// message.
#[test]
fn nothing_breaks_out_of_a_workflow_command() {
    let mut sources = Sources::new();
    let name = "a,b: 50%25\r\n::warning::.cml";
    let source = add(&mut sources, (name, "x\ny\n"), None);
    let found = Diagnostic::new(Code::E0104, "100%\n::error::x").at(source.span(0, 4), "all");
    let out = rendered([found], &sources, &Options { format: DiagnosticFormat::Github, ..TEXT });
    let file = "a%2Cb%3A 50%2525\\u{d}\\u{a}%3A%3Awarning%3A%3A.cml";
    let place = "a,b: 50%2525\\u{d}\\u{a}::warning::.cml:1:1";
    let expected =
        format!("::error file={file},line=1,endLine=2,title=E0104::{place}: 100%25\\u{{a}}::error::x\n");
    assert_eq!(out, expected);
}

/// Tests an empty place, and a place that ends with its line.
#[test]
fn the_last_column_is_in_the_place() {
    let (sources, source) = source("ab\ncd\n");
    let at = |start, end| {
        let found = Diagnostic::new(Code::E0104, "m").at(source.span(start, end), "");
        let out = rendered([found], &sources, &Options { format: DiagnosticFormat::Github, ..TEXT });
        let (_, rest) = out.split_once(',').unwrap();
        rest.split_once(",title").unwrap().0.to_owned()
    };
    assert_eq!(at(1, 1), "line=1,endLine=1,col=2,endColumn=2");
    assert_eq!(at(0, 2), "line=1,endLine=1,col=1,endColumn=2");
    assert_eq!(at(3, 3), "line=2,endLine=2,col=1,endColumn=1");
    assert_eq!(at(0, 3), "line=1,endLine=1");
    assert_eq!(at(1, 5), "line=1,endLine=2");
}
