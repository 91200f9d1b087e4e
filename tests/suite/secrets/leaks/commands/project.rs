//! A random project: a product of two components, with texts in every format and canaries at all that is sensitive.

use super::edits::Text;
use super::fields::{Field, PUBLIC, SENSITIVE, string};
use super::literal::{Canaries, Literal, written_key};
use super::naming::Naming;
use crate::support::named_types::named_field;
use crate::support::random::Random;
use confc::syntax::Format;

/// A key that component `a` declares sensitive, and component `b` may declare without that.
pub(super) const COMMON: &str = "common_secret";

/// The inputs that layers and the product declare.
const INPUTS: [(&str, &str); 3] = [
    ("key", "type: 'string', max_size: 60, sensitive: true"),
    ("zone", "type: 'string', max_size: 9"),
    ("n", "type: 'uint8', max: 100"),
];

/// The declaration of a rest beside sensitive fields, which takes every misspelled name.
const SECRET_REST: &str = "type: 'map', max_count: 9, key: { type: 'string', max_size: 60 }, \
                           value: { type: 'string', max_size: 60 }, rest: true, sensitive: true";

/// What one component is made of.
#[derive(Debug)]
pub(super) struct Component {
    pub(super) name: &'static str,
    pub(super) fields: Vec<Field>,
    pub(super) naming: Naming,
    /// The layer in a format of its own.
    pub(super) layer: String,
}

/// Files, and what commands need to know of them.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) components: [Component; 2],
    pub(super) texts: Vec<Text>,
    pub(super) canaries: Canaries,
    /// Whether `b` declares the common key without `sensitive`.
    pub(super) is_common_unmarked: bool,
    /// How all texts declare the inputs, each with its default if it has one.
    pub(super) inputs: Vec<String>,
    groups: u32,
}

/// Something that a file of values has: the key, the value, and the group of the field.
type Entry = (String, Literal, u32);

