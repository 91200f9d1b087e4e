//! Guesses the intended command line if operands or settings are in wrong places.

use super::{Invocation, diagnostics, files};
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::layers::setting_errors::invalid_setting;
use crate::syntax::Format;
use crate::text::escape::{plain, quoted};
use crate::workspace::{FileKind, is_product};

/// Operators that become separate arguments if an expression is not quoted in a shell.
const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "%", "<", "<=", ">=", "==", "!=", "=", "&&", "||", "?", ":", "in"];

/// Reports operands that are in another order. Returns whether there are any.
pub(super) fn reports(found: Option<Diagnostic>, invocation: &mut Invocation) -> bool {
    let is_found = found.is_some();
    found.into_iter().for_each(|found| invocation.report.push(found));
    is_found
}

/// The error of a command `COMMAND SUBJECT DECL LAYER…` whose operands are in another order; `more` comes after them in the
/// help. `None` if DECL is named like a declaration, or no operand is.
pub(super) fn in_another_order(
    (command, what, more): (&str, &str, &str),
    subject: &str,
    rest: &[&str],
) -> Option<Diagnostic> {
    if rest.first().is_none_or(|declaration| FileKind::declares(declaration)) {
        return None;
    }
    let is_file = |text: &&str| FileKind::is_known(text);
    let is_operator = |text: &&str| OPERATORS.contains(text) && (command == "eval" || *text != files::STDIO);
    let operator = rest.iter().position(is_operator);
    if operator.is_some() {
        let end = rest.iter().position(is_file).unwrap_or(rest.len());
        let (expression, files) = rest.split_at(end);
        let words = std::iter::once(&subject).chain(expression);
        let words: Vec<&str> = words.map(|word| if *word == "=" { "==" } else { word }).collect();
        let expression = words.join(" ");
        let files = if files.is_empty() { "DECL".into() } else { files.join(" ") };
        let (expression, files) = (plain(&expression), plain(&files));
        let help = format!("put it in quotes: `confc {command} '{expression}' {files}{more}`");
        let found =
            diagnostics::bad_usage(format!("expected {what} in one argument, found several")).help(help);
        let compares = rest.iter().any(|text| matches!(*text, "=" | "==" | "!=" | "in"));
        let note = "a shell removes quotes: write `'mode == \"debug\"'` to compare with a text";
        return Some(if compares { found.note(note) } else { found });
    }
    if !FileKind::declares(subject) && !rest.iter().any(|text| FileKind::declares(text)) {
        return None;
    }
    let operands = [&[subject], rest].concat();
    let words: Vec<&str> = operands.iter().copied().filter(|text| !is_file(text)).collect();
    if let ([first, _, ..], "explain") = (words.as_slice(), command) {
        let files: Vec<&str> = operands.iter().copied().filter(is_file).collect();
        let help =
            format!("run it for each key: `confc explain {} {}`", plain(first), plain(&files.join(" ")));
        return Some(diagnostics::bad_usage("expected one key, found several".into()).help(help));
    }
    let found = operands.iter().position(|text| !is_file(text));
    let (declaring, layers): (Vec<&str>, Vec<&str>) = operands
        .iter()
        .enumerate()
        .filter_map(|(at, text)| (Some(at) != found).then_some(*text))
        .partition(|text| FileKind::declares(text));
    let meant = found
        .and_then(|at| operands.get(at))
        .map_or(if command == "eval" { "EXPR" } else { "KEY" }, |text| *text);
    let meant = if meant.contains(' ') { format!("'{meant}'") } else { meant.to_owned() };
    let files = [declaring, layers].concat().join(" ");
    let said = format!("expected {what} first, then the declaration and its layers");
    Some(diagnostics::bad_usage(said).help(format!(
        "write `confc {command} {} {}`",
        plain(&meant),
        plain(&files)
    )))
}

