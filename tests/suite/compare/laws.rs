//! Laws of comparing: nothing between equals, a mirror between the two directions, the checksum, linear time.

use super::verdict;
use crate::declaration::checksum::integer;
use crate::support::command::Workspace;
use crate::support::mutations::Maker;
use crate::support::{arbitrary, random};
use crate::values::seal;
use confc::compare::{Breaks, Change, ChangeKind, FieldPath, compare};
use confc::declaration::{Checksum, Declaration};
use confc::schema::Schema;
use confc::types::{Component, Field, FieldNames, IntegerKind, JsonValue, Key, Type, Value};
use proptest::prelude::{Strategy, prop_assert_eq, prop_assert_ne, proptest};
use std::fmt::Write as _;

proptest! {
    #![proptest_config(random::cases(96))]

    #[test]
    fn nothing_has_changed_between_equals(declaration in arbitrary::declaration()) {
        prop_assert_eq!(compare(&declaration, &declaration), []);
    }

    /// The order of extensions is the one thing that is carried and means nothing.
    #[test]
    fn nothing_has_changed_where_only_the_order_of_extensions_has(
        declaration in arbitrary::declaration(),
        extensions in any_extensions(),
        turn in 1..4_usize,
    ) {
        let with = |extensions: Vec<_>| {
            let component = Component { extensions, ..declaration.component().clone() };
            resealed(&declaration, component)
        };
        let mut turned = extensions.clone();
        turned.rotate_left(turn);
        let (old, new) = (with(extensions), with(turned));
        prop_assert_ne!(&old, &new);
        prop_assert_eq!(compare(&old, &new), []);
    }

    #[test]
    fn something_has_changed_between_others(old in arbitrary::declaration(), new in arbitrary::declaration()) {
        prop_assert_eq!(compare(&old, &new).is_empty(), in_order(&old) == in_order(&new));
    }

    /// Declarations that differ in one section, or in one extension.
    #[test]
    fn a_section_that_has_changed_is_told(
        declaration in arbitrary::declaration(),
        other in arbitrary::component(),
        section in 0..11_usize,
    ) {
        let mut component = declaration.component().clone();
        match section {
            0 => component.program = other.program,
            1 => component.uses = other.uses,
            2 => component.expose = other.expose,
            3 => component.offer = other.offer,
            4 => component.capabilities = other.capabilities,
            5 => component.children = other.children,
            6 => component.collections = other.collections,
            7 => component.environments = other.environments,
            8 => component.facets = other.facets,
            9 => component.disable = other.disable,
            _ => component.extensions = other.extensions,
        }
        let new = resealed(&declaration, component);
        let changes = compare(&declaration, &new);
        prop_assert_eq!(changes.is_empty(), in_order(&declaration) == in_order(&new), "{:?}", changes);
    }
}

/// Four extensions, each with a key of its own.
fn any_extensions() -> impl Strategy<Value = Vec<(Box<str>, JsonValue)>> {
    let keys = ["x-a", "x-b", "x-c", "x-d"];
    proptest::collection::vec(arbitrary::json_value(), keys.len())
        .prop_map(move |values| keys.map(Box::from).into_iter().zip(values).collect())
}

/// The same schema in another component.
fn resealed(declaration: &Declaration, component: Component) -> Declaration {
    let schema = declaration
        .config()
        .map(|config| Schema::new(config.fields().to_vec(), config.value_source().clone()).unwrap());
    Declaration::seal(component, schema).unwrap()
}

/// The declaration with its extensions in the order of their keys.
fn in_order(declaration: &Declaration) -> Declaration {
    let mut component = declaration.component().clone();
    component.extensions.sort_by(|(one, _), (other, _)| one.cmp(other));
    resealed(declaration, component)
}

/// What a runtime sees of a schema. A default of a struct that says what its members' own say changes nothing.
fn in_effect(declaration: &Declaration) -> (Checksum, Vec<Option<Value>>) {
    let config = declaration.config().unwrap();
    (config.checksum(), config.fields().iter().map(Field::unset_value).collect())
}

/// Fails where there was hardly anything that a law could be about.
fn demand_changes(changes: usize, pairs: usize) {
    assert!(changes > pairs, "{changes} changes in {pairs} pairs");
}

/// How many pairs of declarations that differ by a little a law is tried on.
const PAIRS: usize = 400;

/// What a change says, by sides.
fn told<'c>(change: &'c Change<'_>, mirrored: bool) -> [(Option<String>, Option<&'c str>, Breaks); 2] {
    let path = |path: &Option<FieldPath<'_>>| path.as_ref().map(ToString::to_string);
    let old = (path(&change.old.path), change.old.text.as_deref(), change.backward);
    let new = (path(&change.new.path), change.new.text.as_deref(), change.forward);
    if mirrored { [new, old] } else { [old, new] }
}

