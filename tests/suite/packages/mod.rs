//! The parts of packages: completions, man pages, and the package of npm.

mod installed;
mod npm;
