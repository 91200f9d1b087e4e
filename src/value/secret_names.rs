//! Names that most likely belong to secrets, and names as keys.

use crate::text::suggest::{differ_by_one_letter, nearest};
use crate::types::Key;
use std::borrow::Cow;

/// The name as a key: `maxConns`, `max-conns` and `MAX_CONNS` become `max_conns`. `None` if it contains anything except
/// ASCII letters and digits, `-`, `_`, `.`, `/` and spaces, or if the result is not a valid key.
pub(crate) fn snake_case(name: &str) -> Option<String> {
    let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ' ');
    if !name.chars().all(is_known) {
        return None;
    }
    let key = words(name).trim_matches('_').to_owned();
    Key::check(&key).is_ok().then_some(key)
}

/// The words of a name in lower case. Between words, and in place of everything but ASCII letters and digits, is `_`.
pub(crate) fn words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let characters: Vec<char> = name.chars().collect();
    for (at, &c) in characters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| characters.get(before));
        let behind = characters.get(at + 1);
        let begins_word = before.is_some_and(|before| before.is_ascii_lowercase() || before.is_ascii_digit())
            || (before.is_some_and(char::is_ascii_uppercase) && behind.is_some_and(char::is_ascii_lowercase));
        if c.is_ascii_uppercase() && begins_word {
            out.push('_');
        }
        out.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    }
    out
}

/// Whether a name looks like an identifier of a program: letters, digits, `-` and `_`.
pub(crate) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Words of secrets, anywhere in a name.
const SECRET_WORDS: [&str; 11] = [
    "password",
    "passwords",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "secrets",
    "token",
    "tokens",
    "credential",
    "credentials",
];

/// Words of secrets at the end of a name. Elsewhere they are the subject of the name: `auth_mode`, `cookie_domain`.
const LAST_SECRET_WORDS: [&str; 9] =
    ["pass", "pw", "pin", "pins", "auth", "cookie", "cookies", "jwt", "salt"];

/// Pairs of words for secrets.
const SECRET_PAIRS: [&str; 8] = [
    "api_key",
    "private_key",
    "access_key",
    "secret_key",
    "signing_key",
    "encryption_key",
    "auth_key",
    "session_key",
];

/// Words and pairs of words at the end of the name of a text that is a secret. Objects with such a name are settings.
const LAST_WORDS_OF_TEXTS: [&str; 7] =
    ["authorization", "bearer", "dsn", "connection_string", "shared_key", "account_key", "master_key"];

/// Words at the end of a name that turn it into something else: how long a token lasts, where a password is kept.
const OTHER_THINGS: &[&str] = &[
    "address",
    "algorithm",
    "audience",
    "audiences",
    "backend",
    "bytes",
    "class",
    "count",
    "days",
    "dir",
    "directory",
    "disabled",
    "domain",
    "enabled",
    "encoding",
    "endpoint",
    "endpoints",
    "env",
    "expiration",
    "expiry",
    "file",
    "filename",
    "folder",
    "format",
    "header",
    "host",
    "hostname",
    "hours",
    "interval",
    "issuer",
    "kind",
    "length",
    "lifetime",
    "limit",
    "location",
    "method",
    "minutes",
    "mode",
    "name",
    "names",
    "namespace",
    "path",
    "pattern",
    "policy",
    "port",
    "prefix",
    "provider",
    "realm",
    "ref",
    "required",
    "scheme",
    "scope",
    "scopes",
    "seconds",
    "server",
    "size",
    "store",
    "template",
    "timeout",
    "ttl",
    "type",
    "uri",
    "uris",
    "url",
    "urls",
];

/// Ends of names that refer to a Secret of Kubernetes.
const NAMES_OF_SECRETS: [&str; 4] = ["pull_secret", "pull_secrets", "existing_secret", "existing_secrets"];

/// The kind of value under a name, which helps to decide whether the value is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedKind {
    Bool,
    Number,
    /// A text, alone or among values of other kinds.
    Text,
    /// An object whose members all name a property of a secret or a place.
    Properties,
    /// An object with members that are a bool or are themselves named like a secret.
    Group,
    Other,
}

impl NamedKind {
    /// The kind of an object with these members: the name of each, and whether it is a bool or marked as a secret.
    pub(crate) fn of_object<'n>(members: impl Iterator<Item = (&'n str, bool)>) -> Self {
        let (mut is_empty, mut has_other, mut is_group) = (true, false, false);
        for (name, is_shown) in members {
            is_empty = false;
            has_other = has_other || !is_property(name);
            is_group = is_group || shows_group(name, is_shown);
        }
        match () {
            () if !is_empty && !has_other => Self::Properties,
            () if is_group => Self::Group,
            () => Self::Other,
        }
    }
}