/// The error of `explain COMPONENT.KEY PRODUCT` with its operands in another order, or with the environment as an operand.
/// `None` if the operands are right, or no operand is a product.
pub(super) fn product_in_another_order(operands: &[&str], environment: Option<&str>) -> Option<Diagnostic> {
    let product = operands.iter().find(|operand| is_product(operand))?;
    let words: Vec<&str> = operands.iter().filter(|operand| *operand != product).copied().collect();
    let is_in_order = matches!(*operands, [_, second] if second == *product);
    if is_in_order || (words.len() > 1 && words.iter().any(|word| FileKind::is_known(word))) {
        return None;
    }
    let question = words.iter().find(|word| word.contains('.'));
    let mut others = words.iter().filter(|word| Some(*word) != question);
    let beside = others.next().filter(|_| question.is_some() && others.next().is_none());
    let environment = environment.or(beside.copied()).map(|name| format!(" --environment {}", plain(name)));
    let is_first = question.is_some_and(|question| operands.first() == Some(question));
    let said = match beside.copied().filter(|_| is_first && operands.get(1) == Some(product)) {
        Some(name) => {
            format!("expected `--environment {}`, found the environment without its flag", plain(name))
        }
        None => "expected `COMPONENT.KEY` first, then the product".to_owned(),
    };
    Some(diagnostics::bad_usage(said).help(format!(
        "write `confc explain {} {}{}`",
        plain(question.unwrap_or(&"COMPONENT.KEY")),
        plain(product),
        environment.unwrap_or_default()
    )))
}

/// The error of a setting whose value is an argument of its own, so that it counts as a layer: `--set port 9000`.
pub(super) fn setting_in_two<'a>(
    mut layers: impl Iterator<Item = &'a str>,
    settings: [(&str, &Vec<String>); 2],
) -> Option<Diagnostic> {
    if !layers.any(|path| !path.contains('.') && !FileKind::is_known(path)) {
        return None;
    }
    let lacks_value = |texts: &[String]| texts.iter().any(|text| !text.contains('='));
    let (option, _) = settings.into_iter().find(|(_, texts)| lacks_value(texts))?;
    let (what, form) = if option == "--input" { ("name", "name=literal") } else { ("key", "key=literal") };
    let found = invalid_setting(option, &format!("must be one argument, `{form}`"));
    Some(
        found.help(format!(
            "write the {what}, `=` and the value without blanks between them: `{option} {form}`"
        )),
    )
}

/// Reports a layer among manifests: values have a command of their own. Returns whether there is one.
pub(super) fn has_layer(manifests: &[String], invocation: &mut Invocation) -> bool {
    let is_layer = |path: &&String| {
        FileKind::of(path).is_none()
            && matches!(Format::of(path), Some(Format::Yaml | Format::Toml | Format::Env))
    };
    let manifest = manifests.iter().find(|path| FileKind::of(path) == Some(FileKind::Manifest));
    let layer = manifests.iter().find(is_layer);
    if let (Some(manifest), Some(layer)) = (manifest, layer) {
        let said = format!("expected a manifest, found {}, which is named like a layer", quoted(layer));
        let (manifest, layer) = (plain(manifest), plain(layer));
        let help = format!("compile values with `confc values {manifest} {layer} -o OUT.cvf`");
        invocation.report.push(diagnostics::bad_usage(said).in_file(layer.to_string()).help(help));
        return true;
    }
    false
}

/// Whether a setting of `--set` names an input and no field.
pub(super) fn names_input(text: &str, config: &Config, inputs: Option<&Config>) -> bool {
    let name = text.split_once('=').map_or("", |(name, _)| name);
    let is_input = inputs.is_some_and(|inputs| inputs.position_in_path(name).is_some());
    is_input && config.position_in_path(name).is_none()
}

/// The settings of `--input` as they were meant: without those that name fields, and with those of `--set` that name
/// inputs. Each of them is reported.
pub(super) fn meant_inputs(
    (given, set): (&[String], &[String]),
    config: &Config,
    inputs: Option<&Config>,
    report: &mut Report,
) -> Vec<String> {
    let mut meant = Vec::with_capacity(given.len());
    for text in given {
        let name = text.split_once('=').map_or("", |(name, _)| name);
        let is_input = inputs.is_some_and(|inputs| inputs.position_in_path(name).is_some());
        if is_input || config.position_in_path(name).is_none() {
            meant.push(text.clone());
            continue;
        }
        let name = plain(name);
        let found = invalid_setting("--input", &format!("gives inputs, and `{name}` is a field"));
        report.push(found.help(format!("write `--set {name}=…`")));
    }
    for text in set.iter().filter(|text| names_input(text, config, inputs)) {
        let name = plain(text.split_once('=').map_or("", |(name, _)| name));
        let found = invalid_setting("--set", &format!("sets fields, and `{name}` is an input"));
        report.push(found.help(format!("write `--input {name}=…`")));
        meant.push(text.clone());
    }
    meant
}
