//! One constructor for each code of names in generated code.

use super::names::NameTarget;
use crate::diagnostic::{Code, Diagnostic};

/// Two keys, or what is made of them, that a language would call the same; or a key and the configuration.
pub(super) fn same_name(
    language: &str,
    name: &str,
    within: &str,
    first: &NameTarget,
    again: &NameTarget,
) -> Diagnostic {
    if first.path.is_empty() {
        let message =
            format!("in {language}, `{}` and the whole configuration would both be `{name}`", again.path);
        return placed(Diagnostic::new(Code::E0702, message), again, "named like the configuration")
            .help("choose another name for the configuration with `--type-name`");
    }
    let both = format!("`{}` and `{}`", first.path, again.path);
    let message = format!("in {language}, {both} would both be `{name}` in {within}");
    let diagnostic = placed(Diagnostic::new(Code::E0701, message), again, &format!("would be `{name}` too"));
    let diagnostic = match first.place {
        Some(span) if again.place.is_some() => diagnostic.label(span, format!("would be `{name}`")),
        Some(_) | None => diagnostic,
    };
    diagnostic.help("rename one of the two; the old key of a field can stay as one of its `aliases`")
}

/// Points at where a key is declared, if that is known.
fn placed(diagnostic: Diagnostic, named: &NameTarget, label: &str) -> Diagnostic {
    match named.place {
        Some(span) => diagnostic.at(span, label),
        None => diagnostic,
    }
}

/// A `--type-name` that is a word of the language.
pub(super) fn reserved_type_name(language: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Code::E0703, format!("in {language}, the name `{name}` is reserved"))
        .note("it is the name given for the type that holds the whole configuration")
        .help("choose another name with `--type-name`")
}
