//! The order of evaluation, depth first. An explicit stack allows chains of any length. Each cell and each name in an
//! expression is visited once.

use super::cell::{CellContent, CellId, Cells};
use crate::text::narrow;

/// The progress of the evaluation of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellProgress {
    /// It has not begun.
    Unvisited,
    /// Its dependencies are being visited. Holds its position among the open cells.
    Open(u32),
    /// It has a value.
    Known,
    /// It has no value, for a reason that was or will be reported.
    Failed,
    /// Its value depends on something unknown, so it is left to a plan.
    Deferred,
}

impl CellProgress {
    /// The common progress of two visited cells.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known, Self::Known) => Self::Known,
            (Self::Known | Self::Deferred, Self::Known | Self::Deferred) => Self::Deferred,
            (_, _) => Self::Failed,
        }
    }

    /// The progress of a cell that has a value, or has failed.
    #[must_use]
    pub fn of_known(is_known: bool) -> Self {
        if is_known { Self::Known } else { Self::Failed }
    }
}

/// The cells that each cell reads, with the reason `R` of each read.
#[derive(Debug)]
pub struct Dependencies<R> {
    reads: Vec<(CellId, R)>,
    /// For each cell the index in `reads` after its last read.
    ends: Vec<u32>,
}

impl<R> Default for Dependencies<R> {
    fn default() -> Self {
        Self { reads: Vec::new(), ends: Vec::new() }
    }
}

impl<R> Dependencies<R> {
    /// Adds a read to the current cell, which [`end_cell`](Self::end_cell) ends.
    pub fn add(&mut self, to: CellId, read: R) {
        self.reads.push((to, read));
    }

    /// Ends the reads of the current cell. Must be called once per cell, in the order of their numbers.
    pub fn end_cell(&mut self) {
        self.ends.push(narrow(self.reads.len()));
    }

    fn of(&self, id: CellId) -> &[(CellId, R)] {
        let end = |id: Option<CellId>| self.ends.get(id? as usize).map(|end| *end as usize);
        let start = end(id.checked_sub(1)).unwrap_or_default();
        end(Some(id)).and_then(|end| self.reads.get(start..end)).unwrap_or_default()
    }
}

/// Cells with their dependencies and their progress.
#[derive(Debug)]
pub struct Graph<C, R> {
    /// The cells.
    pub cells: Cells<C>,
    dependencies: Dependencies<R>,
    progress: Vec<CellProgress>,
}

impl<C, R: Copy> Graph<C, R> {
    /// Creates a graph before its evaluation.
    #[must_use]
    pub fn new(cells: Cells<C>, dependencies: Dependencies<R>) -> Self {
        let progress = vec![CellProgress::Unvisited; cells.len()];
        Self { cells, dependencies, progress }
    }

    /// The progress of a cell.
    #[must_use]
    pub fn progress(&self, id: CellId) -> CellProgress {
        self.progress.get(id as usize).copied().unwrap_or(CellProgress::Failed)
    }

    /// The common progress of these cells: see [`CellProgress::and`].
    pub fn progress_together(&self, cells: impl Iterator<Item = CellId>) -> CellProgress {
        cells.map(|id| self.progress(id)).fold(CellProgress::Known, CellProgress::and)
    }

    fn set_progress(&mut self, id: CellId, progress: CellProgress) {
        if let Some(place) = self.progress.get_mut(id as usize) {
            *place = progress;
        }
    }

    /// An edge of a cell with its read. An edge from a struct to a member has no read.
    fn edge(&self, id: CellId, at: u32) -> Option<(CellId, Option<R>)> {
        match &self.cells.get(id)?.content {
            CellContent::Members(members) => members.get(at as usize).map(|(_, member)| (*member, None)),
            CellContent::Value(_) => {
                self.dependencies.of(id).get(at as usize).map(|(to, read)| (*to, Some(*read)))
            }
        }
    }
}

/// A step of a cycle: a cell, and the read that leads to the next one.
#[derive(Debug, Clone, Copy)]
pub struct Link<R> {
    /// The cell.
    pub cell: CellId,
    /// The read.
    pub read: R,
}

/// The part of an evaluation that differs between layers and plans: the values of cells, and the reports of cycles.
pub trait Participants<C, R> {
    /// Evaluates a cell that is one value. Its dependencies are settled, except those that are in a cycle with it.
    fn settle(&mut self, graph: &Graph<C, R>, cell: CellId) -> CellProgress;

    /// Receives a cycle. Cycles that share a cell with an earlier one are skipped.
    fn cycle(&mut self, graph: &Graph<C, R>, links: Vec<Link<R>>);
}

/// A cell whose dependencies are being visited.
struct OpenCell {
    id: CellId,
    /// The position of the next edge.
    next: u32,
    /// One more than the position of the last open cell, up to this one, that is in a reported cycle; 0 if there is
    /// none.
    in_cycles: u32,
}

/// Evaluates these cells and everything that they depend on, each cell once.
pub fn evaluate<C, R: Copy>(
    graph: &mut Graph<C, R>,
    cells: impl IntoIterator<Item = CellId>,
    participants: &mut impl Participants<C, R>,
) {
    let mut open: Vec<OpenCell> = Vec::new();
    for first in cells {
        if graph.progress(first) == CellProgress::Unvisited {
            graph.open(first, &mut open);
            graph.visit(&mut open, participants);
        }
    }
}

impl<C, R: Copy> Graph<C, R> {
    fn open(&mut self, id: CellId, open: &mut Vec<OpenCell>) {
        self.set_progress(id, CellProgress::Open(narrow(open.len())));
        let in_cycles = open.last().map_or(0, |last| last.in_cycles);
        open.push(OpenCell { id, next: 0, in_cycles });
    }

    /// Evaluates the open cell and everything that it depends on.
    fn visit(&mut self, open: &mut Vec<OpenCell>, participants: &mut impl Participants<C, R>) {
        while let Some(last) = open.last_mut() {
            let Some((to, _)) = self.edge(last.id, last.next) else {
                let id = last.id;
                let progress = match self.cells.get(id).map(|cell| &cell.content) {
                    Some(CellContent::Members(members)) => {
                        self.progress_together(members.iter().map(|(_, member)| *member))
                    }
                    Some(CellContent::Value(_)) => participants.settle(self, id),
                    None => CellProgress::Failed,
                };
                self.set_progress(id, progress);
                open.pop();
                continue;
            };
            last.next += 1;
            match self.progress(to) {
                CellProgress::Unvisited => self.open(to, open),
                CellProgress::Open(from) if last.in_cycles <= from => {
                    for (at, cell) in (1..).zip(open.iter_mut()).skip(from as usize) {
                        cell.in_cycles = at;
                    }
                    let cycle = open.iter().skip(from as usize);
                    let links = cycle.filter_map(|cell| self.link(cell)).collect();
                    participants.cycle(self, links);
                }
                CellProgress::Open(_)
                | CellProgress::Known
                | CellProgress::Failed
                | CellProgress::Deferred => {}
            }
        }
    }

    /// The current edge of an open cell, if it has a read.
    fn link(&self, open: &OpenCell) -> Option<Link<R>> {
        let (_, read) = self.edge(open.id, open.next.checked_sub(1)?)?;
        Some(Link { cell: open.id, read: read? })
    }
}
