//! `data.js`: the data of the search, as columns. It contains no values.

use super::model::CatalogueModel;
use super::page;
use crate::text::escape;
use crate::text::json::to_json;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The version of the columns, which is raised if a column changes its meaning or is removed. `app.js` reads only this
/// version.
const VERSION: u32 = 1;

/// The most characters of documentation, or of a type, that the search reads.
const MAX_TEXT: usize = 200;

/// Flags of a field. `data.js` has the sum of those that are set.
const DEPRECATED: u8 = 1;
const SECRET: u8 = 2;
const DIFFERS: u8 = 4;
const SECRET_PARTS: u8 = 8;

/// All fields, members and cases, in the order of the pages. Each column has one entry for each of them.
#[derive(Debug, Default, Serialize)]
struct SearchData {
    version: u32,
    /// The names of the components.
    components: Vec<String>,
    /// The files of the first parts of their pages.
    pages: Vec<String>,
    /// The types, each once.
    types: Vec<String>,
    /// The position of the component.
    component: Vec<usize>,
    path: Vec<String>,
    /// The path by native names; empty if it is the same.
    native: Vec<String>,
    /// The old names, with spaces between them.
    aliases: Vec<String>,
    /// The position of the type.
    #[serde(rename = "type")]
    ty: Vec<usize>,
    /// The beginning of the documentation.
    doc: Vec<String>,
    flags: Vec<u8>,
    /// The part of the component's page, from 0.
    part: Vec<usize>,
}

/// Writes the script.
pub(super) fn write(model: &CatalogueModel<'_, '_>) -> String {
    let mut data = SearchData { version: VERSION, ..SearchData::default() };
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for (at, component) in model.components.iter().enumerate() {
        data.components.push(component.name.to_owned());
        data.pages.push(page::component_page(component.name, 0));
        for (position, section) in component.sections.iter().enumerate() {
            let next = types.len();
            let ty = beginning(&section.type_text());
            let number = *types.entry(ty.clone()).or_insert(next);
            if number == next {
                data.types.push(ty);
            }
            let aliases: Vec<&str> = section.aliases().iter().map(|alias| alias.as_str()).collect();
            let flags = [
                (DEPRECATED, section.deprecated().is_some()),
                (SECRET, section.is_secret),
                (DIFFERS, model.differs(section)),
                (SECRET_PARTS, section.has_secret_parts()),
            ];
            data.component.push(at);
            data.part.push(model.part(at, position));
            data.path.push(section.path.clone());
            data.native.push(section.native.as_deref().map(shown).unwrap_or_default());
            data.aliases.push(shown(&aliases.join(" ")));
            data.ty.push(number);
            data.doc.push(section.documentation().map(beginning).unwrap_or_default());
            data.flags.push(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag).sum());
        }
    }
    let json = to_json(&data);
    format!("globalThis.confcCatalogue = JSON.parse(\"{}\");\n", script_text(&json))
}

/// Text as pages show it.
fn shown(text: &str) -> String {
    escape::plain(text).to_string()
}

/// The first words of a text, on one line.
fn beginning(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => shown(text.get(..end).unwrap_or_default()) + "…",
        None => shown(&text),
    }
}

/// The content of a string literal in a script. Only letters, digits and harmless marks are not escaped.
fn script_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => out.push(c),
            ' ' | '_' | '.' | ',' | ':' | ';' | '-' | '[' | ']' | '{' | '}' | '(' | ')' | '=' | '?' | '!' => {
                out.push(c)
            }
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::script_text;

    #[test]
    fn no_text_ends_the_script() {
        assert_eq!(script_text("a_1 [\"x\"]"), r#"a_1 [\"x\"]"#);
        assert_eq!(script_text("</script>\u{2028}'"), r"\u003c\u002fscript\u003e\u2028\u0027");
        assert_eq!(script_text("\\\u{1f600}"), r"\\\ud83d\ude00");
    }
}
