//! How the processor time of whole commands grows with every list that a user, or whoever sends them files, can
//! make longer. Each row runs a command on an input of one size and on one sixteen times as long. What is linear
//! takes sixteen times as long then, what is quadratic 256 times; more than [`MOST`] is a failure.
//!
//! Processor time is what the system tells of the finished process, so that a busy machine matters little; the
//! room between 16 and [`MOST`] is for what remains. A row that seems to grow is measured again before it fails. There
//! is no row for two lists of which each item meets each of the other, such as policies and documents.
//!
//! All rows are slow, and left to `cargo test -- --ignored`. `cargo test --test growth -- --ignored NAME` measures the
//! rows with `NAME` in theirs; `GROWTH_CURVES=1` prints them.

#![expect(clippy::unwrap_used, reason = "a test that cannot run fails")]
#![expect(clippy::print_stdout, reason = "the curves are printed where they are asked for")]

mod bench;
mod computed;
mod drafts;
mod edits;
mod explained;
mod exports;
mod fixes;
mod json;
mod layouts;
mod listing;
mod looks;
mod manifests;
mod names;
mod nested;
mod plans;
mod pointers;
mod products;
mod rest;
mod rules;
mod torn;
mod types;
mod unions;
mod values;
mod variables;
mod worker;

use bench::Bench;
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::time::Duration;

/// How much longer the longer list is.
const FACTOR: usize = 16;
/// How much more time it may take. A command that is quadratic in the list takes up to 256 times as long.
const MOST: f64 = 40.0;
/// Less than this counts as this: the start of a process takes as long.
const LEAST: Duration = Duration::from_millis(6);
/// How often a row that seems to grow is measured.
const TRIES: usize = 3;

/// A list that can be made longer.
pub(crate) struct Row {
    /// What it is called.
    pub(crate) name: &'static str,
    /// How long the shorter of the two lists is.
    pub(crate) size: usize,
    /// The exit status of the command.
    pub(crate) status: i32,
    /// Writes the files for a list of a length and gives the arguments of the command.
    pub(crate) arguments: fn(&Bench, usize) -> Vec<String>,
}

pub(crate) const fn row(
    name: &'static str,
    size: usize,
    status: i32,
    arguments: fn(&Bench, usize) -> Vec<String>,
) -> Row {
    Row { name, size, status, arguments }
}

fn main() -> ExitCode {
    let rows = [
        manifests::ROWS,
        names::ROWS,
        rest::ROWS,
        nested::ROWS,
        products::ROWS,
        values::ROWS,
        json::ROWS,
        variables::ROWS,
        computed::ROWS,
        plans::ROWS,
        pointers::ROWS,
        exports::ROWS,
        fixes::ROWS,
        drafts::ROWS,
        edits::ROWS,
        explained::ROWS,
        layouts::ROWS,
        looks::ROWS,
        rules::ROWS,
        torn::ROWS,
        types::ROWS,
        unions::ROWS,
        worker::ROWS,
    ];
    let rows = rows.iter().flat_map(|rows| rows.iter());
    let trials = rows.map(|row| Trial::test(row.name, || grows_linearly(row)).with_ignored_flag(true));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn grows_linearly(row: &Row) -> Result<(), Failed> {
    let (short, long) = (Bench::new(), Bench::new());
    let arguments = [(row.arguments)(&short, row.size), (row.arguments)(&long, FACTOR * row.size)];
    let [mut least_short, mut least_long] = [Duration::MAX; 2];
    for _ in 0..TRIES {
        least_short = least_short.min(short.measure(&arguments[0], row.status)?).max(LEAST);
        least_long = least_long.min(long.measure(&arguments[1], row.status)?);
        let ratio = least_long.as_secs_f64() / least_short.as_secs_f64();
        if std::env::var_os("GROWTH_CURVES").is_some() {
            println!("{:40} {:8.1} ms {:8.1} ms {ratio:6.1}", row.name, ms(least_short), ms(least_long));
        }
        if ratio <= MOST {
            return Ok(());
        }
    }
    let (size, times) = (row.size, FACTOR * row.size);
    let [short, long] = [ms(least_short), ms(least_long)];
    Err(format!("{short:.0} ms for {size}, but {long:.0} ms for {times}: that is not linear").into())
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
