//! The cases of `testdata`, for tests that run their commands again.

use super::command::Workspace;
use std::fs;
use std::path::Path;

/// The cases of a folder of `testdata`, in a workspace.
pub(crate) struct Cases<'w> {
    space: &'w Workspace,
    names: Vec<String>,
}

impl<'w> Cases<'w> {
    /// Copies a folder of `testdata` into an empty workspace.
    pub(crate) fn copied(folder: &str, space: &'w Workspace) -> Self {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder);
        copy(&from, space, "");
        fs::create_dir_all(space.path("tmp")).expect("a folder for outputs");
        let entries = fs::read_dir(from).expect("a folder of testdata");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
        let is_output = |name: &str| [".stderr", ".stdout", ".file"].iter().any(|end| name.ends_with(end));
        let mut names: Vec<String> = names.filter(|name| !is_output(name)).collect();
        names.sort();
        Self { space, names }
    }

    /// The files that may be cases, in the order of their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The commands of a case, each with its arguments. Outputs are in the folder `tmp`.
    pub(crate) fn commands(&self, name: &str) -> Vec<Vec<String>> {
        let Ok(text) = fs::read_to_string(self.space.path(name)) else { return Vec::new() };
        let own = name.strip_suffix(".case").filter(|own| self.space.exists(own)).unwrap_or(name);
        let lines = text.lines().take_while(|line| line.starts_with(['/', '#']));
        let commands = lines.filter_map(|line| {
            let directive = line.trim_start_matches(['/', '#', ' ']);
            let (_, command) = directive.split_once(": ").filter(|_| directive.starts_with("EXIT"))?;
            let command = command.replace("%tmp", "tmp").replace('%', own);
            Some(command.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect())
        });
        commands.collect()
    }
}

/// Copies a folder with everything in it.
fn copy(from: &Path, space: &Workspace, to: &str) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{to}{}", entry.file_name().into_string().expect("UTF-8"));
        match entry.path().is_dir() {
            true => copy(&entry.path(), space, &format!("{path}/")),
            false => space.write(&path, fs::read(entry.path()).expect("a file")),
        }
    }
}
