//! ConfigMaps, Secrets and variables of containers: what Kubernetes says to them, that their names change with their
//! data, and that only Secrets hold sensitive values.

use super::{ValuedDeclaration, samples, text_of};
use crate::support::random::Random;
use crate::support::skip::{has_tool, needs};
use crate::syntax::readers::Readers;
use confc::export::{
    ContainerEnv, DataKeys, DocumentFormat, ExportError, ExportLimit, ExportTarget, ExportedValues,
    KubernetesObject, ObjectContent, SensitiveFields, VariableNames, export,
};
use confc::types::{Field, Key, Type, Value};
use serde_json::Value as Json;
use std::io::Write as _;
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

/// For each line of stdin, which is a JSON list of a ConfigMap, a Secret, and variables that refer to it: checks the
/// suffixes of the names, and that variables have the values of the ConfigMap and refer to keys of the Secret. The keys
/// of the ConfigMap are names of variables.
const VARIABLES: &str = r#"
import base64, hashlib, json, sys, yaml

def name_of(data):
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).digest()
    return "shop-1.eu-" + base64.b32encode(digest).decode().lower()[:10]

# As `expansion.Expand` of Kubernetes with no variable to put in.
def expand(text):
    out, at = "", 0
    while at < len(text):
        if text[at] == "$" and at + 1 < len(text):
            at += 1
            if text[at] == "(" and ")" in text[at:]:
                sys.exit("a reference in a value: " + repr(text))
            out += "$" if text[at] == "$" else "$" + text[at]
        else:
            out += text[at]
        at += 1
    return out

references = 0
for line in sys.stdin:
    config, secret, variables = [yaml.safe_load(text) for text in json.loads(line)]
    assert config["metadata"]["name"] == name_of(config["data"]), config
    assert secret["metadata"]["name"] == name_of(secret["stringData"]), secret
    plain = {each["name"]: expand(each["value"]) for each in variables if "value" in each}
    assert plain == config["data"], (plain, config)
    told = [each["valueFrom"]["secretKeyRef"] for each in variables if "valueFrom" in each]
    assert all(each["name"] == "shop" for each in told)
    assert sorted(each["key"] for each in told) == sorted(secret["stringData"]), (told, secret)
    assert len(variables) == len(plain) + len(told)
    assert len({each["name"] for each in variables}) == len(variables)
    references += len(told)
print(references)
"#;

fn object(document: Option<&str>) -> KubernetesObject {
    let object = KubernetesObject::new("shop-1.eu".parse().unwrap());
    match document {
        Some(key) => KubernetesObject { content: ObjectContent::Document(key.parse().unwrap()), ..object },
        None => object,
    }
}

/// An object with any options.
fn with_options(random: &mut Random, document: Option<&str>) -> KubernetesObject {
    let keys = ["team", "example.org/Name_1", "a.b/0", "on"].map(|key| key.parse().unwrap());
    let mut some = |values: &[&str]| -> Vec<_> {
        let given = keys.iter().filter(|_| random.once_in(2)).cloned().collect::<Vec<_>>();
        given.into_iter().map(|key| (key, random.pick(values).to_owned())).collect()
    };
    let labels =
        some(&["", "true", "A_b.c", "0"]).into_iter().map(|(key, value)| (key, value.parse().unwrap()));
    let labels = labels.collect();
    let annotations = some(&["", "a\nb", "{ 'a': \"b\" }", "é # x", "17"]).into_iter().collect();
    KubernetesObject {
        namespace: random.once_in(2).then(|| "shop-eu".parse().unwrap()),
        labels,
        annotations,
        immutable: random.once_in(2),
        hash_suffix: random.once_in(2),
        content: match document {
            Some(key) => ObjectContent::Document(key.parse().unwrap()),
            None => ObjectContent::Fields(*random.one_of(&[DataKeys::Properties, DataKeys::Env])),
        },
        ..object(document)
    }
}

/// A prefix and a separator.
pub(super) fn variables(random: &mut Random) -> VariableNames {
    let mut variables = VariableNames::default();
    if random.once_in(2) {
        variables.prefix = random.pick(&["APP_", "x", "_"]).parse().unwrap();
    }
    if random.once_in(2) {
        variables.separator = random.pick(&["__", "0", "_x_"]).parse().unwrap();
    }
    variables
}

/// Writes an object, unless a name cannot be a key of its data or a value no variable.
fn written(valued: &ValuedDeclaration, target: &ExportTarget, variables: &VariableNames) -> Option<String> {
    match valued.export_with(target, variables) {
        Ok(exported) => Some(text_of(exported)),
        Err(errors) => {
            let is_of_name = |error: &ExportError| {
                matches!(
                    error,
                    ExportError::NotAKey { .. }
                        | ExportError::SameNativeName { .. }
                        | ExportError::SameVariable { .. }
                        | ExportError::Nul { .. }
                )
            };
            // The document may be an environment file.
            let is_line = |error: &ExportError| matches!(error, ExportError::NotOneLine { .. });
            assert!(errors.iter().all(|error| is_of_name(error) || is_line(error)), "{errors:?}");
            None
        }
    }
}

