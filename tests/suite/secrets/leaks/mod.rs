//! That no secret is told, whatever is wrong with a text, and that nothing else is kept from people: random texts
//! with a secret in them, damaged at random.

mod blinding;
mod brackets;
mod commands;
mod neighbours;
mod plans;
mod process;
mod rules;
mod spelling;
mod texts;

use crate::support::named_types;
use crate::support::pipeline::Compiled;
use crate::support::random::{Random, Tally, attempts};
use confc::compile::CompileOptions;
use confc::declaration::Config;
use confc::diagnostic::Report;
use confc::diagnostic::render::{self, DiagnosticFormat as Form, Options};
use confc::edit::{Patching, policy, set};
use confc::layers::{self, Layer, MergeStrategy, Setting, ValuesPatch};
use confc::pointer::Pointer;
use confc::resolve::{self, Inputs};
use confc::secrets::{Secrets, ValuesDocument, hide_values};
use confc::syntax::{self, Format, parse_lossless};
use confc::text::Sources;
use confc::text::files::MemoryFiles;
use confc::value::ValuePath;

const FORMATS: [Format; 3] = [Format::Json5, Format::Yaml, Format::Toml];

/// How often each test tries in the usual run.
const RUNS: usize = 500;

/// What is printed of a report, in every form.
fn printed(report: &Report, sources: &Sources) -> String {
    let mut out = Vec::new();
    for format in [Form::Text, Form::Short, Form::Json, Form::Sarif, Form::Github] {
        if format == Form::Sarif && report.sorted().is_empty() {
            // There is a log all the same.
            continue;
        }
        let options = Options { format, color: false, width: 120, limit: 0, deny_warnings: false };
        render::render(report, sources, &options, &mut out).unwrap();
    }
    String::from_utf8(out).unwrap()
}

/// Tries something that gives what it read and what it printed. Damage is often to something that means nothing, but
/// mostly something is said of it, and sometimes nothing is wrong.
fn try_all(name: &str, attempt: impl Fn(&mut Random, &str) -> (String, String)) {
    let tally = Tally::default();
    attempts(RUNS, |random| {
        let secret = texts::secret(random);
        let (read, printed) = attempt(random, &secret);
        tally.count(printed.is_empty());
        let text = printed.split("{\"version\"").next().unwrap_or_default();
        assert!(!texts::tells(&printed, &secret), "{name}: {secret} in\n{read}\n---\n{text}");
    });
    tally.demand(0, 50);
}

/// The declaration of the texts, the same one with native names, and both with open structs.
fn declarations() -> [Compiled; 4] {
    let (plain, named) = (texts::declaration(), spelling::named_manifest(&texts::declaration()));
    [plain.clone(), named.clone(), texts::opened(&plain), texts::opened(&named)].map(Compiled::of)
}

/// One of the declarations, and whether it has native names.
fn one_of<'c>(random: &mut Random, declarations: &'c [Compiled; 4]) -> (&'c Config, bool) {
    let at = random.below(declarations.len());
    (declarations[at].declaration().config().expect("a schema"), at % 2 == 1)
}

/// A text as it is spelled for a declaration.
fn spelled(random: &mut Random, is_named: bool, format: Format, text: String) -> String {
    if is_named { spelling::native(random, format, &text) } else { text }
}

/// A declaration with secrets, and texts that are read by it.
struct Reading<'c> {
    config: &'c Config,
    secrets: Secrets<'c>,
    sources: Sources,
    report: Report,
}

fn nowhere(_: &ValuePath<'_>) -> Option<confc::text::Span> {
    None
}

impl<'c> Reading<'c> {
    fn new(config: &'c Config) -> Self {
        let secrets = Secrets::of(config.as_struct()).expect("some of them are sensitive");
        Self { config, secrets, sources: Sources::new(), report: Report::new() }
    }

    /// Resolves a layer, a patch and a setting as the command line does.
    fn resolve(&mut self, layer: (Format, &str), patch: Option<&str>, setting: Option<&str>) {
        let Self { config, secrets, sources, report } = self;
        let (format, text) = layer;
        let source = sources.add("layer".into(), text.into(), None);
        let document = syntax::parse(format, &source, report);
        let layer = Layer::read(config, &document, MergeStrategy::Unify, &nowhere, report);
        secrets.hide(ValuesDocument::Layer, format, &source);
        let patch = patch.map(|text| {
            let source = sources.add("patch".into(), text.into(), None);
            let document = syntax::parse(Format::Json5, &source, report);
            secrets.hide(ValuesDocument::Patch, Format::Json5, &source);
            ValuesPatch::read(config, &document, &nowhere, report)
        });
        let first = sources.len();
        let setting = setting.map(|text| Setting::read(config, "--set", text, &nowhere, sources, report));
        sources
            .iter()
            .skip(first)
            .for_each(|source| confc::secrets::hide_in_assignment(Some(secrets), source));
        let (layers, patches, settings): (Vec<_>, Vec<_>, Vec<_>) = (
            layer.into_iter().collect(),
            patch.flatten().into_iter().collect(),
            setting.flatten().into_iter().collect(),
        );
        let inputs = Inputs { layers: &layers, patches: &patches, settings: &settings, ..Inputs::default() };
        resolve::resolve(config, &inputs, &nowhere, report);
    }

