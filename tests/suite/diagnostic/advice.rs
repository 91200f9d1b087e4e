//! Follows the advice that diagnostics give on expressions: what it says to write must be right.

use crate::support::command::Workspace;
use serde_json::Value as Json;

/// The fields that the rules below read. None has a default, which a rule could break.
const FIELDS: &str = r#"
    low: { type: "uint32", max: 100 },
    high: { type: "uint32", max: 100 },
    ratio: { type: "float64", min: 0, max: 1 },
    mode: { type: "enum", variants: { safe: 0, fast: 1 } },
    name: { type: "string", max_size: 64 },
    zone: { type: "string", max_size: 64 },
    on: { type: "bool" },
    size: { type: "uint64", max: 1000000000000, unit: "B" },
    timeout: { type: "uint32", max: 1000000, unit: "ms" },
    cert: { type: "string", max_size: 64, optional: true },
    tags: { type: "vector", max_count: 8, element: { type: "string", max_size: 16 } },
    ports: { type: "vector", max_count: 8, element: { type: "uint16" } },
    servers: { type: "vector", max_count: 4, element: { type: "struct", fields: {
        host: { type: "string", max_size: 32 },
        port: { type: "uint16" },
    } } },
    env: { type: "map", max_count: 8, key: { type: "string", max_size: 8 }, value: { type: "string", max_size: 16 } },
    tls: { type: "struct", fields: {
        cert: { type: "string", max_size: 64 },
        min_version: { type: "uint8", max: 3 },
    } },
    proxy: { type: "struct", optional: true, fields: { host: { type: "string", max_size: 64 } } },
"#;

