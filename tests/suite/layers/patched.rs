//! Patches of values, held against a second reading of the rules: the operations on the complete configuration as
//! plain JSON, which then is a layer by itself.

use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random, Tally, attempts};
use confc::declaration::Config;
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy, ValuesPatch};
use confc::plan::{EmbeddedSchema, encode};
use confc::provenance::Provenance;
use confc::resolve::{Inputs, ResolvedValues, resolve};
use confc::syntax::{self, Format};
use confc::text::Sources;
use proptest::prelude::{any, proptest};
use serde_json::{Map, Value as Json, json};

/// Elements with members, one of which can be an element itself.
const MANIFEST: &str = r#"{ config: {
    e: { type: "enum", variants: { low: 0, high: 1 }, default: "low" },
    f: { type: "float64", default: 1.5 },
    l: { type: "vector", max_count: 4, unique: true, element: { type: "uint8" }, default: [1, 2] },
    n: { type: "uint64", default: 18446744073709551615 },
    p: { type: "vector", max_count: 4, default: [], element: { type: "struct", fields: {
        a: { type: "uint8", max: 9, default: 5 },
        d: { type: "struct", fields: { a: { type: "uint8", default: 7 }, t: { type: "string", max_size: 4 } } },
        t: { type: "string", max_size: 4 },
    } } },
    q: { type: "array", count: 2, element: { type: "uint8" }, default: [1, 2] },
    r: { type: "uint8" },
    s: { type: "struct", default: { y: 2 }, fields: {
        d: { type: "struct", fields: { t: { type: "string", max_size: 4, default: "k" } } },
        v: { type: "vector", max_count: 3, element: { type: "uint8" }, default: [1] },
        x: { type: "uint8", default: 1 },
        y: { type: "uint8" },
    } },
} }"#;

/// What a field or member has where nobody sets it; `*` is any element. `None` where it has no default.
fn unset(way: &str) -> Option<Json> {
    Some(match way {
        "/e" => json!("low"),
        "/f" => json!(1.5),
        "/l" | "/q" => json!([1, 2]),
        "/n" => json!(u64::MAX),
        "/p" => json!([]),
        "/p/*/a" => json!(5),
        "/p/*/d/a" => json!(7),
        "/s" => json!({ "d": { "t": "k" }, "v": [1], "x": 1, "y": 2 }),
        "/s/d" => json!({ "t": "k" }),
        "/s/d/t" => json!("k"),
        "/s/v" => json!([1]),
        "/s/x" => json!(1),
        "/s/y" => json!(2),
        _ => return None,
    })
}

/// What the values are before they are patched.
const BASES: &[&str] = &[
    "{ r: 1, p: [{ t: 'a', d: { t: 'i' } }, { t: 'b', a: 2, d: { t: 'j', a: 3 } }] }",
    "{ r: 1, e: 'high', f: 2.5, l: [3], n: 7, q: [8, 9], s: { x: 4, v: [5, 6] } }",
    "{ r: 3, s: { y: 3, v: { $append: [2] } }, l: { $append: [3] } }",
];

/// Paths, most of which lead somewhere most of the time.
const PATHS: &[&str] = &[
    "/e", "/f", "/l", "/l/0", "/l/1", "/l/-", "/n", "/p", "/p/0", "/p/1", "/p/-", "/p/0/a", "/p/0/d",
    "/p/1/d", "/p/1/d/a", "/p/1/t", "/q", "/q/0", "/q/1", "/r", "/s", "/s/d", "/s/d/t", "/s/v", "/s/v/0",
    "/s/v/-", "/s/x", "/s/y", "/l/01", "/s/z", "/e/x", "",
];

/// Those that lead nowhere, which the schema tells before anything is applied.
const NOWHERE: &[&str] = &["/l/01", "/s/z", "/e/x"];

