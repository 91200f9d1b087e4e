//! Steps from the fields of a component to a part of a value, and the declaration of that part.

use super::view::Opened;
use crate::text::Span;
use crate::types::{Field, UnionCase, UnionType};
use crate::value::ValuePath;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A step from the fields of a component to a part of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueStep<'a> {
    /// A field or a member of a struct.
    Member(&'a Field),
    /// An element of a list.
    Element,
    /// An entry of a map.
    Entry,
    /// A case of a union.
    Case(&'a UnionType, &'a UnionCase),
}

/// The declarations of components. The manifest of each is searched through one index, which is made on demand.
pub(super) struct DeclaredPlaces<'v> {
    opened: Opened<'v>,
    by_component: RefCell<BTreeMap<usize, Option<Rc<PlaceFinder<'v>>>>>,
}

type PlaceFinder<'v> = dyn Fn(&ValuePath<'_>) -> Option<Span> + 'v;

impl<'v> DeclaredPlaces<'v> {
    pub(super) fn new(opened: Opened<'v>) -> Self {
        Self { opened, by_component: RefCell::default() }
    }

    /// The span of the declaration of a part of a component's values, or of a variant of it.
    pub(super) fn find(
        &self,
        component: usize,
        steps: &[ValueStep<'_>],
        variant: Option<&str>,
    ) -> Option<Span> {
        let [ValueStep::Member(first), rest @ ..] = steps else { return None };
        let places = self.of_component(component)?;
        let mut found = None;
        with_path(&ValuePath::Field((*first).into()), rest, &mut |path| {
            found = match variant {
                Some(name) => places(&ValuePath::Member(path, name.into())),
                None => places(path),
            };
        });
        found
    }

    fn of_component(&self, component: usize) -> Option<Rc<PlaceFinder<'v>>> {
        let mut by_component = self.by_component.borrow_mut();
        let places = by_component.entry(component).or_insert_with(|| {
            let places = self.opened.assembly.component(component)?.places();
            Some(Rc::new(places) as Rc<PlaceFinder<'v>>)
        });
        places.clone()
    }
}

/// Calls `then` with the path that these steps continue.
fn with_path(path: &ValuePath<'_>, steps: &[ValueStep<'_>], then: &mut dyn FnMut(&ValuePath<'_>)) {
    let Some((step, rest)) = steps.split_first() else { return then(path) };
    match step {
        ValueStep::Member(field) => with_path(&ValuePath::Member(path, (*field).into()), rest, then),
        ValueStep::Element => with_path(&ValuePath::Element(path, 0), rest, then),
        ValueStep::Entry => with_path(&ValuePath::Entry(path, None), rest, then),
        ValueStep::Case(of, case) if of.tag().is_some() => {
            with_path(&ValuePath::TaggedCase(path, of, case), rest, then);
        }
        ValueStep::Case(_, case) => with_path(&ValuePath::Case(path, case.name.as_str()), rest, then),
    }
}