    /// Reads the layer that lies in a ConfigMap.
    fn read_embedded(&mut self, text: &str) {
        let Self { config, secrets, sources, report } = self;
        let pointer = Pointer::parse("/data/app.json5").unwrap();
        let source = sources.add("map.yaml".into(), text.into(), None);
        let resource = parse_lossless(Format::Yaml, &source, report);
        let document =
            resource.and_then(|resource| layers::embedded(&resource, &pointer, Format::Json5, report));
        if let Some(document) = document {
            Layer::read(config, &document, MergeStrategy::Unify, &nowhere, report);
        }
        secrets.hide_in_resource(Format::Yaml, &source, &[(&pointer, ValuesDocument::Layer, Format::Json5)]);
    }

    fn printed(&self) -> String {
        printed(&self.report, &self.sources)
    }
}

#[test]
fn layers_do_not_leak() {
    let declarations = declarations();
    try_all("layers", |random, secret| {
        let (config, is_named) = one_of(random, &declarations);
        let format = FORMATS[random.below(3)];
        let layer = texts::layer(random, format, secret);
        let layer = spelled(random, is_named, format, layer);
        let layer = texts::damaged(random, &layer);
        let mut reading = Reading::new(config);
        reading.resolve((format, &layer), None, None);
        (layer, reading.printed())
    });
}

#[test]
fn patches_do_not_leak() {
    let declarations = declarations();
    try_all("patches", |random, secret| {
        let (config, is_named) = one_of(random, &declarations);
        let patch = texts::patch(random, secret);
        let patch = spelled(random, is_named, Format::Json5, patch);
        let patch = texts::damaged(random, &patch);
        let mut reading = Reading::new(config);
        let layer = texts::layer(random, Format::Json5, secret);
        let layer = spelled(random, is_named, Format::Json5, layer);
        reading.resolve((Format::Json5, &layer), Some(&patch), None);
        (format!("{layer}\n{patch}"), reading.printed())
    });
}

#[test]
fn settings_do_not_leak() {
    let declarations = declarations();
    try_all("settings", |random, secret| {
        let (config, is_named) = one_of(random, &declarations);
        let value = texts::literal(random, Format::Json5, secret);
        let keys = [
            "password",
            "passwd",
            "pasword",
            "server.token",
            "pins",
            "pins[0]",
            "vault",
            "vault.code",
            "pass",
            "keyring",
            "keyRing.k",
            "db-password",
            "server.auth:token",
            "keyring.k",
            &format!("keyRing.{secret}"),
            &format!("kering.{secret}"),
            &format!("name=x,keyring.{secret}"),
            "name=x,keyring.k",
            "accounts.a.pin",
            &format!("keyring.{secret}"),
            &format!("keyring[\"{secret}\"]"),
            &format!("keyring['{secret}'].x"),
        ];
        let sign = ["=", "=", "=", ":", " ", "", ": "][random.below(7)];
        let setting = match random.below(3) {
            0 => {
                let literal = format!("{{ host: 'h', token: {value} }}");
                format!("server={}", spelled(random, is_named, Format::Json5, literal))
            }
            _ => format!("{}{sign}{value}", keys[random.below(keys.len())]),
        };
        let mut reading = Reading::new(config);
        reading.resolve((Format::Json5, "{}"), None, Some(&setting));
        let Reading { sources, report, secrets, .. } = &mut reading;
        let first = sources.len();
        let _ = layers::read_assignment(config, "--parent-override", &setting, &nowhere, sources, report);
        sources
            .iter()
            .skip(first)
            .for_each(|source| confc::secrets::hide_in_assignment(Some(secrets), source));
        (setting, reading.printed())
    });
}

#[test]
fn embedded_layers_do_not_leak() {
    let declarations = declarations();
    try_all("embedded layers", |random, secret| {
        let (config, is_named) = one_of(random, &declarations);
        let layer = texts::layer(random, Format::Json5, secret);
        let layer = spelled(random, is_named, Format::Json5, layer);
        let layer = if random.below(2) == 0 { texts::damaged(random, &layer) } else { layer };
        let text = texts::config_map(random, &layer);
        let text = if random.below(2) == 0 { texts::damaged(random, &text) } else { text };
        let mut reading = Reading::new(config);
        reading.read_embedded(&text);
        (text, reading.printed())
    });
}

