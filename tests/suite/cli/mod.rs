//! The command line: many commands in one call, workers, old versions from git, and help on habits of other tools.

mod against;
#[cfg(unix)]
mod batch;
mod habits;
mod version;
#[cfg(unix)]
mod worker;
