//! Folders: which files are written, replaced and removed, and which folders are refused.

use crate::support::command::Workspace;
use crate::support::products::copy_shop;

const CATALOGUE: [&str; 4] = ["catalogue", "shop/shop.product.json5", "--out-dir", "site"];

fn shop() -> Workspace {
    let workspace = Workspace::new();
    copy_shop(&workspace);
    workspace
}

#[test]
fn files_that_are_no_longer_made_are_removed() {
    let workspace = shop();
    workspace.confc(&CATALOGUE).with_status(0);
    assert!(workspace.exists("site/components/debugger.html"));
    let product = workspace.text("shop/shop.product.json5");
    let without = product.replace("debugger: { manifest: \"components/debugger.cml\" },", "");
    let without = without.replace("without: [\"debugger\"],", "");
    workspace.write("shop/shop.product.json5", without);
    workspace.confc(&CATALOGUE).says(0, ", 1 removed");
    assert!(!workspace.exists("site/components/debugger.html"));
}

#[test]
fn folders_of_others_are_left_alone() {
    let workspace = shop();
    workspace.write("site/notes.txt", "mine");
    workspace.confc(&CATALOGUE).says(2, "is not empty and has no catalogue");
    assert_eq!(workspace.files().iter().filter(|path| path.starts_with("site/")).count(), 1);
    // Not even if there are only folders.
    std::fs::remove_file(workspace.path("site/notes.txt")).unwrap();
    std::fs::create_dir(workspace.path("site/empty")).unwrap();
    workspace.confc(&CATALOGUE).says(2, "is not empty and has no catalogue");
    workspace.write("site/catalogue.json", "{}");
    workspace.confc(&CATALOGUE).says(2, "has a `catalogue.json` that confc cannot read");
}

#[test]
fn changed_files_are_not_replaced() {
    let workspace = shop();
    workspace.confc(&CATALOGUE).with_status(0);
    workspace.write("site/index.html", "mine");
    workspace.confc(&CATALOGUE).says(2, "`site/index.html` was changed since the catalogue was made");
    assert_eq!(workspace.text("site/index.html"), "mine");
    // Files beside those of the catalogue may stay.
    std::fs::remove_file(workspace.path("site/index.html")).unwrap();
    workspace.write("site/robots.txt", "User-agent: *");
    workspace.confc(&CATALOGUE).says(0, ": 1 written, ");
    assert!(workspace.exists("site/robots.txt"));
    workspace.write("site/catalogue.json", "{ \"version\": 1, \"files\": {} }");
    workspace.confc(&CATALOGUE).says(2, "does not belong to the catalogue, and would be overwritten");
}

#[cfg(unix)]
#[test]
fn folders_without_permission_are_reported_with_their_path() {
    use crate::support::command::{Answer, works};
    use crate::support::skip::needs;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    let workspace = shop();
    let set_mode = |path: &str, mode: u32| {
        fs::set_permissions(workspace.path(path), Permissions::from_mode(mode)).unwrap();
    };
    let command = || workspace.ordinary_command(&CATALOGUE);
    set_mode("", 0o777);
    if !works(&mut command()) {
        return needs(
            "folders_without_permission_are_reported_with_their_path",
            "an ordinary user and setpriv",
        );
    }
    // A folder of others does not matter.
    fs::create_dir(workspace.path("site/private")).unwrap();
    set_mode("site/private", 0o000);
    Answer::of(&mut command()).says(0, ": 0 written, ");
    set_mode("site/components", 0o000);
    let answer = Answer::of(&mut command());
    let answer = answer.says(2, "cannot write `site/components/cache.html`: permission denied");
    assert!(answer.stderr.ends_with("nothing was written\n"), "{}", answer.stderr);
    set_mode("site/components", 0o555);
    let product = workspace.text("shop/shop.product.json5");
    workspace.write("shop/shop.product.json5", product.replace("// A web shop", "\n// A web shop"));
    let answer = Answer::of(&mut command());
    let answer = answer.says(2, "cannot write `site/components/payments.html`: permission denied");
    assert!(answer.stderr.ends_with("nothing was written\n"), "{}", answer.stderr);
    set_mode("site/components", 0o755);
    set_mode("site/private", 0o755);
}

#[test]
fn nothing_is_written_after_a_mistake() {
    let workspace = shop();
    workspace.write("shop/values/prod.yaml", "log_level: loud\n");
    workspace.confc(&CATALOGUE).says(1, "nothing was written");
    assert!(!workspace.exists("site"));
}
