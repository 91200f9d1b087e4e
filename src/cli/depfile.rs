//! Depfiles: what an output was made from, for Make and Ninja.

use std::fmt::{self, Display, Formatter};

/// Why a path cannot be written so that Make and Ninja both read it as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inexpressible {
    /// It is empty.
    Empty,
    /// It holds a control character.
    Control,
    /// One of the two takes this character for something else, and there is no escape that both know.
    Character(char),
    /// It begins with `~`, which Make takes for a home folder.
    Home,
    /// It ends with this character, whose escape one of the two reads differently there.
    Last(char),
    /// It ends with `)`, so Make takes it for a member of an archive.
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

/// One rule, `target: input input…`, with a line feed after it.
///
/// # Errors
/// The first path that cannot be expressed, and why.
pub(super) fn depfile<'a>(target: &'a str, inputs: &'a [String]) -> Result<String, (&'a str, Inexpressible)> {
    // Make takes a target with `%` for a pattern.
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

/// Escapes a path by the rules that GNU Make 4.3 and Ninja (1.11 and later) share; a test asks both.
fn escape_into(out: &mut String, path: &str) -> Result<(), Inexpressible> {
    check_ends(path)?;
    let mut backslashes = 0;
    for c in path.chars() {
        match c {
            // Both halve the backslashes before a space, so these are doubled.
            ' ' => out.extend(std::iter::repeat_n('\\', backslashes + 1)),
            '#' | ':' | '$' if backslashes > 0 => return Err(Inexpressible::Backslash(c)),
            '#' | ':' => out.push('\\'),
            '$' => out.push('$'),
            // Make: order-only inputs, recipes, variables, wildcards. Ninja ends a name at the others, and
            // older releases at quotes, `&` and `?` too.
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

/// What depends on how a path begins and ends.
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
