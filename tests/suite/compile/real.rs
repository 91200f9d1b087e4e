//! Real manifests that no one of us wrote: each compiles to the checksum that an independent program
//! computed, or gets the diagnostic that is right for it.

use crate::support::corpus::{self, Disk};
use confc::compile::{CompileOptions, ManifestInput};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::manifest::IncludeOptions;
use confc::syntax;
use confc::text::Sources;
use confc::text::files::{Files as _, MemoryFiles};
use std::collections::BTreeMap;
use std::path::Path;

/// What compiling gave: a declaration, or each diagnostic as code and guilty text.
fn outcome(
    report: &Report,
    sources: &Sources,
    declaration: Option<Declaration>,
) -> Result<Declaration, Vec<String>> {
    declaration.ok_or_else(|| {
        let told = report.sorted().into_iter().map(|found| {
            let place = found.primary().and_then(|label| Some((sources.of(label.span)?, label.span)));
            format!("{} {}", found.code(), place.map_or("", |(source, span)| source.slice(span)))
        });
        told.collect()
    })
}

/// Compiles a manifest of the corpus the way its own build does.
fn compile_file(corpus: &Path, path: &str) -> Result<Declaration, Vec<String>> {
    let root = path.split('/').take(2).collect::<Vec<_>>().join("/");
    let includes = IncludeOptions { paths: vec![format!("{root}/sdk/lib"), root.clone()], root };
    let options = CompileOptions { includes, ..CompileOptions::default() };
    let files = Disk(corpus.to_path_buf());
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let bytes = files.read(path, u64::MAX).expect("a file of the corpus");
    let source = syntax::source_from_bytes(&mut sources, path, bytes, None, &mut report).expect("UTF-8");
    let input = ManifestInput::read(&source, path, &files, &options, &mut sources, &mut report);
    let declaration = input.compile(&options, &mut report);
    outcome(&report, &sources, declaration)
}

fn compile_text(text: &str) -> Result<Declaration, Vec<String>> {
    let (files, options) = (MemoryFiles::new(), CompileOptions::default());
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let source = sources.add("test.cml".into(), text.into(), None);
    let input = ManifestInput::read(&source, "test.cml", &files, &options, &mut sources, &mut report);
    let declaration = input.compile(&options, &mut report);
    outcome(&report, &sources, declaration)
}

/// The manifests that do not compile, with the codes they get. The first group includes files that the
/// corpus does not hold; the second is written in an older language, in which a `use` of a configuration
/// capability named its key `config_key` and left the type to the capability.
const REFUSED: &[(&str, &[&str])] = &[
    ("gnoliyil__fuchsia/src/connectivity/network/netstack/meta/netstack.cml", &["E0208"]),
    ("gnoliyil__fuchsia/src/ui/bin/scene_manager/meta/scene_manager.cml", &["E0208"]),
    ("gnoliyil__fuchsia/src/ui/lib/input_pipeline/meta/client.shard.cml", &["E0208"]),
    ("misttech__mist-os/src/devices/bus/drivers/platform/meta/platform-bus.cml", &["E0208"]),
    ("misttech__mist-os/src/power/testing/client/meta/realm_base.cml", &["E0208"]),
    ("misttech__mist-os/src/ui/bin/scene_manager/meta/scene_manager.cml", &["E0208"]),
    ("misttech__mist-os/src/ui/lib/input_pipeline/meta/client.shard.cml", &["E0208"]),
    (
        "vsrinivas__fuchsia/src/connectivity/bluetooth/profiles/bt-hfp-audio-gateway/meta/bt-hfp-audio-gateway.cml",
        &["E0208"],
    ),
    ("vsrinivas__fuchsia/src/diagnostics/sampler/meta/sampler.cml", &["E0208"]),
    ("vsrinivas__fuchsia/tools/cmc/meta/example.cml", &["E0208"]),
    (
        "gnoliyil__fuchsia/src/sys/component_manager/tests/structured_config/capabilities/dynamic/meta/child.cml",
        &["E0304", "E0307"],
    ),
    (
        "gnoliyil__fuchsia/src/sys/component_manager/tests/structured_config/capabilities/same_cml/meta/test.cml",
        &["E0304", "E0307"],
    ),
];

