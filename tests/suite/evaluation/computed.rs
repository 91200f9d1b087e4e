//! Expressions in layers, against an evaluator of our own: what they come to, in whatever layers and order they stand,
//! and which of them depend on themselves.

use crate::support::command::Workspace;
use crate::support::random;
use confc::declaration::{Config, Declaration};
use confc::diagnostic::Report;
use confc::layers::{Import, ImportedValues, InputDeclarations, Layer, MergeStrategy};
use confc::resolve::{Budget, Inputs, Participant, resolve, resolve_together};
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::types::{Key, Value};
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// An expression over integers, which are fields by their positions.
#[derive(Debug, Clone)]
enum Tree {
    Literal(i64),
    Field(usize),
    Binary(char, Box<Tree>, Box<Tree>),
    Choice(Box<Tree>, Box<Tree>, Box<Tree>),
}

impl Tree {
    fn text(&self) -> String {
        self.text_with(&|at| format!("f{at}"))
    }

    /// With fields called what `name` says.
    fn text_with(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::Literal(number) => number.to_string(),
            Self::Field(at) => name(*at),
            Self::Binary(operator, a, b) => {
                format!("({} {operator} {})", a.text_with(name), b.text_with(name))
            }
            Self::Choice(a, b, c) => {
                format!("({} > 0 ? {} : {})", a.text_with(name), b.text_with(name), c.text_with(name))
            }
        }
    }

    /// What it comes to; `None` where it divides by zero, or reads what has no value. Of `?:` only the branch that is
    /// chosen counts.
    fn value(&self, fields: &[Option<i128>]) -> Option<i128> {
        match self {
            Self::Literal(number) => Some((*number).into()),
            Self::Field(at) => fields[*at],
            Self::Binary(operator, a, b) => {
                let (a, b) = (a.value(fields)?, b.value(fields)?);
                match operator {
                    '+' => Some(a + b),
                    '-' => Some(a - b),
                    '*' => Some(a * b),
                    '/' => a.checked_div(b),
                    _ => a.checked_rem(b),
                }
            }
            Self::Choice(a, b, c) => {
                if a.value(fields)? > 0 {
                    b.value(fields)
                } else {
                    c.value(fields)
                }
            }
        }
    }
}

/// An expression that reads fields before this one.
fn tree(fields: usize) -> impl Strategy<Value = Tree> {
    let field = if fields == 0 { (0..1usize).boxed() } else { (0..fields).boxed() };
    let leaf = prop_oneof![
        (-9i64..40).prop_map(Tree::Literal),
        field.prop_map(move |at| if fields == 0 { Tree::Literal(7) } else { Tree::Field(at) }),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (
                prop_oneof![Just('+'), Just('-'), Just('*'), Just('/'), Just('%')],
                inner.clone(),
                inner.clone()
            )
                .prop_map(|(operator, a, b)| Tree::Binary(operator, Box::new(a), Box::new(b))),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| Tree::Choice(
                Box::new(a),
                Box::new(b),
                Box::new(c)
            )),
        ]
    })
}

fn declaration(fields: usize) -> Declaration {
    let workspace = Workspace::new();
    let mut manifest = "{ config: { ".to_owned();
    for at in 0..fields {
        write!(manifest, "f{at}: {{ type: 'int16' }}, ").unwrap();
    }
    workspace.write("m.cml", manifest + "} }");
    workspace.confc(&["compile", "m.cml", "-o", "m.cm"]).silent();
    Declaration::decode(&workspace.read("m.cm")).unwrap()
}

/// The layers with these definitions, of which each goes to the layers that it is marked with.
fn layers(definitions: &[(usize, String)], places: &[u8]) -> [String; 2] {
    let mut layers = ["{ ".to_owned(), "{ ".to_owned()];
    for ((field, text), place) in definitions.iter().zip(places) {
        for (at, layer) in layers.iter_mut().enumerate() {
            // 0 and 1 are one of the two, 2 is both.
            if usize::from(*place) == at || *place == 2 {
                write!(layer, "f{field}: {{ $expr: '{text}' }}, ").unwrap();
            }
        }
    }
    layers.map(|layer| layer + "}")
}

fn resolved(config: &Config, layers: &[String]) -> (Option<Vec<Value>>, Vec<&'static str>) {
    resolved_with(config, layers, MergeStrategy::Unify)
}

