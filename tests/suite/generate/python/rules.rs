//! Rules in Python: the same verdict as the loader's, in the same words.

use super::verdicts::Jobs;
use super::{Sample, has_python, other_values};
use crate::support::expressions::{Drawn, drawn, fields};
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random, attempts};
use crate::values::unchecked::unchecked;
use confc::declaration::{Declaration, Schema, ValueSource};
use confc::plan::EmbeddedSchema;
use confc::types::{Component, Key, StructType, Value};
use confc_core::rules::{RuleChecker, RuleText};

/// A declaration of these fields with those of the rules that fit them.
fn declaration(fields: &StructType, rules: Vec<RuleText>) -> Declaration {
    let mut checker = RuleChecker::new(fields);
    let mut texts: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for rule in rules {
        let Ok(checked) = checker.check(rule.clone()) else { continue };
        if !texts.iter().any(|text| text == checked.text()) {
            texts.push(checked.text().into());
            kept.push(rule);
        }
    }
    let schema = Schema::new(fields.members().to_vec(), ValueSource::Capabilities).unwrap();
    Declaration::seal(Component::default(), Some(schema.with_rules(kept).unwrap())).unwrap()
}

fn rule(check: &str, message: Option<&str>) -> RuleText {
    let mut rule = RuleText::new(check);
    rule.message = message.map(Into::into);
    rule
}

const MESSAGES: &[&str] = &[
    "${i} of ${u * u}, ${d} and ${f}, ${double(u) / d}, $${ $",
    "${m} \u{202e}${b}: `${s}`",
    "${v[i]}${ps[1].last}${w[0] / i}${-d * 1e300 * 1e9}",
    "",
];

/// A few rules on the fields that are drawn everywhere, some for each place.
fn drawn_rules(random: &mut Random) -> Vec<RuleText> {
    let mut rules = Vec::new();
    for n in 0..=random.below(3) {
        let message = random.once_in(2).then(|| *random.one_of(MESSAGES));
        let mut rule = rule(&drawn(random, false), message);
        if random.once_in(4) {
            let checks =
                ["self.first < 5", "byte_size(self.last) > 3", "self.first != 2 || b", "8 / self.first > i"];
            rule = self::rule(random.pick(&checks), Some("${self.first} ${self.last} ${i}"));
            rule.places = Some("ps[]".into());
        }
        if random.once_in(2) {
            rule.name = Key::new(&format!("rule{n}")).ok();
        }
        rules.push(rule);
    }
    rules
}

/// A declaration with the fields that random rules read, and a few random rules or none.
pub(in crate::generate) fn drawn_declaration(random: &mut Random) -> Declaration {
    declaration(&fields(), drawn_rules(random))
}

/// Modules with many rules that nobody chose.
pub(super) fn drawn_samples(count: usize) -> Vec<Sample> {
    let mut samples = Vec::new();
    attempts(count, |random| {
        let mut rules: Vec<RuleText> = (0..10).flat_map(|_| drawn_rules(random)).collect();
        for (n, rule) in rules.iter_mut().enumerate() {
            rule.name = rule.name.as_ref().and_then(|_| Key::new(&format!("rule{n}")).ok());
        }
        let declaration = declaration(&fields(), rules);
        samples.push(Sample { declaration, values: Vec::new() });
    });
    samples
}

/// Rules that nobody chose, each with some values; gives how many were broken, and how many could not be evaluated.
fn judge(count: usize) -> (usize, usize) {
    let mut jobs = Jobs::default();
    let mut samples = Vec::new();
    attempts(count, |random| {
        let declaration = drawn_declaration(random);
        if declaration.config().unwrap().rules().is_empty() {
            return;
        }
        for is_largest in (0..8).map(|n| n == 7) {
            let values = Drawn { random, is_largest }.values();
            let bytes = unchecked(&declaration, &values, EmbeddedSchema::Omit);
            jobs.load(samples.len(), &declaration, &bytes);
        }
        samples.push(Sample { declaration, values: Vec::new() });
    });
    jobs.check(&samples);
    let count = |said: &str| jobs.said().iter().filter(|expected| expected.contains(said)).count();
    (count("rule "), count("cannot be evaluated"))
}

#[test]
fn rules_are_judged_as_the_loader_does() {
    if has_python("rules_are_judged_as_the_loader_does") {
        let (broken, failed) = judge(30);
        assert!(broken > 20 && failed > 0, "{broken} {failed}");
    }
}