#[test]
fn every_real_manifest_compiles_or_gets_the_diagnostic_that_is_right() {
    let Some(corpus) = corpus::folder("every_real_manifest_compiles") else { return };
    let checksums = corpus::text(&corpus, "checksums.tsv");
    let mut checksums: BTreeMap<&str, (&str, &str)> = checksums
        .lines()
        .map(|line| {
            let mut columns = line.split('\t');
            let mut column = || columns.next().expect("three columns");
            (column(), (column(), column()))
        })
        .collect();
    let mut refused: BTreeMap<&str, &[&str]> = REFUSED.iter().copied().collect();
    let manifests = corpus::files(&corpus.join("manifests"), "cml");
    assert!(manifests.len() > 100, "the corpus holds real manifests");
    for name in manifests {
        let path = format!("manifests/{name}");
        match (compile_file(&corpus, &path), refused.remove(name.as_str())) {
            (Ok(declaration), None) => {
                let config = declaration.config();
                let found = config.map(|config| (config.fields().len().to_string(), config.checksum()));
                let expected = checksums.remove(path.as_str());
                let found = found.map(|(fields, checksum)| format!("{fields} {checksum}"));
                let expected = expected.map(|(fields, checksum)| format!("{fields} sha256:{checksum}"));
                assert_eq!(found, expected, "{path}");
                assert_eq!(
                    Declaration::decode(&confc::declaration::encode(&declaration)).as_ref(),
                    Ok(&declaration),
                    "{path}"
                );
            }
            (Err(told), Some(codes)) => {
                let mut found: Vec<&str> = told.iter().filter_map(|told| told.split(' ').next()).collect();
                found.sort_unstable();
                found.dedup();
                assert_eq!(found, codes, "{path}");
            }
            (Ok(_), Some(_)) => panic!("{path} compiles: take it off the list"),
            (Err(told), None) => panic!("{path}: {told:#?}"),
        }
    }
    assert!(checksums.is_empty(), "these have a checksum but were not met: {checksums:?}");
    assert!(refused.is_empty(), "these are on the list but were not met: {refused:?}");
}

/// What each invalid manifest gets, with the caret on the guilty token.
const NEGATIVE: &[(&str, &str)] = &[
    ("config_empty", "E0205 {}"),
    ("config_bad_type", "E0303 123456"),
    ("config_unknown_type", "E0305 \"foo\""),
    ("config_no_max_count_vector", "E0306 \"tags\""),
    ("config_no_max_size_string_vector", "E0306 \"element\""),
    ("config_empty_key", "E0301 \"\""),
    ("config_key_ends_with_underscore", "E0301 \"abcd_\""),
    ("config_capitals_in_key", "E0301 \"ABCD\""),
    ("config_special_chars_in_key", "E0301 \"!@#$\""),
    ("config_dashes_in_key", "E0301 \"abcd-efgh\""),
    ("config_bad_max_size_string", "E0310 \"abcd\""),
    ("config_zero_max_size_string", "E0310 0"),
    ("config_bad_max_count_on_vector", "E0310 \"abcd\""),
    ("config_bad_max_size_string_vector", "E0310 \"abcd\""),
    ("config_zero_max_size_string_vector", "E0310 0"),
    ("config_unknown_field_attribute", "E0307 \"unknown\""),
    ("use_config_type_differs_from_config_block", "E0328 \"my_config\""),
];

#[test]
fn every_invalid_manifest_is_refused_at_the_guilty_token() {
    let Some(corpus) = corpus::folder("every_invalid_manifest_is_refused") else { return };
    let cases = corpus::json(&corpus, "negative.json");
    let cases = cases.as_array().expect("a list of cases");
    assert_eq!(cases.len(), NEGATIVE.len());
    for (case, (name, told)) in cases.iter().zip(NEGATIVE) {
        assert_eq!(case["name"], *name);
        let manifest = case["manifest"].as_str().expect("a manifest");
        assert_eq!(compile_text(manifest).err(), Some(vec![(*told).into()]), "{name}: {manifest}");
    }
}

#[test]
fn every_valid_manifest_compiles_as_expected() {
    let Some(corpus) = corpus::folder("every_valid_manifest_compiles") else { return };
    let cases = corpus::json(&corpus, "positive.json");
    for case in cases.as_array().expect("a list of cases") {
        let manifest = case["manifest"].as_str().expect("a manifest");
        let declaration = compile_text(manifest).unwrap_or_else(|told| panic!("{manifest}: {told:?}"));
        let config = declaration.config().expect("a schema");
        let keys: Vec<&str> = config.fields().iter().map(|field| field.key.as_str()).collect();
        let expect = &case["expect"];
        for expected in [&expect["field_order"], &expect["config_fields"]] {
            assert!(expected.is_null() || *expected == serde_json::json!(keys), "{manifest}");
        }
        let sum = serde_json::json!(config.checksum().as_bytes());
        assert!(expect["sha256_bytes"].is_null() || expect["sha256_bytes"] == sum, "{manifest}");
        let source = match config.value_source() {
            confc::schema::ValueSource::PackagePath(_) => "package path",
            confc::schema::ValueSource::Capabilities => "capabilities",
        };
        assert!(expect["value_source"].is_null() || expect["value_source"] == source, "{manifest}");
        let default = config.fields().first().and_then(|field| field.default.clone());
        let expected = expect["default"].as_bool().map(confc::types::Value::Bool);
        assert!(expected.is_none() || expected == default, "{manifest}");
    }
}
