//! Converts between byte offsets and positions of the protocol, without code of the server.

use serde_json::{Value, json};

/// The line and the UTF-16 unit of a byte offset. A byte order mark has no units. An offset inside of a character or
/// between CR and LF has the position of their start, and an offset after the text has the position of its end.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let (mut before, after) = text.split_at(text.floor_char_boundary(offset));
    if after.starts_with('\n') {
        before = before.strip_suffix('\r').unwrap_or(before);
    }
    let lines = lines(before);
    (lines.len() - 1, lines.last().map_or(0, |line| line.encode_utf16().count()))
}

/// The lines of a text, without their ends.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        let end = if rest[at..].starts_with("\r\n") { at + 2 } else { at + 1 };
        lines.push(&rest[..at]);
        rest = &rest[end..];
    }
    lines.push(rest);
    lines
}

/// A position of the protocol.
pub(crate) fn json_position((line, character): (usize, usize)) -> Value {
    json!({ "line": line, "character": character })
}

/// A range of the protocol between two byte offsets.
pub(crate) fn json_range(text: &str, start: usize, end: usize) -> Value {
    json!({ "start": json_position(position(text, start)), "end": json_position(position(text, end)) })
}

/// The byte offset of a position of the protocol. Panics if its line is outside of the text.
pub(crate) fn offset(text: &str, place: &Value) -> usize {
    let number = |name: &str| usize::try_from(place[name].as_u64().unwrap()).unwrap();
    let line = lines(text)[number("line")];
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut units = 0;
    let is_before = |(_, c): &(usize, char)| {
        let is_before = units < number("character");
        units += c.len_utf16();
        is_before
    };
    let after = line.char_indices().take_while(is_before).last();
    start + after.map_or(0, |(at, c)| at + c.len_utf8())
}

/// The part of a text in a range.
pub(crate) fn covered<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// A text after edits, which must not overlap.
pub(crate) fn edited(text: &str, edits: &[Value]) -> String {
    let place = |edit: &Value, name: &str| offset(text, &edit["range"][name]);
    let mut edits: Vec<_> = edits
        .iter()
        .map(|edit| (place(edit, "start"), place(edit, "end"), edit["newText"].as_str().unwrap()))
        .collect();
    edits.sort_unstable();
    let (mut out, mut at) = (String::new(), 0);
    for (start, end, new) in edits {
        assert!(at <= start && start <= end, "edits overlap");
        out = out + &text[at..start] + new;
        at = end;
    }
    out + &text[at..]
}

/// Whether a range is inside of the text, and does not end before its start.
pub(crate) fn is_inside(text: &str, range: &Value) -> bool {
    let lines = lines(text);
    let place = |name: &str| {
        let number = |member: &str| usize::try_from(range[name][member].as_u64()?).ok();
        Some((number("line")?, number("character")?))
    };
    let (Some(start), Some(end)) = (place("start"), place("end")) else { return false };
    let is_valid = |(line, character): (usize, usize)| {
        lines.get(line).is_some_and(|text| character <= text.encode_utf16().count())
    };
    start <= end && is_valid(start) && is_valid(end)
}

#[test]
fn positions_count_units_and_lines() {
    let text = "\u{feff}é𐐀x\r\n\ry\n";
    let of = |part: &str| position(text, text.find(part).unwrap());
    assert_eq!((of("é"), of("𐐀"), of("x")), ((0, 0), (0, 1), (0, 3)));
    assert_eq!((of("\r\n"), of("\ry"), of("y")), ((0, 4), (1, 0), (2, 0)));
    assert_eq!(position(text, text.len()), (3, 0));
    assert_eq!(lines(text), ["é𐐀x", "", "y", ""]);
    let range =
        |part: &str| json_range(text, text.find(part).unwrap(), text.find(part).unwrap() + part.len());
    assert_eq!(covered(text, &range("𐐀x\r\n\ry")), "𐐀x\r\n\ry");
    let edit = |part: &str, new: &str| json!({ "range": range(part), "newText": new });
    assert_eq!(edited(text, &[edit("y", "z"), edit("é", "")]), "\u{feff}𐐀x\r\n\rz\n");
    assert!(is_inside(text, &json_range(text, 0, text.len())));
    assert!(!is_inside(
        "a",
        &json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 2 } })
    ));
}
