//! Cases that random choices rarely reach. Each document decides one reading of `conformance/README.md`.

use super::answers::{bytes, loaded};
use super::cases::{Case, content};
use super::declarations::Declared;
use crate::declaration::refused::{m, v};
use crate::support::pipeline::Compiled;
use crate::values::unchecked;
use crate::wire::sealed;
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy};
use confc::plan::EmbeddedSchema;
use confc::resolve::{Inputs, resolve};
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::types::Value;
use confc::types::limits::MAX_LEVELS;

/// A declaration, and layers whose values it may refuse.
struct Deliberate {
    /// The fields. Layers need not respect what is between `«` and `»`.
    config: &'static str,
    rules: &'static str,
    layers: &'static [&'static str],
}

const DELIBERATE: &[Deliberate] = &[
    // Paths in errors: keys are quoted, escaped and cut.
    Deliberate {
        config: "m: { type: 'map', max_count: 3, key: { type: 'string', max_size: 150 }, value: { type: 'int8' } }",
        rules: "{ for: 'm[]', check: 'm[self] >= 0' }",
        layers: &[
            "{ m: { '': -1 } }",
            "{ m: { '\"': -1 } }",
            "{ m: { '\\\\': -1 } }",
            "{ m: { 'a\\nb': -1 } }",
            "{ m: { 'a.b': -1 } }",
            "{ m: { 'a b': -1 } }",
            "{ m: { 'é\\u202e': -1 } }",
            "{ m: { '7': -1 } }",
            "{ m: { a: -1, b: -2 } }",
            "{ m: { a: 1, b: -2, c: -3 } }",
            "{ m: { 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx': -1 } }",
            "{ m: { 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx': -1 } }",
            "{ m: { 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx': -1 } }",
            "{ m: { 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\ny': -1 } }",
        ],
    },
    // Texts in messages: escaped, and cut at characters.
    Deliberate {
        config: "s: { type: 'string', max_size: 300 }",
        rules: "{ check: 'byte_size(s) < 1', message: '<${s}>' }",
        layers: &[
            "{ s: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' }",
            "{ s: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' }",
            "{ s: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\u001b' }",
            "{ s: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\u001by' }",
            "{ s: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\u001b' }",
            "{ s: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx😀' }",
            "{ s: 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé😀' }",
            "{ s: '`\"\\\\\\'\\u007f\\u0085\\u00ad\\u200b\\ufeff\\u2028' }",
            "{ s: '\\t\\r\\n\\u0000' }",
            "{ s: '${s} \\ue000\\ufffe e\\u0301' }",
        ],
    },
    // Floats in messages: the shortest text that reads as the same number of its type.
    Deliberate {
        config: "d: { type: 'float64' }, f: { type: 'float32' }",
        rules: "{ check: 'd != d || f != f', message: '${d} ${f} ${d + f} ${d > f ? d : f}' }",
        layers: &[
            "{ d: 1e23, f: 16777216 }",
            "{ d: 9007199254740992, f: 8589934592 }",
            "{ d: 5e-324, f: 1.401298464324817e-45 }",
            "{ d: 1.7976931348623157e308, f: 3.4028234663852886e38 }",
            "{ d: 2.2250738585072014e-308, f: 1.1754943508222875e-38 }",
            "{ d: 1e16, f: 1e7 }",
            "{ d: 1e21, f: 1.0000000200408773e20 }",
            "{ d: 123456789012345680000, f: 0.10000000149011612 }",
            "{ d: 0.1, f: 9.999999974752427e-7 }",
            "{ d: 0.000001, f: 9.999999747378752e-6 }",
            "{ d: 0.0000001, f: -0.5 }",
            "{ d: -0.3, f: 0 }",
            "{ d: 8.41e21, f: 9.007199e15 }",
            "{ d: 2.0919495182368195e19, f: 33554432 }",
        ],
    },
    // Faults, each of a rule of its own.
    Deliberate {
        config: "pick: { type: 'uint8' }, i: { type: 'int64' }, o: { type: 'uint8', optional: true },
            n: { type: 'uint8', nullable: true }, l: { type: 'vector', max_count: 3, element: { type: 'uint8' } },
            m: { type: 'map', max_count: 2, key: { type: 'string', max_size: 3 }, value: { type: 'uint8' } },
            u: { type: 'union', cases: { a: { type: 'uint8' }, b: { type: 'struct', fields: {
                c: { type: 'uint8', optional: true } } } } }, d: { type: 'float64' }, k: { type: 'string', max_size: 3, optional: true }",
        rules: "{ check: 'pick != 0 || 10 / i > 0' }, { check: 'pick != 1 || l[o] > 0' }, { check: 'pick != 2 || l[i] > 0' },
            { check: 'pick != 3 || m[k] > 0' }, { check: 'pick != 4 || m[\"zz\"] > 0' }, { check: 'pick != 5 || double(i) > 0.5' },
            { check: 'pick != 6 || d * d > 0.5' }, { check: 'pick != 7 || o > 0' }, { check: 'pick != 8 || n > 0' },
            { check: 'pick != 9 || u.a > 0' }, { check: 'pick != 10 || u.b.c > 0' }, { check: 'pick != 11 || 10 % i > 0' },
            { check: 'pick != 12 || (o > 0 ? l[0] : l[2]) > 0' }, { check: 'pick != 13 || l[n] > 0' },
            { check: 'pick != 14 || o > 0 && n > 0' }, { check: 'pick != 15 || n > 0 || o > 0' }",
        layers: &[
            "{ pick: 0, i: 0, n: null, l: [], m: {}, u: 0, d: 0 }",
            "{ pick: 1, i: 0, n: null, l: [], m: {}, u: 0, d: 0 }",
            "{ pick: 1, i: 0, o: 1, n: null, l: [7], m: {}, u: 0, d: 0 }",
            "{ pick: 1, i: 0, o: 1, n: null, l: [7, 7], m: {}, u: 0, d: 0 }",
            "{ pick: 2, i: -1, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 2, i: 9223372036854775807, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 3, i: 0, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 3, i: 0, n: null, l: [1], m: { a: 1 }, k: 'b', u: 0, d: 0 }",
            "{ pick: 4, i: 0, n: null, l: [1], m: { a: 1 }, u: 0, d: 0 }",
            "{ pick: 5, i: 9007199254740993, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 5, i: 9007199254740992, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 5, i: -9223372036854775808, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 6, i: 0, n: null, l: [1], m: {}, u: 0, d: 1e200 }",
            "{ pick: 7, i: 0, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 8, i: 0, n: null, l: [1], m: {}, u: 0, d: 0 }",
            "{ pick: 9, i: 0, n: null, l: [1], m: {}, u: {}, d: 0 }",
            "{ pick: 10, i: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 10, i: 0, n: null, l: [1], m: {}, u: {}, d: 0 }",
            "{ pick: 10, i: 0, n: null, l: [1], m: {}, u: { c: 1 }, d: 0 }",
            "{ pick: 11, i: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 12, i: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 12, i: 0, o: 1, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 12, i: 0, o: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 13, i: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 14, i: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 14, i: 0, n: 0, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 15, i: 0, n: null, l: [1], m: {}, u: 1, d: 0 }",
            "{ pick: 15, i: 0, o: 1, n: null, l: [1], m: {}, u: 1, d: 0 }",
        ],
    },
    // Loops: which fault remains, what decides without it, and loops in loops.
    Deliberate {
        config: "v: { type: 'vector', max_count: 3, element: { type: 'int8' } },
            w: { type: 'map', max_count: 2, key: { type: 'string', max_size: 2 }, value: { type: 'int8' } }",
        rules: "{ check: 'v.all(x, 10 / x > v[x])' }, { check: 'v.exists(x, v[x] > 10 / x) || size(v) < 2' },
            { check: 'w.all(k, v.exists(x, x == w[k]))', message: '${size(w)} of ${size(v)}' },
            { for: 'v[]', check: 'self < 100 || v[0] / v[1] > self' }",
        layers: &[
            "{ v: [], w: {} }",
            "{ v: [0, 9], w: {} }",
            "{ v: [9, 0], w: {} }",
            "{ v: [9, 1, 0], w: {} }",
            "{ v: [1, 2, 3], w: {} }",
            "{ v: [2, 1, -1], w: {} }",
            "{ v: [0], w: { a: 0 } }",
            "{ v: [], w: { a: 1 } }",
            "{ v: [1], w: { a: 1, b: 1 } }",
            "{ v: [2, 1], w: { a: 2, b: 3 } }",
            "{ v: [1, 0, 100], w: {} }",
        ],
    },
    // Ends of lines and of words.
    Deliberate {
        config: "a: { type: 'string', max_size: 9«, pattern: '(?mR)(^a$|\\\\r|\\\\n)*'» },
            b: { type: 'string', max_size: 9«, pattern: '(?R).*'» },
            c: { type: 'string', max_size: 9«, pattern: '(?m)(^a$|\\\\r|\\\\n)*'» },
            d: { type: 'string', max_size: 9«, pattern: '(?s).*\\\\ba\\\\b(?s).*|'» },
            e: { type: 'string', max_size: 9«, pattern: '\\\\w*(?s:.)\\\\B(?s:.)?'» }",
        rules: "",
        layers: &[
            "{ a: 'a\\r\\na', b: '', c: 'a\\na', d: 'éa', e: 'é' }",
            "{ a: 'a\\ra\\na', b: 'a', c: '', d: '', e: 'aa' }",
            "{ a: '', b: 'é', c: '\\ra\\n', d: '', e: 'aa' }",
            "{ a: '', b: '\\r', c: '', d: '', e: 'aa' }",
            "{ a: '', b: '\\n', c: '', d: '', e: 'aa' }",
            "{ a: '', b: '', c: 'a\\r\\n', d: '', e: 'aa' }",
            "{ a: 'aa', b: '', c: '', d: '', e: 'aa' }",
            "{ a: '', b: '', c: '', d: 'aé', e: 'aa' }",
            "{ a: '', b: '', c: '', d: 'a_', e: 'aa' }",
            "{ a: '', b: '', c: '', d: 'a7', e: 'aa' }",
            "{ a: '', b: '', c: '', d: '-a-', e: 'a-' }",
            "{ a: '', b: '', c: '', d: '٣a', e: '٣' }",
            "{ a: '', b: '', c: '', d: '', e: 'é-' }",
        ],
    },
    // Limits: each is exceeded alone, and reached. Sizes are bytes.
    Deliberate {
        config: "a: { type: 'float32'«, min: -1.5, max: 4.5» }, b: { type: 'float64'«, min: -1.5, max: 0.1» },
            c: { type: 'int8'«, min: -9, max: 9» }, d: { type: 'uint64'«, min: 3» },
            e: { type: 'string', max_size: 9«, min_size: 2» }, f: { type: 'vector', max_count: 4«, min_count: 2, unique: true»,
                element: { type: 'float32' } }, g: { type: 'map', max_count: 3«, min_count: 1», key: { type: 'string', max_size: 9«, pattern: '[a-c]+'» },
                value: { type: 'string', max_size: 4«, pattern: 'x*'» } },
            h: { type: 'json', max_size: 30«, kinds: ['number', 'array']» }, i: { type: 'int64', unit: 'ms'«, max: 60000» }",
        rules: "",
        layers: &[
            "{ a: -1.5, b: 0.1, c: 9, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: '1min' }",
            "{ a: 4.5, b: -1.5, c: -9, d: 18446744073709551615, e: 'éééé', f: [0, 1, 2, 3], g: { a: '', abc: 'x' }, h: [{}], i: -1 }",
            "{ a: -1.6, b: 0.1, c: 9, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 4.6, b: 0.1, c: 9, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: -1.6, c: 9, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0.11, c: 9, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 10, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: -10, d: 3, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 2, e: 'é', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'a', f: [1, 2], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2, 3, 1], g: { a: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2], g: {}, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2], g: { a: 'x', d: 'x' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2], g: { a: 'x', b: 'xy' }, h: 1, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2], g: { a: 'x' }, h: '1', i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2], g: { a: 'x' }, h: { a: [1] }, i: 0 }",
            "{ a: 0, b: 0, c: 0, d: 3, e: 'aa', f: [1, 2], g: { a: 'x' }, h: 1, i: 60001 }",
        ],
    },
    // Secrets in rules: no value, no fault, no place is shown.
    Deliberate {
        config: "s: { type: 'uint8', sensitive: true }, o: { type: 'uint8', optional: true, sensitive: true },
            l: { type: 'vector', max_count: 3, element: { type: 'struct', fields: {
                n: { type: 'uint8' }, t: { type: 'uint8', sensitive: true } } } }",
        rules: "{ check: 's < 9', message: 'too large' }, { check: 'o < 10 / s' }, { for: 'l[]', check: 'self.n < 9', message: '${self.n}' },
            { for: 'l[]', check: 'self.t < 9' }",
        layers: &[
            "{ s: 9, l: [] }",
            "{ s: 0, l: [] }",
            "{ s: 1, o: 9, l: [{ n: 1, t: 1 }, { n: 9, t: 3 }] }",
            "{ s: 1, o: 9, l: [{ n: 1, t: 1 }, { n: 1, t: 9 }] }",
        ],
    },
];