#[test]
#[ignore = "slow: runs clients in Python"]
fn many_rules_are_judged_as_the_loader_does() {
    if has_python("many_rules_are_judged_as_the_loader_does") {
        let (broken, failed) = judge(150);
        assert!(broken > 300 && failed > 15, "{broken} {failed}");
    }
}

/// Fields of every form, with optional ones, and names that mean something to Python.
pub(super) const FORMS: &str = "
    a: { type: 'enum', variants: { plain: -1, tls: 1 } },
    b: { type: 'enum', variants: { plain: -1, tls: 1 }, optional: true },
    config: { type: 'uint8', max: 3 },
    d: { type: 'float64', optional: true },
    f: { type: 'float32', min: -2, max: 2 },
    hidden: { type: 'map', max_count: 4, sensitive: true, key: { type: 'string', max_size: 3 },
        value: { type: 'uint8', max: 3 } },
    lambda: { type: 'bool' },
    limits: { type: 'map', max_count: 4, key: { type: 'string', max_size: 3 }, value: { type: 'uint8', max: 3 } },
    modes: { type: 'vector', max_count: 4, element: { type: 'enum', variants: { plain: -1, tls: 1 } } },
    names: { type: 'vector', max_count: 4, element: { type: 'string', max_size: 3 } },
    other_ports: { type: 'map', max_count: 2, optional: true, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
        value: { type: 'struct', fields: {
            in: { type: 'enum', variants: { plain: -1, tls: 1 } },
            n: { type: 'uint8', max: 3, optional: true },
            t: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 2 } },
        } } },
    p: { type: 'struct', fields: {
        in: { type: 'enum', variants: { plain: -1, tls: 1 } },
        n: { type: 'uint8', max: 3, optional: true },
        t: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 2 } },
    } },
    ports: { type: 'map', max_count: 2, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
        value: { type: 'struct', fields: {
            in: { type: 'enum', variants: { plain: -1, tls: 1 } },
            n: { type: 'uint8', max: 3, optional: true },
            t: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 2 } },
        } } },
    q: { type: 'struct', optional: true, fields: {
        in: { type: 'enum', variants: { plain: -1, tls: 1 } },
        n: { type: 'uint8', max: 3, optional: true },
        t: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 2 } },
    } },
    r: { type: 'vector', max_count: 4, element: { type: 'struct', fields: {
        in: { type: 'enum', variants: { plain: -1, tls: 1 } },
        n: { type: 'uint8', max: 3, optional: true },
        t: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 2 } },
    } } },
    secret: { type: 'vector', max_count: 4, sensitive: true, element: { type: 'uint8', max: 3 } },
    uses: { type: 'map', max_count: 4, key: { type: 'string', max_size: 3 }, value: { type: 'uint8', max: 3 } },
    word: { type: 'string', max_size: 4, optional: true },
";

