//! A listing as a table of GitHub's Markdown, in which user text is never markup.

use super::Listing;
use crate::text::Sources;
use crate::text::markdown::prose;

/// The names of the columns.
pub(super) fn heading(listing: &Listing) -> Vec<String> {
    let mut names = vec!["field".to_owned(), "type".to_owned()];
    for environment in &listing.environments {
        names.push(environment.clone());
        if listing.options.with_origins {
            names.push(format!("{environment} from"));
        }
    }
    names
}

/// The table.
pub(super) fn markdown(listing: &Listing, sources: &Sources) -> String {
    let heading = heading(listing);
    let mut out = String::new();
    row(&mut out, heading.iter().map(String::as_str));
    out.push_str(&"|---".repeat(heading.len()));
    out.push_str("|\n");
    for field in listing.shown() {
        let mut cells = vec![field.name(), field.ty.clone()];
        for (at, value) in field.values.iter().enumerate() {
            cells.push(value.text().to_owned());
            if listing.options.with_origins {
                let origin = field.origins.get(at).and_then(Option::as_ref);
                cells.push(origin.map(|origin| origin.text(sources)).unwrap_or_default());
            }
        }
        row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

fn row<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    for cell in cells {
        out.push_str("| ");
        // Text for people contains no line feeds, so each cell is one line.
        out.push_str(&prose(cell));
        out.push(' ');
    }
    out.push_str("|\n");
}