impl Deliberate {
    fn manifest(&self) -> String {
        let config = self.config.replace(['«', '»'], "");
        format!("{{ config: {{ {config} }}, config_rules: [{}] }}", self.rules)
    }

    /// The manifest without rules, and without what is between `«` and `»`.
    fn looser_manifest(&self) -> String {
        let mut parts = self.config.split('«');
        let first = parts.next().unwrap_or_default();
        let others = parts.filter_map(|part| Some(part.split_once('»')?.1));
        format!("{{ config: {{ {first}{} }} }}", others.collect::<String>())
    }

    /// The values of each layer, whether or not they fit.
    fn values(&self) -> impl Iterator<Item = Vec<Value>> {
        let looser = Compiled::of(self.looser_manifest());
        self.layers.iter().map(move |layer| {
            let config = looser.declaration().config().expect("a schema");
            let (mut sources, mut report) = (Sources::new(), Report::new());
            let source = sources.add("layer".into(), (*layer).into(), None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            let read = Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report);
            let resolved =
                read.and_then(|layer| resolve(config, &Inputs::of_layers(&[layer]), &|_| None, &mut report));
            let said: Vec<_> = report.sorted().into_iter().map(|found| found.message().to_owned()).collect();
            resolved.unwrap_or_else(|| panic!("{layer}: {said:?}")).values().to_vec()
        })
    }
}

