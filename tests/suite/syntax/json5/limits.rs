//! Limits on both sides, and texts made to cost much.

use super::Read;
use crate::support::random::{Tally, attempts};
use confc::diagnostic::{Code, Diagnostic, Report};
use confc::syntax::limits::{MAX_DEPTH, MAX_SIZE};
use confc::syntax::{Node, NodeId, source_from_bytes};
use confc::text::Sources;

#[test]
fn depth() {
    let arrays = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let objects = |depth: usize| format!("{}1{}", "{a:".repeat(depth), "}".repeat(depth));
    assert_eq!(Read::new(&arrays(MAX_DEPTH)).codes(), []);
    assert_eq!(Read::new(&objects(MAX_DEPTH)).codes(), []);
    assert_eq!(Read::new(&arrays(MAX_DEPTH + 1)).codes(), [Code::E0103]);
    assert_eq!(Read::new(&objects(MAX_DEPTH + 1)).codes(), [Code::E0103]);
    assert_eq!(Read::new(&"[".repeat(1_000_000)).codes(), [Code::E0103]);
}

#[test]
fn size() {
    let largest = usize::try_from(MAX_SIZE).unwrap();
    let read = |size: usize| {
        let mut report = Report::new();
        let bytes = vec![b' '; size];
        let source = source_from_bytes(&mut Sources::new(), "big.cml", bytes, None, &mut report);
        let file = report.sorted().first().and_then(|found| found.file()).map(String::from);
        (source.is_some(), report.sorted().first().map(|found| found.code()), file)
    };
    assert_eq!(read(largest), (true, None, None));
    assert_eq!(read(largest + 1), (false, Some(Code::E0102), Some("big.cml".into())));
    // Whoever makes a source without `source_from_bytes` is told too.
    assert_eq!(Read::new(&" ".repeat(largest + 1)).codes(), [Code::E0102]);
}

/// The number of nodes behind and with this one.
fn nodes(read: &Read) -> usize {
    fn count(node: Node<'_>) -> usize {
        let members = node.members().map(|(_, value)| 1 + count(value));
        1 + members.chain(node.elements().map(count)).sum::<usize>()
    }
    read.document.root().map_or(0, count)
}

/// A reader that keeps a node for what it skips, or reads anything twice, shows here by its nodes.
#[test]
#[ignore = "slow: millions of nodes"]
fn hostile_texts_cost_no_more_nodes_than_they_hold() {
    let opened = Read::new(&("[".to_string() + &" ".repeat(2000)).repeat(5000));
    assert_eq!((nodes(&opened), opened.codes()), (MAX_DEPTH + 1, vec![Code::E0103]));
    let array = Read::new(&format!("[{}]", "1,".repeat(1_000_000)));
    assert_eq!((nodes(&array), array.codes()), (1_000_001, vec![]));
    let members: String = (0..1_000_000).map(|n| format!("k{n}:0,")).collect();
    let object = Read::new(&format!("{{{members}{members}}}"));
    assert_eq!((nodes(&object), object.codes()), (4_000_001, vec![]));
    assert_eq!(object.document.repeated().len(), 1_000_000);
}

/// Millions of mistakes are counted, and the first ones kept.
#[test]
fn mistakes_are_counted_beyond_the_limit() {
    let wrong = Report::MAX_KEPT * 20;
    let read = Read::new(&format!("[{}]", "@,".repeat(wrong)));
    assert_eq!(read.report.errors(), wrong);
    assert_eq!(read.codes().len(), Report::MAX_KEPT);
    let comments = Read::new(&("///\n\n".repeat(wrong) + "1"));
    assert_eq!((comments.report.errors(), comments.report.warnings()), (0, wrong));
}

const MANIFEST: &str = r#"// A manifest with a bit of everything.
{
    /// What this is.
    program: { runner: 'elf', args: ["\u0041\x42\
c", '\ud83d\ude00'], },
    config: {
        /// How long to wait, in milliseconds.
        /// At least one.
        timeout: { type: "uint32", min: +1, max: 0xFFff, default: 1e3, },
        /* not a comment for people */
        "names": { type: 'vector', max_count: 10, element: { type: "string", max_size: .5 } },
        größe\u00e4: [null, true, -Infinity, NaN, [], {}, -0, 18446744073709551615],
    },
}
"#;

/// Nothing panics, spans stay in the text, a refused text has an error, and every node can be asked.
#[test]
fn damaged_manifests_are_read_to_their_end() {
    const INSERTS: &[&str] = &[
        "{", "}", "[", "]", ":", ",", "'", "\"", "\\", "/*", "*/", "//", "///", "\n", "\r", " ", "\u{2028}",
        "\u{feff}", "é", "😀", "@", "0x", "1e", "-", "\\u", "\\ud800", "\u{0}", "\n\n",
    ];
    let tally = Tally::default();
    attempts(20_000, |random| {
        let mut text: Vec<char> = MANIFEST.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len());
            let end = at + random.below((text.len() - at).min(9));
            let insert = INSERTS[random.below(INSERTS.len())];
            let removed = if random.below(2) == 0 { at } else { end };
            text.splice(at..removed, insert.chars());
        }
        let text: String = text.into_iter().collect();
        let read = Read::new(&text);
        read.check_spans();
        assert!(read.report.sorted().iter().all(|found| is_well_said(found)), "{text}");
        for run in read.document.documentation() {
            let _ = read.document.documentation_of(run.key);
        }
        ask_every_node(&read);
        tally.count(!read.report.has_errors());
    });
    tally.demand(5, 30);
}

fn ask_every_node(read: &Read) {
    fn ask(node: Node<'_>, ids: &mut Vec<NodeId>) {
        ids.push(node.id());
        let _ = (node.text(), confc::syntax::number(node.raw()).integer(), node.get("type"));
        for (key, value) in node.members() {
            ids.push(key.id());
            ask(value, ids);
        }
        node.elements().for_each(|element| ask(element, ids));
    }
    let mut ids = Vec::new();
    if let Some(root) = read.document.root() {
        ask(root, &mut ids);
    }
    assert!(ids.is_sorted(), "nodes are numbered in the order of the text");
}

/// Nothing that steers a terminal, and no full stop.
fn is_well_said(diagnostic: &Diagnostic) -> bool {
    let labels = diagnostic.primary().into_iter().chain(diagnostic.secondary());
    let texts = labels.map(|label| label.text.as_str()).chain(diagnostic.helps().iter().map(String::as_str));
    let mut texts = texts.chain([diagnostic.message()]);
    texts.all(|text| !text.ends_with('.') && !text.chars().any(confc::text::escape::is_unsafe))
}
