//! The catalogue of a product of 10,000 fields, and of one of 92,500.
//!
//! `cargo bench --bench catalogue` writes the products of `--bench products` with 400 components in 5 environments, and
//! with 3,700 in one, which is about the limit of 100,000 fields and members. It makes each site three times, each time
//! in a new folder. `wall`, `cpu` and `peak` are from the quickest round. `MB` is the size of the site, `page` the size
//! of its largest page, and `data` the size of `data.js`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::USUAL;
use measure::process::{self, Usage};
use measure::product;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    process::enter(folder.path())?;
    fs::copy(process::confc(), "confc")?;
    println!(
        "{:42} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "wall s", "cpu s", "peak MB", "MB", "page", "data"
    );
    for (name, components, environments) in [("usual", 400, 5), ("large", 3700, 1)] {
        product::write(folder.path(), name, components, environments)?;
        let mut best: Option<Usage> = None;
        for round in 0..ROUNDS {
            let mut command = Command::new("./confc");
            let product = format!("{name}.product.json5");
            let usage =
                process::run(command.args(["catalogue", &product, "--out-dir", &format!("{name}-{round}")]))?;
            best = best.filter(|best| best.wall < usage.wall).or(Some(usage));
        }
        let Some(Usage { wall, cpu, peak }) = best else { continue };
        let sizes = sizes(Path::new(&format!("{name}-0")))?;
        let title = format!("{} fields, {environments} environments", components * USUAL);
        let (wall, cpu) = (wall.as_secs_f64(), cpu.as_secs_f64());
        let mb = |bytes: u64| bytes as f64 / 1e6;
        println!(
            "{title:42} {wall:8.3} {cpu:8.3} {:8.1} {:8.2} {:8.2} {:8.2}",
            mb(peak),
            mb(sizes.all),
            mb(sizes.page),
            mb(sizes.data)
        );
    }
    Ok(())
}

/// The sizes of a site, in bytes.
#[derive(Default)]
struct SiteSizes {
    all: u64,
    /// The largest page.
    page: u64,
    data: u64,
}

fn sizes(site: &Path) -> io::Result<SiteSizes> {
    let mut sizes = SiteSizes::default();
    for folder in [site.to_owned(), site.join("components")] {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, metadata) = (entry.path(), entry.metadata()?);
            if !metadata.is_file() {
                continue;
            }
            let size = metadata.len();
            sizes.all += size;
            if path.extension().is_some_and(|ending| ending == "html") {
                sizes.page = sizes.page.max(size);
            }
            if path.ends_with("data.js") {
                sizes.data = size;
            }
        }
    }
    Ok(sizes)
}