/// A Pod with the variables.
fn pod(valued: &ValuedDeclaration, variables: &VariableNames) -> Option<String> {
    let list = ContainerEnv { secret: Some("shop".parse().unwrap()), keys: DataKeys::Env };
    let list = written(valued, &ExportTarget::ContainerEnv(list), variables)?;
    let lines: String = list.lines().map(|line| format!("      {line}\n")).collect();
    let head =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\nspec:\n  containers:\n  - name: c\n    env:\n";
    Some(format!("{head}{lines}"))
}

/// Both objects, with a key for each field and with one document, with any options, and a Pod.
fn objects(valued: &ValuedDeclaration, random: &mut Random) -> Vec<String> {
    let documents = [None, Some("app.json"), Some("app.yaml"), Some("app.properties"), Some("app.env")];
    let mut texts = Vec::new();
    for document in documents {
        let targets = [
            ExportTarget::ConfigMap(with_options(random, document)),
            ExportTarget::Secret(with_options(random, document)),
        ];
        let variables = variables(random);
        texts.extend(targets.iter().filter_map(|target| written(valued, target, &variables)));
    }
    texts.extend(pod(valued, &variables(random)));
    texts
}

#[test]
fn names_change_with_data_and_variables_have_the_same_values() {
    let test = "what Python makes of names with a suffix and of variables";
    let imports = Command::new("python3").args(["-c", "import yaml"]).output();
    if !imports.is_ok_and(|output| output.status.success()) {
        return needs(test, "PyYAML");
    }
    let (mut random, mut input) = (Random::stream(10), tempfile::NamedTempFile::new().unwrap());
    let (samples, mut count) = (samples(150), 0);
    for valued in &samples {
        let variables = variables(&mut random);
        let object = KubernetesObject { hash_suffix: true, ..object(None) };
        let keys = *random.one_of(&[DataKeys::Properties, DataKeys::Env]);
        let targets = [
            ExportTarget::ConfigMap(KubernetesObject {
                content: ObjectContent::Fields(DataKeys::Env),
                ..object.clone()
            }),
            ExportTarget::Secret(KubernetesObject { content: ObjectContent::Fields(keys), ..object }),
            ExportTarget::ContainerEnv(ContainerEnv { secret: Some("shop".parse().unwrap()), keys }),
        ];
        let texts = targets.iter().map(|target| written(valued, target, &variables));
        if let Some(texts) = texts.collect::<Option<Vec<_>>>() {
            writeln!(input, "{}", serde_json::to_string(&texts).unwrap()).unwrap();
            count += 1;
        }
    }
    assert!(count > samples.len() / 2, "{count}");
    let input = std::fs::File::open(input.path()).unwrap();
    let output = Command::new("python3").args(["-c", VARIABLES]).stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let references: usize = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
    assert!(references > count / 4, "{references}");
}

#[test]
fn variables_of_a_container_hold_no_secret() {
    let secret = ContainerEnv { secret: Some("shop".parse().unwrap()), ..ContainerEnv::default() };
    let (mut refused, mut accepted) = (0, 0);
    for valued in samples(100) {
        let list = |target: ContainerEnv| valued.export(&ExportTarget::ContainerEnv(target));
        // An error is about the names of several values.
        let secrets = valued.document(DocumentFormat::Properties, SensitiveFields::Only);
        let has_values = secrets.map_or(true, |text| !text.is_empty());
        match list(ContainerEnv::default()) {
            Err(errors) if matches!(errors[..], [ExportError::NoSecret { .. }]) => {
                assert!(has_values);
                refused += 1;
            }
            without => {
                assert!(!has_values);
                assert_eq!(without, list(secret.clone()));
                accepted += 1;
            }
        }
        if let Ok(exported) = list(secret.clone()) {
            assert!(!exported.is_secret);
        }
    }
    assert!(refused > 10 && accepted > 10, "{refused} {accepted}");
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
    let mut random = Random::stream(11);
    let texts: Vec<String> = samples(60).iter().flat_map(|valued| objects(valued, &mut random)).collect();
    let mut input = tempfile::NamedTempFile::new().unwrap();
    input.write_all(texts.join("---\n").as_bytes()).unwrap();
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
        let document = text_of(document.unwrap());
        let texts = [object(Some("app.json")), object(None)]
            .map(|object| written(valued, &ExportTarget::ConfigMap(object), &VariableNames::default()));
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

#[test]
fn the_bytes_of_a_value_file_count() {
    let field = Field::new(Key::new("a").unwrap(), Type::Bool);
    let valued = ValuedDeclaration::of_fields(vec![(field, Value::Bool(true))]);
    let object = KubernetesObject { content: ObjectContent::ValueFile(None), ..object(None) };
    let export = |size: usize| {
        let values = ExportedValues { values: &valued.values, file: &vec![0; size] };
        export(valued.config(), values, &ExportTarget::ConfigMap(object.clone()), &VariableNames::default())
    };
    let limit = 1 << 20;
    assert!(text_of(export(limit).unwrap()).contains(&"A".repeat(limit.div_ceil(3) * 4 - 3)));
    let too_large = ExportError::TooLarge(ExportLimit::Kubernetes { bytes: 1 << 20 });
    assert_eq!(export(limit + 1), Err(vec![too_large]));
}
