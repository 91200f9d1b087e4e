//! The suites of json5.org and of Nicolas Seriot's JSONTestSuite.

use super::Read;
use super::oracle::{ours, theirs};
use confc::diagnostic::Code;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the suites and the crate say one thing and we another: file name, whether we accept it, why.
const DIFFERENCES: &[(&str, bool, &str)] = &[
    ("y_object_duplicated_key.json", false, "the same key twice is an error"),
    ("y_object_duplicated_key_and_value.json", false, "the same key twice is an error"),
    ("n_object_repeated_null_null.json", false, "the same key twice is an error"),
    ("object_same_key_different_values.json", false, "the same key twice is an error"),
    ("object_same_key_same_value.json", false, "the same key twice is an error"),
    ("object_same_key_unclear_values.json", false, "the same key twice is an error"),
    ("duplicate-keys.json", false, "the same key twice is an error"),
    ("i_structure_500_nested_arrays.json", false, "deeper than our limit"),
];

/// All files below a folder, sorted.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, into) } else { into.push(path) }
    }
}

/// Reads every file of a suite and holds it against `expected`, which gives `None` for files that are no
/// test, and the crate's reading of the text. Gives how many were read.
fn check(folder: &Path, expected: impl Fn(&str, bool) -> Option<bool>) -> usize {
    let (mut list, mut count) = (Vec::new(), 0);
    files(folder, &mut list);
    for path in list {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let read = Read::from_bytes(&bytes);
        let too_deep = read.as_ref().is_some_and(|read| read.codes().contains(&Code::E0103));
        // The crate has no limit; the deepest files of the suite would overflow its stack.
        let text = std::str::from_utf8(&bytes).ok().filter(|_| !too_deep);
        let theirs = text.and_then(theirs);
        let Some(expected) = expected(name, theirs.is_some()) else { continue };
        let listed = DIFFERENCES.iter().find(|(other, ..)| *other == name);
        let expected = listed.map_or(expected, |(_, accepted, _)| *accepted);
        let accepted = read.as_ref().is_some_and(Read::is_accepted);
        assert_eq!(accepted, expected, "{name}: {:?}", read.map(|read| read.codes()));
        if let Some(read) = &read {
            read.check_spans();
            if read.document.is_complete() {
                assert_eq!(read.document.root().map(ours), theirs, "{name}");
            }
        }
        count += 1;
    }
    count
}

#[test]
fn the_suite_of_json5_org() {
    let Some(corpus) = crate::support::corpus::folder("the JSON5 suites") else { return };
    let count = check(&corpus.join("json5-tests"), |name, _| {
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "json" | "json5" => Some(true),
            "js" | "txt" => Some(false),
            _ => None,
        }
    });
    assert!(count > 100, "{count}");
}

#[test]
fn the_json_test_suite() {
    let Some(corpus) = crate::support::corpus::folder("the JSON5 suites") else { return };
    let parsing = corpus.join("JSONTestSuite/test_parsing");
    // Much of what is no JSON is JSON5; which of it, the crate says.
    let count = check(&parsing, |name, theirs| Some(name.starts_with("y_") || theirs));
    assert!(count > 300, "{count}");
    let count = check(&corpus.join("JSONTestSuite/test_transform"), |_, theirs| Some(theirs));
    assert!(count > 15, "{count}");
}

#[test]
fn every_listed_difference_is_one() {
    let Some(corpus) = crate::support::corpus::folder("the JSON5 suites") else { return };
    let mut list = Vec::new();
    files(&corpus.join("json5-tests"), &mut list);
    files(&corpus.join("JSONTestSuite"), &mut list);
    let names: BTreeSet<_> = list.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    for (name, _, reason) in DIFFERENCES {
        assert!(names.contains(name), "{name} ({reason}) is in no suite");
    }
}
