//! The positions of named types in the table.

use super::model::{Model, NamedParts, NamedType};
use super::table::{Table, TableField, TableShape};

/// The position in the table of each type of a model. The table has no type for the configuration itself.
pub(super) struct Positions(Vec<usize>);

impl Positions {
    pub(super) fn new(model: &Model<'_>, table: &Table<'_>) -> Self {
        let mut positions = Self(vec![0; model.types.len()]);
        // In the model, a type comes after the types that contain it.
        for (at, named) in model.types.iter().enumerate() {
            let shape = if at == 0 { None } else { table.types.get(positions.of(at)).map(|ty| &ty.shape) };
            match (named, shape) {
                (NamedType::Struct(structure), shape) => {
                    let members =
                        if let Some(TableShape::Struct(members)) = shape { members } else { &table.fields };
                    for (member, of) in structure.members.iter().zip(members) {
                        positions.enter(&member.named, of.ty, table);
                    }
                }
                (NamedType::Union(union), Some(TableShape::Union { cases, .. })) => {
                    for (case, of) in union.cases.iter().zip(cases) {
                        positions.enter(&case.named, of.ty, table);
                    }
                }
                (NamedType::Union(_) | NamedType::Enum(_), _) => {}
            }
        }
        positions
    }

    /// The position in the table of the type at this position of the model.
    pub(super) fn of(&self, named: usize) -> usize {
        self.0.get(named).copied().unwrap_or_default()
    }

    /// The members of the struct at this position of the model; for the configuration, its fields.
    pub(super) fn members<'t, 'a>(&self, named: usize, table: &'t Table<'a>) -> &'t [TableField<'a>] {
        match shape(table, self.of(named)).filter(|_| named > 0) {
            Some(TableShape::Struct(members)) => members,
            Some(_) | None => &table.fields,
        }
    }

    /// Records the positions of the named types in a type of the table.
    fn enter(&mut self, named: &NamedParts, ty: usize, table: &Table<'_>) {
        let (mut ty, mut keys) = (ty, named.keys.iter());
        while let Some(TableShape::List { item, .. } | TableShape::Map { item, .. }) = shape(table, ty) {
            if let Some(TableShape::Map { key, .. }) = shape(table, ty)
                && let Some(Some(of)) = keys.next()
            {
                self.set(*of, *key);
            }
            ty = *item;
        }
        if let Some(single) = named.single {
            self.set(single, ty);
        }
    }

    fn set(&mut self, named: usize, ty: usize) {
        if let Some(position) = self.0.get_mut(named) {
            *position = ty;
        }
    }
}

fn shape<'t, 'a>(table: &'t Table<'a>, ty: usize) -> Option<&'t TableShape<'a>> {
    table.types.get(ty).map(|ty| &ty.shape)
}
