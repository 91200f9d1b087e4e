//! The language that a text looks like, for messages about an unexpected one.

/// A language of configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// JSON5, or JSON.
    Json5,
    /// YAML.
    Yaml,
    /// TOML, or another language with `key = value`.
    Toml,
    /// Lines `NAME=value`, as shells and containers read them.
    Environment,
    /// A language that confc does not read, recognised by the extension of the file.
    Foreign(ForeignLanguage),
}

/// A language of configuration or interfaces that confc does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForeignLanguage {
    name: &'static str,
    /// The remedy for a text in this language.
    pub help: &'static str,
}

/// The languages that confc does not read, by the extensions of their files.
const FOREIGN: [(&[&str], ForeignLanguage); 9] = [
    (
        &["tf", "tfvars", "hcl"],
        ForeignLanguage { name: "HCL", help: "write the values in JSON5, JSON, YAML or TOML" },
    ),
    (
        &["proto"],
        ForeignLanguage {
            name: "Protocol Buffers",
            help: "declare the fields in a manifest, which is JSON5: `confc generate proto` makes a `.proto` of one",
        },
    ),
    (&["ini", "cfg"], ForeignLanguage { name: "INI", help: "write the values in JSON5, JSON, YAML or TOML" }),
    (
        &["properties"],
        ForeignLanguage { name: "Java properties", help: "write the values in JSON5, JSON, YAML or TOML" },
    ),
    (&["xml"], ForeignLanguage { name: "XML", help: "write the values in JSON5, JSON, YAML or TOML" }),
    (&["k"], ForeignLanguage { name: "KCL", help: "give what `kcl run --format json` prints, as a `.json`" }),
    (
        &["jsonnet", "libsonnet"],
        ForeignLanguage { name: "Jsonnet", help: "give what `jsonnet` prints, as a `.json`" },
    ),
    (&["cue"], ForeignLanguage { name: "CUE", help: "give what `cue export` prints, as a `.json`" }),
    (
        &["pkl"],
        ForeignLanguage { name: "Pkl", help: "give what `pkl eval --format json` prints, as a `.json`" },
    ),
];

/// The language of a file that confc does not read, by its extension.
#[must_use]
pub fn foreign(path: &str) -> Option<Language> {
    let (_, ending) = path.rsplit_once('.')?;
    let is_of = |(endings, _): &&(&[&str], ForeignLanguage)| endings.contains(&ending);
    FOREIGN.iter().find(is_of).map(|(_, language)| Language::Foreign(*language))
}

/// Whether a text is a Git LFS pointer, whose content was not downloaded.
#[must_use]
pub fn is_lfs_pointer(text: &str) -> bool {
    text.starts_with("version https://git-lfs.github.com/spec/")
}

impl Language {
    /// Its name, for the middle of a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json5 => "JSON5",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
            Self::Environment => "a list of environment variables",
            Self::Foreign(language) => language.name,
        }
    }
}

/// The most lines without content before the line that decides.
const MAX_LINES: usize = 1_000;

/// The language that a text looks like, by its first line with content, and the offset of that line in bytes. `None` if
/// it may be any language. The guess is only for a message.
#[must_use]
pub fn guess(text: &str) -> Option<(Language, std::ops::Range<usize>)> {
    let mut start = 0;
    for whole in text.split_inclusive('\n').take(MAX_LINES) {
        let line = whole.trim_start_matches('\u{feff}').trim();
        // A comment of YAML, TOML and shells.
        if !line.is_empty() && !line.starts_with('#') {
            let at = start + whole.find(line).unwrap_or_default();
            return of_line(line).map(|language| (language, at..at + line.len()));
        }
        start += whole.len();
    }
    None
}

fn of_line(line: &str) -> Option<Language> {
    if line.starts_with('{') || line.starts_with("//") || line.starts_with("/*") {
        return Some(Language::Json5);
    }
    if line == "---" || line.starts_with("--- ") || line.starts_with("%YAML") || line.starts_with("- ") {
        return Some(Language::Yaml);
    }
    if let Some(header) = line.strip_prefix('[') {
        let name = header.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        return (header.contains(']') && is_key(name) && !is_number).then_some(Language::Toml);
    }
    // One or more statements of a programming language.
    if line.ends_with(';') || (line.contains(';') && line.ends_with('}')) {
        return None;
    }
    let at = line.find([':', '='])?;
    let (key, rest) = line.split_at_checked(at)?;
    let (key, rest) = (key.strip_prefix("export ").unwrap_or(key), rest.get(1..)?);
    // A layer declares inputs and names its schema like this.
    let key =
        key.strip_prefix('$').filter(|_| rest.starts_with([' ', '\t']) || rest.is_empty()).unwrap_or(key);
    if !is_key(key.trim()) {
        return None;
    }
    if line.as_bytes().get(at) == Some(&b':') {
        return (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(Language::Yaml);
    }
    let is_shouted = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_variable = key.chars().all(is_shouted) && !rest.starts_with(' ');
    Some(if is_variable { Language::Environment } else { Language::Toml })
}

/// Whether a text may be a key in a language without braces.
fn is_key(text: &str) -> bool {
    let quoted = |quote: char| text.len() > 1 && text.starts_with(quote) && text.ends_with(quote);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    !text.is_empty() && (text.chars().all(plain) || quoted('"') || quoted('\''))
}

#[cfg(test)]
mod tests {
    use super::{Language, foreign, guess};

    #[test]
    fn endings_of_other_languages_are_known() {
        for (path, name) in [("a.tf", "HCL"), ("x/y.proto", "Protocol Buffers"), ("a.b.cue", "CUE")] {
            assert_eq!(foreign(path).map(Language::name), Some(name), "{path}");
        }
        for path in ["a.cml", "a.tf.json", "tf", ".k8s", ""] {
            assert_eq!(foreign(path), None, "{path}");
        }
    }

    #[test]
    fn the_first_line_with_content_decides() {
        let cases = [
            ("{ a: 1 }", Some(Language::Json5)),
            ("// c\nport: 1", Some(Language::Json5)),
            ("\u{feff}# c\n\nport: 3\n", Some(Language::Yaml)),
            ("---\na: 1", Some(Language::Yaml)),
            ("- a\n", Some(Language::Yaml)),
            ("'a b': x", Some(Language::Yaml)),
            ("# c\n$inputs:\n  zone:", Some(Language::Yaml)),
            ("$schema: ./a.json", Some(Language::Yaml)),
            ("server:\n  x: 1", Some(Language::Yaml)),
            ("port = 3", Some(Language::Toml)),
            ("[listen]\nport=1", Some(Language::Toml)),
            ("[[a.b]]", Some(Language::Toml)),
            ("PORT=3", Some(Language::Environment)),
            ("export PORT=3", Some(Language::Environment)),
            ("[1]", None),
            ("[", None),
            ("5", None),
            ("http://x", None),
            ("syntax = \"proto3\";", None),
            ("syntax = \"proto3\"; message A {}", None),
            ("a sentence: with words", None),
            ("", None),
            ("\n\n", None),
        ];
        for (text, expected) in cases {
            assert_eq!(guess(text).map(|(language, _)| language), expected, "{text:?}");
        }
        assert_eq!(guess("# c\n  port: 3\n"), Some((Language::Yaml, 6..13)));
    }
}
