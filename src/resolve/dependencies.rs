//! The cells of merged components, and the cells that their expressions read.
//!
//! A struct with a deferred member has a cell for each member. Any other field or member is one cell.

use super::computed_values::ComputedValues;
use super::merged::MergedComponent;
use super::replaced::WaitingLiteral;
use super::slot::{Slot, SlotState};
use crate::layers::computed::PlacedRead;
use crate::types::{Field, Type};
use confc_core::evaluation::{CellContent, CellId, Cells, Dependencies, Graph, NameTargets};

/// The source of the value of a field or member that is one cell.
#[derive(Debug)]
pub(super) enum LayerCell<'l> {
    /// It was merged before the evaluation.
    Merged,
    /// It is merged after the evaluation of these literals. Each has its number among those of all layers.
    Deferred(Vec<(usize, WaitingLiteral<'l>)>),
}

/// The cells of components. Each edge is a name in an expression.
pub(super) type LayerGraph<'l> = Graph<LayerCell<'l>, &'l PlacedRead>;

/// Makes the cells of components, and their edges by the `names` in expressions.
pub(super) fn graph_of<'l, 'n>(
    merged: &[MergedComponent<'_, 'l>],
    names: impl Iterator<Item = &'n NameTargets>,
) -> LayerGraph<'l> {
    let mut cells = Cells::with_capacity(merged.iter().map(|merged| merged.slots.len()).sum());
    for merged in merged {
        cells.begin_component();
        for (position, (slot, field)) in (0..).zip(merged.slots.iter().zip(merged.config.fields())) {
            add(&mut cells, (None, position), (slot, &field.ty), &merged.combiner.computed);
        }
    }
    let (names, mut dependencies) = (names.collect::<Vec<_>>(), Dependencies::default());
    for (_, cell) in cells.iter() {
        if let (CellContent::Value(LayerCell::Deferred(literals)), Some(names)) =
            (&cell.content, names.get(cell.component as usize))
        {
            let definitions = literals.iter().flat_map(|(_, literal)| literal.evaluated());
            for read in definitions.flat_map(|definition| &definition.origin.reads) {
                let to = names.cell(&cells, read.field, &read.members);
                to.into_iter().for_each(|to| dependencies.add(to, read));
            }
        }
        dependencies.end_cell();
    }
    Graph::new(cells, dependencies)
}

/// Adds a slot with its parts. Recursion is limited by the depth of structs.
fn add<'l>(
    cells: &mut Cells<LayerCell<'l>>,
    (around, position): (Option<CellId>, u32),
    (slot, ty): (&Slot<'l>, &Type),
    computed: &ComputedValues,
) -> CellId {
    let id = cells.add(around, position);
    let content = if let SlotState::Deferred(deferred) = &slot.state {
        let literals = deferred.literals(ty).into_iter();
        let numbered = |of: WaitingLiteral<'l>| (computed.number(of.layer, of.literal), of);
        CellContent::Value(LayerCell::Deferred(literals.map(numbered).collect()))
    } else if slot.waits() {
        let member = |(position, (slot, member)): (u32, (&Slot<'l>, &Field))| {
            (position, add(cells, (Some(id), position), (slot, &member.ty), computed))
        };
        CellContent::Members((0..).zip(slot.state.members().iter().zip(ty.members())).map(member).collect())
    } else {
        CellContent::Value(LayerCell::Merged)
    };
    cells.fill(id, content);
    id
}
