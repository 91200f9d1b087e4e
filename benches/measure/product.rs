//! A product of many components, each with a manifest and a layer, in many environments.

use super::component::{self, USUAL};
use super::peers;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;

/// Writes the product `NAME.product.json5` with its manifests and layers. Each environment has one layer for all
/// components, and one with a section for each component.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    folder: &Path,
    name: &str,
    components: usize,
    environments: usize,
) -> Result<(), Box<dyn Error>> {
    let mut text = "{\n    components: {\n".to_owned();
    for n in 0..components {
        component::write_manifest(USUAL, &mut File::create(folder.join(format!("c{n}.cml")))?)?;
        fs::write(folder.join(format!("c{n}.json5")), peers::layer(n))?;
        writeln!(text, "        c{n}: {{ manifest: \"c{n}.cml\", layers: [\"c{n}.json5\"] }},")?;
    }
    text += "    },\n    environments: {\n";
    for e in 0..environments {
        let (shared, sections) = (format!("{name}-e{e}.json5"), format!("{name}-s{e}.json5"));
        fs::write(folder.join(&shared), peers::shared(e))?;
        let section = |n| format!("    c{n}: {{ max_connections: {} }},\n", peers::connections(e, n));
        let all: String = (0..components).map(section).collect();
        fs::write(folder.join(&sections), format!("{{\n{all}}}\n"))?;
        writeln!(text, "        e{e}: {{ shared: [\"{shared}\"], sections: [\"{sections}\"] }},")?;
    }
    Ok(fs::write(folder.join(format!("{name}.product.json5")), text + "    },\n}\n")?)
}
