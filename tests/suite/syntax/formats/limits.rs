//! Limits on both sides, and texts made to cost much.

use super::Read;
use confc::diagnostic::Code;
use confc::syntax::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT, MAX_TOML_DEPTH};
use confc::syntax::{Format, Node, limits::MAX_DEPTH};

/// The number of keys and values.
fn nodes(node: Node<'_>) -> usize {
    let members = node.members().map(|(_, value)| 1 + nodes(value));
    1 + members.chain(node.elements().map(nodes)).sum::<usize>()
}

#[test]
fn depth_of_yaml() {
    let flow = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let block = |depth: usize| (0..depth).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>();
    let sequences = |depth: usize| format!("{}x\n", "- ".repeat(depth));
    let mixed =
        |depth: usize| format!("{}{}{}", "- ".repeat(60), "[".repeat(depth - 60), "]".repeat(depth - 60));
    // Half of the levels come from an alias.
    let aliased = |depth: usize| {
        let half = (depth - 1) / 2;
        let rest = depth - 1 - half;
        format!(
            "a: &a {}{}\nb: {}*a{}\n",
            "[".repeat(half),
            "]".repeat(half),
            "[".repeat(rest),
            "]".repeat(rest)
        )
    };
    for text in [&flow as &dyn Fn(usize) -> String, &block, &sequences, &mixed, &aliased] {
        assert_eq!(Read::yaml(&text(MAX_DEPTH)).codes(), [], "{}", text(3));
        assert_eq!(Read::yaml(&text(MAX_DEPTH + 1)).codes(), [Code::E0103], "{}", text(3));
    }
    for text in ["[".repeat(1_000_000), "{a: ".repeat(300_000), "- ".repeat(500_000)] {
        assert_eq!(Read::yaml(&text).codes(), [Code::E0103]);
    }
}

#[test]
fn depth_of_toml() {
    let dotted = |depth: usize| format!("{}a = 1\n", "a.".repeat(depth - 1));
    let header = |depth: usize| format!("[{}a]\n", "a.".repeat(depth - 2));
    let list = |depth: usize| format!("[[{}a]]\n", "a.".repeat(depth - 3));
    let arrays = |depth: usize| format!("a = {}1.5{}\n", "[".repeat(depth - 1), "]".repeat(depth - 1));
    let inline = |depth: usize| format!("a = {}1{}\n", "{a = ".repeat(depth - 1), "}".repeat(depth - 1));
    let spread = |depth: usize| format!("[{}b]\na = {{{}c = 1}}\n", "b.".repeat(39), "c.".repeat(depth - 42));
    for text in [&dotted as &dyn Fn(usize) -> String, &header, &list, &arrays, &inline, &spread] {
        assert_eq!(Read::toml(&text(MAX_TOML_DEPTH)).codes(), [], "{}", text(50));
        assert_eq!(Read::toml(&text(MAX_TOML_DEPTH + 1)).codes(), [Code::E0103], "{}", text(50));
    }
    let million = "a.".repeat(1_000_000);
    for text in [format!("{million}a = 1"), format!("[{million}a]"), format!("a = {}", "[".repeat(1_000_000))]
    {
        assert_eq!(Read::toml(&text).codes(), [Code::E0103]);
    }
    // Each key and each level is within what the crate takes; all together would take all of a stack.
    let step = format!("{{{}a = ", "a.".repeat(78));
    let nested = format!("a = {}1{}\n", step.repeat(78), "}".repeat(78));
    assert_eq!(Read::toml(&nested).codes(), [Code::E0103]);
}

