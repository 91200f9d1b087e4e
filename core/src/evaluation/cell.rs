//! Cells: the fields and members whose values are evaluated.

use crate::text::narrow;
use crate::types::Field;

/// The number of a [`Cell`].
pub type CellId = u32;

/// A field or member that is evaluated.
#[derive(Debug, Clone)]
pub struct Cell<C> {
    /// The position of its component among those that are evaluated together.
    pub component: u32,
    /// The struct that it is a member of.
    pub around: Option<CellId>,
    /// Its position among the fields, or among the members.
    pub position: u32,
    /// How it gets its value.
    pub content: CellContent<C>,
}

/// How a cell gets its value.
#[derive(Debug, Clone)]
pub enum CellContent<C> {
    /// It is a struct with cells for members: the position and the cell of each, ascending by position.
    Members(Box<[(u32, CellId)]>),
    /// It is one value.
    Value(C),
}

/// The cells of components. Invariant: a struct comes before its members, and every id is in range.
#[derive(Debug, Clone)]
pub struct Cells<C> {
    cells: Vec<Cell<C>>,
    /// For each component the cells of its fields, by the positions of the fields, ascending.
    roots: Vec<Vec<(u32, CellId)>>,
}

impl<C> Cells<C> {
    /// Creates an empty list with memory for `capacity` cells.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { cells: Vec::with_capacity(capacity), roots: Vec::new() }
    }

    /// Begins the next component.
    pub fn begin_component(&mut self) {
        self.roots.push(Vec::new());
    }

    /// Adds a cell without content to the last component. [`fill`](Self::fill) sets its content after the cells of its
    /// members are added.
    pub fn add(&mut self, around: Option<CellId>, position: u32) -> CellId {
        let id = self.next_id();
        let component = narrow(self.roots.len().saturating_sub(1));
        if let (None, Some(roots)) = (around, self.roots.last_mut()) {
            roots.push((position, id));
        }
        let content = CellContent::Members(Box::default());
        self.cells.push(Cell { component, around, position, content });
        id
    }

    /// Sets the content of a cell.
    pub fn fill(&mut self, id: CellId, content: CellContent<C>) {
        if let Some(cell) = self.cells.get_mut(id as usize) {
            cell.content = content;
        }
    }

    /// Adds a component with the cells of `other`, which has one component.
    pub fn add_component<'o, D>(&mut self, other: &'o Cells<D>)
    where
        C: From<&'o D>,
    {
        let (first, component) = (self.next_id(), narrow(self.roots.len()));
        let moved = |(position, id): &(u32, CellId)| (*position, first + id);
        self.roots.push(other.roots.iter().flatten().map(moved).collect());
        self.cells.extend(other.cells.iter().map(|cell| Cell {
            component,
            around: cell.around.map(|around| first + around),
            position: cell.position,
            content: match &cell.content {
                CellContent::Members(members) => CellContent::Members(members.iter().map(moved).collect()),
                CellContent::Value(content) => CellContent::Value(content.into()),
            },
        }));
    }

    /// The number of the cell that is added next.
    #[must_use]
    pub fn next_id(&self) -> CellId {
        narrow(self.cells.len())
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cell with this number.
    #[must_use]
    pub fn get(&self, id: CellId) -> Option<&Cell<C>> {
        self.cells.get(id as usize)
    }

    /// All cells with their numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (CellId, &Cell<C>)> {
        (0..).zip(&self.cells)
    }

    /// The cells of the fields of a component, by the positions of the fields, ascending.
    #[must_use]
    pub fn roots(&self, component: usize) -> &[(u32, CellId)] {
        self.roots.get(component).map_or(&[], Vec::as_slice)
    }

    /// The cell of a field, if the field has one.
    #[must_use]
    pub fn root(&self, component: usize, field: u32) -> Option<CellId> {
        find(self.roots(component), field)
    }

    /// The cell at the end of a path, or the cell of the value that contains it. `None` if neither has a cell.
    #[must_use]
    pub fn at(&self, component: usize, field: u32, members: &[u32]) -> Option<CellId> {
        let mut id = self.root(component, field)?;
        for member in members {
            let CellContent::Members(cells) = &self.get(id)?.content else { break };
            id = find(cells, *member)?;
        }
        Some(id)
    }

    /// The path to a cell: the position of the field, then those of members.
    #[must_use]
    pub fn path(&self, id: CellId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut next = self.get(id);
        while let Some(cell) = next {
            path.push(cell.position);
            next = cell.around.and_then(|around| self.get(around));
        }
        path.reverse();
        path
    }
}

/// The cell at a position, among cells by ascending positions.
fn find(cells: &[(u32, CellId)], position: u32) -> Option<CellId> {
    let at = cells.binary_search_by_key(&position, |(position, _)| *position).ok()?;
    cells.get(at).map(|(_, id)| *id)
}

/// The field and the members along a [path](Cells::path).
pub fn fields_along<'f>(fields: &'f [Field], path: &[u32]) -> impl Iterator<Item = &'f Field> {
    let mut members = fields;
    path.iter().map_while(move |position| {
        let field = members.get(*position as usize)?;
        members = field.ty.members();
        Some(field)
    })
}