/// One rule a line, `for` before a `|` where it has one.
pub(super) const CHECKS: &str = "
    a == b
    a == 'tls' && p.`in` != 'tls'
    !has(b) || b != a
    a in modes
    b in ['plain', a]
    'tls' in modes && modes.all(config_, config_ == a)
    [a, b].exists(x, x == 'tls')
    [a, p.`in`, 'tls'].all(lambda_, lambda_ != 'plain')
    modes == modes
    p == q
    p in r
    q in [p, r[0]]
    r.exists(x, x == p || x == q)
    r.all(x, r.all(y, x == y || x.n != y.n))
    (`lambda` ? p : q).n == 1
    (`lambda` ? p : q) == p
    (`lambda` ? p : q).`in` == 'plain'
    (`lambda` ? a : 'tls') == p.`in`
    [p, r[1]].all(x, x.n + 1 > x.t[0])
    has(p.n) && has(q.n)
    has(r[0].n) || has(r[config].n)
    has(r[p.n].n) || has(r[r[0].n + 1].n)
    p.t[p.n] < 2
    !has(q) == (config > 1)
    q.n < 2
    p.t == q.t
    p.t != r[0].t
    config in p.t
    config / (config - 1) >= 0
    (0 - config) % 2 == 0 || -7 / (config - 2) < -3
    d / f > 0.5
    -d * f < --f
    d + f <= 1 || d * 1e308 * 10.0 > 0
    -(d - d) == 0 && f in [0.0, 1, d]
    double(config) == f
    double(config * 36028797018963969) > 1
    (`lambda` ? f : 0.5) - 1 < -d
    word < 'é' || word.contains('a')
    `lambda` || word.contains(names[config])
    [config, 1].all(__debug__, __debug__ > 0)
    word.startsWith('a') != word.endsWith('b')
    byte_size(word) > 2 ? word == 'abc' : !`lambda`
    'ab'.startsWith(word) || word in ['', 'é']
    secret.all(x, 3 / x > config)
    secret[config] != 0
    `lambda` == (true != false)
    config * config * config * config * config * config * config + config * config * config * config < 2000 - config - 77
    config > 5 || r.all(one, one.t.exists(two, two == config && (one.n > 1 ? two != 0 : `lambda` || modes[two] == 'tls')))
    r[]|self.n > config || self.`in` == a
    r[]|self == p
    r[].t[]|self < config + 1 || self / config > 0
    config + config + config + config + config + config + config + config + config + config + config != 7
    r[]|self.n > 9 || [config, config + 1, config + 2, config + 3, config + 4, config + 5, config + 6].all(x, x != 1)
    q|self.n != 1 || self == p
    q.n|self > 1
    q.t[]|self in p.t
    secret[]|6 / self > 2
    modes[]|self != b
    word|byte_size(self) > 2
    config|self > 1
    size(limits) > 1 && size(other_ports) < 2
    limits == uses
    limits in [uses, limits]
    ports == other_ports
    ports in [other_ports]
    (`lambda` ? ports : other_ports)[a].n == 1
    word in limits || '' in limits
    a in ports && p.`in` in ports
    (`lambda` ? b : a) in ports
    ports[a].n > 1
    ports[b].`in` == a
    ports['tls'] == p
    ports['plain'] in r
    has(ports[a].n) || has(ports[b].n)
    limits[word] < 2
    limits.all(x, limits[x] < uses[x])
    limits.all(lambda_, lambda_ != 'b')
    ports.exists(key, key == a && ports[key].n / config > 0)
    [ports, other_ports].all(one, one.all(k, one[k].t == p.t))
    ports.all(k, other_ports[k] == ports[k])
    hidden.all(k, 3 / hidden[k] > config)
    limits[]|limits[self] > uses[self]
    limits[]|self > 'a'
    ports[]|self != a
    other_ports[]|ports[self] == p
    hidden[]|hidden[self] > 1
    d|self > 0.0
";

const FORM_MESSAGES: &[&str] =
    &["${a} ${b} ${p.`in`} ${config} ${d} ${f}", "${(`lambda` ? a : 'tls')} ${word}", "x"];

pub(super) fn forms(at_once: usize) -> Vec<Sample> {
    forms_of(FORMS, CHECKS, FORM_MESSAGES, at_once)
}

/// One declaration of these fields for so many rules at once; every fourth rule has the first message, and so on.
pub(super) fn forms_of(fields: &str, checks: &str, messages: &[&str], at_once: usize) -> Vec<Sample> {
    let base = Compiled::of(format!("{{ config: {{ {fields} }} }}"));
    let fields = StructType::new(base.declaration().config().unwrap().fields().to_vec());
    let lines = checks.lines().map(str::trim).filter(|line| !line.is_empty());
    let rules = lines.enumerate().map(|(n, line)| {
        let (places, check) = line.split_once('|').map_or((None, line), |(places, check)| {
            if places.contains(' ') { (None, line) } else { (Some(places), check) }
        });
        let mut rule = rule(check, messages.get(n % 4).copied());
        rule.places = places.map(Into::into);
        rule
    });
    let rules: Vec<RuleText> = rules.collect();
    let samples = rules.chunks(at_once).map(|rules| {
        let declaration = declaration(&fields, rules.to_vec());
        assert!(!declaration.config().unwrap().rules().is_empty(), "{rules:?}");
        Sample { declaration, values: Vec::new() }
    });
    samples.collect()
}

#[test]
fn rules_of_every_form_are_judged_as_the_loader_does() {
    if !has_python("rules_of_every_form_are_judged_as_the_loader_does") {
        return;
    }
    let verdicts = [
        "ok",
        "is broken",
        "an optional field has no value",
        "division by zero",
        "no element",
        "<not known>",
        "no exact float64",
        "there is no entry",
    ];
    judge_forms(&forms(1), &verdicts);
}