const VALUES: &[&str] = &[
    "1",
    "2",
    "9",
    "18446744073709551615",
    "2.5",
    "-1",
    "'low'",
    "'high'",
    "'k'",
    "'xx'",
    "[]",
    "[1]",
    "[4, 3]",
    "[1, 1]",
    "{ y: 5 }",
    "{ x: 2 }",
    "{ t: 'm' }",
    "{ t: 'n', a: 8, d: { t: 'o' } }",
    "null",
    "{}",
    "[{ t: 'v', d: { t: 'w', a: 1 } }]",
    "{ d: {}, v: [3], x: 4, y: 5 }",
];

/// Whence a value can go where.
const WAYS: &[&[&str; 2]] = &[
    &["/l/0", "/s/v/0"],
    &["/l/1", "/r"],
    &["/n", "/f"],
    &["/p/0", "/p/-"],
    &["/p/0/a", "/q/1"],
    &["/p/0/d", "/p/0"],
    &["/p/1/d", "/p/0"],
    &["/p/1/d/a", "/p/0/a"],
    &["/q", "/l"],
    &["/q/0", "/l/-"],
    &["/s/d/t", "/p/1/t"],
    &["/s/v", "/l"],
    &["/s/v/0", "/r"],
    &["/s/x", "/s/v/-"],
    &["/s/x", "/s/y"],
    &["/s/y", "/p/0/a"],
];

/// One operation.
struct Said {
    op: &'static str,
    path: &'static str,
    from: &'static str,
    value: &'static str,
}

impl Said {
    /// Values that fit the path are said more often than others.
    fn any(random: &mut Random) -> Self {
        let op =
            random.pick(&["add", "remove", "replace", "move", "copy", "test", "replace", "copy", "move"]);
        let [from, path] = match op {
            "move" | "copy" if !random.once_in(4) => *random.pick(WAYS),
            _ => [random.pick(PATHS), random.pick(PATHS)],
        };
        let value = match path {
            "/e" => random.pick(&["'low'", "'high'"]),
            "/l" | "/q" | "/s/v" => random.pick(&["[1, 2]", "[4, 3]", "[1]"]),
            "/p/0" | "/p/1" | "/p/-" => {
                random.pick(&["{ t: 'n', d: { t: 'o' } }", "{ t: 'm', a: 8, d: { t: 'p', a: 2 } }"])
            }
            "/s" => random.pick(&["{ x: 2 }", "{}", "{ y: 5, d: { t: 'u' } }"]),
            _ => random.pick(VALUES),
        };
        Self { op, path, from, value: if random.once_in(5) { random.pick(VALUES) } else { value } }
    }

    fn text(&self) -> String {
        let Self { op, path, from, value } = self;
        match *op {
            "remove" => format!("{{ op: '{op}', path: '{path}' }}"),
            "move" | "copy" => format!("{{ op: '{op}', from: '{from}', path: '{path}' }}"),
            _ => format!("{{ op: '{op}', path: '{path}', value: {value} }}"),
        }
    }
}

/// The operations as RFC 6902 has them, and what is taken away leaves its default. `None` is a refusal.
fn apply(root: &mut Json, said: &Said) -> Option<()> {
    let Said { op, path, from, .. } = *said;
    let is_known = |path: &str| !NOWHERE.contains(&path);
    if !is_known(path) || matches!(op, "move" | "copy") && !is_known(from) {
        return None;
    }
    let value = || json5_of(said.value);
    if path.is_empty() {
        return (op == "test" && same(root, &value())).then_some(());
    }
    match op {
        "add" => add(root, path, value()),
        "remove" => take(root, path).map(drop),
        "replace" => root.pointer_mut(path).map(|found| *found = value()),
        "test" => same(root.pointer(path)?, &value()).then_some(()),
        "copy" => {
            let value = root.pointer(from)?.clone();
            add(root, path, value)
        }
        "move" if from == path => root.pointer(from).map(drop),
        "move" if path.starts_with(&format!("{from}/")) => None,
        "move" => {
            let value = take(root, from)?;
            add(root, path, value)
        }
        _ => unreachable!("{op}"),
    }
}

