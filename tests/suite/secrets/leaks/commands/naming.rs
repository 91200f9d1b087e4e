//! Native names of the fields of a component: by a convention, and written beside it.

use super::fields::Field;
use super::literal::Literal;
use crate::support::random::Random;

/// Native names that manifests write, of fields and of members. No convention makes them.
const WRITTEN: &[(&str, &str)] = &[
    ("password", "pass.word"),
    ("api_key", "api/key"),
    ("session_cookies", "session cookies"),
    ("credentials", "credentials!"),
    ("server", "back-end"),
    ("token", "auth-token"),
    ("doors", "frontDoors"),
    ("pin", "PIN"),
    ("code", "door code"),
    ("timeout_ms", "timeout"),
    ("host", "host_name"),
];

/// Keys of members. Other keys in literals are entries of maps.
const MEMBERS: [&str; 9] = ["host", "token", "id", "secret", "pin", "code", "size", "low", "high"];

/// An alias, and what it is beside written names: no key.
const ALIAS: (&str, &str) = ("root_passwd", "root-passwd");

/// How the fields of a component are named.
#[derive(Debug, Clone, Copy)]
pub(super) struct Naming {
    convention: Option<&'static str>,
    is_written: bool,
}

impl Naming {
    pub(super) fn random(random: &mut Random) -> Self {
        let conventions = [None, None, Some("camelCase"), Some("PascalCase"), Some("kebab-case")];
        Self { convention: *random.one_of(&conventions), is_written: random.once_in(3) }
    }

    /// The section of the manifest that says the convention.
    pub(super) fn section(self) -> String {
        self.convention.map_or(String::new(), |name| format!("  config_names: '{name}',\n"))
    }

    /// The declaration of a field, but for a default.
    pub(super) fn stanza(self, field: &Field) -> String {
        if !self.is_written {
            return field.stanza.to_owned();
        }
        let named = |stanza: String, (key, native): &(&str, &str)| {
            stanza.replace(&format!("{key}: {{ type"), &format!("{key}: {{ name: '{native}', type"))
        };
        let stanza = WRITTEN.iter().fold(field.stanza.replace(ALIAS.0, ALIAS.1), named);
        match WRITTEN.iter().find(|(key, _)| *key == field.key) {
            Some((_, native)) => format!("name: '{native}', {stanza}"),
            None => stanza,
        }
    }

    pub(super) fn native(self, key: &str) -> String {
        match WRITTEN.iter().find(|(of, _)| *of == key && self.is_written) {
            Some((_, native)) => (*native).to_owned(),
            None => conventional(self.convention, key),
        }
    }

    /// The name of a field in a layer: once in a while its alias, or a name that it has not.
    pub(super) fn in_layer(self, random: &mut Random, key: &str) -> String {
        match key {
            "admin_passwd" if random.once_in(3) => {
                if self.is_written {
                    ALIAS.1.into()
                } else {
                    ALIAS.0.into()
                }
            }
            _ => self.or_other(random, self.native(key), key),
        }
    }

    /// A literal with the names of members.
    pub(super) fn literal(self, random: &mut Random, literal: &Literal) -> Literal {
        literal.with_keys(&mut |key| match MEMBERS.contains(&key) {
            true => self.or_other(random, self.native(key), key),
            false => key.to_owned(),
        })
    }

    /// A literal that has no name in a wrong place.
    pub(super) fn right_literal(self, literal: &Literal) -> Literal {
        literal.with_keys(&mut |key| match MEMBERS.contains(&key) {
            true => self.native(key),
            false => key.to_owned(),
        })
    }

    /// A path to a secret of a field; once in a while with native names.
    pub(super) fn path(self, random: &mut Random, field: &Field) -> String {
        self.of_path(random, &field.path())
    }

    /// A path with its keys, or with native names.
    pub(super) fn of_path(self, random: &mut Random, path: &str) -> String {
        if !random.once_in(15) {
            return path.to_owned();
        }
        path.split_inclusive(['.', '['])
            .map(|step| {
                let end = step.find(['.', '[', ']']).unwrap_or(step.len());
                format!("{}{}", self.native(&step[..end]), &step[end..])
            })
            .collect()
    }

    /// The pointer to a secret of a field; once in a while with keys.
    pub(super) fn pointer(self, random: &mut Random, path: &str) -> String {
        let steps = path.replace('[', ".").replace(']', "");
        let step = |step: &str| {
            let is_key = step.len() > 1 && step.starts_with(|c: char| c.is_ascii_lowercase());
            let name = if is_key { self.or_other(random, self.native(step), step) } else { step.to_owned() };
            format!("/{}", name.replace('/', "~1"))
        };
        steps.split('.').map(step).collect()
    }

    fn or_other(self, random: &mut Random, right: String, key: &str) -> String {
        match random.below(30) {
            0 => key.to_owned(),
            1 => conventional(Some(random.pick(&["camelCase", "PascalCase", "kebab-case"])), key),
            _ => right,
        }
    }
}

fn conventional(convention: Option<&str>, key: &str) -> String {
    let raised = |word: &str| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]);
    let words = || key.split('_').filter(|word| !word.is_empty());
    match convention {
        Some("camelCase") => {
            let rest: String = words().skip(1).map(raised).collect();
            words().next().unwrap_or_default().to_owned() + &rest
        }
        Some("PascalCase") => words().map(raised).collect(),
        Some(_) => key.replace('_', "-"),
        None => key.to_owned(),
    }
}