/// Whether the value under a name is most likely a secret. A bool is not, and a number of tokens is a count. In a group
/// like `auth: { enabled: true, password: "…" }` the name of each member decides, and so it does where all of them are
/// properties: `access_token: { ttl: "1h" }`.
pub(crate) fn is_secret_value(name: &str, kind: NamedKind) -> bool {
    match kind {
        NamedKind::Bool | NamedKind::Properties => false,
        NamedKind::Number => is_secret_but_for(name, &["token", "tokens"]),
        NamedKind::Group => is_secret_but_for(name, &LAST_SECRET_WORDS),
        NamedKind::Text => is_secret_text(name),
        NamedKind::Other => is_secret(name),
    }
}

/// Whether a member shows that its object is a group.
fn shows_group(name: &str, is_bool: bool) -> bool {
    // An operator of a layer is not a member.
    !name.starts_with('$') && (is_bool || is_secret(name))
}

/// Whether a name ends in a word for a property or a place.
pub(crate) fn is_property(name: &str) -> bool {
    let words = words(name);
    OTHER_THINGS.contains(&words.rsplit('_').next().unwrap_or(&words))
}

/// Whether a name most likely belongs to a secret.
pub(crate) fn is_secret(name: &str) -> bool {
    is_secret_but_for(name, &[])
}

/// Whether a text with this name is most likely a secret.
pub(crate) fn is_secret_text(name: &str) -> bool {
    // Nearly all names are keys already.
    let words = if Key::check(name).is_ok() { Cow::Borrowed(name) } else { Cow::Owned(words(name)) };
    let words = words.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let ends_with = |last: &str| {
        words.strip_suffix(last).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    };
    LAST_WORDS_OF_TEXTS.into_iter().any(ends_with) || is_secret(name)
}

/// Words of secrets at the end of a name, or alone, that are long enough to be recognised with a wrong letter.
const LONG_LAST_WORDS: [&str; 3] = ["cookie", "cookies", "apikey"];

/// Whether a name contains a word that is most likely a misspelled word for a secret.
pub(crate) fn is_misspelled_secret(name: &str) -> bool {
    /// Shorter words are similar to many others.
    const SHORTEST: usize = 4;
    let name = snake_case(name).unwrap_or_else(|| name.to_ascii_lowercase());
    let is_near = |word: &str| {
        // `appsecret` lacks its `_`.
        let is_joined = || SECRET_WORDS.iter().any(|secret| secret.len() >= 5 && word.contains(secret));
        word.len() >= SHORTEST
            && !SECRET_WORDS.contains(&word)
            && (is_joined() || nearest(word, SECRET_WORDS).is_some())
    };
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is_pair = |pair: &[&str]| is_one_letter_off(&pair.join("_"), &SECRET_PAIRS);
    words.iter().copied().any(is_near)
        || words.last().is_some_and(|last| is_one_letter_off(last, &LONG_LAST_WORDS))
        || words.windows(2).any(is_pair)
        || has_split_word(&words)
}

/// Whether a name most likely belongs to a secret whose word is in two parts: `pass.word`, `passWord`.
pub(crate) fn is_split_secret(name: &str) -> bool {
    let name = snake_case(name).unwrap_or_else(|| name.to_ascii_lowercase());
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    has_split_word(&words) && !words.last().is_some_and(|last| OTHER_THINGS.contains(last))
}

fn has_split_word(words: &[&str]) -> bool {
    words.windows(2).any(|pair| SECRET_WORDS.contains(&pair.concat().as_str()))
}

/// Whether one letter, except the first, is wrong, missing, surplus or swapped with the next one.
fn is_one_letter_off(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.get(..1) == known.get(..1) && differ_by_one_letter(word, known))
}

