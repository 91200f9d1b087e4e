//! Products: laws, limits, plans of all components, and lists of their values.

mod keys;
mod large;
mod laws;
mod listing;
mod plans;
