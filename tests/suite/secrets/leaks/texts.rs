//! Random manifests, layers, patches and policies with a secret at sensitive paths, and random damage to them.

use crate::support::random::Random;
use confc::syntax::Format;

/// Manifests in which these paths are sensitive: `password` (once `passwd`), `server.token`, `pins`, `vault`,
/// `doors.key`, `floors.key`, `accounts.….pin`, `relay.key`, `seal`, `sink.token`, and keys and values of `keyring` and
/// `extra`. Each default is on a line of its own.
pub(super) const FIELDS: &[(&str, &str, bool)] = &[
    (
        "accounts",
        "type: 'map', max_count: 3, default: {}, key: { type: 'string', max_size: 9 }, value: { type: 'struct', fields: { \
        id: { type: 'uint8' }, pin: { type: 'string', max_size: 20, sensitive: true, default: '' } } }",
        true,
    ),
    (
        "doors",
        "type: 'vector', max_count: 3, default: [], element: { type: 'struct', fields: { \
        id: { type: 'uint8' }, key: { type: 'string', max_size: 8, sensitive: true, default: '' } } }",
        true,
    ),
    ("extra", "type: 'json', max_size: 60, sensitive: true, optional: true, default: {}", true),
    (
        "floors",
        "type: 'vector', max_count: 3, default: [], element: { type: 'vector', max_count: 3, element: { type: 'struct', fields: { \
        id: { type: 'uint8' }, key: { type: 'string', max_size: 8, sensitive: true, default: '' } } } }",
        true,
    ),
    (
        "keyring",
        "type: 'map', max_count: 2, key: { type: 'string', max_size: 20 }, value: { type: 'string', max_size: 20 }, \
        sensitive: true, default: {}",
        true,
    ),
    (
        "labels",
        "type: 'map', max_count: 3, key: { type: 'string', max_size: 9, pattern: '[a-z]*' }, \
        value: { type: 'string', max_size: 9 }, default: {}",
        false,
    ),
    ("level", "type: 'enum', variants: { low: 0, high: 1 }, default: 'low'", false),
    ("meta", "type: 'json', max_size: 60, kinds: ['object', 'array', 'string'], default: {}", false),
    ("name", "type: 'string', max_size: 12, default: ''", false),
    (
        "password",
        "type: 'string', max_size: 8, aliases: ['passwd'], sensitive: true, nullable: true, mutability: ['parent'], default: ''",
        true,
    ),
    (
        "pins",
        "type: 'vector', max_count: 2, element: { type: 'string', max_size: 4 }, sensitive: true, nullable: true, default: null",
        true,
    ),
    (
        "relay",
        "type: 'union', default: false, cases: { full: { type: 'struct', fields: { id: { type: 'uint8' }, \
        key: { type: 'string', max_size: 8, sensitive: true, default: '' } } }, off: { type: 'bool' } }",
        true,
    ),
    (
        "seal",
        "type: 'union', sensitive: true, default: 0, cases: { digits: { type: 'uint32' }, word: { type: 'string', max_size: 8 } }",
        true,
    ),
    (
        "server",
        "type: 'struct', mutability: ['parent'], default: {}, fields: { host: { type: 'string', max_size: 9, default: '' }, \
        port: { type: 'uint16', default: 1 }, token: { type: 'string', max_size: 8, sensitive: true, default: '' } }",
        true,
    ),
    (
        "sink",
        "type: 'union', tag: 'type', default: { type: 'file' }, cases: { file: { type: 'struct', fields: { path: { type: 'string', \
        max_size: 9, default: '' } } }, http: { 'name': 'HTTP', type: 'struct', fields: { uri: { type: 'string', max_size: 9, default: '' }, \
        token: { type: 'string', max_size: 8, sensitive: true, default: '' } } } }",
        true,
    ),
    ("tags", "type: 'vector', max_count: 3, element: { type: 'string', max_size: 9 }, default: []", false),
    ("timeout_ms", "type: 'uint16', max: 9000, default: 7", false),
    (
        "vault",
        "type: 'struct', sensitive: true, optional: true, default: {}, fields: { code: { type: 'string', max_size: 8, default: '' }, \
        open: { type: 'bool', default: false } }",
        true,
    ),
];