/// As [`is_secret`], but some words do not count.
fn is_secret_but_for(name: &str, others: &[&str]) -> bool {
    // A name that has no form as a key is compared as it is. Nearly all names are keys already.
    let name = match Key::check(name) {
        Ok(_) => Cow::Borrowed(name),
        Err(_) => Cow::Owned(snake_case(name).unwrap_or_else(|| name.to_ascii_lowercase())),
    };
    let is_word = |word: &&str| !word.is_empty();
    // `password2` counts as `password`.
    let numbered = |word: &'_ str| word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let words = || {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric());
        words.map(|word| word.get(..numbered(word)).unwrap_or(word)).filter(is_word)
    };
    let last = words().next_back().unwrap_or_default();
    let has_key = || name.contains("apikey") || SECRET_PAIRS.iter().any(|pair| name.contains(pair));
    let is_named = words().any(|word| SECRET_WORDS.contains(&word) && !others.contains(&word))
        || (LAST_SECRET_WORDS.contains(&last) && !others.contains(&last))
        || (name.contains("key") && has_key())
        || (name.contains("passw") && ["password", "passwd"].iter().any(|word| name.contains(word)));
    is_named && !OTHER_THINGS.contains(&last) && !NAMES_OF_SECRETS.iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_styles_become_keys() {
        for (name, key) in [
            ("maxConns", "max_conns"),
            ("max-conns", "max_conns"),
            ("MAX_CONNS", "max_conns"),
            ("HTTPServer", "http_server"),
            ("useTLS", "use_tls"),
            ("ipv4Address", "ipv4_address"),
            ("_private", "private"),
            ("app.kubernetes.io/name", "app_kubernetes_io_name"),
            ("a", "a"),
        ] {
            assert_eq!(snake_case(name).as_deref(), Some(key), "{name}");
        }
        for name in ["", "_", "1st", "größe", "a:b", "$x", "a\n"] {
            assert_eq!(snake_case(name), None, "{name}");
        }
    }

    #[test]
    fn names_of_secrets_are_known_in_every_style() {
        for name in [
            "password",
            "dbPassword",
            "DB_PASSWORD",
            "auth-token",
            "apiKey",
            "apikey",
            "tls.private_key",
            "token:",
            "DB_PASS",
            "pass",
            "redis.pw",
            "auth",
            "registryAuth",
            "sessionCookie",
            "jwt",
            "password_salt",
            "session_key",
            "password2",
            "pass_1",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "user",
            "passive",
            "tokenizer",
            "pinned",
            "key",
            "monkey",
            "token_ttl",
            "passwordFile",
            "imagePullSecrets",
            "secret_name",
            "auth_mode",
            "cookieDomain",
            "pass_through",
            "password_min_length",
            "certs-secret-namespace",
            "existingSecret",
            "secretEnv",
            "token_audiences",
            "token_url",
            "tokenUri",
            "token_endpoint",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn words_for_secrets_are_known_in_two_parts() {
        for name in ["pass.word", "passWord", "db_pass_word", "Cred*entials", "pass_phrase"] {
            assert!(is_split_secret(name), "{name}");
        }
        for name in ["password", "pass_word_file", "pass", "word_pass", "to_keep"] {
            assert!(!is_split_secret(name), "{name}");
        }
    }

    #[test]
    fn misspelled_names_of_secrets_are_known() {
        for name in [
            "pasword",
            "db_tokne",
            "appsecret",
            "cooki",
            "coockie",
            "session_coockies",
            "sessionCookeis",
            "api_kye",
            "apiKez",
            "apikye",
            "stripe_api_kay_2",
            "privat_key",
            "acces_key",
            "singing_key",
        ] {
            assert!(is_misspelled_secret(name), "{name}");
        }
    }

    #[test]
    fn ordinary_names_are_no_misspelled_secrets() {
        for name in [
            "monkey",
            "hockey",
            "turkey",
            "donkey",
            "keyboard",
            "cookbook",
            "rookie",
            "cooking",
            "cooker",
            "cool",
            "cockpit",
            "cookie_domain",
            "apiary",
            "api",
            "api_version",
            "app_id",
            "primary_key",
            "public_key",
            "sort_key",
            "foreign_key",
            "session_id",
            "session_kind",
            "access_log",
            "access_level",
            "path",
            "author",
            "auto",
            "pint",
            "halt",
            "sale",
            "passive",
            "port",
            "host",
        ] {
            assert!(!is_misspelled_secret(name), "{name}");
        }
    }

    #[test]
    fn the_kind_of_the_value_counts_too() {
        for (name, kind) in [
            ("automountServiceAccountToken", NamedKind::Bool),
            ("max_tokens", NamedKind::Number),
            ("auth", NamedKind::Group),
            ("cookie", NamedKind::Group),
            ("access_token", NamedKind::Properties),
        ] {
            assert!(is_secret(name) && !is_secret_value(name, kind), "{name}");
        }
        for name in
            ["Authorization", "bearer", "sentryDsn", "DSN_2", "connection-string", "accountKey", "master_key"]
        {
            assert!(is_secret_value(name, NamedKind::Text) && !is_secret(name), "{name}");
        }
        for name in ["authorization_mode", "bearer_format", "forbearer", "primary_key"] {
            assert!(!is_secret_text(name), "{name}");
        }
        for (members, kind) in [
            (&[("ttl", false), ("signingAlgorithm", false)][..], NamedKind::Properties),
            (&[("ttl", false), ("value", false)][..], NamedKind::Other),
            (&[("ttl", false), ("value", false), ("enabled", true)][..], NamedKind::Group),
            (&[][..], NamedKind::Other),
        ] {
            assert_eq!(NamedKind::of_object(members.iter().copied()), kind, "{members:?}");
        }
        for (name, kind) in [
            ("pin", NamedKind::Number),
            ("password", NamedKind::Number),
            ("secrets", NamedKind::Group),
            ("auth", NamedKind::Other),
        ] {
            assert!(is_secret_value(name, kind), "{name}");
        }
    }
}
