//! Writes a manifest or a layer in another style: another order where order means nothing, other white space, comments,
//! quotes, escapes and bases of numbers. What it says stays.

use crate::support::random::Random;
use confc::syntax::{Document, Kind, Node, Number, number};
use std::fmt::Write as _;

/// What an object is, so whether the order of its members means something and whether they are documented.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Key to field, or name to number: documented.
    Fields,
    Variants,
    /// A field or an element.
    Type,
    /// A literal of a type.
    Literal,
    /// Carried as it is written.
    Carried,
}

impl Place {
    fn of_member(self, key: &str) -> Self {
        match (self, key) {
            (Self::Fields, _) | (Self::Type, "element" | "key" | "value") => Self::Type,
            (Self::Type, "fields" | "cases") => Self::Fields,
            (Self::Type, "variants") => Self::Variants,
            (Self::Type | Self::Variants | Self::Literal, _) => Self::Literal,
            (Self::Carried, _) => Self::Carried,
        }
    }
}

/// Members of a manifest's object, each with the members of its value that are written.
pub(crate) type Part<'d> = (Node<'d>, Node<'d>);

/// Writes in a style of its own.
pub(crate) struct Restyle<'r> {
    random: &'r mut Random,
    /// Replaces all documentation.
    documentation: Option<&'r str>,
    out: String,
}

impl<'r> Restyle<'r> {
    pub(crate) fn new(random: &'r mut Random) -> Self {
        Self { random, documentation: None, out: String::new() }
    }

    /// With this documentation instead, on everything that can have some; none where it is empty.
    pub(crate) fn documented(self, documentation: &'r str) -> Self {
        Self { documentation: Some(documentation), ..self }
    }

    /// A whole manifest.
    pub(crate) fn manifest(self, document: &Document) -> String {
        let (sections, fields) = parts(document);
        self.file(&[], &sections, &fields)
    }

    /// A layer of values.
    pub(crate) fn layer(mut self, document: &Document) -> String {
        self.space();
        self.value(document.root().unwrap(), Place::Literal);
        self.space();
        self.out
    }

    /// One file of a manifest: these includes, these sections, these fields.
    pub(crate) fn file(mut self, includes: &[String], sections: &[Part<'_>], fields: &[Part<'_>]) -> String {
        let mut order: Vec<usize> = (0..sections.len() + 2).collect();
        self.random.shuffle(&mut order);
        // Extensions are carried in their order.
        let is_extension =
            |at: &usize| sections.get(*at).is_some_and(|(key, _)| key.text().starts_with("x-"));
        order.sort_by_key(|at| if is_extension(at) { (1, *at) } else { (0, 0) });
        self.space();
        self.out.push('{');
        for at in order {
            match at.checked_sub(sections.len()) {
                None => {
                    let (key, value) = sections[at];
                    self.key(key.text());
                    let is_types = key.text() == "config_types";
                    self.value(value, if is_types { Place::Fields } else { Place::Carried });
                }
                Some(0) if !includes.is_empty() => {
                    self.key("include");
                    self.out.push('[');
                    for include in includes {
                        self.string(include);
                        self.comma();
                    }
                    self.out.push(']');
                }
                Some(1) if !fields.is_empty() => {
                    self.key("config");
                    self.members(fields.to_vec(), Place::Fields);
                }
                Some(_) => continue,
            }
            self.comma();
        }
        self.out.push('}');
        self.space();
        self.out
    }

    fn members(&mut self, mut members: Vec<Part<'_>>, place: Place) {
        if place != Place::Carried {
            self.random.shuffle(&mut members);
        }
        self.out.push('{');
        for (at, (key, value)) in members.iter().enumerate() {
            self.space();
            if matches!(place, Place::Fields | Place::Variants) {
                self.document(*key);
            }
            self.key_here(key.text());
            self.value(*value, place.of_member(key.text()));
            if at + 1 < members.len() {
                self.comma();
            }
        }
        if !members.is_empty() && self.random.once_in(2) {
            self.comma();
        }
        self.out.push('}');
    }

