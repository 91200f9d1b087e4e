//! Keys, native names and aliases in declarations: what is refused of them.

use super::refused::{boolean, named, refused_fields, refused_type, structure, text};
use crate::wire::proto::ConfigField;
use confc::declaration::DecodeErrorKind as Kind;
use confc::types::limits::MAX_KEY_SIZE;
use confc::types::{KeyError, NativeNameError};

#[test]
fn keys_and_aliases() {
    let keys =
        |keys: &[&str]| refused_fields(keys.iter().map(|key| named(key, boolean())).collect()).into_kind();
    let long = "a".repeat(MAX_KEY_SIZE + 1);
    let size = MAX_KEY_SIZE + 1;
    assert_eq!(keys(&[""]), Kind::Key { error: KeyError::Empty });
    assert_eq!(keys(&["aB"]), Kind::Key { error: KeyError::Character { at: 1 } });
    assert_eq!(keys(&[&long]), Kind::Key { error: KeyError::TooLong { size } });
    assert_eq!(keys(&["b", "a"]), Kind::KeyOrder { key: text("a"), after: text("b") });
    assert_eq!(keys(&["a", "a"]), Kind::KeyOrder { key: text("a"), after: text("a") });
    let members = structure(vec![named("y", boolean()), named("x", boolean())]);
    assert_eq!(refused_type(members), Kind::KeyOrder { key: text("x"), after: text("y") });

    let aliased = |aliases: &[&str]| {
        let aliases = aliases.iter().map(ToString::to_string).collect();
        vec![ConfigField { aliases, ..named("a", boolean()) }, named("b", boolean())]
    };
    let alias = |alias: &str| Kind::NativeName { name: text(alias) };
    assert_eq!(refused_fields(aliased(&["b"])).into_kind(), alias("b"));
    assert_eq!(refused_fields(aliased(&["a"])).into_kind(), alias("a"));
    assert_eq!(refused_fields(aliased(&["c", "c"])).into_kind(), alias("c"));
    assert_eq!(refused_type(structure(aliased(&["b"]))), alias("b"));
    let invalid = |alias: &str| refused_fields(aliased(&[alias])).into_kind();
    assert_eq!(invalid(""), Kind::NativeNameText { error: NativeNameError::Empty });
    assert_eq!(invalid("$a"), Kind::NativeNameText { error: NativeNameError::Dollar });
    assert_eq!(invalid("a\u{9f}"), Kind::NativeNameText { error: NativeNameError::Control { at: 1 } });
    assert!(matches!(invalid("a b."), Kind::Checksum { .. }));
}

#[test]
fn native_names() {
    let fields = |name: &str, aliases: &[&str], other: ConfigField| {
        let aliases = aliases.iter().map(ToString::to_string).collect();
        vec![ConfigField { name: name.into(), aliases, ..named("a", boolean()) }, other]
    };
    let b = || named("b", boolean());
    let refused = |name: &str, aliases: &[&str]| refused_fields(fields(name, aliases, b())).into_kind();
    let taken = |name: &str| Kind::NativeName { name: text(name) };
    // Absent where it is the key.
    assert_eq!(refused("a", &[]), taken("a"));
    assert_eq!(refused("a", &["a"]), taken("a"));
    assert_eq!(refused("b", &[]), taken("b"));
    assert_eq!(refused("N", &["N"]), taken("N"));
    assert_eq!(refused("N", &["a", "a"]), taken("a"));
    assert_eq!(refused("N", &["b"]), taken("b"));
    assert_eq!(refused_type(structure(fields("b", &[], b()))), taken("b"));
    let of_other = |name: &str, aliases: &[&str]| {
        let other = fields(name, aliases, b()).swap_remove(0);
        refused_fields(fields("N", &[], ConfigField { key: "b".into(), ..other })).into_kind()
    };
    assert_eq!(of_other("N", &[]), taken("N"));
    assert_eq!(of_other("M", &["N"]), taken("N"));
    assert_eq!(of_other("M", &["a"]), taken("a"));
    let long = "é".repeat(128);
    for (name, error) in [
        ("$", NativeNameError::Dollar),
        ("a\n", NativeNameError::Control { at: 1 }),
        (&(long.clone() + "x"), NativeNameError::TooLong { size: 257 }),
    ] {
        assert_eq!(refused(name, &[]), Kind::NativeNameText { error });
    }
    // Only the checksum, which is made up, is wrong.
    for (name, aliases) in [("N", &[][..]), ("N", &["a"]), ("A-b. \u{202e}", &["é"]), (&long, &["a$"])] {
        assert!(matches!(refused(name, aliases), Kind::Checksum { .. }), "{name}");
        assert!(matches!(of_other("M", &[]), Kind::Checksum { .. }));
    }
}
