//! ConfigMaps and Secrets: what Kubernetes says to them, and that secrets stand in Secrets alone.

use super::{ValuedDeclaration, samples};
use crate::support::skip::{has_tool, needs};
use crate::syntax::readers::Readers;
use confc::export::{DataKey, DocumentFormat, ExportError, ExportTarget, KubernetesObject, SensitiveFields};
use serde_json::Value as Json;
use std::process::Command;

/// Validates each document of stdin by the schemas of Kubernetes, strictly: no key is unknown.
const PYTHON: &str = r#"
import sys, yaml, kubernetes_validate
version = kubernetes_validate.latest_version()
for document in yaml.safe_load_all(sys.stdin):
    kubernetes_validate.validate(document, version, strict=True)
for wrong in ({"data": {"a": 1}}, {"more": {}}):
    wrong.update({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}})
    try: kubernetes_validate.validate(wrong, version, strict=True)
    except kubernetes_validate.ValidationError: continue
    sys.exit("a wrong object is accepted")
"#;

fn object(document: Option<&str>) -> KubernetesObject {
    let document = document.map(|key| key.parse::<DataKey>().unwrap());
    KubernetesObject { name: "shop-1.eu".parse().unwrap(), document }
}

/// Writes an object, unless a native name cannot be a key of its data.
fn written(valued: &ValuedDeclaration, target: &ExportTarget) -> Option<String> {
    match valued.export(target) {
        Ok(exported) => Some(exported.text),
        Err(errors) => {
            let is_of_name = |error: &ExportError| {
                matches!(error, ExportError::NotAKey { .. } | ExportError::SameNativeName { .. })
            };
            assert!(errors.iter().all(is_of_name), "{errors:?}");
            None
        }
    }
}

/// Both objects, with a key for each field and with one document.
fn objects(valued: &ValuedDeclaration) -> Vec<String> {
    let documents = [None, Some("app.json"), Some("app.yaml"), Some("app.properties")];
    let targets = documents.into_iter().flat_map(|document| {
        [ExportTarget::ConfigMap(object(document)), ExportTarget::Secret(object(document))]
    });
    targets.filter_map(|target| written(valued, &target)).collect()
}

#[test]
#[ignore = "slow: validates by the schemas of Kubernetes, in Python"]
fn kubernetes_takes_what_was_written() {
    let test = "what Kubernetes says to exports";
    if !has_tool(test, "python3") {
        return;
    }
    let imports = Command::new("python3").args(["-c", "import yaml, kubernetes_validate"]).output().unwrap();
    if !imports.status.success() {
        return needs(test, "`kubernetes-validate` of PyPI");
    }
    let texts: Vec<String> = samples(60).iter().flat_map(objects).collect();
    let mut input = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut input, texts.join("---\n").as_bytes()).unwrap();
    let input = std::fs::File::open(input.path()).unwrap();
    let output = Command::new("python3").args(["-c", PYTHON]).stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn every_reader_finds_the_same_data() {
    let readers = Readers::new("what readers of YAML make of exported objects");
    let (samples, mut refused) = (samples(100), 0);
    for valued in &samples {
        let document = valued.export(&ExportTarget::Document(DocumentFormat::Json, SensitiveFields::Omit));
        let document = document.unwrap().text;
        let texts = [object(Some("app.json")), object(None)]
            .map(|object| written(valued, &ExportTarget::ConfigMap(object)));
        let texts: Vec<String> = texts.into_iter().flatten().collect();
        refused += 2 - texts.len();
        for (at, opinions) in readers.read(&texts).into_iter().enumerate() {
            for (name, said) in opinions {
                let said = said.unwrap_or_else(|why| panic!("{name}: {why}\n{}", texts[at]));
                let data = said[0]["'data"].as_object().unwrap();
                assert!(data.values().all(Json::is_string), "{name}: {data:?}");
                if at == 0 {
                    assert_eq!(data["'app.json"].as_str(), Some(document.as_str()), "{name}");
                }
            }
        }
    }
    assert!(refused < samples.len() / 2, "{refused}");
}
