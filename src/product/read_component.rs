//! The texts of one component, as they were read.

use super::layer_list::LayerList;
use super::order::ProductLayer;
use crate::layers::{Layer, Setting, ValuesPatch};
use crate::text::Span;
use std::collections::BTreeMap;

/// Identifies a layer of a component: its text, and the kind of list that names it.
pub(super) type LayerKey<'a> = (&'a str, LayerList);

pub(super) fn layer_key<'a>(layer: &ProductLayer<'a>) -> LayerKey<'a> {
    (&layer.path.path, layer.list)
}

/// The layers, patches and settings of one component; `None` for each that could not be read. A setting whose path
/// leads nowhere is left out: like an unknown key of a layer, it sets nothing.
#[derive(Debug, Default)]
pub(super) struct ReadComponent<'a> {
    /// Whether nothing was read, because the declaration is not known.
    pub(super) is_unread: bool,
    pub(super) layers: BTreeMap<LayerKey<'a>, Option<Layer>>,
    pub(super) patches: BTreeMap<&'a str, Option<ValuesPatch>>,
    pub(super) settings: BTreeMap<Span, Setting>,
}
