//! `confc show`.

use super::manifests::{Compiler, FileKind, ManifestArguments};
use super::{Invocation, diagnostics, files};
use crate::declaration::{Declaration, preimage, show};
use crate::text::json::to_json;
use crate::types::limits::MAX_ENCODED_SIZE;

/// Show what a declaration or a manifest declares
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A declaration or a manifest, `-` for stdin
    file: String,
    /// What FILE is, where its ending does not say it
    #[arg(long, value_name = "KIND")]
    input_format: Option<FileKind>,
    /// The form of what is shown
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: ShowFormat,
    /// Show the documentation of fields too
    #[arg(long)]
    docs: bool,
    /// Show the bytes that the checksum covers, as hexadecimal digits, and nothing else
    #[arg(long, conflicts_with_all = ["format", "docs"])]
    preimage: bool,
    #[command(flatten)]
    manifest: ManifestArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ShowFormat {
    /// A block of lines
    Text,
    /// One JSON object, for tools
    Json,
    /// A manifest that compiles to the same declaration
    Json5,
}

/// Prints the declaration. The answer is no where there is none to be had.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    let Some(declaration) = declaration(arguments, invocation) else { return };
    let text = if arguments.preimage {
        let fields = declaration.config().map_or(&[][..], |config| config.fields());
        preimage(fields).iter().map(|byte| format!("{byte:02x}")).chain(["\n".into()]).collect()
    } else {
        match arguments.format {
            ShowFormat::Text => {
                let (name, docs) = (files::input_name(&arguments.file), arguments.docs);
                show::text(&declaration, show::TextOptions { name, docs, values: None })
            }
            ShowFormat::Json => to_json(&show::json(&declaration, None)) + "\n",
            ShowFormat::Json5 => match show::json5(&declaration) {
                Ok(text) => text,
                Err(hidden) => return invocation.report.push(diagnostics::sensitive_default(&hidden.key)),
            },
        }
    };
    invocation.print(text.as_bytes());
}

/// Reads a declaration from its bytes or from a manifest. `None` means that this failed, which is reported.
fn declaration(arguments: &Arguments, invocation: &mut Invocation) -> Option<Declaration> {
    let path = &arguments.file;
    match FileKind::tell(path, arguments.input_format, invocation)? {
        FileKind::Manifest => {
            let compiler = Compiler::new(&arguments.manifest, invocation)?;
            let input = compiler.read(path, invocation)?;
            let declaration = input.compile(compiler.options(), &mut invocation.report);
            declaration.filter(|_| invocation.objections() == 0)
        }
        FileKind::Declaration => {
            let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
            let decoded = Declaration::decode(&bytes);
            let refused = |error| diagnostics::bad_declaration(files::input_name(path), &error);
            decoded.map_err(|error| invocation.report.push(refused(error))).ok()
        }
    }
}