#[test]
#[ignore = "slow: millions of nodes"]
fn what_aliases_stand_for_is_limited_in_nodes() {
    // The array is a node too.
    let text = |nodes: usize| {
        let elements = "1,".repeat(99);
        format!("- &a [{elements}]\n{}{}", "- *a\n".repeat(nodes / 100), "- *b\n".repeat(nodes % 100))
            .replacen("- &a", "- &b 0\n- &a", 1)
    };
    let read = Read::yaml(&text(MAX_COPIED_NODES));
    assert_eq!(read.codes(), []);
    assert_eq!(nodes(read.root()), 1 + 1 + 100 + MAX_COPIED_NODES);
    assert_eq!(Read::yaml(&text(MAX_COPIED_NODES + 1)).told(), [(Code::E0121, "*b")]);
    let keys = |count: usize| format!("a: &a k\nb:\n{}", "- {*a : 1}\n".repeat(count));
    assert_eq!(Read::yaml(&keys(MAX_COPIED_NODES)).codes(), []);
    assert_eq!(Read::yaml(&keys(MAX_COPIED_NODES + 1)).told(), [(Code::E0121, "*a")]);
}

#[test]
fn what_aliases_stand_for_is_limited_in_text() {
    let size = MAX_COPIED_TEXT / 16;
    let text = |first: String, aliases: usize| format!("- &a {first}\n{}", "- *a\n".repeat(aliases));
    for (first, aliases) in [
        ("x".repeat(size), 16),
        (format!("\"\\t{}\"", "x".repeat(size - 1)), 16),
        (format!("[{{{}: 1{}}}]", "k".repeat(900), "0".repeat(size - 901)), 16),
    ] {
        assert_eq!(Read::yaml(&text(first.clone(), aliases)).codes(), [], "{}", &first[..10]);
        assert_eq!(Read::yaml(&text(first, aliases + 1)).told(), [(Code::E0121, "*a")]);
    }
}

#[test]
fn alias_bombs_are_refused() {
    let names: Vec<char> = ('a'..='z').collect();
    let mut text = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for pair in names.windows(2) {
        let alias = format!("*{}, ", pair[0]).repeat(9);
        text.push_str(&format!("{0}: &{0} [{alias}]\n", pair[1]));
    }
    let read = Read::yaml(&text);
    assert_eq!(read.codes(), [Code::E0121]);
    assert!(nodes(read.root()) < 2 * MAX_COPIED_NODES);
}

/// A reader that keeps a node for what it skips, or reads anything twice, shows here by its nodes.
#[test]
#[ignore = "slow: millions of nodes"]
fn large_flat_documents_cost_no_more_nodes_than_they_hold() {
    let count = 100_000;
    let lines = |line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    for (format, text, expected) in [
        (Format::Yaml, lines(&|n| format!("key{n}: {n}\n")), 1 + 2 * count),
        (Format::Yaml, lines(&|n| format!("- {n}\n")), 1 + count),
        (Format::Yaml, format!("[{}]", "1,".repeat(count)), 1 + count),
        (Format::Yaml, lines(&|n| format!("- [{{a: &x{n} {n}}}]\n")), 1 + 4 * count),
        (Format::Toml, lines(&|n| format!("key{n} = {n}\n")), 1 + 2 * count),
        (Format::Toml, format!("a = [{}]", "1,".repeat(count)), 3 + count),
        (Format::Toml, lines(&|n| format!("[[a]]\nb = {n}\n")), 3 + 3 * count),
    ] {
        let read = Read::new(format, &text);
        assert_eq!((read.codes(), nodes(read.root())), (vec![], expected), "{}", &text[..20]);
    }
    let repeated = Read::yaml(&"a: 1\n".repeat(count));
    assert_eq!((repeated.codes(), repeated.document.repeated().len()), (vec![], count - 1));
}

/// Mistakes by the thousand are counted, and the first ones kept.
#[test]
fn mistakes_are_counted_beyond_the_limit() {
    let wrong = confc::diagnostic::Report::MAX_KEPT * 5;
    assert_eq!(Read::yaml(&"- 017\n".repeat(wrong)).report.errors(), wrong);
    assert_eq!(Read::toml(&format!("a = 0\n{}", "a = 1\n".repeat(wrong))).report.errors(), wrong);
}
