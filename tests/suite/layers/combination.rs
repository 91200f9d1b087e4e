//! How layers combine, held against a second reading of the rules: a model over plain trees that knows neither
//! positions nor places. And the algebra of the operators: laws that users rely on when they order layers.

use crate::support::layers::{FIELDS, MANIFEST, Said, Shape, Speaker, Tree, Words, is_optional};
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random, Tally, attempts};
use confc::declaration::Config;
use confc::diagnostic::{Code, Report};
use confc::layers::{Layer, MergeStrategy};
use confc::resolve::{Inputs, resolve};
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::types::Value;
use proptest::prelude::{any, prop_assert_eq, proptest};
use std::collections::BTreeMap;

/// Stands among the members of an optional struct that was given as `{}`; no member is called so.
const GIVEN: &str = "";

/// The defaults as the manifest has them: those of members are behind that of the struct.
fn default_of(path: &[&str]) -> Option<Tree> {
    match path {
        ["a" | "n"] | ["s" | "o", "x"] => Some(Tree::Number(1)),
        ["m" | "o" | "w"] | ["o", "p"] => Some(Tree::Absent),
        ["s", "y"] => Some(Tree::Number(2)),
        ["s", "t"] => Some(Tree::List(vec![1])),
        ["u"] => Some(Tree::List(vec![1, 2])),
        _ => None,
    }
}

/// The rules once more, on trees. `None` is a refusal, of whatever kind.
struct Model(BTreeMap<&'static str, Tree>);

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Unify,
    Override,
    Replace,
}