    /// The documentation of a key, nothing between it and the key but white space.
    fn document(&mut self, key: Node<'_>) {
        let own = key.document().documentation_of(key.id());
        let text = self.documentation.map(str::to_owned).or(own).filter(|text| !text.is_empty());
        let Some(text) = text else { return };
        self.out.push('\n');
        for line in text.split('\n') {
            let bare = line.is_empty() || !line.starts_with(['/', ' ']) && self.random.once_in(2);
            let indent = self.random.pick(&["", "  ", "\t"]);
            let end = self.random.pick(&["\n", "\r\n"]);
            write!(self.out, "{indent}///{}{line}{end}", if bare { "" } else { " " }).unwrap();
        }
    }

    fn key(&mut self, key: &str) {
        self.space();
        self.key_here(key);
    }

    fn key_here(&mut self, key: &str) {
        let bare = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && key.starts_with(|c: char| c.is_ascii_alphabetic());
        match self.random.below(4) {
            0 | 1 if bare => self.out.push_str(key),
            2 if bare => {
                for c in key.chars() {
                    match self.random.once_in(3) {
                        true => write!(self.out, "\\u{:04x}", u32::from(c)).unwrap(),
                        false => self.out.push(c),
                    }
                }
            }
            _ => self.string(key),
        }
        self.space();
        self.out.push(':');
        self.space();
    }

    fn value(&mut self, value: Node<'_>, place: Place) {
        match value.kind() {
            Kind::Object => self.members(value.members().collect(), place),
            Kind::Array => {
                self.out.push('[');
                for element in value.elements() {
                    self.space();
                    self.value(element, place);
                    self.comma();
                }
                self.out.push(']');
            }
            Kind::String => self.string(value.text()),
            Kind::Number => self.number(value.raw()),
            Kind::Null | Kind::True | Kind::False | Kind::Invalid => self.out.push_str(value.raw()),
        }
    }

    /// An integer in another base, or with a sign; any other number as it is.
    fn number(&mut self, raw: &str) {
        let choice = self.random.below(3);
        match (number(raw), choice) {
            (Number::Unsigned(n), 0) => write!(self.out, "0x{n:X}").unwrap(),
            (Number::Unsigned(n), 1) => write!(self.out, "+{n}").unwrap(),
            (Number::Negative(n), 0) => write!(self.out, "-0x{:x}", n.unsigned_abs()).unwrap(),
            _ => self.out.push_str(raw),
        }
    }

    fn string(&mut self, text: &str) {
        let quote = if self.random.once_in(2) { '"' } else { '\'' };
        self.out.push(quote);
        for c in text.chars() {
            let plain = !c.is_control() && c != quote && c != '\\' && !matches!(c, '\u{2028}' | '\u{2029}');
            match self.random.below(if plain { 20 } else { 2 }) {
                0 => {
                    let mut units = [0; 2];
                    for unit in c.encode_utf16(&mut units) {
                        write!(self.out, "\\u{unit:04X}").unwrap();
                    }
                }
                1 if u32::from(c) < 0x100 => write!(self.out, "\\x{:02x}", u32::from(c)).unwrap(),
                // A continued line is no part of the text.
                2 => write!(self.out, "\\\n{c}").unwrap(),
                _ if plain => self.out.push(c),
                _ => write!(self.out, "\\u{:04x}", u32::from(c)).unwrap(),
            }
        }
        self.out.push(quote);
    }

    fn comma(&mut self) {
        self.space();
        self.out.push(',');
    }

    /// White space and comments that say nothing.
    fn space(&mut self) {
        for _ in 0..self.random.below(3) {
            let space = ["", " ", "\n", "\r\n", "\t", "\u{a0}", "\u{2028}", "\u{feff}"];
            let comments =
                ["// c\n", "//// no /// documentation\n", "/* c */", "/**/", "/* /// */", "//\r\n"];
            match self.random.once_in(4) {
                true => self.out.push_str(self.random.pick(&comments)),
                false => self.out.push_str(self.random.pick(&space)),
            }
        }
    }
}

/// The sections of a manifest but `config`, and the fields of `config`.
pub(crate) fn parts(document: &Document) -> (Vec<Part<'_>>, Vec<Part<'_>>) {
    let root = document.root().unwrap();
    let (config, sections): (Vec<_>, Vec<_>) = root.members().partition(|(key, _)| key.text() == "config");
    let fields = config.iter().flat_map(|(_, config)| config.members()).collect();
    (sections, fields)
}
