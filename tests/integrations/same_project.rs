//! The projects are one project, so that only what belongs to each tool differs.

use crate::project::{BASE, MANIFEST, SHARD, SITE, source};
use std::fs;

#[test]
fn all_tools_build_the_same_project() {
    let mut projects = 0;
    for entry in fs::read_dir(source("")).unwrap() {
        let name = entry.unwrap().file_name();
        let folder = source(name.to_str().unwrap());
        if !folder.join(MANIFEST).exists() {
            continue;
        }
        projects += 1;
        for file in [MANIFEST, SHARD, BASE, SITE] {
            let read = |folder: &std::path::Path| fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(read(&folder), read(&source("ninja")), "{file} of {}", folder.display());
        }
    }
    assert!(projects > 1, "{projects}");
}