/// A manifest whose only field is a bool at the last level, in structs.
fn deepest() -> String {
    let inner = (1..MAX_LEVELS).fold("{ type: 'bool' }".to_owned(), |inner, _| {
        format!("{{ type: 'struct', fields: {{ a: {inner} }} }}")
    });
    format!("{{ config: {{ a: {inner} }} }}")
}

/// The manifests of the declarations, which are the last ones of the frozen corpus.
pub(super) fn manifests() -> Vec<String> {
    DELIBERATE.iter().map(Deliberate::manifest).chain([deepest()]).collect()
}

/// The cases about the declarations from the one at a position on, which are those of the manifests.
pub(super) fn cases(declarations: &[Declared], first: usize) -> Vec<Case> {
    let load = |at: usize, file: &[u8]| {
        let answer = loaded(&declarations[at].declaration, file, Vec::new());
        Case { declaration: at, request: format!("load {}", bytes(file)), answer }
    };
    let file =
        |at: usize, values: &[Value]| unchecked(&declarations[at].declaration, values, EmbeddedSchema::Omit);
    let mut all = Vec::new();
    for (one, at) in DELIBERATE.iter().zip(first..) {
        all.extend(one.values().map(|values| load(at, &file(at, &values))));
    }
    let at = first + DELIBERATE.len();
    let deepest = (1..MAX_LEVELS).fold(Value::Bool(true), |inner, _| Value::Struct([inner].into()));
    all.push(load(at, &file(at, &[deepest])));
    let checksum = file(at, &[]);
    for levels in [MAX_LEVELS - 1, MAX_LEVELS, MAX_LEVELS + 1] {
        for shape in [in_structs, in_lists, in_struct_lists, in_map, in_maps, in_unions] {
            let value = m(1, &[&m(1, &[&shape(levels)])]);
            all.push(load(at, &sealed(&[&value, content(&checksum)].concat())));
        }
    }
    all
}

