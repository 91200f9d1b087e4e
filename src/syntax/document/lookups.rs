//! Indexes of large containers, made after a few look-ups.

use crate::syntax::tape::NodeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of look-ups in a container before its parts get an index.
pub(in crate::syntax) const FEW: u8 = 8;

/// The containers of a document with look-ups so far.
#[derive(Debug, Default)]
pub(in crate::syntax) struct Lookups(Mutex<BTreeMap<NodeId, ContainerLookups>>);

#[derive(Debug)]
enum ContainerLookups {
    /// The number of look-ups that visited the parts.
    Few(u8),
    Indexed(PartsIndex),
}

/// The members of an object by key and place, each as its key and its value; the elements of an array in their order.
pub(in crate::syntax) type PartsIndex = Arc<[(NodeId, NodeId)]>;

impl Lookups {
    /// The index of a container; `None` after only a few look-ups.
    pub(in crate::syntax) fn index(
        &self,
        container: NodeId,
        make: impl FnOnce() -> PartsIndex,
    ) -> Option<PartsIndex> {
        let mut containers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lookups = containers.entry(container).or_insert(ContainerLookups::Few(0));
        match lookups {
            ContainerLookups::Few(count) if *count < FEW => {
                *count += 1;
                None
            }
            ContainerLookups::Few(_) => {
                let index = make();
                *lookups = ContainerLookups::Indexed(Arc::clone(&index));
                Some(index)
            }
            ContainerLookups::Indexed(index) => Some(Arc::clone(index)),
        }
    }
}
