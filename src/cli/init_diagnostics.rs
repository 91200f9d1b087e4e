//! Messages about the arguments of `confc init`.

use super::diagnostics::bad_usage;
use crate::diagnostic::Diagnostic;
use crate::draft::{ChosenShape, UnmetShape};
use crate::product::{MAX_VALUE_FILES, RefusedName, component_name};
use crate::syntax::Format;
use crate::text::escape::{plain, quoted};
use crate::workspace::FileKind;
use std::collections::BTreeSet;

/// Two decisions about one object that contradict each other.
pub(super) fn contradiction(shapes: &[(String, ChosenShape)]) -> Option<Diagnostic> {
    let of = |one| shapes.iter().filter(move |(_, shape)| *shape == one).map(|(path, _)| path.as_str());
    let maps: BTreeSet<&str> = of(ChosenShape::Map).collect();
    let path = of(ChosenShape::Struct).find(|path| maps.contains(path))?;
    let path = plain(path);
    Some(
        bad_usage(format!("`--map {path}` and `--struct {path}` contradict each other"))
            .help("keep one of the two"),
    )
}

/// A decision about an object that no file has. `before` is the part of the written path before `path`.
pub(super) fn no_object_at(before: &str, UnmetShape { path, shape, near }: &UnmetShape) -> Diagnostic {
    let said = format!("`{} {before}{}` names no object in the files", flag_of(*shape), plain(path));
    bad_usage(said).help(match near {
        Some(near) => format!("did you mean `{before}{}`?", plain(near)),
        None => {
            "write the keys as the draft has them, as in `pod.labels`, with `[]` for elements and entries"
                .into()
        }
    })
}

/// The flag of a decision.
fn flag_of(shape: ChosenShape) -> &'static str {
    match shape {
        ChosenShape::Map => "--map",
        ChosenShape::Struct => "--struct",
    }
}

/// A decision that does not begin with the name of a component. `component` is the name of one.
pub(super) fn no_component_at(shape: ChosenShape, path: &str, component: &str) -> Diagnostic {
    let (flag, path) = (flag_of(shape), plain(path));
    bad_usage(format!("`{flag} {path}` does not begin with the name of a component"))
        .help(format!("write the component before the keys: `{flag} {}.{path}`", plain(component)))
}

/// An operand without `--product`.
pub(super) fn surplus_operand(operand: &str, has_output: bool) -> Diagnostic {
    let shown = plain(operand);
    let help = match operand.split_once('=') {
        _ if FileKind::of(operand) == Some(FileKind::Manifest) => {
            format!("write `-o {shown}` for the manifest to write")
        }
        Some((name, _)) if component_name(name).is_ok() => {
            format!("to draft a product, write `--product NAME.product.json5 {shown}`")
        }
        _ if operand.contains('.') && operand.len() > 1 => {
            let output = if has_output { "" } else { " -o NAME.cml" };
            format!("write `--from {shown}{output}` to draft from values")
        }
        Some(_) | None => "write `-o NAME.cml` for the manifest to write".into(),
    };
    bad_usage(format!("unexpected argument {}", quoted(operand))).help(help)
}

/// A product file that is not named like one.
pub(super) fn no_product_name(path: &str) -> Diagnostic {
    let stem = match FileKind::of(path).is_some() || Format::of(path).is_some() {
        true => path.rsplit_once('.').map_or(path, |(stem, _)| stem),
        false => path,
    };
    let meant = if stem.contains('=') || stem.is_empty() { "NAME" } else { stem };
    let found = bad_usage(format!("expected the name of a product file, found {}", quoted(path)));
    found.help(format!(
        "write `--product {}.product.json5`, and the components after it",
        plain(meant.trim_end_matches(".product"))
    ))
}

/// A product that does not become a file.
pub(super) fn product_to_no_file(path: &str) -> Diagnostic {
    bad_usage(format!("a product is written beside its manifests, so {} must be a file", quoted(path)))
        .help("write `--product NAME.product.json5`")
}

/// A component that is only a file.
pub(super) fn unnamed_component(operand: &str) -> Diagnostic {
    let found = bad_usage(format!("expected `NAME=BASE`, found {}", quoted(operand)));
    if operand.split_once(':').is_some_and(|(name, _)| component_name(name).is_ok()) {
        let is_alone = |part: &str| !part.contains('=');
        let with_equals =
            |part: &str| if is_alone(part) { part.replacen(':', "=", 1) } else { part.to_owned() };
        let parts: Vec<String> = operand.split(',').map(with_equals).collect();
        return found.help(format!("write `{}`", plain(&parts.join(","))));
    }
    let file = operand.rsplit('/').next().unwrap_or(operand);
    let stem = file.split(['.', ',']).next().unwrap_or_default();
    let name = if component_name(stem).is_ok() { stem } else { "NAME" };
    found.help(format!("write the name of the component before its values: `{name}={}`", plain(operand)))
}

