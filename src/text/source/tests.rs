//! Places, lines and hidden ranges of sources.

use super::*;

fn place(text: &str, offset: u32) -> (u32, u32) {
    let source = Sources::new().add("t".into(), text.into(), None);
    let place = source.place(offset);
    (place.line, place.column)
}

#[test]
fn columns_count_characters_and_lines_end_at_lf() {
    assert_eq!(place("", 0), (1, 1));
    assert_eq!(place("ab", 2), (1, 3));
    assert_eq!(place("a\nb", 2), (2, 1));
    assert_eq!(place("é\r\nß x", 7), (2, 3));
    assert_eq!(place("\u{feff}a", 3), (1, 1));
    assert_eq!(place("a\n", 99), (2, 1));
}

#[test]
fn columns_of_long_lines_count_characters() {
    for text in ["x".repeat(9_000), "\u{feff}aé😀ß".repeat(900), format!("é\n{}\nx", "ß😀 ".repeat(1_300))]
    {
        let source = Sources::new().add("t".into(), text.clone(), None);
        for (offset, _) in text.char_indices() {
            let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let head = text[line..offset].strip_prefix('\u{feff}').filter(|_| line == 0);
            let column = head.unwrap_or(&text[line..offset]).chars().count() + 1;
            assert_eq!(source.place(narrow(offset)).column, narrow(column), "{offset}");
        }
    }
}

#[test]
fn a_hint_does_not_change_a_place() {
    let source = Sources::new().add("t".into(), "\u{feff}a\n\nß ß\n\n\nb".into(), None);
    let mut hint = LineHint::default();
    for offset in [0, 3, 9, 5, 99, 4, 4, 6, 6, 8, 9, 11, 13, 14, 12, 0, 5, 8] {
        assert_eq!(source.place_near(offset, &mut hint), source.place(offset), "{offset}");
    }
}

#[test]
fn many_places_are_those_of_one_at_a_time() {
    let mut sources = Sources::new();
    for text in ["\u{feff}aé\nb\n\n", "", "one line with ß and 😀 in it"] {
        sources.add("t".into(), text.into(), None);
    }
    let spans = |source: &Arc<Source>| {
        let (source, end) = (Arc::clone(source), source.text().len());
        let starts = (0..=end).filter(|at| source.text().is_char_boundary(*at)).map(narrow);
        starts.map(|at| source.span(at, narrow(end))).collect::<Vec<_>>()
    };
    let spans: Vec<Span> = sources.iter().flat_map(spans).collect();
    let located = sources.locate(spans.iter().rev().copied());
    assert_eq!(located.len(), spans.len());
    for span in spans {
        assert_eq!(located[&span], sources.of(span).unwrap().place(span.start), "{span:?}");
    }
}

#[test]
fn lines_are_found_around_offsets() {
    let source = Sources::new().add("t".into(), "a\n\nbc".into(), None);
    let lines: Vec<_> = (0..6).map(|offset| source.line_around(offset)).collect();
    assert_eq!(lines, [(0, 2), (0, 2), (2, 3), (3, 5), (3, 5), (3, 5)]);
}

#[test]
fn a_line_is_what_is_drawn_of_it() {
    let text = "\u{feff}a\r\n\nß\r";
    let source = Sources::new().add("t".into(), text.into(), None);
    let lines: Vec<_> = (0..5).map(|line| source.line(line).map(|span| source.slice(span))).collect();
    assert_eq!(lines, [None, Some("a"), Some(""), Some("ß\r"), None]);
}

#[test]
fn masks_add_up_in_any_order() {
    let text = "port: 1, password: secret, token: other";
    let ranges = [vec![(19, 25)], vec![(34, 39)], vec![], vec![(22, 30), (3, 3)]];
    let shown = |order: &[usize]| {
        let source = Sources::new().add("t".into(), text.into(), None);
        assert_eq!(*source.masked(), [(0, narrow(text.len()))]);
        order.iter().for_each(|at| source.mask(ranges[*at].clone()));
        source.shown(source.span(0, narrow(text.len()))).into_owned()
    };
    let expected = "port: 1, password: …en: …";
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(shown(&order), expected);
    }
    assert_eq!(shown(&[2]), text);
}
