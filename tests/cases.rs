//! Runs the cases in `testdata/`: files whose leading comments say how the compiler is run on them, with
//! what a person then sees beside them. `testdata/README.json5` is the manual, and a case.
//!
//! `cargo test --test cases FILTER` runs the cases with `FILTER` in their path, and
//! `BLESS='cli/*' cargo test --test cases` takes what is seen now for what is expected.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot run fails")]
#![expect(clippy::indexing_slicing, reason = "of lines that were counted")]
#![expect(clippy::print_stderr, reason = "what concerns all cases has no other place to be said")]

use libtest_mimic::{Arguments, Failed, Trial};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

/// What a file with one of these extensions is, it must say itself: a case, or by its name an input.
const SELF_EXPLAINING: [&str; 3] = ["cml", "json5", "case"];
/// Expectations, by extension.
const EXPECTATIONS: [&str; 3] = ["stdout", "stderr", "file"];

fn main() -> ExitCode {
    let root = Arc::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"));
    let before = snapshot(&root);
    let bless = Bless::from_environment();
    let mut claimed = BTreeSet::new();
    let mut trials = Vec::new();
    for path in before.keys().filter(|path| !is_input(path)) {
        let case = Case::read(&root, path);
        match &case {
            Ok(None) => continue,
            Ok(Some(case)) => claimed.extend(case.runs.iter().flat_map(|run| run.expectations(&root, case))),
            Err(_) => {}
        }
        let (root, bless) = (Arc::clone(&root), bless.clone());
        let name = path.to_str().unwrap().to_owned();
        trials.push(Trial::test(name, move || match case? {
            Some(case) => case.check(&root, &bless),
            None => Ok(()),
        }));
    }
    let is_expectation = |path: &&PathBuf| has_extension(path, &EXPECTATIONS);
    for path in before.keys().filter(is_expectation).filter(|path| !claimed.contains(&root.join(path))) {
        let name = path.to_str().unwrap().to_owned();
        trials.push(Trial::test(name, || Err("no case claims this expectation: remove it".into())));
    }
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    if bless.pattern.is_none() && snapshot(&root) != before {
        eprintln!("a case has written into testdata/: outputs belong into %tmp");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// Every file below the folder, by its path in it, with its size and time.
fn snapshot(root: &Path) -> BTreeMap<PathBuf, (u64, Option<std::time::SystemTime>)> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("testdata/ can be read") {
            let path = entry.unwrap().path();
            let metadata = fs::metadata(&path).unwrap();
            if metadata.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_owned();
                files.insert(name, (metadata.len(), metadata.modified().ok()));
            }
        }
    }
    files
}

/// Files and folders whose names begin with `_` are read by cases and by other tests.
fn is_input(path: &Path) -> bool {
    path.iter().any(|name| name.to_string_lossy().starts_with('_'))
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known))
}

/// Which expectations are rewritten.
#[derive(Clone)]
struct Bless {
    pattern: Option<String>,
}

impl Bless {
    #[expect(clippy::disallowed_methods, reason = "tests may read the environment")]
    fn from_environment() -> Self {
        let pattern = std::env::var("BLESS").ok();
        assert!(
            pattern.is_none() || std::env::var("CI").as_deref() != Ok("true"),
            "what is expected is decided by people, not by CI"
        );
        Self { pattern }
    }

    /// Promised bytes are never rewritten.
    fn covers(&self, case: &Path) -> bool {
        let name = case.to_str().unwrap();
        !case.starts_with("frozen") && self.pattern.as_ref().is_some_and(|pattern| matches(pattern, name))
    }
}

/// Whether the name fits the pattern, in which `*` stands for anything.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == name };
    name.strip_prefix(head).is_some_and(|rest| {
        rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| matches(tail, &rest[at..]))
    })
}

/// A file that says how the compiler is run on it.
struct Case {
    /// The path in `testdata/`.
    path: PathBuf,
    /// Whether it runs in a copy of its folder.
    copy: bool,
    runs: Vec<Run>,
}