/// Takes away an element, or a value that leaves its default.
fn take(root: &mut Json, path: &str) -> Option<Json> {
    let (parent, last) = path.rsplit_once('/')?;
    let container = root.pointer_mut(parent)?;
    match container {
        Json::Array(list) => {
            let at = index(last).filter(|at| *at < list.len())?;
            Some(list.remove(at))
        }
        Json::Object(members) => {
            let is_index = |step: &str| step.bytes().all(|digit| digit.is_ascii_digit());
            let way = path
                .split('/')
                .skip(1)
                .map(|step| if is_index(step) { "/*".into() } else { format!("/{step}") });
            let unset = unset(&way.collect::<String>())?;
            Some(std::mem::replace(members.get_mut(last)?, unset))
        }
        _ => None,
    }
}

fn add(root: &mut Json, path: &str, value: Json) -> Option<()> {
    let (parent, last) = path.rsplit_once('/')?;
    match root.pointer_mut(parent)? {
        Json::Array(list) => {
            let at = if last == "-" { list.len() } else { index(last)? };
            (at <= list.len()).then(|| list.insert(at, value))
        }
        Json::Object(members) => {
            members.insert(last.into(), value);
            Some(())
        }
        _ => None,
    }
}

fn index(step: &str) -> Option<usize> {
    let plain = step == "0" || !step.starts_with(['0', '+']);
    step.parse().ok().filter(|_| plain)
}

/// Equality of RFC 6902: numbers by what they are.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a == b || a.is_f64() != b.is_f64() && a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

fn json5_of(text: &str) -> Json {
    // Quoted keys and texts are all that differs in the values above.
    let quoted = text.replace('\'', "\"");
    let mut json = String::new();
    for (at, c) in quoted.char_indices() {
        let is_key = c.is_ascii_lowercase() && quoted[at + 1..].starts_with(':');
        json.push_str(&if is_key { format!("\"{c}\"") } else { c.to_string() });
    }
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{text}: {error}"))
}

struct Subject(Compiled);

/// The value file, and what is told of where each field came from.
type Resolved = (Vec<u8>, Json);

impl Subject {
    fn config(&self) -> &Config {
        self.0.declaration().config().unwrap()
    }

    /// What a layer and a patch resolve to. `None` where they are refused, with an error.
    fn resolve(&self, layer: &str, patch: &str) -> Option<Resolved> {
        let told = format!("{layer} {patch}");
        let (mut report, mut sources) = (Report::new(), Sources::new());
        let mut parse = |name: &str, text: &str, report: &mut Report| {
            let source = sources.add(name.into(), text.into(), None);
            syntax::parse(Format::Json5, &source, report)
        };
        let layer = parse("layer", layer, &mut report);
        let patch = parse("patch", patch, &mut report);
        let layer = Layer::read(self.config(), &layer, MergeStrategy::Unify, &|_| None, &mut report).unwrap();
        let patch = ValuesPatch::read(self.config(), &patch, &|_| None, &mut report);
        let resolved = patch.and_then(|patch| {
            let inputs = Inputs { layers: &[layer], patches: &[patch], ..Inputs::default() };
            resolve(self.config(), &inputs, &|_| None, &mut report)
        });
        assert_eq!(resolved.is_none(), report.has_errors(), "{told}: {:?}", report.sorted());
        resolved.map(|resolved| self.told(&resolved, &sources))
    }

    fn told(&self, resolved: &ResolvedValues, sources: &Sources) -> Resolved {
        let provenance = Provenance {
            config: self.config(),
            resolved,
            layers: &[("layer".into(), MergeStrategy::Unify)],
            patches: &["patch".into()],
            sources,
            default_places: &|_| None,
            others: &[],
        };
        let told: Json = serde_json::from_str(&provenance.json()).unwrap();
        (encode(self.config(), resolved.values(), EmbeddedSchema::Omit).unwrap(), told["fields"].clone())
    }

