//! The command line: many commands in one call, workers, old versions from git, and help on habits of other tools.

mod against;
mod against_products;
#[cfg(unix)]
mod batch;
mod habits;
mod version;
#[cfg(unix)]
mod worker;
