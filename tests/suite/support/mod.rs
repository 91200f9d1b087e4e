//! What several tests use: random schemas and texts, runs of the compiler, the corpus, and checks that are skipped.

pub(crate) mod arbitrary;
pub(crate) mod awkward;
pub(crate) mod cases;
pub(crate) mod changes;
pub(crate) mod command;
pub(crate) mod corpus;
pub(crate) mod expressions;
pub(crate) mod git;
pub(crate) mod json;
pub(crate) mod json_schema;
pub(crate) mod layers;
pub(crate) mod logs;
pub(crate) mod mutations;
pub(crate) mod named_types;
pub(crate) mod pipeline;
pub(crate) mod plans;
pub(crate) mod products;
#[path = "../../random/mod.rs"]
#[allow(dead_code, reason = "other tests use other parts of it")]
pub(crate) mod random;
pub(crate) mod random_products;
pub(crate) mod resolved_layers;
pub(crate) mod restyle;
pub(crate) mod skip;
pub(crate) mod typescript;
pub(crate) mod unions;
