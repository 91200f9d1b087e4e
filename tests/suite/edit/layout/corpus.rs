//! Real files, and those of all cases: what they compile to stays, byte for byte.

use super::laid_out;
use crate::support::corpus::{self, Disk, files};
use confc::compile::{CompileOptions, ManifestInput};
use confc::diagnostic::{Code, Diagnostic, Report};
use confc::manifest::IncludeOptions;
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::text::files::Files;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a folder, in the canonical layout where they can be read.
struct LaidOut(Disk);

impl Files for LaidOut {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = self.0.read(path, limit)?;
        let text = std::str::from_utf8(&bytes).ok().and_then(|text| laid_out(Format::Json5, text));
        Ok(text.map_or(bytes, String::into_bytes))
    }

    fn absolute(&self, path: &str) -> String {
        self.0.absolute(path)
    }
}

/// The bytes that a manifest compiles to, or the codes of what is wrong with it.
fn compiled(files: &dyn Files, path: &str, includes: &IncludeOptions) -> Result<Vec<u8>, Vec<Code>> {
    let options = CompileOptions { includes: includes.clone(), ..CompileOptions::default() };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let bytes = files.read(path, u64::MAX).unwrap();
    let bytes = syntax::source_from_bytes(&mut sources, path, bytes, None, &mut report)
        .map(|source| ManifestInput::read(&source, path, files, &options, &mut sources, &mut report))
        .and_then(|input| {
            let declaration = input.compile(&options, &mut report)?;
            input.encode(&declaration, &mut report)
        });
    let mut codes: Vec<Code> = report.sorted().into_iter().map(Diagnostic::code).collect();
    codes.sort_by_key(|code| code.name());
    bytes.ok_or(codes)
}

/// Compiles every manifest below a folder as it is and in the canonical layout. Gives how many compile.
fn check_manifests(folder: &Path, includes: impl Fn(&str) -> IncludeOptions) -> usize {
    let (old, new) = (Disk(folder.to_path_buf()), LaidOut(Disk(folder.to_path_buf())));
    let manifests = files(folder, "cml");
    let compiles = |path: &&String| {
        let includes = includes(path);
        let before = compiled(&old, path, &includes);
        assert_eq!(before, compiled(&new, path, &includes), "{path}");
        before.is_ok()
    };
    manifests.iter().filter(compiles).count()
}

/// Lays out every file below a folder that can be read. Gives how many can.
fn check_texts(folder: &Path) -> usize {
    let formats = [("cml", Format::Json5), ("json5", Format::Json5), ("json", Format::Json)];
    let paths = formats.into_iter().flat_map(|(ending, format)| {
        files(folder, ending).into_iter().map(move |path| (folder.join(path), format))
    });
    let is_laid_out = |(path, format): &(PathBuf, Format)| {
        let bytes = std::fs::read(path).unwrap();
        std::str::from_utf8(&bytes).is_ok_and(|text| laid_out(*format, text).is_some())
    };
    paths.filter(is_laid_out).count()
}

#[test]
fn real_manifests_compile_to_the_same_bytes() {
    let Some(folder) = corpus::folder("the canonical layout of real manifests") else { return };
    let includes = |path: &str| {
        let root = path.split('/').take(2).collect::<Vec<_>>().join("/");
        IncludeOptions { paths: vec![format!("{root}/sdk/lib"), root.clone()], root }
    };
    let compiled = check_manifests(&folder, includes);
    assert!(compiled > 100, "{compiled}");
}

#[test]
fn real_texts_and_public_suites_stay_what_they_are() {
    let Some(folder) = corpus::folder("the canonical layout of real texts") else { return };
    let read = check_texts(&folder);
    assert!(read > 400, "{read}");
}

#[test]
fn cases_compile_to_the_same_bytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let (compiled, read) = (check_manifests(&folder, |_| IncludeOptions::default()), check_texts(&folder));
    assert!(compiled > 100 && read > 300, "{compiled} {read}");
}

#[test]
fn examples_are_in_the_canonical_layout() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let examples = [files(&folder, "cml"), files(&folder, "json5")].concat();
    assert!(examples.len() > 5, "{examples:?}");
    for path in examples {
        let text = corpus::text(&folder, &path);
        assert_eq!(laid_out(Format::Json5, &text), Some(text), "{path}");
    }
}
