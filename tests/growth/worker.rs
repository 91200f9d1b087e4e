//! What a build tool, or whoever sends bytes to a worker, can make longer.

use super::bench::{Bench, STDIN};
use super::listing::{list, words};
use super::{Row, row};

/// Requests as JSON, each of them of no number, so that they are answered one after the other.
fn worker(bench: &Bench, requests: impl AsRef<[u8]>) -> Vec<String> {
    bench.write("m.cml", "{ config: { a: { type: 'bool', default: true } } }");
    bench.write(STDIN, requests);
    words("worker --protocol json")
}

pub(crate) const ROWS: &[Row] = &[
    row("worker: requests", 300, 0, |bench, size| {
        worker(
            bench,
            list(size, |at| format!("{{\"arguments\":[\"compile\",\"m.cml\",\"-o\",\"{at}.cm\"]}}\n")),
        )
    }),
    row("worker: inputs of a request", 4_000, 0, |bench, size| {
        let inputs = list(size, |at| format!("{{\"path\":\"{at}\",\"digest\":\"{at}\"}},"));
        let inputs = inputs.trim_end_matches(',');
        worker(bench, format!("{{\"arguments\":[\"check\",\"m.cml\"],\"inputs\":[{inputs}]}}"))
    }),
    row("worker: files known by digests", 300, 0, |bench, size| {
        let manifest = |at| bench.write(&format!("{at}.cml"), "{}");
        (0..size).for_each(manifest);
        let request = |at| {
            let inputs = format!("[{{\"path\":\"{at}.cml\",\"digest\":\"{at}\"}}]");
            format!("{{\"arguments\":[\"check\",\"{at}.cml\"],\"inputs\":{inputs}}}\n")
        };
        worker(bench, list(size, request))
    }),
    row("worker: numbers that are taken back", 10_000, 0, |bench, size| {
        worker(bench, list(size, |at| format!("{{\"requestId\":{at},\"cancel\":true}}\n")))
    }),
    row("worker: lines that are no requests", 3_000, 0, |bench, size| worker(bench, "[\n".repeat(size))),
    row("worker: brackets in a line", 100_000, 0, |bench, size| {
        worker(bench, format!("{{\"a\":{}{}}}", "[".repeat(size), "]".repeat(size)))
    }),
];
