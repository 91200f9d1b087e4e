//! Schemas that change a little: whatever breaks is told.

use super::{ValueSource, resolved, verdict};
use crate::support::mutations::Maker;
use confc::compare::{Breaks, compare};
use confc::declaration::Declaration;
use confc::types::Type;

/// The keys and types.
fn written(declaration: &Declaration) -> String {
    let fields = declaration.config().unwrap().fields().iter();
    fields.map(|field| format!("{}: {}\n", field.key, field.type_text())).collect()
}

#[test]
fn whatever_breaks_is_told() {
    let mut maker = Maker::new(6);
    // Of verdicts that nothing breaks, and that something does; of value sources that break.
    let (mut kept, mut broken, mut witnesses) = (0, 0, 0);
    for _ in 0..600 {
        let [old, new] = maker.pair();
        for [from, to] in [[&old, &new], [&new, &old]] {
            let changes = compare(from, to);
            let said = verdict(&changes)[0];
            *(if said == Breaks::No { &mut kept } else { &mut broken }) += 1;
            let base = |maker: &mut Maker, of: &Declaration| maker.values(of.config().unwrap().fields());
            let other_base = base(&mut maker, to);
            for _ in 0..6 {
                let fields = from.config().unwrap().fields();
                let values = base(&mut maker, from);
                let layer = ValueSource::Layer(maker.layer(fields, &values));
                let mutable = fields.iter().zip(&values).filter(|(field, _)| field.mutability.parent);
                let overrides =
                    mutable.map(|(field, value)| ValueSource::Override(field.key.to_string(), value.clone()));
                for source in overrides.chain([layer]) {
                    assert!(
                        source.is_valid(from, Some(&values)),
                        "{source:?} is no source of {}",
                        written(from)
                    );
                    if !source.is_valid(to, Some(&other_base)) {
                        assert_ne!(
                            said,
                            Breaks::No,
                            "{source:?}\n{}\n{}\n{changes:#?}",
                            written(from),
                            written(to)
                        );
                        witnesses += 1;
                    }
                }
            }
        }
    }
    assert!(
        kept > 200 && broken > 200 && witnesses > 1000,
        "{kept} kept, {broken} broken, {witnesses} witnesses"
    );
}

/// A layer on its own is what the test above takes it for.
#[test]
fn a_layer_resolves_to_the_values_it_was_written_from() {
    let mut maker = Maker::new(7);
    for _ in 0..50 {
        let [old, _] = maker.pair();
        let config = old.config().unwrap();
        let values = maker.values(config.fields());
        let text = maker.layer(config.fields(), &values);
        let found = resolved(config, &text).unwrap_or_else(|| panic!("{text}"));
        let set = found.iter().zip(&values).zip(config.fields());
        assert!(set.into_iter().all(|((found, value), field)| found == value
            || !field.needs_value()
            || matches!(field.ty, Type::Struct(_))));
    }
}
