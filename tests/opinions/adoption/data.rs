//! Data files, and bases with their overlays, read by the crates `serde_yaml_ng`, `toml` and `serde_json`.

use super::defaults::StatedDefaults;
use super::draft::{Draft, argument};
use super::shape::typed_leaves;
use super::{Outcome, files_in, judge, name, on_all_cores, wild};
use serde_json::{Map, Value};
use serde_yaml_ng::Value as Yaml;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of data files; those below `ci` hold a base each.
const FOLDERS: [&str; 5] = ["values", "prometheus", "loki", "vector", "oteldemo"];

/// Reads a file as a JSON object; an error is the reason why it is not part of the sample.
fn read(path: &Path) -> Result<Value, &'static str> {
    let text = fs::read_to_string(path).map_err(|_| "not UTF-8")?;
    let read = match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => serde_json::from_str(&text).ok(),
        Some("toml") => toml::from_str(&text).ok(),
        Some("yaml" | "yml") => match serde_yaml_ng::from_str::<Yaml>(&text) {
            Ok(yaml) => of_yaml(yaml),
            Err(error) if error.to_string().contains("duplicate entry") => return Err("a key twice"),
            Err(_) => None,
        },
        _ => return Err("no format of layers"),
    };
    match read {
        Some(document @ Value::Object(_)) => Ok(document),
        None if text.contains("{{") => Err("a template"),
        None | Some(_) => Err("not one object"),
    }
}

/// A YAML document as JSON; `None` if it has tags, keys that are not strings, or numbers that are not finite.
fn of_yaml(mut yaml: Yaml) -> Option<Value> {
    yaml.apply_merge().ok()?;
    serde_json::to_value(&yaml).ok().filter(|_| has_string_keys(&yaml))
}

fn has_string_keys(yaml: &Yaml) -> bool {
    match yaml {
        Yaml::Mapping(entries) => {
            entries.iter().all(|(key, value)| key.is_string() && has_string_keys(value))
        }
        Yaml::Sequence(elements) => elements.iter().all(has_string_keys),
        Yaml::Tagged(_) => false,
        Yaml::Number(number) => number.is_finite(),
        Yaml::Null | Yaml::Bool(_) | Yaml::String(_) => true,
    }
}

/// The files of a chart in `ci`: its base, and its overlays.
fn chart(folder: &Path) -> (PathBuf, Vec<PathBuf>) {
    let is_number = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem.len() == 2);
    let mut files = files_in(folder).into_iter().filter(is_number);
    (files.next().expect("a base"), files.collect())
}

fn draft_data(path: &Path, document: &Value) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(draft) = Draft::new(&["--from", argument(path)], &mut outcome) else { return outcome };
    outcome.typed = typed_leaves(Some(&draft.shape), document);
    outcome.judge_one(draft.write_back(&[argument(path)], document, &StatedDefaults::default()));
    outcome
}

#[test]
#[ignore = "slow: drafts every data file of the corpus"]
fn data_files_are_drafted_and_written_back() {
    let Some(wild) = wild("data_files_are_drafted_and_written_back") else { return };
    let bases = files_in(&wild.join("ci")).into_iter().map(|folder| chart(&folder).0);
    let paths: Vec<_> = FOLDERS.iter().flat_map(|folder| files_in(&wild.join(folder))).chain(bases).collect();
    let (mut sample, mut left_out) = (Vec::new(), BTreeMap::<_, usize>::new());
    for path in paths {
        match read(&path) {
            Ok(document) => sample.push((path, document)),
            Err(reason) => *left_out.entry(reason).or_default() += 1,
        }
    }
    println!("left out: {left_out:?}");
    let outcomes = on_all_cores(&sample, |(path, document)| (name(path), draft_data(path, document)));
    judge("data files", &outcomes, |outcome| outcome.is_equal);
}

/// Lays an overlay over a base: objects are merged, and other values are replaced. `null` is a value, with which Helm
/// removes a default of the chart.
fn merge(base: &mut Map<String, Value>, overlay: &Map<String, Value>) {
    for (key, value) in overlay {
        match (base.get_mut(key), value) {
            (Some(Value::Object(base)), Value::Object(overlay)) => merge(base, overlay),
            _ => drop(base.insert(key.clone(), value.clone())),
        }
    }
}

/// An overlay laid over its base, both of them objects.
fn laid_over(base: &Value, overlay: &Value) -> Value {
    let mut merged = base.as_object().expect("an object").clone();
    merge(&mut merged, overlay.as_object().expect("an object"));
    merged.into()
}

/// Drafts a chart from its base and all overlays; the outcome for each overlay.
fn draft_chart(folder: &Path) -> Vec<(String, Outcome)> {
    let (base_path, overlays) = chart(folder);
    let Ok(base) = read(&base_path) else { return Vec::new() };
    let overlays: Vec<_> = overlays.iter().filter_map(|path| Some((path, read(path).ok()?))).collect();
    let arguments = overlays.iter().flat_map(|(path, _)| ["--overlay", argument(path)]);
    let arguments: Vec<_> = ["--from", argument(&base_path)].into_iter().chain(arguments).collect();
    let mut outcome = Outcome::default();
    let Some(draft) = Draft::new(&arguments, &mut outcome) else {
        let failed = |(path, _): (&PathBuf, Value)| (name(path), outcome.clone());
        return overlays.into_iter().map(failed).collect();
    };
    let lay_over = |(path, overlay): (&PathBuf, Value)| {
        let (merged, mut outcome) = (laid_over(&base, &overlay), outcome.clone());
        outcome.typed = typed_leaves(Some(&draft.shape), &merged);
        let layers = [argument(&base_path), "--override", argument(path)];
        outcome.judge_one(draft.write_back(&layers, &merged, &StatedDefaults::default()));
        (name(path), outcome)
    };
    overlays.into_iter().map(lay_over).collect()
}

#[test]
#[ignore = "slow: drafts the charts of the corpus with their overlays"]
fn overlays_are_drafted_and_laid_over_their_base() {
    let Some(wild) = wild("overlays_are_drafted_and_laid_over_their_base") else { return };
    let outcomes = on_all_cores(&files_in(&wild.join("ci")), |folder| draft_chart(folder));
    let outcomes: Vec<_> = outcomes.into_iter().flatten().collect();
    judge("overlays", &outcomes, |outcome| outcome.is_equal);
}

#[test]
fn overlays_are_merged() {
    let json = |text| serde_json::from_str::<Value>(text).unwrap();
    let base = json(r#"{ "a": { "b": 1, "c": 2 }, "d": [1], "e": null, "f": 3 }"#);
    let overlay = json(r#"{ "a": { "b": null, "g": {} }, "d": [], "e": null, "f": { "h": null, "i": 1 } }"#);
    let merged = r#"{ "a": { "b": null, "c": 2, "g": {} }, "d": [], "e": null, "f": { "h": null, "i": 1 } }"#;
    assert_eq!(laid_over(&base, &overlay), json(merged));
}

#[test]
fn real_yaml_is_read() {
    let text = "a: &a { x: 1 }\nb: { <<: *a, y: ~ }\nc: [017, yes, 2024-01-01]\n";
    let json = of_yaml(serde_yaml_ng::from_str(text).unwrap()).unwrap();
    let expected = r#"{"a":{"x":1},"b":{"x":1,"y":null},"c":["017","yes","2024-01-01"]}"#;
    assert_eq!(json, serde_json::from_str::<Value>(expected).unwrap());
    assert_eq!(of_yaml(serde_yaml_ng::from_str("{ 1: a }").unwrap()), None);
}
