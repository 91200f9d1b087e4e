//! Tips about missing required arguments: the arguments to add.

use crate::export::ExportFormat;
use crate::text::escape::{plain, quoted};
use crate::workspace::{FileKind, is_product};
use std::ffi::OsString;

/// The tip for arguments without a required argument, if there is a tip.
pub(super) fn tip(arguments: &[OsString]) -> Option<String> {
    unnamed_output(arguments)
        .or_else(|| unnamed_format(arguments))
        .or_else(|| environments_compared(arguments))
        .or_else(|| lone_product_or_index(arguments))
        .or_else(|| lone_values(arguments))
        .or_else(|| whole_command(arguments))
}

/// The tip for an output among the inputs, where other compilers accept it.
fn unnamed_output(arguments: &[OsString]) -> Option<String> {
    let command = arguments.get(1)?.to_str()?;
    let last = arguments.get(3..)?.last()?.to_str()?;
    let is_output = matches!(
        (command, FileKind::of(last)),
        ("compile", Some(FileKind::Declaration)) | ("values", Some(FileKind::Values))
    );
    let has_output = arguments.iter().any(|argument| argument == "-o" || argument == "--output");
    (is_output && !has_output).then(|| format!("if {} is the output, write `-o` before it", quoted(last)))
}

/// The tip for an export without a format, which the name of the output may show.
fn unnamed_format(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    if words.get(1) != Some(&"export")
        || words.iter().any(|word| word.starts_with("--format") || is_product(word))
    {
        return None;
    }
    let ending = words.last().and_then(|last| last.rsplit_once('.')).map(|(_, ending)| ending);
    let shown = ending.map(|ending| if ending == "yml" { "yaml" } else { ending });
    let formats = ExportFormat::names();
    let is_format = |format: &&str| formats.iter().any(|known| known == format);
    Some(match shown.filter(is_format).filter(|_| words.iter().any(|word| word.starts_with("-o"))) {
        Some(format) => format!("write `--format {format}`"),
        None => format!("the formats are {}", formats.join(", ")),
    })
}

/// The tip for two environments of one product in place of two products.
fn environments_compared(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let product = words.iter().find(|word| is_product(word))?;
    let is_of = |command: &str| words.get(1) == Some(&command);
    if is_of("diff") {
        return Some(format!("`confc list {} --differing` compares its environments", plain(product)));
    }
    (is_of("verify") || is_of("compile") || is_of("check"))
        .then(|| format!("`confc assemble {} --check` checks a product", plain(product)))
}

/// The tip for a product or an index in place of a declaration with values.
fn lone_product_or_index(arguments: &[OsString]) -> Option<String> {
    let command = arguments.get(1)?.to_str()?;
    let mut operands = arguments.iter().skip(2).filter_map(|argument| argument.to_str());
    if command == "export" && operands.clone().any(is_product) {
        return Some(
            "`confc assemble` writes the values of a product, in the forms that its `exports` list".into(),
        );
    }
    if operands.clone().any(|operand| operand.starts_with("--index")) {
        return None;
    }
    let index = operands.find(|path| path.rsplit('/').next() == Some("index.json"))?;
    matches!(command, "verify" | "finish").then(|| format!("write `--index {}`", plain(index)))
}

/// The tip for values without the declaration before them.
fn lone_values(arguments: &[OsString]) -> Option<String> {
    let command = arguments.get(1)?.to_str()?;
    let mut operands = arguments.iter().skip(2).filter_map(|argument| argument.to_str());
    if operands.clone().any(FileKind::declares) {
        return None;
    }
    let values = operands.find(|path| FileKind::of(path) == Some(FileKind::Values))?;
    matches!(command, "verify" | "export")
        .then(|| format!("write the declaration before the value file: `DECL {}`", plain(values)))
}

/// The manifests, declarations and products among the arguments of `diff`.
fn operands_of_diff<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.iter().copied().filter(|word| FileKind::declares(word) || is_product(word)).collect()
}

/// The command line with the missing arguments.
fn whole_command(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().skip(1).map_while(|argument| argument.to_str()).collect();
    let (command, words) = words.split_first()?;
    let has = |flag: &str| words.iter().any(|word| word.starts_with(flag));
    let has_output = has("-o") || has("--output");
    let named = |is_meant: &dyn Fn(&str) -> bool, else_name: &str| {
        plain(words.iter().copied().find(|word| is_meant(word)).unwrap_or(else_name)).to_string()
    };
    let of_kind =
        |kind: FileKind, else_name: &str| named(&|word| FileKind::of(word) == Some(kind), else_name);
    let declaration = named(&FileKind::declares, "DECL");
    let index =
        words.iter().skip_while(|word| !word.starts_with("--index")).map(|word| plain(word).to_string());
    match *command {
        "assemble" if has("--out-dir") || has("--check") => {
            let words: Vec<String> = words.iter().map(|word| plain(word).to_string()).collect();
            Some(format!("name the product file: `confc assemble NAME.product.json5 {}`", words.join(" ")))
        }
        "assemble" => {
            Some("write `--out-dir DIR` for the folder of the outputs, or `--check` to write none".into())
        }
        "catalogue" => Some("write `--out-dir DIR` for the folder of the site".into()),
        "compile" if !has_output => {
            let manifest = of_kind(FileKind::Manifest, "MANIFEST");
            Some(format!(
                "write `confc compile {manifest} -o OUT.cm`, or `--out-dir DIR` for several manifests"
            ))
        }
        "values" if !has_output => Some(format!(
            "write `-o OUT{}` for the file to write",
            if has("--plan") { ".cvp" } else { ".cvf" }
        )),
        "finish" if has("--index") => {
            let index: Vec<String> = index.take(if has("--index=") { 1 } else { 2 }).collect();
            Some(format!("write `confc finish {} --out-dir DIR`", index.join(" ")))
        }
        "finish" => {
            let plan = of_kind(FileKind::Plan, "PLAN");
            Some(format!("write `confc finish {declaration} {plan} -o OUT.cvf`"))
        }
        "export" | "verify" => Some(format!(
            "write the value file after the declaration: `confc {command} {declaration} VALUES`"
        )),
        "diff" => Some(match operands_of_diff(words).as_slice() {
            [old, new, _, ..] => format!(
                "name two files, as in `confc diff {} {}`: several manifests need `--against git:REVISION`",
                plain(old),
                plain(new)
            ),
            _ => {
                let new = named(&FileKind::declares, "NEW");
                format!("write `confc diff OLD {new}`, or `confc diff --against git:REVISION {new}`")
            }
        }),
        "init" if has("--product") => {
            Some("name each component with its values: `NAME=BASE`, or `NAME=BASE,ENV=OVERLAY`".into())
        }
        "init" if !has_output => Some("write `-o NAME.cml` for the manifest to write".into()),
        _ => None,
    }
}
