//! That no value of a sensitive field is told, whatever is expected in `testdata/`: an expectation that was
//! taken over without a look must not make a leak the rule.

mod leaks;

use std::fs;
use std::path::Path;

/// Parts of the secrets in the manifests and layers of these folders whose names begin with `secret`.
const SECRETS: [&str; 21] = [
    "987654",
    "hunter2",
    "hunter3",
    "correct",
    "horse",
    "battery",
    "staple",
    "sesame",
    "opem",
    "swordfish",
    "Swordfish",
    "\"melon",
    "31337",
    "4711",
    "8642",
    "8643",
    "4812",
    "4813",
    "0x7a69",
    "4e38",
    "98x54",
];

#[test]
fn nothing_that_is_printed_holds_a_secret() {
    for folder in ["compare", "schema", "values"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder);
        let (mut inputs, mut printed) = (0, 0);
        for entry in fs::read_dir(&folder).expect("a folder of cases") {
            let path = entry.expect("an entry of a folder").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.trim_start_matches('_').starts_with("secret") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            let found: Vec<&str> = SECRETS.into_iter().filter(|secret| text.contains(secret)).collect();
            if name.ends_with(".stdout") || name.ends_with(".stderr") {
                assert_eq!(found, [""; 0], "{name}");
                printed += 1;
            } else {
                assert!(!found.is_empty(), "{name} holds no secret that this test knows");
                inputs += 1;
            }
        }
        assert!(inputs > 0 && printed > 0, "{}: no secrets were found", folder.display());
    }
}