#[test]
fn the_other_way_round_is_the_mirror_image() {
    let mut maker = Maker::new(1);
    let mut seen = 0;
    for _ in 0..PAIRS {
        let [old, new] = maker.pair();
        let (there, back) = (compare(&old, &new), compare(&new, &old));
        assert!(!there.is_empty() || in_effect(&old) == in_effect(&new), "{old:#?}\n{new:#?}");
        seen += there.len();
        let told = |changes: &[Change<'_>], mirrored| {
            let mut told: Vec<_> =
                changes.iter().map(|change| format!("{:?}", told(change, mirrored))).collect();
            told.sort();
            told
        };
        assert_eq!(told(&there, false), told(&back, true), "{there:#?}\n{back:#?}");
    }
    demand_changes(seen, PAIRS);
}

#[test]
fn the_checksum_moves_with_a_change_that_moves_it_and_only_so() {
    let mut maker = Maker::new(2);
    let (mut moved, mut stayed) = (0, 0);
    for _ in 0..PAIRS {
        let [old, new] = maker.pair();
        let checksum = |declaration: &Declaration| declaration.config().unwrap().checksum();
        let changes = compare(&old, &new);
        let moves = changes.iter().any(|change| change.kind.moves_checksum());
        assert_eq!(checksum(&old) != checksum(&new), moves, "{changes:#?}");
        *(if moves { &mut moved } else { &mut stayed }) += 1;
    }
    assert!(moved > 50 && stayed > 50, "{moved} moved, {stayed} stayed");
}

#[test]
fn no_change_breaks_more_than_its_rule_says() {
    let mut maker = Maker::new(3);
    let mut seen = 0;
    for _ in 0..PAIRS {
        let [old, new] = maker.pair();
        for change in compare(&old, &new) {
            assert!(change.backward <= change.kind.backward(), "{change:#?}");
            assert!(change.forward <= change.kind.forward(), "{change:#?}");
            seen += 1;
        }
    }
    demand_changes(seen, PAIRS);
}

#[test]
fn changes_come_in_the_order_of_fields() {
    let mut maker = Maker::new(4);
    let mut seen = 0;
    for _ in 0..PAIRS {
        let [old, new] = maker.pair();
        let changes = compare(&old, &new);
        seen += usize::from(changes.len() > 1);
        let top = |change: &Change<'_>| change.subject.split(['.', '[']).next().unwrap().to_owned();
        let in_order = changes.iter().filter(|change| change.kind != ChangeKind::NameMoved).map(top);
        assert!(in_order.is_sorted(), "{changes:#?}");
    }
    assert!(4 * seen > PAIRS, "{seen} of {PAIRS} have several changes");
}

/// Enough that anything quadratic would not end.
const MANY: usize = 100_000;

#[test]
#[ignore = "slow: a hundred thousand fields"]
fn a_hundred_thousand_fields_are_compared() {
    let field = |n: usize, ty: Type| Field::new(Key::new(&format!("k{n}")).unwrap(), ty);
    let small = |n| field(n, integer(IntegerKind::Uint8));
    let large = |n| Field { default: Some(Value::Unsigned(1)), ..field(n, integer(IntegerKind::Uint16)) };
    let fields = |field: &dyn Fn(usize) -> Field, from: usize| seal((from..from + MANY).map(field).collect());
    let old = fields(&small, 0);
    assert_eq!(compare(&old, &fields(&small, 0)), []);
    // Each has two changes.
    assert_eq!(compare(&old, &fields(&large, 0)).len(), 2 * MANY);
    // None is the same.
    assert_eq!(compare(&old, &fields(&small, MANY)).len(), 2 * MANY);
    // Each has another key, and the old one for an alias; then all aliases are those of one field.
    let renamed = |n: usize| Field {
        names: FieldNames::new(None, vec![Key::new(&format!("k{n}")).unwrap().into()]),
        ..small(n + MANY)
    };
    let changes = compare(&old, &seal((0..MANY).map(renamed).collect())).len();
    assert_eq!(changes, MANY);
    let one = Field {
        names: FieldNames::new(None, (0..MANY).map(|n| Key::new(&format!("k{n}")).unwrap().into()).collect()),
        ..small(MANY)
    };
    let one = seal(vec![one]);
    let changes = compare(&old, &one);
    assert_eq!(verdict(&changes), [Breaks::May; 2]);
    assert_eq!(changes.len(), 2 * MANY + 1);
}

/// All in one line, all members of one struct: that is where looking for places could take long.
#[test]
#[ignore = "slow: a hundred thousand fields"]
fn a_hundred_thousand_places_are_told() {
    let manifest = |ty: &str| {
        let mut text = String::from("{config:{s:{type:'struct',fields:{");
        for n in 0..MANY {
            write!(text, "k{n}:{{type:'{ty}'}},").unwrap();
        }
        text + "}}}}"
    };
    let workspace = Workspace::new().with("old.cml", manifest("uint8")).with("new.cml", manifest("uint16"));
    let answer = workspace.confc(&["diff", "old.cml", "new.cml"]).with_status(0);
    let said = "  + uint16 (new.cml:1:35)\n";
    assert!(
        answer.stdout.starts_with("s.k0: type-widened, breaks forward\n  - uint8 (old.cml:1:35)\n"),
        "{}",
        &answer.stdout[..200]
    );
    assert!(answer.stdout.contains(said) && answer.stdout.lines().count() == 3 * MANY + 1);
}