/// Mistakes, and the checks that come of them where the first help is followed at the primary label.
const FOLLOWED: &[(&str, &str)] = &[
    ("mode != safe", "mode != 'safe'"),
    ("mode == Safe", "mode == 'safe'"),
    ("'x' in name", "name.contains('x')"),
    ("tags.all(t => t != 'x')", "tags.all(t , t != 'x')"),
    ("tags.all(t -> t != 'x')", "tags.all(t , t != 'x')"),
    ("tags.all(|t| t != 'x')", "tags.all(t, t != 'x')"),
    ("all(t in tags, t != 'x')", "tags.all(t, t != 'x')"),
    ("tags.all(t, t -> t != 'x')", "tags.all(t,  t != 'x')"),
    ("low in 1..10", "low >= 1 && low <= 10"),
    ("low in range(1, 10)", "low >= 1 && low < 10"),
    ("low between 1 and 10", "low >= 1 && low <= 10"),
    ("not on", "!on"),
    ("not (on)", "!(on)"),
    ("low < 5 and high > 2", "low < 5 && high > 2"),
    ("low < 5 or high > 2", "low < 5 || high > 2"),
    ("low < 5 AND high > 2", "low < 5 && high > 2"),
    ("if on then low < 5 else high > 2", "on ? low < 5 : high > 2"),
    ("if (on) low < 5", "!(on) || low < 5"),
    ("on => low < 5", "!on || low < 5"),
    ("on implies low < 5", "!on || low < 5"),
    ("on -> low < 5", "!on || low < 5"),
    ("low = 5", "low == 5"),
    ("low === 5", "low == 5"),
    ("low <> 5", "low != 5"),
    ("low !== 5", "low != 5"),
    ("config.low < 5", "low < 5"),
    ("self.low < 5", "low < 5"),
    ("this.low < 5", "low < 5"),
    ("values.low < 5", "low < 5"),
    (".Values.low < 5", "low < 5"),
    ("Values.low < 5", "low < 5"),
    ("$low < 5", "low < 5"),
    ("${low} < 5", "low < 5"),
    ("{{ low }} < 5", "low < 5"),
    ("$.low < 5", "low < 5"),
    ("size < 64MiB", "size < quantity('64MiB', 'B')"),
    ("size < '64MiB'", "size < quantity('64MiB', 'B')"),
    (r#"size < "64MiB""#, "size < quantity('64MiB', 'B')"),
    ("timeout < 5s", "timeout < quantity('5s', 'ms')"),
    ("timeout < 1m30s", "timeout < quantity('90s', 'ms')"),
    ("timeout < '1m30s'", "timeout < quantity('90s', 'ms')"),
    ("size < 64 MiB", "size < quantity('64MiB', 'B')"),
    ("size < 1_000_000", "size < 1000000"),
    ("size < 1e6", "size < 1000000"),
    ("size < quantity('64MiB')", "size < quantity('64MiB', 'B')"),
    ("size < quantity(64, 'MiB')", "size < quantity('64MiB', 'B')"),
    ("size < quantity('64MiB', 'byte')", "size < quantity('64MiB', 'B')"),
    ("size < bytes('64MiB')", "size < quantity('64MiB', 'B')"),
    ("${env.HOME} == 'x'", "env['HOME'] == 'x'"),
    ("env.HOME == 'x'", "env['HOME'] == 'x'"),
    ("env.get('HOME') == 'x'", "env['HOME'] == 'x'"),
    (
        "name == 'a-' + zone",
        "name.startsWith('a-') && name.endsWith(zone) && byte_size(name) == byte_size('a-') + byte_size(zone)",
    ),
    ("input.zone == 'x'", "zone == 'x'"),
    ("inputs.zone == 'x'", "zone == 'x'"),
    ("var.zone == 'x'", "zone == 'x'"),
    ("len(name) > 3", "byte_size(name) > 3"),
    ("name.length > 3", "byte_size(name) > 3"),
    ("name.length() > 3", "byte_size(name) > 3"),
    ("name.len() > 3", "byte_size(name) > 3"),
    ("name.size() > 3", "byte_size(name) > 3"),
    ("size(name) > 3", "byte_size(name) > 3"),
    ("length(name) > 3", "byte_size(name) > 3"),
    ("tags.length > 3", "size(tags) > 3"),
    ("tags.size() > 3", "size(tags) > 3"),
    ("len(tags) > 3", "size(tags) > 3"),
    ("tags.count > 3", "size(tags) > 3"),
    ("count(tags) > 3", "size(tags) > 3"),
    ("#tags > 3", "size(tags) > 3"),
    ("tags.contains('x')", "'x' in tags"),
    ("contains(name, 'x')", "name.contains('x')"),
    ("name.includes('x')", "name.contains('x')"),
    ("name.startswith('x')", "name.startsWith('x')"),
    ("name.starts_with('x')", "name.startsWith('x')"),
    ("startswith(name, 'x')", "name.startsWith('x')"),
    ("startsWith(name, 'x')", "name.startsWith('x')"),
    ("name.hasPrefix('x')", "name.startsWith('x')"),
    ("name.beginsWith('x')", "name.startsWith('x')"),
    ("name startsWith 'x'", "name.startsWith('x')"),
    ("name.endswith('x')", "name.endsWith('x')"),
    ("name.ends_with('x')", "name.endsWith('x')"),
    ("cert == null", "!has(cert)"),
    ("cert != null", "has(cert)"),
    ("cert != None", "has(cert)"),
    ("cert != nil", "has(cert)"),
    ("cert is None", "!has(cert)"),
    ("cert is not None", "has(cert)"),
    ("cert is null", "!has(cert)"),
    ("cert != undefined", "has(cert)"),
    ("cert", "has(cert)"),
    ("has('cert')", "has(cert)"),
    (r#"has("cert")"#, "has(cert)"),
    ("has(config.cert)", "has(cert)"),
    ("has cert", "has(cert)"),
    ("defined(cert)", "has(cert)"),
    ("exists(cert)", "has(cert)"),
    ("cert.exists()", "has(cert)"),
    ("cert.isPresent()", "has(cert)"),
    ("isset(cert)", "has(cert)"),
    ("empty(cert)", "!has(cert)"),
    ("present(cert)", "has(cert)"),
    ("tags.empty()", "size(tags) == 0"),
    ("isEmpty(tags)", "size(tags) == 0"),
    ("is_empty(tags)", "size(tags) == 0"),
    ("on == True", "on == true"),
    ("on == TRUE", "on == true"),
    ("on == False", "on == false"),
    ("on == yes", "on == true"),
    ("on == 'true'", "on == true"),
    ("on == 1", "on == true"),
    ("on & low < 5", "on && low < 5"),
    ("low < 5 | high > 3", "low < 5 || high > 3"),
    ("1 < low < 5", "1 < low && low < 5"),
    ("low < high < 100", "low < high && high < 100"),
    ("low == high == 3", "low == high && high == 3"),
    ("low", "low != 0"),
    ("lo < 5", "low < 5"),
    ("hihg > low", "high > low"),
    ("Low < 5", "low < 5"),
    ("LOW < 5", "low < 5"),
    ("tls.min-version > 1", "tls.min_version > 1"),
    ("tls.min_versoin > 1", "tls.min_version > 1"),
    ("min_version > 1", "tls.min_version > 1"),
    ("host == 'x'", "proxy.host == 'x'"),
    ("tls.host == 'x'", "proxy.host == 'x'"),
    ("servers.host == 'x'", "servers.all(x, x.host == 'x')"),
    ("servers[].host != ''", "servers.all(x, x.host != '')"),
    ("servers[*].host != ''", "servers.all(x, x.host != '')"),
    ("servers.*.host != ''", "servers.all(x, x.host != '')"),
    ("servers.all(s, s.prt > 5)", "servers.all(s, s.port > 5)"),
    ("servers.all(s.port > 5)", "servers.all(s, s.port > 5)"),
    ("servers.every(s, s.port > 5)", "servers.all(s, s.port > 5)"),
    ("servers.any(s, s.port > 5)", "servers.exists(s, s.port > 5)"),
    ("servers.some(s, s.port > 5)", "servers.exists(s, s.port > 5)"),
    ("any(servers, s.port > 5)", "servers.exists(s, s.port > 5)"),
    ("all(servers, s, s.port > 5)", "servers.all(s, s.port > 5)"),
    ("sizze(tags) > 3", "size(tags) > 3"),
    ("siz(tags) > 3", "size(tags) > 3"),
    ("byte_siz(name) > 3", "byte_size(name) > 3"),
    ("bytesize(name) > 3", "byte_size(name) > 3"),
    ("strlen(name) > 3", "byte_size(name) > 3"),
    ("max(low, high) < 5", "(low > high ? low : high) < 5"),
    ("min(low, high) < 5", "(low < high ? low : high) < 5"),
    ("abs(low) < 5", "(low < 0 ? -low : low) < 5"),
    ("float(low) < 5.0", "double(low) < 5.0"),
    ("ratio < low", "ratio < double(low)"),
    ("ratio < 1/2", "ratio < 1.0 / 2.0"),
    ("low < 5;", "low < 5"),
    ("low < '5'", "low < 5"),
    (r#"low < "5""#, "low < 5"),
    ("name == eu", "name == 'eu'"),
    ("name == x", "name == 'x'"),
    ("name == safe", "name == 'safe'"),
    ("name < 5", "name < '5'"),
    ("name in ['a', 'b', ]", "name in ['a', 'b' ]"),
    ("name in ('a', 'b')", "name in ['a', 'b']"),
    ("name in {'a', 'b'}", "name in ['a', 'b']"),
    ("name in 'a,b'", "name in ['a', 'b']"),
    ("name not in ['a','b']", "!(name in ['a','b'])"),
    ("!name in ['a','b']", "!(name in ['a','b'])"),
    ("low ** 2 < 5", "low * low < 5"),
    ("low ^ 2 < 5", "low * low < 5"),
    ("low mod 2 == 0", "low % 2 == 0"),
    ("env.A == 'x'", "env['A'] == 'x'"),
    ("env.has('A')", "'A' in env"),
    ("env.keys().all(k, k != '')", "env.all(k, k != '')"),
    ("tags == []", "size(tags) == 0"),
    ("tags != []", "size(tags) != 0"),
    ("name", "name != ''"),
    ("!name", "name == ''"),
    ("!low", "low == 0"),
    ("!tags", "size(tags) == 0"),
    ("on && name", "on && name != ''"),
    ("on && low", "on && low != 0"),
    ("assert low < 5", " low < 5"),
    ("check low < 5", " low < 5"),
    ("low < 5 unless on", "on || low < 5"),
    ("~on", "!on"),
    ("low < 1,000", "low < 1000"),
    ("name == 'it''s'", r#"name == 'it\'s'"#),
    ("low ≤ 5", "low <= 5"),
    ("low ≠ 5", "low != 5"),
    ("low × 2 < 5", "low * 2 < 5"),
    ("x.low > 5", "low > 5"),
    ("app.low < 5", "low < 5"),
    ("'low' < 5", "low < 5"),
    ("config['low'] < 5", "low < 5"),
    ("xor(on, on)", "(on) != (on)"),
    ("on xor on", "on != on"),
    ("on ^ on", "on != on"),
    ("ratio < 5%", "ratio < 0.05"),
    (
        r#"name == "a-" + zone"#,
        r#"name.startsWith("a-") && name.endsWith(zone) && byte_size(name) == byte_size("a-") + byte_size(zone)"#,
    ),
    ("tags.all(x, x.length > 3)", "tags.all(x, byte_size(x) > 3)"),
    ("low in range(1,3) && on", "low >= 1 && low < 3 && on"),
    ("not low < 5", "!(low < 5)"),
    (r#"name contains "x""#, r#"name.contains("x")"#),
    (r#"tags contains "x""#, r#""x" in tags"#),
    ("high > low > 2", "high > low && low > 2"),
    ("on == no", "on == false"),
    ("not on && on", "!on && on"),
    ("servers.exists(x => x.port == 5)", "servers.exists(x , x.port == 5)"),
    ("servers[*].port > 5", "servers.all(x, x.port > 5)"),
    ("low lt 5", "low < 5"),
    ("(low between 1 and 5) && on", "(low >= 1 && low <= 5) && on"),
    ("isEmpty(name)", "name == ''"),
    ("notEmpty(tags)", "size(tags) > 0"),
    (r#"contains(tags, "x")"#, r#""x" in tags"#),
    (r#"any(x in tags, x == "a")"#, r#"tags.exists(x, x == "a")"#),
    (r#"env.get("A") == "x""#, r#"env["A"] == "x""#),
    ("proxy != null", "has(proxy)"),
    ("proxy is None", "!has(proxy)"),
    ("mode == Fast", "mode == 'fast'"),
    (r#"config.tls.cert == """#, r#"tls.cert == """#),
    ("tls.min-version > 1", "tls.min_version > 1"),
    ("low % 2 === 0", "low % 2 == 0"),
    ("timeout <= 90 s", "timeout <= quantity('90s', 'ms')"),
    ("size >= 1.5GiB", "size >= quantity('1.5GiB', 'B')"),
    ("tags == [] || on", "size(tags) == 0 || on"),
];

/// Mistakes, the help that is given, and a check that follows it.
const ADVISED: &[(&str, &str, &str)] = &[
    ("(low < 5", "add `)`", "(low < 5)"),
    ("tags.all(t, t != 'x'", "add `)`", "tags.all(t, t != 'x')"),
    ("low < 5)", "remove it, or open it before", "(low < 5)"),
    ("on ? low < 5", "add `: true` for where the condition is false", "on ? low < 5 : true"),
    ("low < 5, high > 3", "write `&&` where both must hold", "low < 5 && high > 3"),
    (r#""low < 5""#, "remove the quotes", "low < 5"),
    ("low < 5 # five", "write it in the file around the expression", "low < 5"),
    (
        "size < 64K",
        "write `quantity('64KiB', 'B')` or `quantity('64kB', 'B')`",
        "size < quantity('64KiB', 'B')",
    ),
    ("name == ‘x’", "write straight quotes: `'` or `\"`", "name == 'x'"),
    ("name[0] == 'x'", "use `startsWith`, `endsWith` or `contains`", "name.startsWith('x')"),
    ("low & 1 == 0", "compare numbers, as in `n % 2 == 1`", "low % 2 == 0"),
    ("low.max < 5", "write the value itself: an expression reads no attributes", "low < 5"),
    ("has(low)", "remove `has(low)`: it is always true", "low > 0"),
    ("low < .5", "write a `0` before the point", "ratio < 0.5"),
];

/// A manifest with these checks as its rules, each on a line of its own.
fn manifest<'a>(checks: impl Iterator<Item = &'a str>) -> String {
    let mut rules = String::new();
    for check in checks {
        rules += &format!("{{ check: {} }},\n", Json::from(check));
    }
    format!(
        "{{ program: {{ runner: \"elf\", binary: \"b\" }},\nconfig: {{{FIELDS}}},\nconfig_rules: [\n{rules}] }}\n"
    )
}

/// The errors in a manifest, by their lines.
fn errors(manifest: &str) -> Vec<Json> {
    let workspace = Workspace::new().with("m.cml", manifest);
    let answer = workspace.confc(&["check", "m.cml", "--message-format", "json", "--error-limit", "0"]);
    let all = answer.stderr.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    all.filter(|found| found["severity"] == "error").collect()
}

/// The only error of each check, in their order.
fn error_of_each<'a>(checks: impl Iterator<Item = &'a str> + Clone) -> (String, Vec<Json>) {
    let text = manifest(checks.clone());
    let mut found = errors(&text);
    found.sort_by_key(|error| error["primary"]["byte_start"].as_u64());
    let lines: Vec<u64> = found.iter().map(|error| error["primary"]["line"].as_u64().unwrap()).collect();
    let first = 1 + text.lines().take_while(|line| *line != "config_rules: [").count() as u64;
    let checks: Vec<&str> = checks.collect();
    for (at, check) in checks.iter().enumerate() {
        let line = first + 1 + at as u64;
        assert_eq!(lines.iter().filter(|found| **found == line).count(), 1, "one error for `{check}`");
    }
    (text, found)
}

/// What the first help says to write: what is in backquotes, or nothing where something is to be removed.
fn written(help: &str) -> &str {
    match help.strip_prefix("remove") {
        Some(_) => "",
        None => help.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`')).expect(help).0,
    }
}

#[test]
fn checks_that_follow_the_help_are_right() {
    let mut fixed = 0;
    let (text, found) = error_of_each(FOLLOWED.iter().map(|(mistake, _)| *mistake));
    for ((mistake, expected), error) in FOLLOWED.iter().zip(&found) {
        let help = error["help"][0].as_str().unwrap_or_else(|| panic!("no help for `{mistake}`: {error}"));
        let at = |name: &str| usize::try_from(error["primary"][name].as_u64().unwrap()).unwrap();
        let line = text[..at("byte_start")].rfind('\n').unwrap() + 1;
        let end = at("byte_end") + text[at("byte_end")..].find('\n').unwrap();
        let instead = Json::from(written(help)).to_string();
        let instead = &instead[1..instead.len() - 1];
        let followed = [&text[line..at("byte_start")], instead, &text[at("byte_end")..end]].concat();
        let check = followed.strip_prefix("{ check: ").and_then(|check| check.strip_suffix(" },")).unwrap();
        let check: String = serde_json::from_str(check).unwrap();
        assert_eq!(check, *expected, "`{mistake}`, {help}");
        if let Some(fix) = error.get("fixes") {
            fixed += 1;
            let edit = &fix[0]["edits"][0];
            let offset = |name: &str| usize::try_from(edit[name].as_u64().unwrap()).unwrap();
            let new = [
                &text[line..offset("byte_start")],
                edit["text"].as_str().unwrap(),
                &text[offset("byte_end")..end],
            ];
            assert_eq!(new.concat(), followed, "`{mistake}`, {fix}");
        }
    }
    assert!(fixed * 4 > FOLLOWED.len() * 3, "{fixed} of {} have a fix", FOLLOWED.len());
    accepted(FOLLOWED.iter().map(|(_, expected)| *expected));
}

#[test]
fn advice_in_words_can_be_followed() {
    let (_, found) = error_of_each(ADVISED.iter().map(|(mistake, _, _)| *mistake));
    for ((mistake, help, _), error) in ADVISED.iter().zip(&found) {
        assert_eq!(error["help"][0], *help, "`{mistake}`: {error}");
    }
    accepted(ADVISED.iter().map(|(_, _, right)| *right));
}

/// Checks are right, each once.
fn accepted<'a>(checks: impl Iterator<Item = &'a str>) {
    let mut checks: Vec<&str> = checks.collect();
    checks.sort_unstable();
    checks.dedup();
    let text = manifest(checks.iter().copied());
    // Two spellings of one rule are the same rule, and a rule may be too strict for all values.
    let is_about_others = |error: &Json| error["code"] == "E0340" || error["code"] == "E0343";
    let found: Vec<Json> = errors(&text).into_iter().filter(|error| !is_about_others(error)).collect();
    assert!(found.is_empty(), "{found:#?}");
}
