//! Other readers of YAML: PyYAML and libyaml by the rules of 1.1 and of 1.2, and those of Go, which Kubernetes
//! reads with.

use crate::support::skip::{has_tool, needs};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What the readers make of a text: by name the documents, in the notation of `read.py`, or what is wrong.
pub(crate) type Opinions = BTreeMap<String, Result<Vec<Value>, String>>;

/// The readers that are there.
pub(crate) struct Readers {
    programs: Vec<Vec<PathBuf>>,
}

/// Where things lie that only these tests make.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/syntax/readers").join(name)
}

/// The program of `read.go`, made once; `None` where Go or one of its packages is missing.
fn go() -> Option<&'static PathBuf> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let program = folder().join("read");
        // Debian's packages of Go, and nothing from the network.
        let status = Command::new("go")
            .args(["build", "-o"])
            .arg(&program)
            .arg(source("read.go"))
            .envs([("GOPATH", "/usr/share/gocode"), ("GO111MODULE", "off"), ("GOPROXY", "off")])
            .env("GOCACHE", folder().join("cache"))
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success()).then_some(program)
    };
    BUILT.get_or_init(build).as_ref()
}

fn has_python() -> bool {
    let mut imports = Command::new("python3");
    imports.args(["-c", "import yaml; yaml.CSafeLoader"]).stderr(Stdio::null());
    imports.status().is_ok_and(|status| status.success())
}

impl Readers {
    /// All of them, or those that are there. A missing one is reported for `test`; with `CONFC_REQUIRE_TOOLS` set it is
    /// a failure.
    pub(crate) fn new(test: &str) -> Self {
        let mut programs = Vec::new();
        if has_tool(test, "python3") {
            if has_python() {
                programs.push(vec!["python3".into(), source("read.py")]);
            } else {
                needs(test, "PyYAML with libyaml");
            }
        }
        match go() {
            Some(program) => programs.push(vec![program.clone()]),
            None => needs(test, "Go with yaml.v2, yaml.v3 and sigs.k8s.io/yaml"),
        }
        Self { programs }
    }

    /// Whether none is there.
    pub(crate) fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    /// What they make of each text.
    pub(crate) fn read(&self, texts: &[String]) -> Vec<Opinions> {
        let mut opinions = vec![Opinions::new(); texts.len()];
        let mut input = tempfile::NamedTempFile::new().unwrap();
        for text in texts {
            writeln!(input, "{}", serde_json::to_string(text).unwrap()).unwrap();
        }
        for program in &self.programs {
            let output = Command::new(&program[0])
                .args(&program[1..])
                .stdin(File::open(input.path()).unwrap())
                .stderr(Stdio::inherit())
                .output()
                .unwrap();
            let told = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && told.lines().count() == texts.len(), "{program:?}");
            for (line, opinions) in told.lines().zip(&mut opinions) {
                let told: BTreeMap<String, Value> = serde_json::from_str(line).unwrap();
                opinions.extend(told.into_iter().map(|(name, told)| match told {
                    Value::Array(documents) => (name, Ok(documents)),
                    wrong => (name, Err(wrong.to_string())),
                }));
            }
        }
        opinions
    }
}
