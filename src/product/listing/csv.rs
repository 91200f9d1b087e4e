//! A listing as a table of RFC 4180: a heading, lines that end in CR LF, quotes where they are needed.
//!
//! Spreadsheets read text that begins with `=`, `+`, `-` or `@` as a formula. Of values only negative numbers do, since
//! strings are literals in quotes; a path that does is preceded by an apostrophe.

use super::Listing;
use crate::text::Sources;
use crate::text::escape::plain;

/// The table.
pub(super) fn csv(listing: &Listing, sources: &Sources) -> String {
    let mut out = String::new();
    row(&mut out, super::markdown::heading(listing).iter().map(String::as_str));
    for field in listing.shown() {
        let name = field.name();
        let mut cells = vec![name, field.ty.clone()];
        for (at, value) in field.values.iter().enumerate() {
            cells.push(value.text().to_owned());
            if listing.options.with_origins {
                let origin = field.origins.get(at).and_then(Option::as_ref);
                let place = origin.map(|origin| origin.text(sources)).unwrap_or_default();
                cells.push(without_formula(&plain(&place).to_string()));
            }
        }
        row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

/// A text that no spreadsheet reads as a formula.
fn without_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}

fn row<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (at, cell) in cells.enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        if cell.contains([',', '"', '\r', '\n']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::{row, without_formula};

    #[test]
    fn cells_are_quoted_where_they_need_it() {
        let mut out = String::new();
        row(&mut out, ["a", "", "b,c", "say \"x\"", "-1", " d "].into_iter());
        assert_eq!(out, "a,,\"b,c\",\"say \"\"x\"\"\",-1, d \r\n");
    }

    #[test]
    fn no_place_is_a_formula() {
        for text in ["=a.yaml:1:1", "+a", "-a", "@a"] {
            assert_eq!(without_formula(text), format!("'{text}"));
        }
        assert_eq!(without_formula("a=b"), "a=b");
    }
}