/// One run of the compiler.
struct Run {
    exit: i32,
    name: Option<String>,
    arguments: Vec<String>,
    stdin: Option<String>,
    /// Paths of outputs and what is said about them.
    files: Vec<(String, String)>,
}

impl Case {
    /// Reads the directives; `None` for a file that has none and needs none.
    fn read(root: &Path, path: &Path) -> Result<Option<Self>, Failed> {
        let content = fs::read(root.join(path))?;
        let text = String::from_utf8_lossy(&content);
        let mut case = Self { path: path.to_owned(), copy: false, runs: Vec::new() };
        let mut stdin = None;
        for line in text.trim_start_matches('\u{feff}').lines() {
            let Some(comment) = line.strip_prefix("//").or(line.strip_prefix('#')) else { break };
            case.directive(comment.strip_prefix(' ').unwrap_or_default(), &mut stdin)?;
        }
        let mut names = BTreeSet::new();
        if !case.runs.iter().all(|run| names.insert(&run.name)) {
            return Err("two runs have one name: write EXIT 0 [name]: …".into());
        }
        match case.runs.is_empty() {
            true if has_extension(path, &SELF_EXPLAINING) => {
                Err("neither a case (no EXIT directive) nor an input (its name does not begin with _)".into())
            }
            true => Ok(None),
            false => Ok(Some(case)),
        }
    }

    fn directive(&mut self, line: &str, stdin: &mut Option<String>) -> Result<(), Failed> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.trim_end_matches(':') {
            "EXIT" => {
                let (head, arguments) = rest.split_once(':').ok_or("EXIT has no colon")?;
                let (exit, name) = head.split_once(' ').unwrap_or((head, ""));
                let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
                let exit = exit.parse().map_err(|_| format!("`{exit}` is no exit status"))?;
                let (name, arguments) = (name.map(str::to_owned), words(arguments));
                self.runs.push(Run { exit, name, arguments, stdin: stdin.clone(), files: Vec::new() });
            }
            "FILE" => {
                let (path, claim) = rest.split_once(": ").ok_or("FILE has no colon")?;
                let run = self.runs.last_mut().ok_or("FILE stands before the first EXIT")?;
                run.files.push((path.to_owned(), claim.to_owned()));
            }
            "STDIN" => *stdin = Some(rest.to_owned()),
            "COPY" => self.copy = true,
            word if word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase()) => {
                return Err(format!("{word} is no directive").into());
            }
            _ => {}
        }
        Ok(())
    }

    fn check(&self, root: &Path, bless: &Bless) -> Result<(), Failed> {
        let temporary = tempfile::tempdir()?;
        let outputs = temporary.path().join("tmp");
        fs::create_dir(&outputs)?;
        let mut folder = root.join(&self.path).parent().unwrap().to_owned();
        if self.copy {
            let copy = temporary.path().join("copy");
            fs::create_dir(&copy)?;
            for file in snapshot(&folder).into_keys() {
                fs::create_dir_all(copy.join(&file).parent().unwrap())?;
                fs::copy(folder.join(&file), copy.join(&file))?;
            }
            folder = copy;
        }
        let mut failures = Vec::new();
        for run in &self.runs {
            failures.extend(run.check(self, root, &folder, &outputs, bless)?);
        }
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
    }
}

impl Run {
    /// The path of the expectation with this extension.
    fn expectation(&self, root: &Path, case: &Case, extension: &str) -> PathBuf {
        let path = root.join(&case.path).into_os_string().into_string().unwrap();
        let name = self.name.as_ref().map_or_else(String::new, |name| format!(".{name}"));
        format!("{path}{name}.{extension}").into()
    }

    /// The expectations that this run claims.
    fn expectations(&self, root: &Path, case: &Case) -> Vec<PathBuf> {
        let held = self.files.iter().any(|(_, claim)| claim == "as beside");
        let extensions = EXPECTATIONS.iter().filter(|extension| **extension != "file" || held);
        extensions.map(|extension| self.expectation(root, case, extension)).collect()
    }