/// A name that a component or an environment cannot have.
pub(super) fn refused_name(name: &str, refused: RefusedName) -> Diagnostic {
    let RefusedName { what, why, near } = refused;
    bad_usage(format!("{} cannot be the name of {what}", quoted(name)))
        .note(why)
        .help_if(near.map(|near| format!("write {}", quoted(&near))))
}

/// A component that is given twice.
pub(super) fn component_twice(name: &str, base: &str) -> Diagnostic {
    let name = plain(name);
    bad_usage(format!("the component `{name}` is given twice")).help(format!(
        "write its overlays after its base, in one argument: `{name}={},ENV=OVERLAY`",
        plain(base)
    ))
}

/// A component without a base. `files` is what follows its name.
pub(super) fn no_base(name: &str, files: &str) -> Diagnostic {
    let overlays = plain(files.trim_start_matches(',')).to_string();
    let name = plain(name);
    let found = bad_usage(format!("the component `{name}` has no base"));
    if overlays.is_empty() {
        return found.help(format!("write the file of its values: `{name}=BASE`"));
    }
    let found = found.help(format!("write the values of all environments first: `{name}=BASE,{overlays}`"));
    if files.starts_with(',') {
        return found;
    }
    found.help(format!("if {} is the name of a file, write `{name}=./{overlays}`", quoted(&overlays)))
}

/// Nothing between two commas, or after the last one.
pub(super) fn empty_overlay(name: &str, operand: &str) -> Diagnostic {
    let whole: Vec<&str> = operand.split(',').filter(|part| !part.is_empty()).collect();
    bad_usage(format!("the component {} has a comma without an overlay after it", quoted(name)))
        .help(format!("write it in one argument, without spaces: `{}`", plain(&whole.join(","))))
}

/// An overlay without an environment.
pub(super) fn no_environment(name: &str, overlay: &str) -> Diagnostic {
    bad_usage(format!("expected `ENV=OVERLAY` for the component {}, found {}", quoted(name), quoted(overlay)))
        .help(format!("write the environment before the file: `ENV={}`", plain(overlay)))
}

/// An environment without a file.
pub(super) fn no_overlay(name: &str, environment: &str) -> Diagnostic {
    let (name, environment) = (quoted(name), plain(environment));
    bad_usage(format!("the environment `{environment}` of the component {name} has no file"))
        .help(format!("write `{environment}=OVERLAY`"))
        .help("or leave the environment out: each component is built in all of them")
}

/// An environment that is given twice for a component.
pub(super) fn environment_twice(name: &str, environment: &str) -> Diagnostic {
    let (name, environment) = (quoted(name), quoted(environment));
    bad_usage(format!("the environment {environment} is given twice for the component {name}"))
        .help("give one of the files, and add the other one to `overrides` in the product file")
}

/// The name of a file with a comma.
pub(super) fn comma_in_name(name: &str, file: &str) -> Diagnostic {
    bad_usage(format!("the file {} of the component {} has a comma in its name", quoted(file), quoted(name)))
        .help("rename the file: a comma separates the files of a component")
}

/// Values on stdin, which a product cannot name.
pub(super) fn no_file_to_name(path: &str) -> Diagnostic {
    bad_usage(format!("expected a regular file that the product can name, found {}", quoted(path)))
        .help("write the values to a file, and name that")
}

/// A file to which its path from the product, `relative`, does not lead.
pub(super) fn not_nameable(path: &str, relative: &str) -> Diagnostic {
    bad_usage(format!(
        "a product cannot name {}: from its folder, {} does not lead to it",
        quoted(path),
        quoted(relative)
    ))
    .note("in a product, `..` takes away the name before it, also that of a link, and `#/` begins a pointer")
    .help("write the product to the folder of the values, or move the values")
}

/// More value files than a product may have.
pub(super) fn too_many_value_files(count: usize) -> Diagnostic {
    let said = format!("expected at most {MAX_VALUE_FILES} value files of a product, found {count}");
    bad_usage(said).help("write several products, each with a part of the components")
}