/// Resolves layers, the later of which merge by a strategy.
fn resolved_with(
    config: &Config,
    layers: &[String],
    strategy: MergeStrategy,
) -> (Option<Vec<Value>>, Vec<&'static str>) {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let read: Vec<Layer> = layers
        .iter()
        .enumerate()
        .filter_map(|(at, text)| {
            let strategy = if at == 0 { MergeStrategy::Unify } else { strategy };
            let source = sources.add("l.json5".into(), text.clone(), None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            Layer::read(config, &document, strategy, &|_| None, &mut report)
        })
        .collect();
    let values = resolve(config, &Inputs::of_layers(&read), &|_| None, &mut report);
    let codes = report.sorted().iter().map(|diagnostic| diagnostic.code().name()).collect();
    (values.map(|values| values.values().to_vec()), codes)
}

/// Definitions that read earlier fields come to what our own evaluator says, whichever layers they stand in, in whatever
/// order their keys are, and also where both layers have them.
#[test]
fn values_are_those_of_our_own_evaluator() {
    let all = (1..9usize).prop_flat_map(|fields| {
        let trees: Vec<_> = (0..fields).map(|at| tree(at).boxed()).collect();
        let order = Just((0..fields).collect::<Vec<_>>()).prop_shuffle();
        let places = proptest::collection::vec(0..3u8, fields);
        (trees, order, places)
    });
    let declarations: Vec<Declaration> = (0..9).map(|fields| declaration(fields.max(1))).collect();
    proptest!(random::cases(256), |((trees, order, places) in all)| {
        let config = declarations[trees.len()].config().unwrap();
        let mut expected: Vec<Option<i128>> = Vec::new();
        for tree in &trees {
            let value = tree.value(&expected).filter(|value| i16::try_from(*value).is_ok());
            expected.push(value);
        }
        let definitions: Vec<(usize, String)> = order.iter().map(|at| (*at, trees[*at].text())).collect();
        let (values, codes) = resolved(config, &layers(&definitions, &places));
        let is_static = codes.iter().any(|code| matches!(*code, "E0337" | "E0344" | "E0453"));
        match values {
            Some(values) => {
                let values: Vec<Option<i128>> = values.iter().map(|value| match value {
                    Value::Signed(value) => Some((*value).into()),
                    _ => None,
                }).collect();
                prop_assert_eq!(values, expected);
            }
            None => prop_assert!(is_static || expected.iter().any(Option::is_none), "{:?}", codes),
        }
    });
}

/// Fields that are spread over three components, each of which may read the two others, come to what they come to in one;
/// whichever components come first, and though those read each other.
#[test]
fn components_are_resolved_together() {
    const COMPONENTS: usize = 3;
    let all = (1..9usize).prop_flat_map(|fields| {
        let trees: Vec<_> = (0..fields).map(|at| tree(at).boxed()).collect();
        (trees, proptest::collection::vec(0..COMPONENTS, fields))
    });
    let declaration = declaration(8);
    let config = declaration.config().unwrap();
    proptest!(random::cases(256), |((trees, homes) in all)| {
        let mut expected: Vec<Option<i128>> = Vec::new();
        for tree in &trees {
            let value = tree.value(&expected).filter(|value| i16::try_from(*value).is_ok());
            expected.push(value);
        }
        let mut reports: Vec<Report> = (0..COMPONENTS).map(|_| Report::new()).collect();
        let mut sources = Sources::new();
        let mut read = Vec::new();
        for (component, report) in reports.iter_mut().enumerate() {
            let name = |at: usize| match homes[at] == component {
                true => format!("f{at}"),
                false => format!("c{}.f{at}", homes[at]),
            };
            let definition = |at: usize| match (trees.get(at), homes.get(at)) {
                (Some(tree), Some(home)) if *home == component => {
                    format!("f{at}: {{ $expr: '{}' }}", tree.text_with(&name))
                }
                // Nobody reads it.
                _ => format!("f{at}: 0"),
            };
            let text = format!("{{ {} }}", (0..8).map(definition).collect::<Vec<_>>().join(", "));
            let others = (0..COMPONENTS).filter(|other| *other != component);
            let import = |other: usize| Import {
                name: Key::new(&format!("c{other}")).unwrap(),
                values: ImportedValues::Together(config.as_struct().clone(), other),
            };
            let declared = InputDeclarations::read(std::iter::empty(), report);
            let none = ("--input", &[][..]);
            let imports = others.map(import).collect();
            let outside =
                Arc::new(declared.resolve((std::iter::empty(), true), none, imports, &mut sources, report));
            let source = sources.add("l.json5".into(), text, None);
            let document = syntax::parse(Format::Json5, &source, report);
            let layer =
                Layer::read_with(config, &document, MergeStrategy::Unify, &outside, &|_| None, report).unwrap();
            read.push((layer, outside));
        }
        let inputs: Vec<Inputs<'_>> = read
            .iter()
            .map(|(layer, outside)| {
                Inputs { outside: Some(outside), ..Inputs::of_layers(std::slice::from_ref(layer)) }
            })
            .collect();
        let participants = inputs
            .iter()
            .zip(&mut reports)
            .map(|(inputs, report)| Participant { name: None, config, inputs, places: &|_| None, report })
            .collect();
        let resolved = resolve_together(participants, Budget::default());
        for (at, expected) in expected.iter().enumerate() {
            let home = &resolved[homes[at]];
            if home.is_known(at) {
                let values = home.known(at).and_then(|value| match value {
                    Value::Signed(value) => Some(i128::from(*value)),
                    _ => None,
                });
                prop_assert_eq!(values, *expected, "f{}", at);
            } else {
                let codes: Vec<&str> = reports
                    .iter()
                    .flat_map(|report| report.sorted().into_iter().map(|found| found.code().name()))
                    .collect();
                prop_assert!(expected.is_none() || !codes.is_empty(), "f{}", at);
            }
        }
    });
}

/// There is a message for each circle, and none where there is no circle: at least one for each set of fields that all
/// depend on each other.
#[test]
fn circles_are_found_where_there_are_any() {
    let sums = proptest::collection::vec(proptest::collection::vec(0..8usize, 0..3), 8);
    let declaration = declaration(8);
    proptest!(random::cases(256), |((sums, places) in (sums, proptest::collection::vec(0..3u8, 8)))| {
        let definitions: Vec<(usize, String)> = sums.iter().enumerate().map(|(at, reads)| {
            let reads = reads.iter().map(|read| format!("f{read} % 100"));
            (at, std::iter::once("1".to_owned()).chain(reads).collect::<Vec<_>>().join(" + "))
        }).collect();
        // What each field depends on, directly or not.
        let mut needs: Vec<BTreeSet<usize>> = sums.iter().map(|reads| reads.iter().copied().collect()).collect();
        for _ in 0..8 {
            for at in 0..8 {
                let more: Vec<usize> = needs[at].iter().flat_map(|other| needs[*other].clone()).collect();
                needs[at].extend(more);
            }
        }
        let circular: BTreeSet<usize> = (0..8).filter(|at| needs[*at].contains(at)).collect();
        let groups: BTreeSet<Vec<usize>> = circular.iter().map(|at| {
            circular.iter().copied().filter(|other| needs[*at].contains(other) && needs[*other].contains(at)).collect()
        }).collect();
        let (values, codes) = resolved(declaration.config().unwrap(), &layers(&definitions, &places));
        prop_assert_eq!(values.is_some(), circular.is_empty());
        prop_assert!(codes.iter().all(|code| *code == "E0454"), "{:?}", codes);
        prop_assert!(codes.len() >= groups.len() && (codes.is_empty() == groups.is_empty()), "{:?} {:?}", codes, groups);
    });
}

/// Where each expression is replaced by the literal that it comes to, the value file is the same.
#[test]
fn literals_in_the_place_of_expressions_give_the_same_bytes() {
    let workspace = Workspace::new();
    workspace.write(
        "m.cml",
        "{ config: { n: { type: 'uint8' }, f: { type: 'float32' }, e: { type: 'enum', variants: { a: 0, b: 1 } },
           s: { type: 'string', max_size: 32 }, v: { type: 'vector', max_count: 3, element: { type: 'uint16' } },
           m: { type: 'map', max_count: 3, key: { type: 'string', max_size: 8 }, value: { type: 'bool' } },
           t: { type: 'struct', fields: { a: { type: 'int8' }, b: { type: 'string', max_size: 8, optional: true } } },
           u: { type: 'struct', optional: true,
                fields: { a: { type: 'int8' }, b: { type: 'string', max_size: 8, optional: true } } } } }",
    );
    let pairs = [
        (
            "{ n: 3, f: { $expr: 'double(n) / 10.0' }, e: { $expr: \"n > 2 ? 'b' : 'a'\" }, s: { $text: 'n=${n} ${e} ${f}' },
               v: [1, { $expr: 'n * 100' }], m: { x: { $expr: 'n == 3' }, y: false }, t: { a: { $expr: '-n' } },
               u: { $expr: 't' } }",
            "{ n: 3, f: 0.3, e: 'b', s: 'n=3 b 0.3', v: [1, 300], m: { x: true, y: false }, t: { a: -3 }, u: { a: -3 } }",
        ),
        (
            "{ n: { $expr: 'size(v)' }, f: 0.1, e: 'a', s: { $expr: \"has(t.b) ? t.b : 'none'\" }, v: [7, 8],
               m: { x: { $expr: '9 in v' } }, t: { a: 1, b: 'z' }, u: null }",
            "{ n: 2, f: 0.1, e: 'a', s: 'z', v: [7, 8], m: { x: false }, t: { a: 1, b: 'z' }, u: null }",
        ),
    ];
    for (at, (computed, literal)) in pairs.into_iter().enumerate() {
        workspace.write("computed.json5", computed);
        workspace.write("literal.json5", literal);
        for name in ["computed", "literal"] {
            let (layer, output) = (format!("{name}.json5"), format!("{name}.cvf"));
            let ran = workspace.confc(&["values", "m.cml", &layer, "-o", &output]);
            assert_eq!(ran.status, Some(0), "{at} {name}: {}", ran.stderr);
        }
        assert_eq!(workspace.read("computed.cvf"), workspace.read("literal.cvf"), "{at}");
    }
}