    /// The complete values of a layer; `r` may be missing.
    fn complete(&self, layer: &str) -> Json {
        let resolved = self.resolve(layer, "[]");
        let is_missing = resolved.is_none();
        let (_, fields) = resolved
            .or_else(|| self.resolve(layer, "[{ op: 'add', path: '/r', value: 0 }]"))
            .unwrap_or_else(|| panic!("{layer}"));
        let fields = fields.as_array().unwrap().iter();
        let mut all: Map<String, Json> =
            fields.map(|field| (field["key"].as_str().unwrap().into(), value_of(field))).collect();
        if is_missing {
            all.remove("r");
        }
        Json::Object(all)
    }
}

/// The value of a field or member; of a struct, of all its members.
fn value_of(field: &Json) -> Json {
    let Some(members) = field["members"].as_array() else { return field["value"].clone() };
    members.iter().map(|member| (member["key"].as_str().unwrap().to_owned(), value_of(member))).collect()
}

/// Tries one patch; whether it was accepted.
fn check(subject: &Subject, random: &mut Random) -> bool {
    let base = if random.once_in(8) { "{}" } else { random.pick(BASES) };
    let said: Vec<Said> = (0..1 + random.below(3)).map(|_| Said::any(random)).collect();
    let patch = format!("[{}]", said.iter().map(Said::text).collect::<Vec<_>>().join(", "));
    let mut model = subject.complete(base);
    let applied: Option<()> = said.iter().map(|said| apply(&mut model, said)).collect();
    let expected = applied.and_then(|()| subject.resolve(&model.to_string(), "[]"));
    let found = subject.resolve(base, &patch);
    let bytes = |resolved: &Option<Resolved>| resolved.as_ref().map(|(bytes, _)| bytes.clone());
    assert_eq!(bytes(&found), bytes(&expected), "{base} {patch} {model}");
    let Some((_, fields)) = &found else { return false };
    // What is not touched comes from where it came from before.
    if let Some((_, before)) = subject.resolve(base, "[]") {
        for (field, before) in fields.as_array().unwrap().iter().zip(before.as_array().unwrap()) {
            let way = format!("/{}", field["key"].as_str().unwrap());
            let is_touched = said.iter().any(|said| {
                said.op != "test"
                    && (said.path.starts_with(&way) || said.op == "move" && said.from.starts_with(&way))
            });
            assert!(is_touched || field == before, "{base} {patch}: {field} {before}");
        }
    }
    true
}

proptest! {
    #![proptest_config(random::cases(1_000))]

    #[test]
    fn a_patch_of_values_is_one_of_the_complete_configuration(seed in any::<u64>()) {
        check(&Subject(Compiled::of(MANIFEST)), &mut Random::of(seed));
    }
}

#[test]
fn the_patches_that_are_made_up_are_refused_and_accepted_often() {
    let subject = Subject(Compiled::of(MANIFEST));
    let tally = Tally::default();
    attempts(1_000, |random| tally.count(check(&subject, random)));
    tally.demand(10, 10);
}

#[test]
fn a_patch_of_many_fields_takes_linear_time() {
    let count = 20_000;
    let list = |one: fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(", ");
    let fields = list(|at| format!("k{at}: {{ type: 'uint32', default: 1 }}"));
    let operations = list(|at| format!("{{ op: 'replace', path: '/k{at}', value: {at} }}"));
    let subject = Subject(Compiled::of(format!("{{ config: {{ {fields} }} }}")));
    let (_, fields) = subject.resolve("{}", &format!("[{operations}]")).unwrap();
    assert!(fields.as_array().unwrap().iter().all(|field| field["origin"]["patch"] == 0));
}
