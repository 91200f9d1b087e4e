//! What real manifests and the original's own cases say.

use super::Run;
use crate::support::corpus::{Disk, files, folder, json};
use confc::manifest::IncludeOptions;
use confc::text::files::MemoryFiles;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The sections whose items route capabilities.
const ROUTING: [&str; 4] = ["use", "expose", "offer", "capabilities"];

fn load(case: &Value) -> Run {
    let mut files = MemoryFiles::new();
    let mut entries = Vec::new();
    for (n, shard) in case["included"].as_array().expect("shards").iter().enumerate() {
        files = files.with(&format!("s{n}"), shard.as_str().expect("text"));
        entries.push(format!("s{n}"));
    }
    let mut main: Value = serde_json::from_str(case["main"].as_str().expect("text")).expect("JSON");
    main["include"] = entries.into();
    Run::of(&files.with("m.cml", main.to_string()))
}

/// The sections of a case's files.
fn sections(case: &Value) -> BTreeSet<String> {
    let texts = case["included"].as_array().into_iter().flatten().chain([&case["main"]]);
    let objects = texts.map(|text| serde_json::from_str::<Map<String, Value>>(text.as_str().expect("text")));
    objects.flat_map(|object| object.expect("an object").into_iter().map(|(key, _)| key)).collect()
}

/// Brings arrays of named items, and arrays inside them, into one order.
fn sort_named(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(sort_named);
            if items.iter().all(|item| item["name"].is_string()) {
                items.sort_by_key(|item| item["name"].to_string());
            }
        }
        Value::Object(members) => members.values_mut().for_each(sort_named),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Routing items are carried side by side: all items in order, but for those equal to one of another file.
fn side_by_side(case: &Value) -> Map<String, Value> {
    let mut result: Map<String, Value> = Map::new();
    for text in [&case["main"]].into_iter().chain(case["included"].as_array().expect("shards")) {
        let file: Map<String, Value> = serde_json::from_str(text.as_str().expect("text")).expect("JSON");
        for (section, items) in file {
            let all = result.entry(section).or_insert_with(|| Value::Array(Vec::new())).as_array_mut();
            let all = all.expect("an array");
            let before = all.clone();
            all.extend(
                items.as_array().expect("items").iter().filter(|item| !before.contains(item)).cloned(),
            );
        }
    }
    result
}

#[test]
fn the_originals_merge_cases_hold() {
    let Some(corpus) = folder("the_originals_merge_cases_hold") else { return };
    let cases = json(&corpus, "include_merge_cases.json");
    let mut counts = [0, 0, 0];
    for case in cases.as_array().expect("cases") {
        let name = case["name"].as_str().expect("a name");
        let mut run = load(case);
        let mut found = run.json();
        let sections = sections(case);
        if sections.iter().any(|section| ROUTING.contains(&section.as_str())) {
            assert_eq!(found, Value::Object(side_by_side(case)), "{name}");
            run.assert_clean();
            counts[0] += 1;
        } else if case.get("error").is_none() {
            let mut expected = case["expect"].clone();
            sort_named(&mut found);
            sort_named(&mut expected);
            assert_eq!(found, expected, "{name}");
            run.assert_clean();
            counts[1] += 1;
        } else if sections.contains("config") {
            // Whether two fields are the same is for the schema to say: both are handed on.
            let fields =
                run.read(|manifest, _| manifest.config_section.as_ref().map(|section| section.fields.len()));
            assert_eq!(fields, Some(2), "{name}");
            counts[2] += 1;
        } else {
            assert!(run.report.has_errors(), "{name}");
            counts[2] += 1;
        }
    }
    println!("{} side by side, {} merged, {} in conflict", counts[0], counts[1], counts[2]);
    assert!(counts.iter().all(|count| *count > 0));
}

/// The manifests that include, themselves or through a shard, what the corpus does not hold.
const LACKING: [&str; 10] = [
    "gnoliyil__fuchsia/src/connectivity/network/netstack/meta/netstack.cml",
    "gnoliyil__fuchsia/src/ui/bin/scene_manager/meta/scene_manager.cml",
    "gnoliyil__fuchsia/src/ui/lib/input_pipeline/meta/client.shard.cml",
    "misttech__mist-os/src/devices/bus/drivers/platform/meta/platform-bus.cml",
    "misttech__mist-os/src/power/testing/client/meta/realm_base.cml",
    "misttech__mist-os/src/ui/bin/scene_manager/meta/scene_manager.cml",
    "misttech__mist-os/src/ui/lib/input_pipeline/meta/client.shard.cml",
    "vsrinivas__fuchsia/src/connectivity/bluetooth/profiles/bt-hfp-audio-gateway/meta/bt-hfp-audio-gateway.cml",
    "vsrinivas__fuchsia/src/diagnostics/sampler/meta/sampler.cml",
    "vsrinivas__fuchsia/tools/cmc/meta/example.cml",
];

#[test]
fn real_manifests_are_read_and_expanded() {
    let Some(corpus) = folder("real_manifests_are_read_and_expanded") else { return };
    let disk = Disk(corpus.clone());
    let manifests = files(&corpus.join("manifests"), "cml");
    let mut lacking = Vec::new();
    for path in &manifests {
        let (repository, _) = path.split_once('/').expect("a repository");
        let root = format!("manifests/{repository}");
        let options = IncludeOptions { paths: vec![format!("{root}/sdk/lib"), root.clone()], root };
        let mut run = Run::load(&disk, &format!("manifests/{path}"), &options);
        if run.report.has_errors() {
            let told = run.told();
            assert!(told.iter().all(|told| told.starts_with("E0208 ")), "{told:#?}");
            lacking.push(path.as_str());
            continue;
        }
        let (expanded, component) = (run.expand(), run.component());
        assert_eq!(run.report.errors(), 0, "{:#?}", run.told());
        let mut again = Run::of_text(&expanded);
        assert_eq!(again.expand(), expanded, "{path}");
        assert_eq!(again.component(), component, "{path}");
        again.assert_clean();
    }
    assert_eq!(lacking, LACKING);
}