/// No chain is too long, and a circle is told with a few of its links.
#[test]
fn long_chains_and_circles() {
    let workspace = Workspace::new();
    let links = 20_000;
    let (mut manifest, mut layer) = ("{ config: { ".to_owned(), String::new());
    for at in 0..links {
        write!(manifest, "f{at}: {{ type: 'uint32' }}, ").unwrap();
        writeln!(layer, "f{at}: {{ $expr: 'f{} % 1000000 + 1' }}", at + 1).unwrap();
    }
    workspace.write("m.cml", format!("{manifest}f{links}: {{ type: 'uint32' }} }} }}"));
    workspace.write("chain.yaml", format!("{layer}f{links}: 1\n"));
    workspace.write("circle.yaml", format!("{layer}f{links}: {{ $expr: 'f0' }}\n"));
    let ran = workspace.confc(&["eval", "f0", "m.cml", "chain.yaml"]);
    assert_eq!((ran.status, ran.stdout.trim()), (Some(0), "20001"), "{}", ran.stderr);
    let ran = workspace.confc(&["values", "m.cml", "circle.yaml", "-o", "o.cvf"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("error[E0454]").count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("19993 more values"), "{}", ran.stderr);
    assert!(ran.stderr.len() < 4000, "{}", ran.stderr);
}

/// Whatever stands where in a layer: what has no values has a message.
#[test]
fn what_is_refused_is_reported() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/values/_computed.cml");
    let workspace = Workspace::new();
    workspace.confc(&["compile", manifest, "-o", "m.cm"]).silent();
    let declaration = Declaration::decode(&workspace.read("m.cm")).unwrap();
    let parts = [
        "workers",
        "threads",
        "mode",
        "url",
        "ranges",
        "labels",
        "server",
        "peer",
        "spare",
        "first",
        "lats",
        "host",
        "port",
        "$expr",
        "$text",
        "$override",
        "$append",
        "$unset",
        "$absent",
        ": ",
        ": ",
        ": ",
        ", ",
        ", ",
        "{ ",
        "{ ",
        " }",
        " }",
        "[",
        "]",
        "'workers'",
        "'mode'",
        "'peer'",
        "'${workers}'",
        "1",
        "300",
        "null",
        "true",
        "'tls'",
        "{ $expr: 'workers' }",
        "{ $text: '${mode}' }",
        "{ $expr: 'peer' }",
        "ranges: [{ first: 1, last: ",
        "server: { port: ",
        "labels: { a: ",
        "workers: [",
    ];
    let parts = proptest::collection::vec(proptest::sample::select(parts.to_vec()), 1..16);
    proptest!(random::cases(1024), |(parts in parts)| {
        let middle = parts.concat();
        let texts = [format!("{{ workers: 4, {middle} }}"), format!("{{ {middle} }}")];
        for text in texts {
            let (values, codes) = resolved(declaration.config().unwrap(), &[text]);
            prop_assert!(values.is_some() || codes.iter().any(|code| code.starts_with('E')));
        }
    });
}

