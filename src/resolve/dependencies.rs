//! What the values of fields and members depend on, and in which order they become known.
//!
//! A cell is a field or member that is one value, or a struct of cells. Only structs in which something waits for values
//! are taken apart. The order is found depth first with a stack of its own, so that no chain is too long; each cell and
//! each name in an expression is looked at once.

use super::deferred::ComputedValues;
use super::replaced::WaitingLiteral;
use super::resolution::MergedComponent;
use super::slot::{Slot, SlotState};
use crate::layers::computed::{PlacedDefinition, PlacedRead};
use crate::layers::imports::ImportedFields;
use crate::layers::outside::OutsideValues;
use crate::types::{Field, Type};

/// The number of a cell.
pub(super) type CellId = usize;

/// A field or member.
#[derive(Debug)]
pub(crate) struct Cell<'l> {
    /// The position of its component.
    pub(crate) component: usize,
    /// The struct that it is a member of.
    around: Option<CellId>,
    /// Its position among the fields, or among the members.
    position: u32,
    pub(super) content: CellContent<'l>,
    pub(super) progress: CellProgress,
}

#[derive(Debug)]
pub(super) enum CellContent<'l> {
    /// A value that waits for none.
    Plain,
    /// What waits for the values that these literals read.
    Waiting(Vec<(usize, WaitingLiteral<'l>)>),
    /// A struct, one cell a member.
    Members(Vec<CellId>),
}

/// How far a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellProgress {
    /// Nobody has asked.
    Unasked,
    /// What it depends on is being looked at; its position among the cells that are.
    Open(usize),
    /// It has a value.
    Known,
    /// It has none, for a reason that has been or will be reported.
    Failed,
    /// It will have one, when what it depends on is known: it is left to a plan.
    Waits,
}

impl CellProgress {
    /// How far two are together that were looked at.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known, Self::Known) => Self::Known,
            (Self::Known | Self::Waits, Self::Known | Self::Waits) => Self::Waits,
            (_, _) => Self::Failed,
        }
    }

    /// Of something that has a value or has none.
    pub(super) fn of_known(is_known: bool) -> Self {
        if is_known { Self::Known } else { Self::Failed }
    }
}

/// All cells of the values of components.
#[derive(Debug)]
pub(super) struct Cells<'l> {
    cells: Vec<Cell<'l>>,
    components: Vec<ComponentCells<'l>>,
}

/// Which cells what a component can read is.
#[derive(Debug)]
struct ComponentCells<'l> {
    /// That of each field.
    fields: Vec<CellId>,
    outside: Option<&'l OutsideValues>,
}

impl<'l> Cells<'l> {
    /// The cells of components whose assignments are merged.
    pub(crate) fn of(merged: &[MergedComponent<'_, 'l>]) -> Self {
        let mut cells = Self { cells: Vec::new(), components: Vec::with_capacity(merged.len()) };
        for (component, merged) in merged.iter().enumerate() {
            let slots = merged.slots.iter().zip(merged.config.fields()).enumerate();
            let computed = &merged.combiner.computed;
            let fields = slots
                .map(|(at, (slot, field))| cells.add((component, None, at), (slot, &field.ty), computed))
                .collect();
            let outside = merged.outside.map(|outside| &**outside);
            cells.components.push(ComponentCells { fields, outside });
        }
        cells
    }

