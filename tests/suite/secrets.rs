//! That no value of a sensitive field is told, whatever is expected in `testdata/`: an expectation that was
//! taken over without a look must not make a leak the rule.

use std::fs;
use std::path::Path;

/// Parts of the secrets in the manifests `testdata/schema/secret_*.cml`.
const SECRETS: [&str; 13] = [
    "987654",
    "hunter2",
    "correct",
    "horse",
    "battery",
    "staple",
    "sesame",
    "opem",
    "swordfish",
    "\"melon",
    "31337",
    "4e38",
    "98x54",
];

#[test]
fn nothing_that_is_printed_holds_a_secret() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/schema");
    let mut held = 0;
    for entry in fs::read_dir(folder).expect("testdata/schema") {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with("secret_") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let found: Vec<&str> = SECRETS.into_iter().filter(|secret| text.contains(secret)).collect();
        if name.ends_with(".cml") {
            assert!(!found.is_empty(), "{name} holds no secret that this test knows");
            held += 1;
        } else {
            assert_eq!(found, [""; 0], "{name}");
        }
    }
    assert!(held > 0, "no manifest with secrets was found");
}