    /// Runs the compiler and lists what is not as expected.
    fn check(
        &self,
        case: &Case,
        root: &Path,
        folder: &Path,
        outputs: &Path,
        bless: &Bless,
    ) -> Result<Vec<String>, Failed> {
        let name = case.path.file_name().unwrap().to_str().unwrap();
        let name = name.strip_suffix(".case").filter(|file| folder.join(file).exists()).unwrap_or(name);
        let outputs = outputs.to_str().unwrap();
        let fill = |text: &str| text.replace("%tmp", outputs).replace('%', name);
        let stdin = match &self.stdin {
            Some(file) => Stdio::from(fs::File::open(folder.join(fill(file)))?),
            None => Stdio::null(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_confc"));
        command.args(self.arguments.iter().map(|argument| fill(argument)));
        let output = command.current_dir(folder).env_clear().stdin(stdin).output()?;
        let mut failures = Vec::new();
        if output.status.code() != Some(self.exit) {
            failures.push(format!("expected exit status {}, got {}", self.exit, output.status));
        }
        let mut compare = |extension: &str, seen: &[u8]| -> Result<(), Failed> {
            let seen = replace(seen, outputs, "%tmp");
            let path = self.expectation(root, case, extension);
            if bless.covers(&case.path) {
                return write_expectation(&path, &seen);
            }
            let expected = fs::read(&path).unwrap_or_default();
            if expected != seen {
                failures.push(format!("{} differs:\n{}", path.display(), difference(&expected, &seen)));
            }
            Ok(())
        };
        compare("stdout", &output.stdout)?;
        compare("stderr", &output.stderr)?;
        let mut wrong = Vec::new();
        for (path, claim) in &self.files {
            let content = fs::read(folder.join(fill(path))).ok();
            match (claim.as_str(), &content) {
                ("exists", Some(_)) | ("absent", None) => {}
                ("as beside", Some(content)) => compare("file", content)?,
                (claim, Some(content)) if claim.strip_prefix("sha256:") == Some(&sha256(content)) => {}
                (claim, Some(content)) => {
                    let other = claim.strip_prefix("same as ").map(|other| folder.join(fill(other)));
                    if other.is_none_or(|other| fs::read(other).ok().as_ref() != Some(content)) {
                        wrong.push(format!("{path} is not `{claim}`; it has sha256:{}", sha256(content)));
                    }
                }
                (claim, None) => wrong.push(format!("{path} does not exist, but should be `{claim}`")),
            }
        }
        failures.extend(wrong);
        Ok(failures)
    }
}

/// Splits at spaces; single quotes keep them.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in text.split('\'').enumerate() {
        match n % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

fn sha256(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Text is searched; what is no text is left as it is.
fn replace(content: &[u8], from: &str, to: &str) -> Vec<u8> {
    std::str::from_utf8(content).map_or_else(|_| content.to_owned(), |text| text.replace(from, to).into())
}

/// An empty stream needs no file.
fn write_expectation(path: &Path, content: &[u8]) -> Result<(), Failed> {
    if !content.is_empty() {
        fs::write(path, content)?;
    } else if path.exists() {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// The lines that differ, between those that agree at both ends.
fn difference(expected: &[u8], seen: &[u8]) -> String {
    let (expected, seen) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(seen));
    let (expected, seen): (Vec<_>, Vec<_>) = (expected.lines().collect(), seen.lines().collect());
    let head = expected.iter().zip(&seen).take_while(|(a, b)| a == b).count();
    let (expected, seen) = (&expected[head..], &seen[head..]);
    let tail = expected.iter().rev().zip(seen.iter().rev()).take_while(|(a, b)| a == b).count();
    let shown = |lines: &[&str], sign: char| -> String {
        lines[..lines.len() - tail].iter().map(|line| format!("{sign}{line}\n")).collect()
    };
    if expected.len() == tail && seen.len() == tail {
        return "(in the ends of lines only)".into();
    }
    format!("@@ line {} @@\n{}{}", head + 1, shown(expected, '-'), shown(seen, '+'))
}
