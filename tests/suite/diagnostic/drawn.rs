//! Diagnostics of any text, drawn.

use crate::support::random;
use confc::diagnostic::render::{DiagnosticFormat, Options, render};
use confc::diagnostic::{Code, Diagnostic, Report};
use confc::text::{Sources, escape};
use proptest::prelude::{Just, any, prop, prop_assert, prop_oneof, proptest};

/// Whatever the text, the spans and the masks: it is drawn without a panic and stays small.
#[test]
fn anything_is_drawn() {
    let text = proptest::collection::vec(
        prop_oneof![
            Just("a"),
            Just("\n"),
            Just("\r\n"),
            Just("\t"),
            Just("日"),
            Just("e\u{301}"),
            Just("\u{feff}"),
            Just("\r"),
            Just("  "),
            Just("\u{1b}"),
            Just("{"),
            Just("// x"),
            Just("\u{200d}"),
            Just("0123456789012345678901234567890123456789"),
        ],
        0..40,
    );
    let at = || any::<prop::sample::Index>();
    let labels = proptest::collection::vec((at(), at()), 1..6);
    let strategy = (text, labels, proptest::option::of((at(), at())), any::<bool>());
    proptest!(random::cases(256), |((text, labels, mask, color) in strategy)| {
        let mut sources = Sources::new();
        let source = sources.add("a.cml".into(), text.concat(), None);
        let edges: Vec<u32> = (0..=source.text().len())
            .filter(|at| source.text().is_char_boundary(*at)).map(|at| u32::try_from(at).unwrap()).collect();
        let range = |(a, b): &(prop::sample::Index, prop::sample::Index)| {
            let (a, b) = (*a.get(&edges), *b.get(&edges));
            (a.min(b), a.max(b))
        };
        if let Some(mask) = &mask {
            source.mask(vec![range(mask)]);
        }
        let mut spans = labels.iter().map(|label| { let (a, b) = range(label); source.span(a, b) });
        let mut diagnostic = Diagnostic::new(Code::E0104, "m").at(spans.next().unwrap(), "here");
        for span in spans {
            diagnostic = diagnostic.label(span, "there");
        }
        let mut report = Report::new();
        report.push(diagnostic);
        let options = Options { format: DiagnosticFormat::Text, color, width: 40, limit: 50, deny_warnings: false };
        let mut out = Vec::new();
        render(&report, &sources, &options, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        prop_assert!(out.len() < 20_000);
        let begin = if color { "\u{1b}" } else { "error" };
        prop_assert!(out.starts_with(begin), "{}", out);
        // The forms for programs are one line of this diagnostic, and have no source in them.
        for format in [DiagnosticFormat::Sarif, DiagnosticFormat::Github, DiagnosticFormat::Json] {
            let mut out = Vec::new();
            render(&report, &sources, &Options { format, ..options }, &mut out).unwrap();
            let out = String::from_utf8(out).unwrap();
            let is_safe = |line: &str| !line.contains(escape::is_unsafe) && !line.contains('日');
            prop_assert!(out.strip_suffix('\n').is_some_and(is_safe), "{}", out);
        }
    });
}