#[test]
fn policies_do_not_leak() {
    let declarations = declarations();
    try_all("policies", |random, secret| {
        let (config, is_named) = one_of(random, &declarations);
        let policy = texts::policy(random, secret);
        let (head, operations) = policy.split_once("json:").expect("operations");
        let operations = spelled(random, is_named, Format::Yaml, operations.into());
        let policy = format!("{head}json:{operations}");
        let policy = texts::damaged(random, &policy);
        let layer = texts::layer(random, Format::Json5, secret);
        let layer = spelled(random, is_named, Format::Json5, layer);
        let map = texts::config_map(random, &layer);
        let mut reading = Reading::new(config);
        let Reading { secrets, sources, report, .. } = &mut reading;
        let source = sources.add("policy.yaml".into(), policy.clone(), None);
        secrets.hide_in_policies(Format::Yaml, &source);
        if let Some(policies) = policy::read(Format::Yaml, &source, None, report) {
            let source = sources.add("map.yaml".into(), map.clone(), None);
            let fields = policies.iter().flat_map(|policy| &policy.overrides);
            let fields: Vec<_> = fields
                .map(|field| (&field.field.pointer, ValuesDocument::Layer, field.format.format()))
                .collect();
            secrets.hide_in_resource(Format::Yaml, &source, &fields);
            if let Some(resource) = parse_lossless(Format::Yaml, &source, report) {
                policy::apply(
                    &policies,
                    &resource,
                    &mut Patching { sources, report, secrets: Some(secrets) },
                );
            }
        }
        (format!("{policy}\n{map}"), reading.printed())
    });
}

#[test]
fn edits_do_not_leak() {
    let declarations = declarations();
    try_all("edits", |random, secret| {
        let (config, is_named) = one_of(random, &declarations);
        let format = FORMATS[random.below(2)];
        let syntax = if format == Format::Yaml { Format::Yaml } else { Format::Json5 };
        let layer = texts::layer(random, format, secret);
        let layer = spelled(random, is_named, format, layer);
        let layer = texts::damaged(random, &layer);
        let value = texts::literal(random, format, secret);
        let keys = [
            "/password",
            "password",
            "/server/token",
            "/pins/0",
            "/vault",
            "/tokn",
            "/pins/x",
            "/keyring/k",
            "/accounts/a/pin",
            &format!("/keyring/{secret}"),
            &format!("/keyring/{secret}/x"),
            &format!("/kering/{secret}"),
            &format!("keyring/{secret}"),
        ];
        let setting = format!("{}={value}", keys[random.below(keys.len())]);
        let setting = spelled(random, is_named, syntax, setting);
        let mut reading = Reading::new(config);
        let Reading { secrets, sources, report, .. } = &mut reading;
        let source = sources.add("f".into(), layer.clone(), None);
        secrets.hide(ValuesDocument::Layer, format, &source);
        if let Some(resource) = parse_lossless(syntax, &source, report) {
            let first = sources.len();
            set::apply(
                std::slice::from_ref(&setting),
                &resource,
                &mut Patching { sources, report, secrets: Some(secrets) },
            );
            let mut edit = None;
            for source in sources.iter().skip(first) {
                match edit {
                    None => secrets.hide_in_edit(format, source),
                    Some(edit) => secrets.hide_in_literal(edit, format, source),
                }
                edit = Some(&**source);
            }
        }
        (format!("{setting}\n{layer}"), reading.printed())
    });
}

#[test]
fn what_is_laid_out_without_a_declaration_does_not_leak() {
    try_all("layouts", |random, secret| {
        let text = match random.below(3) {
            0 => texts::patch(random, secret),
            _ => texts::layer(random, Format::Json5, secret),
        };
        let text = (0..3).fold(text, |text, _| texts::damaged(random, &text));
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = sources.add("f".into(), text.clone(), None);
        syntax::parse(Format::Json5, &source, &mut report);
        hide_values(Format::Json5, &source);
        (text, printed(&report, &sources))
    });
}

#[test]
fn manifests_do_not_leak() {
    try_all("manifests", |random, secret| {
        let mut manifest = texts::manifest(random, secret);
        if random.once_in(2) {
            manifest = spelling::named_manifest(&manifest);
        }
        if random.once_in(2) {
            manifest = texts::with_rules(&manifest);
        }
        if random.once_in(2) {
            manifest = named_types::named(random, &manifest);
        }
        let manifest = texts::damaged(random, &manifest);
        let compiled = Compiled::of(manifest.clone());
        (manifest, printed(&compiled.report, &compiled.sources))
    });
}

/// Only a shard says what is sensitive, and one of both files is damaged, or the shard is missing.
#[test]
fn manifests_with_types_of_a_shard_do_not_leak() {
    const SHARD: &str = "t.shard.cml";
    try_all("manifests with a shard", |random, secret| {
        let manifest = texts::without_sensitive_fields(&texts::manifest(random, secret));
        // What the manifest itself says is sensitive is for the test above.
        let mut apart = || named_types::named_apart(random, &manifest, SHARD);
        let is_apart = |[main, _]: &[String; 2]| !main.contains("sensitive");
        let Some([main, shard]) = (0..60).find_map(|_| apart().filter(is_apart)) else {
            return (manifest, String::new());
        };
        let [main, shard] = match random.once_in(2) {
            true => [texts::damaged(random, &main), shard],
            false => [main, texts::damaged(random, &shard)],
        };
        let mut files = MemoryFiles::new().with("m.cml", main.clone());
        if !random.once_in(4) {
            files = files.with(SHARD, shard.clone());
        }
        let compiled = Compiled::new(&files, "m.cml", CompileOptions::default());
        (format!("{main}\n{shard}"), printed(&compiled.report, &compiled.sources))
    });
}