/// Judges each rule with many values. Each of these verdicts must occur.
pub(super) fn judge_forms(samples: &[Sample], verdicts: &[&str]) {
    let mut runner = random::runner();
    let mut jobs = Jobs::default();
    for (n, sample) in samples.iter().enumerate() {
        for _ in 0..40 {
            let values = other_values(&sample.declaration, &mut runner);
            jobs.load(n, &sample.declaration, &unchecked(&sample.declaration, &values, EmbeddedSchema::Omit));
        }
    }
    jobs.check(samples);
    let answers = jobs.said();
    assert_eq!(answers.iter().find(|expected| expected.starts_with("constraint")), None);
    for said in verdicts {
        assert!(answers.iter().any(|expected| expected.contains(said)), "{said}");
    }
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
fn messages_show_values_in_the_same_text() {
    if !has_python("messages_show_values_in_the_same_text") {
        return;
    }
    let schema = "{ config: { d: { type: 'float64' }, f: { type: 'float32' }, s: { type: 'string', max_size: 400 } } }";
    let base = Compiled::of(schema);
    let fields = StructType::new(base.declaration().config().unwrap().fields().to_vec());
    let declaration = declaration(&fields, vec![rule("f != f || s < s", Some("${d} ${f} ${s}"))]);
    let mut jobs = Jobs::default();
    let mut load = |d: f64, f: f32, text: &str| {
        let float = |value: f64| Value::Float(if value.is_finite() { value + 0.0 } else { 1.0 });
        let values = [float(d), float(f.into()), Value::String(text.into())];
        jobs.load(0, &declaration, &unchecked(&declaration, &values, EmbeddedSchema::Omit));
    };
    attempts(2_000, |random| {
        let (bits, short) = (random.word(), random.below(4000));
        load(f64::from_bits(bits), f32::from_bits((bits >> 32) as u32), "");
        load(short as f64 / 8.0, short as f32 / 100.0, "");
    });
    for exponent in -149..128 {
        let power = 2f64.powi(exponent);
        load(power, power as f32, "");
        load(10f64.powi(exponent), (-(10f64.powi(exponent))) as f32, "");
        load(-power, f32::from_bits((power as f32).to_bits() + 1), "");
        load(-power, f32::from_bits((power as f32).to_bits() - 1), "");
    }
    let shown = ('\0'..'\u{10000}').chain('\u{13400}'..'\u{13500}').chain('\u{1bc90}'..'\u{1bcb0}');
    let shown: Vec<char> = shown.chain('\u{1d160}'..'\u{1d190}').chain('\u{dffff}'..'\u{e1010}').collect();
    for chunk in shown.chunks(64) {
        load(1.0, 1.0, &chunk.iter().collect::<String>());
    }
    load(1.0, 1.0, &"é".repeat(65));
    assert!(jobs.said().iter().all(|expected| expected.starts_with("rule")));
    jobs.check(&[Sample { declaration, values: Vec::new() }]);
}

#[test]
fn rules_are_asked_after_overrides_and_named_where_interfaces_differ() {
    if !has_python("rules_are_asked_after_overrides_and_named_where_interfaces_differ") {
        return;
    }
    let schema = |rules: &str| {
        let fields = "config: { high: { type: 'uint8' }, low: { type: 'uint8', mutability: ['parent'] } }";
        let compiled = Compiled::of(format!("{{ {fields}, config_rules: [{rules}] }}"));
        Sample { declaration: compiled.declaration().clone(), values: Vec::new() }
    };
    let samples = [
        schema("{ check: 'low < high', message: '${low} is not below ${high}', name: 'order' }"),
        schema(
            "{ check: 'low < high' }, { check: 'low > 3' }, { check: 'high == 9 || low == 7 || low in [1, 2]' }",
        ),
        schema(""),
    ];
    let declaration = &samples[0].declaration;
    let file = |high: u64, low: u64| {
        let values = [Value::Unsigned(high), Value::Unsigned(low)];
        unchecked(declaration, &values, EmbeddedSchema::Omit)
    };
    let mut jobs = Jobs::default();
    for ((high, low), set) in [((5, 9), 1), ((5, 1), 4), ((5, 1), 5), ((5, 9), 6)] {
        let (bytes, given) = (file(high, low), file(255, set));
        jobs.replaced(0, declaration, [&bytes, &given], ("low", Value::Unsigned(set)));
        jobs.load(0, declaration, &bytes);
    }
    assert_eq!(jobs.said().iter().filter(|expected| expected.starts_with("ok")).count(), 4);
    // Files that name the rules they were made for.
    for (n, sample) in samples.iter().enumerate() {
        for other in &samples {
            let values = [Value::Unsigned(9), Value::Unsigned(7)];
            let config = other.declaration.config().unwrap();
            let bytes = confc::plan::encode(config, &values, EmbeddedSchema::Include).unwrap();
            jobs.load(n, &sample.declaration, &bytes);
        }
    }
    assert!(jobs.said().iter().any(|expected| {
        expected.starts_with("checksum") && expected.ends_with("`low < high`, which is not declared")
    }));
    jobs.check(&samples);
}
