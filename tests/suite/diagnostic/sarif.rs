//! References within SARIF logs.

use crate::support::logs::for_each_log;
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks that each reference in a log leads to an item of the log, which a JSON Schema cannot check.
fn is_consistent(log: &Value) {
    let run = &log["runs"][0];
    let ids = |list: &Value, name: &str| -> Vec<String> {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().map(|item| item[name].as_str().unwrap().to_owned()).collect()
    };
    let driver = &run["tool"]["driver"];
    let rules = ids(&driver["rules"], "id");
    let mut used = BTreeSet::new();
    for result in run["results"].as_array().unwrap() {
        let id = result["ruleId"].as_str().unwrap();
        assert_eq!(rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()], id);
        used.insert(id.to_owned());
        let related = result["relatedLocations"].as_array().map(Vec::as_slice).unwrap_or_default();
        let message = result["message"]["text"].as_str().unwrap();
        for location in related {
            assert!(message.contains(&format!("]({}): ", location["id"])), "{result:#}");
        }
    }
    assert_eq!(used.into_iter().collect::<Vec<_>>(), rules);
    let invocation = &run["invocations"][0];
    let told = invocation["toolExecutionNotifications"].as_array().map(Vec::as_slice).unwrap_or_default();
    let notifications = ids(&driver["notifications"], "id");
    for told in told.iter().filter(|told| told["descriptor"].is_object()) {
        let index = usize::try_from(told["descriptor"]["index"].as_u64().unwrap()).unwrap();
        assert_eq!(notifications[index], told["descriptor"]["id"]);
    }
    assert_eq!(invocation["executionSuccessful"], Value::Bool(notifications.is_empty()), "{log:#}");
}

#[test]
fn logs_refer_to_what_is_there() {
    for_each_log(is_consistent);
}
