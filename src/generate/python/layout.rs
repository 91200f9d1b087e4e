//! Python code in the layout of `black`: on one line if it fits, else one argument per line, each with a comma after
//! it.

use crate::text::escape::is_unsafe;

/// The longest line, in characters. Code is ASCII, so this is also its width.
const WIDTH: usize = 88;

/// An expression with the parts that its layout depends on.
#[derive(Debug, Clone)]
pub(super) enum PythonExpression {
    /// A text that is never broken.
    Atom(String),
    /// Parts in brackets after a head, or in parentheses without a head.
    Group { head: String, open: char, parts: Vec<GroupPart> },
    /// Parts with a space between them, each with its operator. Always in brackets.
    Operation(Vec<GroupPart>),
}

/// A part of a group, with the text before it, as in `key=`.
#[derive(Debug, Clone)]
pub(super) struct GroupPart {
    name: String,
    code: PythonExpression,
    /// The text after it, as in ` = 3`.
    after: String,
}

impl GroupPart {
    pub(super) fn named(name: &str, code: PythonExpression) -> Self {
        Self { name: format!("{name}="), code, after: String::new() }
    }

    /// A parameter.
    pub(super) fn typed(name: &str, ty: PythonExpression, default: &str) -> Self {
        Self { name: format!("{name}: "), code: ty, after: default.into() }
    }

    /// An entry of a dictionary.
    pub(super) fn entry(key: &str, code: PythonExpression) -> Self {
        Self { name: format!("{key}: "), code, after: String::new() }
    }
}

impl From<PythonExpression> for GroupPart {
    fn from(code: PythonExpression) -> Self {
        Self { name: String::new(), code, after: String::new() }
    }
}

impl PythonExpression {
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::Atom(text.into())
    }

    pub(super) fn call(head: impl Into<String>, parts: Vec<GroupPart>) -> Self {
        Self::Group { head: head.into(), open: '(', parts }
    }

    /// `head[…]`.
    pub(super) fn subscript(head: &str, parts: Vec<GroupPart>) -> Self {
        Self::Group { head: head.into(), open: '[', parts }
    }

    /// `[…]`.
    pub(super) fn list(parts: Vec<GroupPart>) -> Self {
        Self::Group { head: String::new(), open: '[', parts }
    }

    /// `{…}`.
    pub(super) fn braces(parts: Vec<GroupPart>) -> Self {
        Self::Group { head: String::new(), open: '{', parts }
    }

    pub(super) fn tuple(items: Vec<Self>) -> Self {
        let parts: Vec<GroupPart> = items.into_iter().map(GroupPart::from).collect();
        if parts.is_empty() { Self::atom("()") } else { Self::call("", parts) }
    }

    /// Whether it contains a call of this function.
    pub(super) fn calls(&self, function: &str) -> bool {
        match self {
            Self::Atom(_) => false,
            Self::Group { head, parts, .. } => {
                head == function || parts.iter().any(|part| part.code.calls(function))
            }
            Self::Operation(parts) => parts.iter().any(|part| part.code.calls(function)),
        }
    }

    /// Two operands with an operator between them.
    pub(super) fn operation(left: Self, operator: &str, right: Self) -> Self {
        let right = GroupPart { name: format!("{operator} "), ..right.into() };
        Self::Operation(vec![left.into(), right])
    }

    /// The expression between two texts, without spaces.
    pub(super) fn between(self, before: &str, after: &str) -> Self {
        match self {
            Self::Atom(text) => Self::Atom(format!("{before}{text}{after}")),
            code @ (Self::Group { .. } | Self::Operation(_)) => {
                Self::Operation(vec![GroupPart { name: before.into(), code, after: after.into() }])
            }
        }
    }

    /// The code on one line.
    pub(super) fn flat(&self) -> String {
        match self {
            Self::Atom(text) => text.clone(),
            Self::Group { head, open, parts } => {
                let inner: Vec<String> = parts
                    .iter()
                    .map(|part| format!("{}{}{}", part.name, part.code.flat(), part.after))
                    .collect();
                let is_tuple = head.is_empty() || head.ends_with(' ');
                let comma = if is_tuple && *open == '(' && parts.len() == 1 { "," } else { "" };
                format!("{head}{open}{}{comma}{}", inner.join(", "), close(*open))
            }
            Self::Operation(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| format!("{}{}{}", part.name, part.code.flat(), part.after))
                    .collect();
                parts.join(" ")
            }
        }
    }

    /// Whether it has an operation that does not fit on its line, which `black` would break in its own way.
    pub(super) fn breaks_operation(&self, indent: usize, around: usize) -> bool {
        if indent + around + self.flat().len() <= WIDTH {
            return false;
        }
        match self {
            Self::Atom(_) => false,
            Self::Operation(_) => true,
            Self::Group { parts, .. } => parts.iter().any(|part| {
                let around = part.name.len() + part.after.len() + 1;
                part.code.breaks_operation(indent + 4, around)
            }),
        }
    }

    /// The expression with a text before it.
    pub(super) fn prefixed(self, text: &str) -> Self {
        match self {
            Self::Atom(atom) => Self::Atom(format!("{text}{atom}")),
            Self::Group { head, open, parts } => Self::Group { head: format!("{text}{head}"), open, parts },
            Self::Operation(_) => self.between(text, ""),
        }
    }

    /// Writes a statement with this expression between two texts.
    ///
    /// If it does not fit within the width, as with names of 64 characters in nested classes, a comment makes `black`
    /// skip it. The same holds for long operations, whose layout is decided here.
    pub(super) fn statement(&self, out: &mut String, indent: usize, before: &str, after: &str) {
        let mut laid_out = String::new();
        self.lines(&mut laid_out, indent, before, after);
        if self.breaks_operation(indent, before.len() + after.len()) {
            *out += &format!("{:indent$}# fmt: off\n{laid_out}{:indent$}# fmt: on\n", "", "");
            return;
        }
        let is_whole = !matches!(self, Self::Atom(_));
        let fits = |line: &str| line.len() <= WIDTH || (is_whole && line.ends_with(','));
        if laid_out.lines().all(fits) {
            *out += &laid_out;
        } else {
            *out += &format!("{:indent$}{before}{}{after}  # fmt: skip\n", "", self.flat());
        }
    }

    /// Writes the lines of a statement, regardless of their width.
    pub(super) fn lines(&self, out: &mut String, indent: usize, before: &str, after: &str) {
        let line = format!("{before}{}{after}", self.flat());
        match self {
            Self::Group { head, open, parts } if indent + line.len() > WIDTH && !parts.is_empty() => {
                *out += &format!("{:indent$}{before}{head}{open}\n", "");
                for part in parts {
                    part.code.lines(out, indent + 4, &part.name, &format!("{},", part.after));
                }
                *out += &format!("{:indent$}{}{after}\n", "", close(*open));
            }
            Self::Operation(parts) if indent + line.len() > WIDTH => {
                for (at, part) in parts.iter().enumerate() {
                    let before = if at == 0 { before } else { "" };
                    let after = if at + 1 == parts.len() { after } else { "" };
                    part.code.lines(
                        out,
                        indent,
                        &format!("{before}{}", part.name),
                        &format!("{}{after}", part.after),
                    );
                }
            }
            Self::Atom(_) | Self::Group { .. } | Self::Operation(_) => {
                *out += &format!("{:indent$}{line}\n", "");
            }
        }
    }
}

