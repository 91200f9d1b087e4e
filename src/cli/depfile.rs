//! Depfiles, which list the inputs of an output for Make and Ninja.

use std::fmt::{self, Display, Formatter};

/// Why a path cannot be written so that both Make and Ninja read this path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inexpressible {
    /// It is empty.
    Empty,
    /// It contains a control character.
    Control,
    /// This character has another meaning in Make or Ninja, and they share no escape for it.
    Character(char),
    /// It begins with `~`, which Make reads as a home folder.
    Home,
    /// It ends with this character, whose escape Make and Ninja read differently at the end.
    Last(char),
    /// It ends with `)`, so Make reads it as a member of an archive.
    Archive,
    /// A backslash is before this character, whose escape begins with one.
    Backslash(char),
}

impl Display for Inexpressible {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::Control => f.write_str("it contains a control character"),
            Self::Character(c) => write!(f, "it contains `{c}`"),
            Self::Home => f.write_str("it begins with `~`"),
            Self::Last(' ') => f.write_str("it ends with a space"),
            Self::Last(c) => write!(f, "it ends with `{c}`"),
            Self::Archive => f.write_str("it ends with `)`"),
            Self::Backslash(c) => write!(f, "it contains a backslash before `{c}`"),
        }
    }
}

/// A rule, `target: input input…`, with a line feed at the end.
///
/// # Errors
/// The first path that cannot be written, and why.
pub(super) fn depfile<'a>(target: &'a str, inputs: &'a [String]) -> Result<String, (&'a str, Inexpressible)> {
    // Make reads a target with `%` as a pattern.
    if target.contains('%') {
        return Err((target, Inexpressible::Character('%')));
    }
    let mut rule = String::new();
    escape_into(&mut rule, target).map_err(|why| (target, why))?;
    rule.push(':');
    for input in inputs {
        rule.push(' ');
        escape_into(&mut rule, input).map_err(|why| (input.as_str(), why))?;
    }
    rule.push('\n');
    Ok(rule)
}

/// Escapes a path by the rules that GNU Make 4.3 and Ninja (1.11 and later) share. A test runs both.
fn escape_into(out: &mut String, path: &str) -> Result<(), Inexpressible> {
    check_ends(path)?;
    let mut backslashes = 0;
    for c in path.chars() {
        match c {
            // Make and Ninja halve the backslashes before a space, so these are doubled.
            ' ' => out.extend(std::iter::repeat_n('\\', backslashes + 1)),
            '#' | ':' | '$' if backslashes > 0 => return Err(Inexpressible::Backslash(c)),
            '#' | ':' => out.push('\\'),
            '$' => out.push('$'),
            // In Make, these mark order-only inputs, recipes, variables and wildcards. In Ninja, the others end a name,
            // and in older releases so do quotes, `&` and `?`.
            ';' | '<' | '>' | '|' | '^' | '*' | '`' | '=' | '&' | '?' | '[' | '"' | '\'' => {
                return Err(Inexpressible::Character(c));
            }
            c if c.is_ascii_control() => return Err(Inexpressible::Control),
            _ => {}
        }
        out.push(c);
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
    }
    Ok(())
}

/// Checks the beginning and the end of a path.
fn check_ends(path: &str) -> Result<(), Inexpressible> {
    match path.chars().next_back() {
        None => return Err(Inexpressible::Empty),
        Some(last @ (' ' | ':' | '\\')) => return Err(Inexpressible::Last(last)),
        Some(')') if path.find('(').is_some_and(|at| at > 0) => return Err(Inexpressible::Archive),
        Some(_) => {}
    }
    if path.starts_with('~') { Err(Inexpressible::Home) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