    /// Adds a slot of a component with its parts. Structs nest no deeper than they may, so recursion does not.
    fn add(
        &mut self,
        (component, around, at): (usize, Option<CellId>, usize),
        (slot, ty): (&Slot<'l>, &Type),
        computed: &ComputedValues,
    ) -> CellId {
        let position = u32::try_from(at).unwrap_or(u32::MAX);
        let id = self.cells.len();
        let content = CellContent::Plain;
        self.cells.push(Cell { component, around, position, content, progress: CellProgress::Unasked });
        let content = match &slot.state {
            SlotState::Deferred(deferred) => {
                let literals = deferred.literals(ty).into_iter();
                let number = |of: &WaitingLiteral<'_>| computed.number(of.layer, of.literal);
                CellContent::Waiting(literals.map(|literal| (number(&literal), literal)).collect())
            }
            SlotState::Members(slots) if slots.iter().any(Slot::waits) => {
                let members = slots.iter().zip(ty.members()).enumerate();
                let add = |(at, (slot, member)): (usize, (&Slot<'l>, &Field))| {
                    self.add((component, Some(id), at), (slot, &member.ty), computed)
                };
                CellContent::Members(members.map(add).collect())
            }
            SlotState::Members(_)
            | SlotState::Unset
            | SlotState::Invalid
            | SlotState::Replaced
            | SlotState::Whole(..)
            | SlotState::Elements(_)
            | SlotState::Entries(_) => CellContent::Plain,
        };
        if let Some(cell) = self.cells.get_mut(id) {
            cell.content = content;
        }
        id
    }

    /// The component of a cell.
    pub(crate) fn component(&self, id: CellId) -> usize {
        self.cells.get(id).map_or(0, |cell| cell.component)
    }

    pub(crate) fn get(&self, id: CellId) -> Option<&Cell<'l>> {
        self.cells.get(id)
    }

    pub(super) fn set_progress(&mut self, id: CellId, progress: CellProgress) {
        if let Some(cell) = self.cells.get_mut(id) {
            cell.progress = progress;
        }
    }

    /// The cells of all fields in which something waits, component by component.
    pub(crate) fn waiting(&self) -> Vec<CellId> {
        let fields = self.components.iter().flat_map(|component| &component.fields).copied();
        let waits =
            |id: &CellId| self.get(*id).is_some_and(|cell| !matches!(cell.content, CellContent::Plain));
        fields.filter(waits).collect()
    }

    /// The way to a cell: the position of the field, then those of members.
    pub(crate) fn way(&self, id: CellId) -> Vec<u32> {
        let mut way = Vec::new();
        let mut next = self.cells.get(id);
        while let Some(cell) = next {
            way.push(cell.position);
            next = cell.around.and_then(|around| self.cells.get(around));
        }
        way.reverse();
        way
    }

    /// The cell that a name in a component leads to, or that holds what it leads to; `None` of an input, and of another
    /// component that has its values from a file.
    pub(crate) fn read_by(&self, component: usize, read: &PlacedRead) -> Option<CellId> {
        let own = self.components.get(component)?;
        let mut members = read.members.iter();
        let mut id = match (read.field.checked_sub(own.fields.len()), own.outside) {
            (None, _) => *own.fields.get(read.field)?,
            (Some(at), Some(outside)) => {
                let import = at.checked_sub(outside.input_values().len())?;
                let ImportedFields::Together(other) = outside.imported().get(import)? else { return None };
                *self.components.get(*other)?.fields.get(*members.next()? as usize)?
            }
            (Some(_), None) => return None,
        };
        for member in members {
            let CellContent::Members(members) = &self.cells.get(id)?.content else { break };
            id = *members.get(*member as usize)?;
        }
        Some(id)
    }

    /// How far everything is that a definition of a component reads.
    pub(super) fn progress_of(&self, component: usize, definition: &PlacedDefinition) -> CellProgress {
        let cells = definition.origin.reads.iter().filter_map(|read| self.read_by(component, read));
        self.progress_together(cells)
    }

    /// How far several cells are together: as far as the one that is least.
    pub(super) fn progress_together(&self, cells: impl Iterator<Item = CellId>) -> CellProgress {
        let of_cell = |id| self.get(id).map_or(CellProgress::Failed, |cell| cell.progress);
        cells.map(of_cell).fold(CellProgress::Known, CellProgress::and)
    }

    /// What a cell depends on.
    fn edges(&self, id: CellId) -> Vec<Edge<'l>> {
        let Some(cell) = self.get(id) else { return Vec::new() };
        match &cell.content {
            CellContent::Plain => Vec::new(),
            CellContent::Members(members) => members.iter().map(|to| Edge { to: *to, read: None }).collect(),
            CellContent::Waiting(literals) => {
                let definitions = literals.iter().flat_map(|(_, literal)| literal.evaluated());
                let reads = definitions.flat_map(|definition| &definition.origin.reads);
                let edge = |read| Some(Edge { to: self.read_by(cell.component, read)?, read: Some(read) });
                reads.filter_map(edge).collect()
            }
        }
    }

    /// Looks at a cell and at all that it depends on. `finish` is called for each cell once, when all that it depends on
    /// is finished but for what depends on it again; it says how far the cell is. `cycle` is called with the links of
    /// each cycle that is found, but for those that share a cell with one that was.
    pub(super) fn visit(
        &mut self,
        first: CellId,
        finish: &mut dyn FnMut(&Self, CellId) -> CellProgress,
        cycle: &mut dyn FnMut(&Self, &[Link<'l>]),
    ) {
        let mut open: Vec<OpenCell<'l>> = Vec::new();
        self.open(first, &mut open);
        while let Some(last) = open.last_mut() {
            let Some(edge) = last.edges.get(last.next).copied() else {
                let id = last.id;
                let progress = finish(self, id);
                self.set_progress(id, progress);
                open.pop();
                continue;
            };
            last.next += 1;
            match self.get(edge.to).map(|cell| cell.progress) {
                Some(CellProgress::Unasked) => self.open(edge.to, &mut open),
                Some(CellProgress::Open(from)) if last.in_cycles <= from => {
                    for (at, cell) in open.iter_mut().enumerate().skip(from) {
                        cell.in_cycles = at + 1;
                    }
                    let links: Vec<Link<'l>> = open.iter().skip(from).filter_map(OpenCell::link).collect();
                    cycle(self, &links);
                }
                Some(
                    CellProgress::Open(_) | CellProgress::Known | CellProgress::Failed | CellProgress::Waits,
                )
                | None => {}
            }
        }
    }

    fn open(&mut self, id: CellId, open: &mut Vec<OpenCell<'l>>) {
        if self.get(id).is_some_and(|cell| cell.progress == CellProgress::Unasked) {
            self.set_progress(id, CellProgress::Open(open.len()));
            let in_cycles = open.last().map_or(0, |last| last.in_cycles);
            open.push(OpenCell { id, edges: self.edges(id), next: 0, in_cycles });
        }
    }
}

/// That a cell depends on another: because of this name in an expression, or as a struct on its members.
#[derive(Debug, Clone, Copy)]
struct Edge<'l> {
    to: CellId,
    read: Option<&'l PlacedRead>,
}

/// A cell that is being looked at.
struct OpenCell<'l> {
    id: CellId,
    edges: Vec<Edge<'l>>,
    /// The position of the next edge to be looked at.
    next: usize,
    /// How many of the cells that are being looked at, this one and those before it, come before the end of the last
    /// that is in a cycle.
    in_cycles: usize,
}

impl<'l> OpenCell<'l> {
    /// The edge that is being looked at, if it is one of an expression.
    fn link(&self) -> Option<Link<'l>> {
        let edge = self.next.checked_sub(1).and_then(|at| self.edges.get(at))?;
        Some(Link { cell: self.id, read: edge.read? })
    }
}

/// A step of a cycle: a cell, and the name in its expression that leads to the next one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link<'l> {
    pub(crate) cell: CellId,
    pub(crate) read: &'l PlacedRead,
}