fn close(open: char) -> char {
    match open {
        '[' => ']',
        '{' => '}',
        _ => ')',
    }
}

/// A text as an ASCII literal, in the quotes that need fewer escapes.
pub(super) fn literal(text: &str) -> PythonExpression {
    PythonExpression::atom(quoted(text))
}

pub(super) fn quoted(text: &str) -> String {
    let count = |quote: char| text.chars().filter(|c| *c == quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c if u32::from(c) <= 0xff => out += &format!("\\x{:02x}", u32::from(c)),
            c if u32::from(c) <= 0xffff => out += &format!("\\u{:04x}", u32::from(c)),
            c => out += &format!("\\U{:08x}", u32::from(c)),
        }
    }
    out.push(quote);
    out
}

/// Writes a documentation string. User text cannot end it.
pub(super) fn docstring(out: &mut String, indent: usize, text: &str) {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let mut safe = String::new();
        for c in line.replace(['\t', '\r'], " ").chars() {
            match c {
                '\\' => safe.push_str("\\\\"),
                // These are doubly escaped, so that readers of the documentation see the escapes.
                c if is_unsafe(c) => safe += &format!("\\\\u{{{:x}}}", u32::from(c)),
                c => safe.push(c),
            }
        }
        lines.push(safe.replace("\"\"\"", "\\\"\\\"\\\"").trim_end().into());
    }
    let (first, rest) = lines.split_first().map_or(("", [].as_slice()), |(first, rest)| (first, rest));
    // A quote at the end would belong to the closing quotes.
    if rest.is_empty() && !first.ends_with('"') {
        *out += &format!("{:indent$}\"\"\"{first}\"\"\"\n", "");
        return;
    }
    *out += &format!("{:indent$}\"\"\"{first}\n", "");
    for line in rest {
        *out += format!("{:indent$}{line}", "").trim_end();
        out.push('\n');
    }
    *out += &format!("{:indent$}\"\"\"\n", "");
}