/// A `ConfigValue` with a bool.
fn bool_value() -> Vec<u8> {
    m(1, &[&v(1, 1)])
}

/// A `ConfigValue` with a vector of this `ConfigVectorValue`.
fn vector(elements: &[u8]) -> Vec<u8> {
    m(2, &[elements])
}

/// A `ConfigVectorValue` with a bool.
fn bools() -> Vec<u8> {
    m(1, &[&m(1, &[&[1]])])
}

/// A bool at this level, in structs.
fn in_structs(levels: usize) -> Vec<u8> {
    (1..levels).fold(bool_value(), |inner, _| m(1, &[&m(14, &[&m(1, &[&inner])])]))
}

/// A `MapValue` with one entry.
fn map(values: &[u8]) -> Vec<u8> {
    [m(1, &[b"a"]), m(2, &[values])].concat()
}

/// A `ConfigVectorValue` with this many lists in one another around its bool.
fn lists(count: usize) -> Vec<u8> {
    (0..count).fold(bools(), |inner, _| m(16, &[&m(1, &[&inner])]))
}

/// Lists in lists, the last one at this level.
fn in_lists(levels: usize) -> Vec<u8> {
    vector(&lists(levels - 1))
}

/// Lists of structs of lists, with a bool at this level or one below it: the level of a member is odd.
fn in_struct_lists(levels: usize) -> Vec<u8> {
    (0..levels / 2).fold(bool_value(), |inner, _| vector(&m(14, &[&m(1, &[&m(1, &[&inner])])])))
}

/// A map of lists in lists, the last one at this level.
fn in_map(levels: usize) -> Vec<u8> {
    m(4, &[&map(&lists(levels - 1))])
}

/// Maps of maps in a list, the last one at this level.
fn in_maps(levels: usize) -> Vec<u8> {
    vector(&(1..levels).fold(bools(), |inner, _| m(17, &[&m(1, &[&map(&inner)])])))
}

/// Lists of unions of lists, with a bool at this level or one below it: the level of a value in a union is odd.
fn in_unions(levels: usize) -> Vec<u8> {
    let union = |value: &[u8]| [v(1, 1), m(2, &[value])].concat();
    (0..levels / 2).fold(bool_value(), |inner, _| vector(&m(18, &[&m(1, &[&union(&inner)])])))
}