/// The manifest that layers are read by.
pub(super) fn declaration() -> String {
    let fields: Vec<String> =
        FIELDS.iter().map(|(key, stanza, _)| format!("  {key}: {{ {stanza} }},\n")).collect();
    format!("{{ config: {{\n{}}} }}\n", fields.concat())
}

/// The declaration with a sensitive rest at its root and in each of its structs.
pub(super) fn opened(manifest: &str) -> String {
    let rest = "zz_rest: { type: 'map', max_count: 9, key: { type: 'string', max_size: 40 }, \
                value: { type: 'string', max_size: 40 }, rest: true, sensitive: true },";
    let fields = manifest.replace("fields: {", &format!("fields: {{ {rest}"));
    fields.replacen("config: {", &format!("config: {{ {rest}"), 1)
}

/// A secret that no other text holds, by chance or otherwise.
pub(super) fn secret(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"QXZJKVWY0123456789";
    let letters = (0..14).map(|_| char::from(LETTERS[random.below(LETTERS.len())]));
    format!("Q{}Z", letters.collect::<String>())
}

/// Whether a text tells a secret: all of it, or so much that it cannot be chance.
pub(super) fn tells(text: &str, secret: &str) -> bool {
    const TOLD: usize = 6;
    (0..=secret.len() - TOLD).any(|at| text.contains(&secret[at..at + TOLD]))
}

fn one<'a>(random: &mut Random, choices: &[&'a str]) -> &'a str {
    choices[random.below(choices.len())]
}

/// A secret as a literal of a format, or what somebody may write instead of one.
pub(super) fn literal(random: &mut Random, format: Format, secret: &str) -> String {
    let escaped = |escape: &dyn Fn(char) -> String| secret.chars().map(escape).collect::<String>();
    let unicode = |c: char| format!("\\u{:04x}", u32::from(c));
    let choices = match format {
        Format::Json | Format::Json5 => vec![
            format!("'{secret}'"),
            format!("\"{secret}\""),
            format!("'{}'", escaped(&|c| format!("\\x{:02x}", u32::from(c)))),
            format!("\"{}\"", escaped(&unicode)),
            format!("'{}\\\n{}'", &secret[..8], &secret[8..]),
            secret.to_owned(),
            format!("'{secret}"),
            format!("{{ '{secret}': 1 }}"),
            format!("{{ {secret}: 'x' }}"),
            format!("['{secret}', 1]"),
            format!("/* {secret} */ 'x'"),
            format!("'x' // {secret}"),
            format!("'it\\'s {secret}'"),
            format!("{{ $override: '{secret}' }}"),
            format!("{{ $append: ['{secret}'] }}"),
            format!("{{ $unset: '{secret}' }}"),
            format!("{{ $absent: '{secret}' }}"),
            format!("{{ $absent: true, '{secret}': 1 }}"),
        ],
        Format::Yaml => vec![
            secret.to_owned(),
            format!("'{secret}'"),
            format!("\"{secret}\""),
            format!("\"{}\"", escaped(&unicode)),
            format!("&{secret}"),
            format!("&{secret} x"),
            format!("#{secret}"),
            format!("!{secret} x"),
            format!("*{secret}"),
            format!("x # {secret}"),
            format!("{{'{secret}': 1}}"),
            format!("{{{secret}}}"),
            format!("[{secret}, 1]"),
            format!("&known {secret}"),
            format!("{{$override: {secret}}}"),
            format!("{{$append: [{secret}]}}"),
            format!("{{$absent: {secret}}}"),
        ],
        Format::Env => {
            vec![secret.to_owned(), format!("\"{secret}\""), format!("[{secret}"), format!("{{a: {secret}}}")]
        }
        Format::Toml => vec![
            format!("'{secret}'"),
            format!("\"{secret}\""),
            format!("\"{}\"", escaped(&unicode)),
            format!("\"\"\"\n{secret}\"\"\""),
            secret.to_owned(),
            format!("'x' # {secret}"),
            format!("{{ '{secret}' = 1 }}"),
            format!("['{secret}', 1]"),
            format!("{{ \"$override\" = '{secret}' }}"),
        ],
    };
    choices[random.below(choices.len())].clone()
}

