//! The names of a field other than its key, and the index of the names in a struct.

use super::NativeName;
use crate::text::{narrow, sort_positions};
use std::fmt::{self, Debug, Formatter};
use std::sync::OnceLock;

/// The names of a field in texts of values, besides its key: its native name, if that is not the key, and its aliases.
/// The [rest](Self::rest) of a struct has no name at all. They are boxed together, since most fields have only their key.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FieldNames(Option<Box<OtherNames>>);

#[derive(Debug, Clone, PartialEq)]
struct OtherNames {
    native: Option<NativeName>,
    aliases: Box<[NativeName]>,
    /// Whether it is a rest. Then there is neither a native name nor an alias.
    is_rest: bool,
}

impl FieldNames {
    /// The names of a field. `native` must be `None` if the native name is the key.
    #[must_use]
    pub fn new(native: Option<NativeName>, aliases: Vec<NativeName>) -> Self {
        let is_any = native.is_some() || !aliases.is_empty();
        Self(is_any.then(|| Box::new(OtherNames { native, aliases: aliases.into(), is_rest: false })))
    }

    /// Marks the rest, the member of a struct for entries that no other member takes. Not even its key is a name.
    #[must_use]
    pub fn rest() -> Self {
        Self(Some(Box::new(OtherNames { native: None, aliases: Box::default(), is_rest: true })))
    }

    /// Whether they mark a rest.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        self.0.as_ref().is_some_and(|names| names.is_rest)
    }

    /// Whether the native name is the key.
    #[must_use]
    pub fn is_native_key(&self) -> bool {
        self.0.as_ref().is_none_or(|names| names.native.is_none() && !names.is_rest)
    }

    /// The native name; `None` if it is the key.
    #[must_use]
    pub fn native(&self) -> Option<&NativeName> {
        self.0.as_ref()?.native.as_ref()
    }

    /// Other names that values may use.
    #[must_use]
    pub fn aliases(&self) -> &[NativeName] {
        self.0.as_ref().map_or(&[], |names| &names.aliases)
    }

    /// Whether the key is the only name.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The native name, if that is not the key, and the aliases.
    pub fn iter(&self) -> impl Iterator<Item = &NativeName> {
        self.native().into_iter().chain(self.aliases())
    }
}

/// The native names and aliases of fields, sorted. They are sorted at the first search and kept, since callers search
/// for many names.
#[derive(Clone, Default)]
pub(crate) struct NameIndex(OnceLock<Box<[(usize, usize)]>>);

/// All indexes are equal: an index follows from the fields.
impl PartialEq for NameIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Whether a name was searched already is no part of a type.
impl Debug for NameIndex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("NameIndex")
    }
}

impl NameIndex {
    /// The position of the field that has this native name or alias, and whether it is an alias. `names_of` gives the
    /// names of the field at a position, the same in every call.
    pub(crate) fn find<'f>(
        &self,
        names_of: impl Fn(usize) -> Option<&'f FieldNames>,
        name: &str,
    ) -> Option<(usize, bool)> {
        let named = |(at, which): (usize, usize)| {
            let names = names_of(at)?;
            match which.checked_sub(1) {
                None => names.native(),
                Some(alias) => names.aliases().get(alias),
            }
        };
        let text = |at| Some(named(at)?.as_str());
        let sorted = self.0.get_or_init(|| {
            let names = (0..).map_while(|at| Some((at, names_of(at)?))).flat_map(|(at, names)| {
                let first = usize::from(names.native().is_none());
                (first..=names.aliases().len()).map(move |which| (at, which))
            });
            let names: Box<[_]> = names.collect();
            let name = |at: u32| names.get(at as usize).copied();
            let mut order: Box<[u32]> = (0..narrow(names.len())).collect();
            sort_positions(&mut order, &|a, b| name(a).and_then(text).cmp(&name(b).and_then(text)));
            order.iter().filter_map(|at| name(*at)).collect()
        });
        let found = sorted.binary_search_by(|at| text(*at).cmp(&Some(name))).ok()?;
        sorted.get(found).map(|(at, which)| (*at, *which > 0))
    }
}