impl Model {
    fn of(layers: &[(MergeStrategy, Vec<(&'static str, Said)>)]) -> Option<BTreeMap<&'static str, Tree>> {
        let mut model = Self(BTreeMap::new());
        for (strategy, layer) in layers {
            let mode = if *strategy == MergeStrategy::Unify { Mode::Unify } else { Mode::Override };
            for (key, said) in layer {
                Self::say(&mut model.0, &[key], said, mode)?;
            }
        }
        complete(&model.0, &FIELDS, &[])
    }

    fn say(
        state: &mut BTreeMap<&'static str, Tree>,
        path: &[&'static str],
        said: &Said,
        mode: Mode,
    ) -> Option<()> {
        let key = path.last()?;
        match said {
            Said::Unset => {
                state.remove(key);
            }
            Said::Override(said) => {
                state.remove(key);
                Self::say(state, path, said, Mode::Replace)?;
            }
            Said::Append(more) => {
                let Some(Tree::List(list)) = state.get(key).cloned().or_else(|| default_of(path)) else {
                    return None;
                };
                state.insert(key, Tree::List([list.as_slice(), more].concat()));
            }
            Said::Members(members) => {
                let empty = || Tree::Struct(BTreeMap::new());
                if state.get(key) == Some(&Tree::Absent) {
                    match mode {
                        _ if !sets(members) => return Some(()),
                        Mode::Unify => return None,
                        Mode::Override | Mode::Replace => drop(state.remove(key)),
                    }
                }
                if mode == Mode::Replace {
                    state.insert(key, empty());
                }
                let Tree::Struct(inner) = state.entry(key).or_insert_with(empty) else { return None };
                for (member, said) in members {
                    Self::say(inner, &[path, &[member]].concat(), said, mode)?;
                }
                if members.is_empty() && is_optional(key) {
                    inner.insert(GIVEN, Tree::Absent);
                }
            }
            Said::Literal(literal) => match state.get(key) {
                // Nothing is set of it any more.
                Some(Tree::Struct(inner)) if inner.is_empty() => {
                    state.insert(key, literal.clone());
                }
                Some(first) if mode == Mode::Unify && first != literal => return None,
                _ => {
                    state.insert(key, literal.clone());
                }
            },
        }
        Some(())
    }
}

/// Whether an object sets something, or itself where it is empty, and does not only take away.
fn sets(members: &[(&'static str, Said)]) -> bool {
    let one = |(_, said): &(&str, Said)| match said {
        Said::Unset => false,
        Said::Members(members) => sets(members),
        Said::Literal(_) | Said::Override(_) | Said::Append(_) => true,
    };
    members.is_empty() || members.iter().any(one)
}

/// Fills in defaults.
fn complete(
    state: &BTreeMap<&'static str, Tree>,
    keys: &[(&'static str, Shape)],
    path: &[&str],
) -> Option<BTreeMap<&'static str, Tree>> {
    let mut whole = BTreeMap::new();
    for (key, shape) in keys {
        let path = [path, &[key]].concat();
        let tree = match (state.get(key), shape) {
            (None, _) if is_optional(key) => default_of(&path)?,
            (Some(Tree::Struct(set)), _) if is_optional(key) && set.is_empty() => default_of(&path)?,
            (Some(Tree::Struct(set)), Shape::Struct(members)) => Tree::Struct(complete(set, members, &path)?),
            (None, Shape::Struct(members)) => Tree::Struct(complete(&BTreeMap::new(), members, &path)?),
            (Some(tree), _) => tree.clone(),
            (None, _) => default_of(&path)?,
        };
        let unique = |list: &[u64]| (1..list.len()).all(|at| !list[..at].contains(&list[at]));
        if let Tree::List(list) = &tree
            && (list.len() > 3 || *key == "u" && !unique(list))
        {
            return None;
        }
        whole.insert(*key, tree);
    }
    Some(whole)
}

fn tree(shape: Shape, value: &Value) -> Tree {
    match value {
        Value::Absent => Tree::Absent,
        Value::Unsigned(number) => Tree::Number(*number),
        Value::List(list) => {
            Tree::List(list.to_values().iter().map(|value| value.as_unsigned().unwrap()).collect())
        }
        Value::Struct(values) => {
            let Shape::Struct(members) = shape else { unreachable!("{value:?} is no struct's") };
            let members = members.iter().zip(values).map(|((key, shape), value)| (*key, tree(*shape, value)));
            Tree::Struct(members.collect())
        }
        other => unreachable!("no field has {other:?}"),
    }
}

struct Subject {
    compiled: Compiled,
}

impl Subject {
    fn new() -> Self {
        Self { compiled: Compiled::of(MANIFEST) }
    }

    fn config(&self) -> &Config {
        self.compiled.declaration().config().unwrap()
    }

    /// What the layers resolve to, or the codes of what is wrong with them.
    fn resolve(&self, layers: &[(MergeStrategy, String)]) -> Result<BTreeMap<&'static str, Tree>, Vec<Code>> {
        let (mut report, mut sources) = (Report::new(), Sources::new());
        let mut read = |(strategy, text): &(MergeStrategy, String)| {
            let source = sources.add("layer".into(), text.clone(), None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            Layer::read(self.config(), &document, *strategy, &|_| None, &mut report).unwrap()
        };
        let layers: Vec<Layer> = layers.iter().map(&mut read).collect();
        let resolved = resolve(self.config(), &Inputs::of_layers(&layers), &|_| None, &mut report);
        match resolved {
            Some(resolved) => {
                let fields = FIELDS.iter().zip(resolved.values());
                Ok(fields.map(|((key, shape), value)| (*key, tree(*shape, value))).collect())
            }
            None => Err(report.sorted().iter().map(|found| found.code()).collect()),
        }
    }

    fn told(&self, layers: &[(MergeStrategy, Vec<(&'static str, Said)>)]) -> Vec<(MergeStrategy, String)> {
        layers.iter().map(|(strategy, layer)| (*strategy, Said::Members(layer.clone()).to_string())).collect()
    }
}

/// The members of both; where both give one, those of structs, else the later literal.
fn over(first: &[(&'static str, Said)], later: &[(&'static str, Said)]) -> Vec<(&'static str, Said)> {
    let mut merged: BTreeMap<&'static str, Said> = first.iter().cloned().collect();
    for (key, said) in later {
        let both = match (merged.remove(key), said) {
            (Some(Said::Members(first)), Said::Members(later)) => Said::Members(over(&first, later)),
            // What was absent has no members, whatever stood before it.
            (Some(Said::Literal(Tree::Absent)), Said::Members(_)) => Said::Override(Box::new(said.clone())),
            (Some(Said::Override(first)), Said::Members(later)) => {
                let Said::Members(first) = *first else { unreachable!("only structs are joined") };
                Said::Override(Box::new(Said::Members(over(&first, later))))
            }
            (_, later) => later.clone(),
        };
        merged.insert(key, both);
    }
    merged.into_iter().collect()
}

const UNIFY: MergeStrategy = MergeStrategy::Unify;
const OVERRIDE: MergeStrategy = MergeStrategy::Override;

#[test]
fn the_rules_read_twice_agree() {
    let tally = Tally::default();
    proptest!(random::cases(512), |(seed in any::<u64>())| {
        let mut speaker = Speaker(Random::of(seed));
        let count = 1 + speaker.0.below(5);
        let layers: Vec<_> = (0..count)
            .map(|_| (if speaker.0.once_in(3) { OVERRIDE } else { UNIFY }, speaker.layer(Words::All)))
            .collect();
        let subject = Subject::new();
        let told = subject.told(&layers);
        let found = subject.resolve(&told).ok();
        tally.count(found.is_some());
        prop_assert_eq!(found, Model::of(&layers), "{:?}", told);
    });
    tally.demand(8, 20);
}

#[test]
fn layers_that_unify_may_come_in_any_order_and_more_than_once() {
    let tally = Tally::default();
    proptest!(random::cases(512), |(seed in any::<u64>())| {
        let mut speaker = Speaker(Random::of(seed));
        let mut layers = speaker.layers_that_mostly_agree().map(|layer| (UNIFY, layer)).to_vec();
        let subject = Subject::new();
        let first = subject.resolve(&subject.told(&layers)).ok();
        tally.count(first.is_some());
        layers.push(layers[speaker.0.below(3)].clone());
        for _ in 0..4 {
            speaker.0.shuffle(&mut layers);
            let told = subject.told(&layers);
            prop_assert_eq!(&subject.resolve(&told).ok(), &first, "{:?}", told);
        }
    });
    tally.demand(30, 10);
}

#[test]
fn it_does_not_matter_which_layers_are_joined_first() {
    let tally = Tally::default();
    proptest!(random::cases(512), |(seed in any::<u64>())| {
        let mut speaker = Speaker(Random::of(seed));
        let [a, b, c] = [(); 3].map(|()| speaker.layer(Words::Literals));
        let subject = Subject::new();
        let resolve = |layers: &[(MergeStrategy, &[(&'static str, Said)])]| {
            let layers: Vec<_> = layers.iter().map(|(strategy, layer)| (*strategy, layer.to_vec())).collect();
            subject.resolve(&subject.told(&layers)).ok()
        };
        // Overrides: (a b) c = a (b c).
        let apart = resolve(&[(OVERRIDE, &a), (OVERRIDE, &b), (OVERRIDE, &c)]);
        prop_assert_eq!(&resolve(&[(OVERRIDE, &over(&a, &b)), (OVERRIDE, &c)]), &apart);
        prop_assert_eq!(&resolve(&[(OVERRIDE, &a), (OVERRIDE, &over(&b, &c))]), &apart);
        // Layers that agree.
        let [a, b, c] = speaker.layers_that_mostly_agree();
        let together = resolve(&[(UNIFY, &a), (UNIFY, &b), (UNIFY, &c)]);
        tally.count(together.is_some());
        if let Some(together) = together {
            prop_assert_eq!(resolve(&[(UNIFY, &over(&a, &b)), (UNIFY, &c)]), Some(together.clone()));
            prop_assert_eq!(resolve(&[(UNIFY, &a), (UNIFY, &over(&b, &c))]), Some(together.clone()));
            prop_assert_eq!(resolve(&[(UNIFY, &c), (UNIFY, &over(&b, &a))]), Some(together));
        }
    });
    tally.demand(30, 10);
}

#[test]
fn the_layers_that_are_made_up_are_refused_and_resolved_often() {
    let tally = Tally::default();
    attempts(1_000, |random| {
        let mut speaker = Speaker(Random::of(random.word()));
        let layers: Vec<_> = (0..3).map(|_| (OVERRIDE, speaker.layer(Words::All))).collect();
        tally.count(Model::of(&layers).is_some());
    });
    tally.demand(20, 20);
}