/// A literal that anybody may see.
fn open(random: &mut Random, format: Format) -> String {
    let shared = ["'ab'", "7", "true", "['a', 'b']", "\"c d\"", "70000", "'low'"];
    let yaml = ["ab", "[a, b]", "'a # b'", "7", "yes", "&a 1"];
    match format {
        Format::Yaml => one(random, &yaml).into(),
        Format::Json | Format::Json5 | Format::Toml | Format::Env => one(random, &shared).into(),
    }
}

/// An entry of an object.
fn entry(format: Format, key: &str, value: &str) -> String {
    match format {
        Format::Json | Format::Json5 | Format::Yaml => format!("{key}: {value}"),
        Format::Toml => format!("{key} = {value}"),
        Format::Env => format!("{key}={value}"),
    }
}

/// An object in one line.
fn object(format: Format, entries: &[(&str, &str)]) -> String {
    let entries: Vec<String> = entries.iter().map(|(key, value)| entry(format, key, value)).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A layer with a secret somewhere.
pub(super) fn layer(random: &mut Random, format: Format, secret: &str) -> String {
    let mut lines = Vec::new();
    let hidden = random.below(9);
    for (at, key) in ["labels", "level", "meta", "name", "tags", "timeout_ms"].into_iter().enumerate() {
        if random.below(3) > 0 {
            lines.push(entry(format, key, &open(random, format)));
        }
        if at == hidden / 3 {
            lines.push(sensitive(random, format, secret));
        }
    }
    if hidden == 8 || lines.is_empty() {
        lines.push(sensitive(random, format, secret));
    }
    let end = if random.below(2) == 0 { "\n" } else { "" };
    match format {
        Format::Json | Format::Json5 => {
            let separator = one(random, &[",\n  ", ", "]);
            format!("{{ {}{}}}{end}", lines.join(separator), one(random, &["", ",\n", "\n"]))
        }
        Format::Yaml | Format::Toml | Format::Env => format!("{}{end}", lines.join("\n")),
    }
}

/// Keys that are none, but may have been meant to be sensitive.
const MISSPELLED: [&str; 4] = ["pasword", "tokn", "server_token", "secret"];

/// A line in which a secret is given.
fn sensitive(random: &mut Random, format: Format, secret: &str) -> String {
    let value = literal(random, format, secret);
    let plain = ("host", "'h'");
    match random.below(27) {
        24 => entry(format, "sink", &object(format, &[("token", &value), ("type", "'HTTP'")])),
        // Of no case, or of one without such a member.
        25 => entry(format, "sink", &object(format, &[("uri", "'u'"), ("type", &value)])),
        26 => {
            let text = one(random, &["'file'", "'http'", "1", "null"]);
            entry(format, "sink", &object(format, &[("type", text), ("token", &value)]))
        }
        17 => entry(format, "extra", &value),
        18 => entry(format, "extra", &object(format, &[(secret, "'v'"), ("k", "1")])),
        19 => entry(format, "extra", &object(format, &[("a", &object(format, &[("b", &value)]))])),
        20 => entry(format, "relay", &object(format, &[("id", "1"), ("key", &value)])),
        // Of no case.
        21 => entry(format, "relay", &one(random, &["'…'", "['…']"]).replace('…', secret)),
        22 | 23 => entry(format, "seal", &value),
        15 => entry(format, "floors", &format!("[[{}]]", object(format, &[("id", "1"), ("key", &value)]))),
        16 => entry(format, "floors", &format!("[{}]", object(format, &[("id", "1"), ("key", &value)]))),
        11 => entry(format, "keyring", &object(format, &[("k", &value)])),
        12 => entry(format, "keyring", &object(format, &[(secret, "'v'"), ("k", "1")])),
        13 => entry(
            format,
            "accounts",
            &object(format, &[("a", &object(format, &[("id", "1"), ("pin", &value)]))]),
        ),
        14 => {
            let operator = one(random, &["$override", "$unset", "'$append'"]);
            let operator = if format == Format::Toml { "'$override'" } else { operator };
            entry(format, "keyring", &object(format, &[(secret, &object(format, &[(operator, &value)]))]))
        }
        0 => entry(format, "passwd", &value),
        1 => entry(format, "pins", &format!("[{value}]")),
        2 => entry(format, "pins", &value),
        3 => entry(format, "server", &object(format, &[plain, ("token", &value)])),
        4 => entry(format, "server", &object(format, &[("token", &value), plain])),
        5 => entry(format, "vault", &object(format, &[("code", &value), ("open", "1")])),
        6 => entry(format, "doors", &format!("[{}]", object(format, &[("id", "1"), ("key", &value)]))),
        7 => entry(format, one(random, &MISSPELLED), &value),
        8 if format == Format::Yaml => format!("password: |\n  {secret}\n  {secret}"),
        8 => entry(format, "vault", &value),
        9 if format == Format::Yaml => format!("server: {{token:{secret}}}"),
        9 if format == Format::Toml => format!("[server]\ntoken = {value}"),
        _ => entry(format, "password", &value),
    }
}

/// A patch of the values.
pub(super) fn patch(random: &mut Random, secret: &str) -> String {
    let value = literal(random, Format::Json5, secret);
    let hidden = [
        format!("/keyring/{secret}"),
        format!("/keyring/{secret}/x"),
        format!("keyring/{secret}"),
        format!("/extra/{secret}/x"),
    ];
    let path = one(
        random,
        &[
            "/password",
            "/passwd",
            "/server/token",
            "/pins/0",
            "/pins",
            "/vault/code",
            "/secret",
            "/keyring",
            "/keyring/k",
            "/accounts/a/pin",
            "/floors/0/0/key",
            &hidden[0],
            &hidden[1],
            &hidden[2],
            &hidden[3],
            "/extra/a/b",
            "/relay/key",
            "/seal",
            "/sink/token",
            "/sink/type",
        ],
    );
    let (op, to) = one(random, &["op path", "operator subPath"]).split_once(' ').unwrap();
    let name = one(random, &["replace", "add", "test", "remove", "rplace"]);
    let key = one(random, &["value", "value", "valeu"]);
    let first = format!("{{ {op}: 'test', {to}: '/timeout_ms', value: {} }}", one(random, &["7", "8"]));
    format!("[ {first},\n  {{ {op}: '{name}', {to}: '{path}', {key}: {value} }} ]")
}

/// A ConfigMap that holds a layer, in one of the ways in which YAML holds texts.
pub(super) fn config_map(random: &mut Random, layer: &str) -> String {
    let head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n";
    if random.below(3) == 0 {
        let quoted = serde_json::to_string(layer).unwrap();
        return format!("{head}  app.json5: {quoted}\n");
    }
    let lines: Vec<String> = layer.lines().map(|line| format!("    {line}\n")).collect();
    format!("{head}  app.json5: |\n{}  other: x\n", lines.concat())
}

/// A policy that changes the layer in a ConfigMap.
pub(super) fn policy(random: &mut Random, secret: &str) -> String {
    let value = literal(random, Format::Yaml, secret);
    // A slip in `/server/token` makes a key of the token one of `server`, and unknown keys are shown.
    let paths = ["/password", "/pins/0", "/vault", "/nothing", "/server/token"];
    let path = one(random, if value.starts_with("{'") { &paths[..4] } else { &paths });
    let name = one(random, &["replace", "add", "remove", "replce"]);
    format!(
        "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata:\n  name: p\nspec:\n  overrideRules:\n\
         \x20   - overriders:\n        fieldOverrider:\n          - fieldPath: /data/app.json5\n            json:\n\
         \x20             - {{ subPath: {path}, operator: {name}, value: {value} }}\n"
    )
}

/// A manifest with a secret as a default.
pub(super) fn manifest(random: &mut Random, secret: &str) -> String {
    let value = literal(random, Format::Json5, secret);
    let sensitive: Vec<usize> = (0..FIELDS.len()).filter(|at| FIELDS[*at].2).collect();
    let chosen = sensitive[random.below(sensitive.len())];
    let mut lines = Vec::new();
    for (at, (key, stanza, _)) in FIELDS.iter().enumerate() {
        let given = match *key {
            "server" => format!("{{ host: 'h', token: {value} }}"),
            "relay" => format!("{{ id: 1, key: {value} }}"),
            "sink" => match random.below(2) {
                0 => format!("{{ type: 'HTTP', token: {value} }}"),
                _ => format!("{{ type: {value} }}"),
            },
            "doors" => format!("[{{ id: 1, key: {value} }}]"),
            "floors" => format!("[[{{ id: 1, key: {value} }}]]"),
            "vault" => format!("{{ code: {value} }}"),
            "accounts" => format!("{{ a: {{ id: 1, pin: {value} }} }}"),
            "keyring" => match random.below(2) {
                0 => format!("{{ k: {value} }}"),
                _ => format!("{{ {secret}: 'v' }}"),
            },
            "pins" => format!("[{value}]"),
            _ => value.clone(),
        };
        let stanza = match at == chosen {
            true => {
                let name = one(random, &["default", "default", "defualt"]);
                let at = stanza.find("default:").unwrap();
                let behind = stanza[at + 8..].find(", fields").map_or("", |more| &stanza[at + 8 + more..]);
                // The defaults of `doors` and `server` stand in front of what is declared in them.
                let behind = match *key {
                    "doors" | "floors" => &stanza[stanza.find(", element").unwrap()..],
                    "accounts" => &stanza[stanza.find(", key").unwrap()..],
                    "relay" | "seal" | "sink" => &stanza[stanza.find(", cases").unwrap()..],
                    _ => behind,
                };
                format!("{}{name}: {given}{behind}", &stanza[..at])
            }
            false => (*stanza).to_owned(),
        };
        lines.push(format!("  {key}: {{ {stanza} }},\n"));
    }
    format!("{{ config: {{\n{}}} }}\n", lines.concat())
}

/// The manifest without the fields that are sensitive as a whole.
pub(super) fn without_sensitive_fields(manifest: &str) -> String {
    let keys = ["extra", "keyring", "password", "pins", "seal", "vault"].map(|key| format!("  {key}: "));
    let is_kept = |line: &&str| !keys.iter().any(|key| line.starts_with(key));
    manifest.split_inclusive('\n').filter(is_kept).collect()
}

/// A manifest with rules that read and name what is sensitive.
pub(super) fn with_rules(manifest: &str) -> String {
    let fields = manifest.trim_end().strip_suffix('}').expect("an object");
    format!(
        "{fields}, config_rules: [\n  {{ check: \"password != name || level == 'low'\", message: 'password: ${{name}}' }},\n] }}\n"
    )
}

/// Up to two slips of the pen, the misspelling of a key among them: with it and two more, such as the loss of the line
/// break before a key and of its colon, nothing tells any longer that there was a key.
pub(super) fn damaged(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    let most = if MISSPELLED.iter().any(|key| text.contains(key)) { 1 } else { 2 };
    for _ in 0..random.below(most + 1) {
        let structural: Vec<usize> =
            text.char_indices().filter(|(_, c)| ",:{}[]\"'=\n".contains(*c)).map(|(at, _)| at).collect();
        let all: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let (Some(_), Some(_)) = (structural.first(), all.first()) else { break };
        let place = structural[random.below(structural.len())];
        let anywhere = all[random.below(all.len())];
        let added = one(random, &[",", ":", "{", "}", "[", "]", "'", "\"", "\t", "\n", "#", "//", "&", " "]);
        match random.below(6) {
            0 | 1 => _ = text.remove(place),
            2 => _ = text.remove(anywhere),
            3 => text.insert_str(place, added),
            4 => text.insert_str(anywhere, added),
            _ => {
                text.remove(place);
                text.insert_str(place, added);
            }
        }
    }
    text
}