/// What is overridden is not evaluated.
#[test]
fn an_override_leaves_nothing_of_what_it_replaces() {
    let workspace = Workspace::new();
    workspace.write("m.cml", "{ config: { a: { type: 'uint8' }, b: { type: 'uint8' } } }");
    // The circle is gone with the definition that closes it, and so is the division by zero.
    workspace.write("base.json5", "{ a: { $expr: 'b' }, b: { $expr: 'a / (a - a)' } }");
    workspace.write("over.json5", "{ b: { $override: 5 } }");
    let ran = workspace.confc(&["eval", "a", "m.cml", "base.json5", "over.json5"]);
    assert_eq!((ran.status, ran.stdout.trim()), (Some(0), "5"), "{}", ran.stderr);
    let ran = workspace.confc(&["eval", "a", "m.cml", "base.json5", "--set", "b=6"]);
    assert_eq!((ran.status, ran.stdout.trim()), (Some(0), "6"), "{}", ran.stderr);
}

/// Entries that later layers replace might have been any literal: their expressions are not evaluated.
#[test]
fn expressions_of_replaced_entries_do_not_count() {
    let workspace = Workspace::new();
    workspace.write(
        "m.cml",
        "{ config: { n: { type: 'uint8', default: 0 }, m: { type: 'map', max_count: 9,
             key: { type: 'string', max_size: 8 }, value: { type: 'uint8' }, default: { d: 4 } } } }",
    );
    workspace.confc(&["compile", "m.cml", "-o", "m.cm"]).silent();
    let declaration = Declaration::decode(&workspace.read("m.cm")).unwrap();
    let config = declaration.config().unwrap();
    // Of each key: how the first layer gives it, and how the second replaces it.
    let given = proptest::collection::vec((0..5usize, 0..4usize), 4);
    let counts = Cell::new([0, 0]);
    proptest!(random::cases(256), |(given in given, is_override in proptest::bool::ANY)| {
        let firsts = ["", "{ $expr: 'n + 2' }", "{ $expr: '7 / n' }", "{ $override: { $expr: '7 / n' } }", "3"];
        let seconds = ["", "{ $override: 5 }", "{ $unset: true }", if is_override { "6" } else { "{ $override: 6 }" }];
        let layer = |texts: &mut dyn Iterator<Item = String>| {
            let entries: Vec<String> =
                texts.enumerate().filter(|(_, text)| !text.is_empty()).map(|(at, text)| format!("k{at}: {text}")).collect();
            format!("{{ m: {{ {} }} }}", entries.join(", "))
        };
        let second = |(first, second): &(usize, usize)| if *first == 0 && *second == 2 { 0 } else { *second };
        let first = layer(&mut given.iter().map(|(first, _)| firsts[*first].to_owned()));
        let literal = layer(&mut given.iter().map(|of| match (of.0, second(of)) {
            (1 | 2, 1..) => "9".to_owned(),
            (3, 1..) => "{ $override: 9 }".to_owned(),
            (at, _) => firsts[at].to_owned(),
        }));
        let over = layer(&mut given.iter().map(|of| seconds[second(of)].to_owned()));
        let strategy = if is_override { MergeStrategy::Override } else { MergeStrategy::Unify };
        let (found, codes) = resolved_with(config, &[first.clone(), over.clone()], strategy);
        let (expected, _) = resolved_with(config, &[literal, over.clone()], strategy);
        counts.update(|[good, bad]| if found.is_some() { [good + 1, bad] } else { [good, bad + 1] });
        prop_assert_eq!(&found, &expected, "{} {} {:?}", first, over, codes);
    });
    assert!(counts.get().iter().all(|count| *count > 20), "{counts:?}");
}