impl Project {
    pub(super) fn random(random: &mut Random) -> Self {
        let is_common_unmarked = random.once_in(2);
        let component = |random: &mut Random, name: &'static str| {
            let mut fields: Vec<Field> = SENSITIVE.to_vec();
            random.shuffle(&mut fields);
            fields.truncate(1 + random.below(4));
            let is_marked = name == "a" || !is_common_unmarked;
            let marked = Field::marked(COMMON);
            fields.push(if is_marked { marked } else { Field::unmarked(COMMON) });
            let mut public = PUBLIC.to_vec();
            random.shuffle(&mut public);
            fields.extend(&public[..2 + random.below(2)]);
            random.shuffle(&mut fields);
            let layer = format!("{name}.{}", random.pick(&["json5", "yaml", "toml", "env"]));
            Component { name, fields, naming: Naming::random(random), layer }
        };
        let components = [component(random, "a"), component(random, "b")];
        let mut canaries = Canaries::default();
        let inputs = input_declarations(random, &mut canaries);
        let mut project =
            Self { components, texts: Vec::new(), canaries, is_common_unmarked, inputs, groups: 100 };
        project.write_all(random);
        project
    }

    fn write_all(&mut self, random: &mut Random) {
        for at in [0, 1] {
            self.manifest(random, at);
            self.layer(random, at);
            self.good_layer(random, at);
            self.patch(random, at);
        }
        self.shared(random);
        self.sections(random);
        self.map(random);
        self.inputs(random);
        self.policy(random);
        for path in ["p.product.json5", "q.product.json5"] {
            self.product(random, path);
        }
        self.good_product();
    }

    /// A group that only one part has.
    pub(super) fn own_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    /// The group of a field, wherever it is declared or set.
    pub(super) fn group_of(key: &str) -> u32 {
        let all = SENSITIVE.iter().chain(PUBLIC);
        let at = all.map(|field| field.key).position(|known| known == key);
        at.map_or(99, |at| u32::try_from(at).expect("few") + 1)
    }

    fn manifest(&mut self, random: &mut Random, at: usize) {
        let (name, naming) = (self.components[at].name, self.components[at].naming);
        let mut text = Text::new(&format!("{name}.cml"));
        let is_included = random.once_in(4);
        let mut shard = Text::new(&format!("{name}.shard.cml"));
        let convention = naming.section();
        let has_types = random.once_in(3);
        if is_included {
            text.fixed(format!("{{\n  include: ['{name}.shard.cml'],\n{convention}  config: {{\n"));
            shard.fixed(format!("{{\n{convention}  config: {{\n"));
        } else {
            text.fixed(format!("{{\n{convention}  config: {{\n"));
        }
        let (mut is_marked, mut types) = (false, String::new());
        for field in self.components[at].fields.clone() {
            // One sensitive field stays: without any, all texts are public.
            let is_first = field.is_sensitive() && !std::mem::replace(&mut is_marked, true);
            let group = if is_first { 0 } else { Self::group_of(field.key) };
            let has_default = field.is_sensitive() && random.once_in(3);
            let (default, comment) = match has_default {
                false => (String::new(), String::new()),
                true => {
                    let value = match random.once_in(12) {
                        true => field.value(random, &mut self.canaries),
                        false => field.default(random, &mut self.canaries),
                    };
                    let value = naming.literal(random, &value);
                    (
                        format!(", default: {}", value.written(Format::Json5, random)),
                        self.comment(random, "//"),
                    )
                }
            };
            let (key, mut stanza) = (field.key, naming.stanza(&field));
            if has_types {
                let (named, declared) = named_field(random, &format!("{key}_t"), &stanza);
                types += &declared;
                stanza = named;
            }
            let line = match random.once_in(2) {
                true => format!("    {key}: {{ {stanza}{default} }},{comment}\n"),
                false => format!("    {key}: {{\n      {stanza}{default},{comment}\n    }},\n"),
            };
            // Neither may be empty.
            let is_in_shard = match (text.parts.len(), shard.parts.len()) {
                (1, _) => false,
                (_, 1) => true,
                _ => random.once_in(3),
            };
            let target = if is_included && is_in_shard { &mut shard } else { &mut text };
            target.push(line, [group, 0]);
        }
        if random.once_in(3) {
            text.fixed(format!("    zz_rest: {{ {SECRET_REST} }},\n"));
        }
        text.fixed("  },\n");
        if !types.is_empty() {
            text.fixed(format!("  config_types: {{\n{types}  }},\n"));
        }
        self.manifest_rules(random, at, &mut text);
        text.fixed("}\n");
        self.texts.push(text);
        if is_included {
            shard.fixed("} }\n");
            self.texts.push(shard);
        }
    }

    fn manifest_rules(&mut self, random: &mut Random, at: usize, text: &mut Text) {
        if !random.once_in(2) {
            return;
        }
        text.fixed("  config_rules: [\n");
        for field in self.components[at].fields.clone() {
            let is_strict = random.once_in(8);
            let check = match field.key {
                "password" | "passphrase" | "api_key" | COMMON => format!("{} != 'never'", field.key),
                "server" if is_strict => "server.token == server.host".into(),
                "serial_secret" | "door_pin" if is_strict => format!("{} < 7", field.key),
                "passwords" | "doors" => format!("size({}) < {}", field.key, if is_strict { 2 } else { 3 }),
                "timeout_ms" => "timeout_ms != 3".into(),
                _ => continue,
            };
            let group = Self::group_of(field.key);
            text.push(format!("    {{ check: \"{check}\" }},\n"), [group, 0]);
        }
        text.fixed("  ],\n");
    }

    /// A comment with a canary, or none.
    pub(super) fn comment(&mut self, random: &mut Random, mark: &str) -> String {
        match random.once_in(5) {
            true => format!(" {mark} {}", self.canaries.word(random)),
            false => String::new(),
        }
    }

    /// Values for some fields of a component, in a format whose names of fields count.
    fn entries(&mut self, random: &mut Random, at: usize, format: Format) -> Vec<Entry> {
        let mut entries = Vec::new();
        let naming = self.components[at].naming;
        for field in self.components[at].fields.clone() {
            if random.once_in(5) || (field.key == COMMON && self.is_common_unmarked && at == 1) {
                continue;
            }
            let value = match field.key {
                "name" if random.once_in(6) => Literal::object([("$expr", Literal::text("input('key')"))]),
                "name" if random.once_in(6) => Literal::object([("$expr", Literal::text(COMMON))]),
                "timeout_ms" if random.once_in(4) => Literal::object([(
                    "$expr",
                    Literal::text(random.pick(&["7 / input('n')", "input('n') - 9"])),
                )]),
                _ => field.value(random, &mut self.canaries),
            };
            let key = match field.key {
                // Names of variables are made of keys.
                key if format == Format::Env => key.to_owned(),
                // A key of one component may be a public name of the other.
                COMMON if self.is_common_unmarked => naming.native(COMMON),
                key => naming.in_layer(random, key),
            };
            entries.push((key, naming.literal(random, &value), Self::group_of(field.key)));
        }
        if random.once_in(6) {
            let key = random.pick(&["pasword", "tokn", "sever_token", "other_secret"]);
            entries.push((key.to_owned(), Literal::text(self.canaries.word(random)), 98));
        }
        random.shuffle(&mut entries);
        entries
    }

    /// The declarations of all inputs, but once in a while of `key` as another text has it that is not sensitive, or has
    /// another default.
    fn input_declarations(&mut self, random: &mut Random) -> String {
        match random.once_in(12) {
            true => input_declarations(random, &mut self.canaries).join(", "),
            false => self.inputs.join(", "),
        }
    }

    /// Writes entries as a document; `indent` is in front of each line.
    fn document(
        &mut self,
        random: &mut Random,
        format: Format,
        indent: usize,
        entries: &[Entry],
        text: &mut Text,
    ) {
        let space = " ".repeat(indent);
        let is_json = matches!(format, Format::Json | Format::Json5);
        if is_json {
            text.fixed(format!("{space}{{\n"));
        }
        let inner = if is_json { indent + 2 } else { indent };
        let space_inner = " ".repeat(inner);
        for (key, value, group) in entries {
            let mark = if is_json { "//" } else { "#" };
            let block = value.block(random, inner + 2);
            // In a block of text there are no comments.
            let is_block =
                format == Format::Yaml && [" |\n", " >-\n"].iter().any(|mark| block.contains(mark));
            let is_public = PUBLIC.iter().any(|field| Self::group_of(field.key) == *group);
            let is_public = is_public || ["zone", "n"].contains(&&**key);
            let name = written_key(key, format);
            let comment = if is_public || is_block { String::new() } else { self.comment(random, mark) };
            let line = match format {
                Format::Json | Format::Json5 => {
                    format!("{name}: {},{comment}", value.written(format, random))
                }
                Format::Toml => format!("{name} = {}{comment}", value.written(format, random)),
                Format::Env => format!("{name}={}{comment}", value.written(format, random)),
                Format::Yaml => format!("{name}:{block}{comment}"),
            };
            // A string that is broken goes on at the same depth.
            let line = line.replace("\\\n", &format!("\\\n{space_inner}"));
            let own = self.own_group();
            text.push(format!("{space_inner}{line}\n"), [*group, own]);
        }
        if is_json {
            text.fixed(format!("{space}}}\n"));
        }
    }

    /// The part of a document that declares inputs.
    fn declare_inputs(&mut self, random: &mut Random, format: Format, indent: usize, text: &mut Text) {
        let declarations = self.input_declarations(random);
        let space = " ".repeat(indent);
        let line = match format {
            Format::Json | Format::Json5 => format!("{space}$inputs: {{ {declarations} }},\n"),
            Format::Yaml => format!("{space}$inputs: {{ {declarations} }}\n"),
            // An environment file has no inputs.
            Format::Env => String::new(),
            Format::Toml => format!("\"$inputs\" = {{ {} }}\n", declarations.replace(':', " =")),
        };
        text.fixed(line);
    }

    fn layer(&mut self, random: &mut Random, at: usize) {
        let path = self.components[at].layer.clone();
        let format = format_of(&path);
        let mut text = Text::new(&path);
        let entries = self.entries(random, at, format);
        let has_inputs = random.once_in(2);
        let mut inner = Text::new(&path);
        self.document(random, format, 0, &entries, &mut inner);
        for (at, part) in inner.parts.into_iter().enumerate() {
            let is_first = if matches!(format, Format::Json5) { at == 1 } else { at == 0 };
            if is_first && has_inputs {
                self.declare_inputs(random, format, if format == Format::Json5 { 2 } else { 0 }, &mut text);
            }
            text.parts.push(part);
        }
        self.texts.push(text);
    }

    /// A layer whose values fit: the value files of other commands are made from it before anything is damaged.
    fn good_layer(&mut self, random: &mut Random, at: usize) {
        let (name, naming) = (self.components[at].name, self.components[at].naming);
        let mut text = Text::new(&format!("{name}.good.json5"));
        let declarations = self.input_declarations(random);
        text.fixed("{\n");
        text.fixed(format!("  $inputs: {{ {declarations} }},\n"));
        for field in self.components[at].fields.clone() {
            let canary = self.canaries.word(random);
            let value = match field.key {
                _ if field.fitting().is_some() => field.fitting().unwrap_or_default().into(),
                COMMON if self.is_common_unmarked && at == 1 => continue,
                "password" => format!("{{ $text: \"{canary}${{input('key')}}\" }}"),
                _ => {
                    let value = field.plain_value(random, &mut self.canaries);
                    naming.right_literal(&value).written(Format::Json5, random)
                }
            };
            let group = Self::group_of(field.key);
            let own = self.own_group();
            let key = written_key(&naming.native(field.key), Format::Json5);
            text.push(format!("  {key}: {value},\n"), [group, own]);
        }
        text.fixed("}\n");
        self.texts.push(text);
    }

    fn patch(&mut self, random: &mut Random, at: usize) {
        let component = &self.components[at];
        let naming = component.naming;
        let mut text = Text::new(&format!("{}.patch.json5", component.name));
        text.fixed("[\n");
        for field in component.fields.clone() {
            if random.once_in(2) || (field.key == COMMON && self.is_common_unmarked && at == 1) {
                continue;
            }
            let value = field.value(random, &mut self.canaries);
            let value = naming.literal(random, &value).written(Format::Json5, random);
            let [op, path] = if random.once_in(2) { ["op", "path"] } else { ["operator", "subPath"] };
            let name = random.pick(&["replace", "add", "test", "rplace"]);
            let mut pointer = naming.pointer(random, &field.path());
            if field.key == "credentials" && random.once_in(2) {
                pointer = format!("{pointer}/{}", self.canaries.word(random));
            }
            if random.once_in(6) {
                pointer = naming.pointer(random, field.key);
            }
            let own = self.own_group();
            let comment = if field.is_sensitive() { self.comment(random, "//") } else { String::new() };
            let line = format!("  {{ {op}: '{name}', {path}: '{pointer}', value: {value} }},{comment}\n");
            text.push(line, [Self::group_of(field.key), own]);
        }
        text.fixed("]\n");
        self.texts.push(text);
    }

    /// A layer for both components.
    fn shared(&mut self, random: &mut Random) {
        let path = format!("shared.{}", random.pick(&["json5", "yaml"]));
        let format = format_of(&path);
        let mut entries: Vec<Entry> = Vec::new();
        for at in [0, 1] {
            for entry in self.entries(random, at, format) {
                if !entries.iter().any(|(key, ..)| *key == entry.0) && random.once_in(2) {
                    entries.push(entry);
                }
            }
        }
        let common = self.components[0].naming.native(COMMON);
        if !entries.iter().any(|(key, ..)| *key == common) {
            entries.push((common, string(random, &mut self.canaries), Self::group_of(COMMON)));
        }
        let mut text = Text::new(&path);
        self.document(random, format, 0, &entries, &mut text);
        self.texts.push(text);
    }

    /// A layer with a section for each component.
    fn sections(&mut self, random: &mut Random) {
        let path = format!("sections.{}", random.pick(&["json5", "yaml"]));
        let format = format_of(&path);
        let mut text = Text::new(&path);
        let is_json = format == Format::Json5;
        text.fixed(if is_json { "{\n" } else { "" });
        for (at, name) in [(0, "a"), (1, random.pick(&["b", "b", "b", "bb"]))] {
            let entries = self.entries(random, at, format);
            if is_json {
                text.fixed(format!("  {name}:\n"));
                self.document(random, format, 2, &entries, &mut text);
                text.fixed("  ,\n");
            } else {
                text.fixed(format!("{name}:\n"));
                self.document(random, format, 2, &entries, &mut text);
            }
        }
        text.fixed(if is_json { "}\n" } else { "" });
        self.texts.push(text);
    }

    /// A file with several texts: layers, inputs, and what is for others.
    fn map(&mut self, random: &mut Random) {
        let mut text = Text::new("map.yaml");
        text.fixed("kind: ConfigMap\ndata:\n");
        for at in [0, 1] {
            let name = self.components[at].name;
            let (ending, format) =
                if random.once_in(2) { ("json5", Format::Json5) } else { ("yaml", Format::Yaml) };
            text.fixed(format!("  {name}.{ending}: |\n"));
            let entries = self.entries(random, at, format);
            self.document(random, format, 4, &entries, &mut text);
        }
        for at in [0, 1] {
            let entries = self.entries(random, at, Format::Yaml);
            text.fixed(format!("{}:\n", self.components[at].name));
            self.document(random, Format::Yaml, 2, &entries, &mut text);
        }
        let key = self.canaries.word(random);
        let other = self.canaries.word(random);
        text.fixed("inputs:\n");
        text.fixed(random.pick(&["  zone: x\n", "  zone: [1]\n", "  zoone: x\n", ""]));
        text.fixed(format!("  key: {key}\n"));
        let own = self.own_group();
        text.push(format!("other: {other}\n"), [0, own]);
        self.texts.push(text);
    }

    fn inputs(&mut self, random: &mut Random) {
        let path = format!("inputs.{}", random.pick(&["json5", "yaml", "toml"]));
        let format = format_of(&path);
        let key = string(random, &mut self.canaries);
        let name = random.pick(&["key", "key", "key", "kay"]);
        let mut entries = vec![(name.to_owned(), key, 0)];
        if random.once_in(2) {
            entries.push(("zone".into(), Literal::text(random.pick(&["x", "much too long for it"])), 0));
        }
        if random.once_in(2) {
            entries.push(("n".into(), Literal::bare(random.pick(&["1", "0", "300", "'x'"])), 0));
        }
        random.shuffle(&mut entries);
        let mut text = Text::new(&path);
        self.document(random, format, 0, &entries, &mut text);
        self.texts.push(text);
    }

    fn policy(&mut self, random: &mut Random) {
        let mut text = Text::new("policy.yaml");
        text.fixed(
            "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata:\n  name: p\nspec:\n  \
             overrideRules:\n    - overriders:\n        fieldOverrider:\n          - fieldPath: /data/a.",
        );
        let map = self.texts.iter().find(|text| text.path == "map.yaml").expect("it is written before");
        let is_json = map.parts.iter().any(|part| part.text.contains("a.json5: |"));
        text.fixed(if is_json { "json5\n            json:\n" } else { "yaml\n            yaml:\n" });
        let naming = self.components[0].naming;
        for field in self.components[0].fields.clone() {
            if random.once_in(3) {
                continue;
            }
            let value = field.value(random, &mut self.canaries);
            let value = naming.literal(random, &value).written(Format::Yaml, random);
            let name = random.pick(&["replace", "add", "remove", "replce"]);
            let pointer = naming.pointer(random, &field.path());
            let own = self.own_group();
            let line =
                format!("              - {{ subPath: {pointer}, operator: {name}, value: {value} }}\n");
            text.push(line, [Self::group_of(field.key), own]);
        }
        self.texts.push(text);
    }
}

/// Declarations of the inputs.
fn input_declarations(random: &mut Random, canaries: &mut Canaries) -> Vec<String> {
    let mut declaration = |(name, stanza): &(&str, &str)| {
        let default = match *name {
            "key" if random.once_in(3) => format!(", default: '{}'", canaries.word(random)),
            "zone" => ", default: 'x'".into(),
            "n" => ", default: 3".into(),
            _ => String::new(),
        };
        format!("{name}: {{ {stanza}{default} }}")
    };
    INPUTS.iter().map(&mut declaration).collect()
}

/// The format that the ending of a path says.
pub(super) fn format_of(path: &str) -> Format {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("yaml") => Format::Yaml,
        Some("toml") => Format::Toml,
        Some("env") => Format::Env,
        Some(_) | None => Format::Json5,
    }
}

impl Project {
    /// Whether a field has a secret where this component is read alone.
    pub(super) fn is_secret_in(&self, field: &Field, component: &Component) -> bool {
        field.is_sensitive() && (field.key != COMMON || self.is_all_secret_for(component))
    }

    /// Whether a component declares every secret sensitive that is in the texts it reads.
    pub(super) fn is_all_secret_for(&self, component: &Component) -> bool {
        component.name == "a" || !self.is_common_unmarked
    }
}
