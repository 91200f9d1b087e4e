//! Errors of product files, with one constructor per code.

use super::advice::{self, known_names};
use super::keys::{PRODUCT_KEYS, ProductKey, ProductLevel};
use super::layer_list::{LayerAudience, LayerList};
use super::order::ProductLayer;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::syntax::{Kind, KnownObject, Node};
use crate::text::Span;
use crate::text::escape::quoted;
use crate::value::{UNKNOWN_KEY, is_definition};

/// The most further places of one error that are shown.
const MORE_PLACES: usize = 5;

/// A list of names, with `and` before the last one.
pub(super) fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        Some(_) | None => names.concat(),
    }
}

fn no_product(found: &str, (place, label): (Span, &str)) -> Diagnostic {
    Diagnostic::new(Code::E0860, format!("expected a product, found {found}")).at(place, label)
}

/// E0860: a text that is not a product, or an object whose keys show another kind; `None` if nothing shows that.
pub(super) fn not_a_product(root: Node<'_>) -> Option<Diagnostic> {
    const HELP: &str =
        "write an object with at least `components`: `{ components: { NAME: { manifest: \"NAME.cml\" } } }`";
    if root.kind() != Kind::Object {
        return Some(no_product(kind_name(root), (root.span(), "expected an object")).help(HELP));
    }
    let (found, key) =
        KnownObject::of(root, &|_| false).filter(|(found, _)| *found != KnownObject::Product)?;
    Some(no_product(found.name(), (key.span(), "shows what it is")).help(found.help()))
}

/// E0861: a key that an object of a product file does not have.
pub(super) fn unexpected_key(key: Node<'_>, what: &str) -> Diagnostic {
    Diagnostic::new(Code::E0861, format!("unexpected key {} in {what}", quoted(key.text())))
        .at(key.span(), "not expected here")
        .quoting(key.span(), key.text())
}

/// E0861: a key that an object of a product file does not have. `known` is the key if it is allowed elsewhere, and
/// `nearest` the key that was most likely meant.
pub(super) fn unknown_key(
    key: Node<'_>,
    what: &str,
    level: ProductLevel,
    (known, nearest): (Option<&ProductKey>, Option<&str>),
) -> Diagnostic {
    let diagnostic = unexpected_key(key, what);
    if let Some(known) = known {
        if level == ProductLevel::EnvironmentComponent && known.may_stand_at(ProductLevel::Component) {
            let name = known.name;
            return diagnostic
                .note(format!(
                    "`{name}` is the same in all environments: it belongs in `components` of the product"
                ))
                .help("set what differs in this environment under `set` or in a layer: its manifest stays the same");
        }
        if known.name == "environments" {
            return diagnostic
                .note("a component is in every environment that does not leave it out")
                .help("write `without: [\"NAME\"]` in each environment that leaves it out");
        }
        let places: Vec<&str> = known.levels().map(ProductLevel::name).collect();
        return diagnostic
            .note(format!("`{}` is allowed only in {}", known.name, listed(&places)))
            .help_if(advice::in_other_object(known, level));
    }
    let names = || PRODUCT_KEYS.iter().filter(|known| known.may_stand_at(level)).map(|known| known.name);
    match nearest {
        Some(nearest) => diagnostic.help(Help::meant(nearest)),
        None => {
            let names: Vec<String> = names().map(|name| format!("`{name}`")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            diagnostic.note(format!("{} can have {}", level.name(), listed(&names)))
        }
    }
}

/// E0861: keys in a component of an environment that are most likely fields.
pub(super) fn fields_without_set(keys: &[Node<'_>], what: &str) -> Option<Diagnostic> {
    let (first, others) = keys.split_first()?;
    let help = match first.text() {
        "config" | "fields" | "options" | "env" | "variables" => {
            "write `set` for it: `set: { FIELD: … }`".to_owned()
        }
        "enabled" | "disabled" | "replicas" | "condition" | "skip" => {
            "leave the component out with `without: [\"NAME\"]` of the environment, or set a field in `set`"
                .to_owned()
        }
        key => format!("write values of fields in `set`: `set: {{ {key}: … }}`"),
    };
    let diagnostic = unexpected_key(*first, what).help(help);
    let others = others.iter().take(MORE_PLACES);
    Some(others.fold(diagnostic, |diagnostic, key| diagnostic.label(key.span(), "and this one")))
}

/// E0861: an unknown key of an export.
pub(super) fn unknown_export_key(key: Node<'_>, known: &[&str], nearest: Option<&str>) -> Diagnostic {
    let unknown = unexpected_key(key, "an export");
    if let Some(nearest) = nearest {
        return unknown.help(Help::meant(nearest));
    }
    if let Some(help) = advice::on_export_key(key.text()) {
        return unknown.help(help);
    }
    let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    unknown.note(format!("an export can have {}", listed(&names)))
}

/// The kind of a node, with its article.
fn kind_name(node: Node<'_>) -> &'static str {
    match node.kind() {
        Kind::Null => "null",
        Kind::True | Kind::False => "a bool",
        Kind::Number => "a number",
        Kind::String if node.text().is_empty() => "an empty string",
        Kind::String => "a string",
        Kind::Array => "a list",
        Kind::Object => "an object",
        Kind::Invalid => "something that could not be read",
    }
}

/// E0862: a value of another kind. `what` names the value.
pub(super) fn wrong_kind(found: Node<'_>, what: &str, expected: &str) -> Diagnostic {
    let said = format!("expected {what} to be {expected}, found {}", kind_name(found));
    Diagnostic::new(Code::E0862, said).at(found.span(), format!("expected {expected}"))
}

/// E0862: names of environments at the place of lists of them.
pub(super) fn lone_bases(names: &[Node<'_>]) -> Option<Diagnostic> {
    let (first, others) = names.split_first()?;
    let diagnostic = wrong_kind(*first, "`extends`", "a list").help(advice::in_brackets(*first));
    let others = others.iter().take(MORE_PLACES);
    Some(others.fold(diagnostic, |diagnostic, name| diagnostic.label(name.span(), "and here")))
}

/// E0862: a value at the place of the type of an input.
pub(super) fn input_without_type(name: Node<'_>, value: Node<'_>) -> Diagnostic {
    wrong_kind(value, &format!("the input {}", quoted(name.text())), "an object with its type")
        .quoting(name.span(), name.text())
        .help("declare the type here, as in `{ type: \"string\", max_size: 64 }`")
        .help("give the value in `inputs` of an environment, or with `--input`")
}

/// E0864: a missing key of a product, a component or an export.
pub(super) fn missing(what: &str, missing: &str, place: Span, help: &str) -> Diagnostic {
    Diagnostic::new(Code::E0864, format!("{what} needs {missing}, found none"))
        .at(place, format!("lacks {missing}"))
        .help(help.to_owned())
}

/// A key or name that is wrong at its place.
fn misplaced(code: Code, said: String, name: Node<'_>, label: &str) -> Diagnostic {
    Diagnostic::new(code, said).at(name.span(), label).quoting(name.span(), name.text())
}

/// The code for a component that the product does not have.
const NO_COMPONENT: Code = Code::E0865;

/// The code for a key of a shared layer that no component has.
const NO_SHARED_KEY: Code = Code::E0878;

/// Adds the nearest name, or else the known names.
fn meant_name(found: Diagnostic, nearest: Option<&str>, known: Option<String>) -> Diagnostic {
    match (nearest, known) {
        (Some(nearest), _) => found.help(Help::meant(nearest)),
        (None, Some(known)) => found.note(known),
        (None, None) => found,
    }
}

/// E0865: a component that the product does not have.
pub(super) fn unknown_component<'n>(
    name: Node<'_>,
    nearest: Option<&str>,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let said = format!("the product has no component {}", quoted(name.text()));
    let found = misplaced(NO_COMPONENT, said, name, "no such component");
    meant_name(found, nearest, known_names("component", known))
}

/// E0865: a layer at the place of sections; its first key is a field of this component.
pub(super) fn layer_in_sections(key: Node<'_>, owner: &str, list: LayerList) -> Diagnostic {
    let said =
        format!("expected the names of components, found {}, a field of `{owner}`", quoted(key.text()));
    let [own, shared] = [LayerAudience::One, LayerAudience::Shared].map(|audience| list.key_for(audience));
    misplaced(NO_COMPONENT, said, key, "not a component")
        .note(format!(
            "in a file of `{}` each key is a component: `{{ COMPONENT: {{ field: … }} }}`",
            list.key()
        ))
        .help(format!("name the file in `{own}` of `{owner}`, or for all components in `{shared}`"))
}

/// E0865: an environment file, which cannot hold sections.
pub(super) fn variables_in_sections(root: Node<'_>, list: LayerList) -> Diagnostic {
    let said = "expected an object for each component, found an environment file";
    let place = root.members().next().map_or(root.span().at_start(), |(name, _)| name.span());
    let [own, shared] = [LayerAudience::One, LayerAudience::Shared].map(|audience| list.key_for(audience));
    Diagnostic::new(NO_COMPONENT, said)
        .at(place, "not a component")
        .help(format!(
            "name the file in `{own}` of its component, or for all components in `{shared}`: its names have no prefix"
        ))
}

/// E0413: `$inputs` in a section.
pub(super) fn inputs_in_section(key: Node<'_>) -> Diagnostic {
    misplaced(UNKNOWN_KEY, "expected the keys of fields, found `$inputs`".into(), key, "not a field")
        .note("inputs are for all components")
        .help("declare them in `$inputs` at the root of the file, or in `inputs` of the product")
}

/// E0866: an environment that the product does not have.
pub(super) fn unknown_environment<'n>(
    name: Node<'_>,
    nearest: Option<&str>,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let found =
        Diagnostic::new(Code::E0866, format!("the product has no environment {}", quoted(name.text())))
            .at(name.span(), "no such environment")
            .quoting(name.span(), name.text());
    meant_name(found, nearest, known_names("environment", known))
}

/// E0867: environments that extend one another. `head` and `tail` are names, each with the span of the name that
/// it extends; `hidden` steps between them are left out.
pub(super) fn cycle(head: &[(&str, Span)], hidden: usize, tail: &[(&str, Span)]) -> Diagnostic {
    let mut names: Vec<String> = head.iter().map(|(name, _)| quoted(name).to_string()).collect();
    if hidden > 0 {
        names.push(format!("{hidden} more"));
    }
    names.extend(tail.iter().map(|(name, _)| quoted(name).to_string()));
    let first = head.first().map(|(name, place)| (quoted(name).to_string(), *place));
    names.extend(first.iter().map(|(name, _)| name.clone()));
    let name = first.as_ref().map_or("it", |(name, _)| name.as_str());
    let mut diagnostic = Diagnostic::new(Code::E0867, format!("the environment {name} extends itself"))
        .note(format!("the chain is {}", names.join(" → ")));
    for (at, (_, place)) in head.iter().chain(tail).enumerate() {
        diagnostic = match at {
            0 => diagnostic.at(*place, "extended here"),
            _ => diagnostic.label(*place, "which extends this one"),
        };
    }
    diagnostic.help("remove one of these from `extends`")
}

/// E0869: a path, or another text with names in braces, that is not allowed. `what` names it.
pub(super) fn bad_text(what: &str, node: Node<'_>, why: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::E0869, format!("{what} {} {why}", quoted(node.text())))
        .at(node.span(), "not allowed here")
        .quoting(node.span(), node.text())
        .help(help.to_owned())
}

/// E0870: two paths of one `set` that are equal, or of which one is inside the other.
pub(super) fn set_twice(outer: Node<'_>, inner: Node<'_>) -> Diagnostic {
    let said = if outer.text() == inner.text() {
        format!("{} is set twice", quoted(inner.text()))
    } else {
        format!("{} lies within {}, which is set as a whole", quoted(inner.text()), quoted(outer.text()))
    };
    Diagnostic::new(Code::E0870, said)
        .at(inner.span(), "a part is set here")
        .label(outer.span(), "the whole is set here")
        .quoting(inner.span(), inner.text())
        .quoting(outer.span(), outer.text())
        .help("set the whole with this part in it, or only the parts")
}

/// E0871: two different values from environments of which neither extends the other. `what` names the setting or input.
pub(super) fn environments_disagree(
    name: &str,
    what: &str,
    (first, first_key): (&str, Node<'_>),
    (other, other_key): (&str, Node<'_>),
) -> Diagnostic {
    let said = format!("the environment {} inherits {what} twice, and differently", quoted(name));
    Diagnostic::new(Code::E0871, said)
        .at(other_key.span(), format!("by {}", quoted(other)))
        .label(first_key.span(), format!("by {}", quoted(first)))
        .quoting(other_key.span(), other_key.text())
        .quoting(first_key.span(), first_key.text())
        .note("neither of the two environments extends the other, so neither wins")
        .help(format!("give it in {} too, or let one of the two extend the other", quoted(name)))
}

/// E0872: a name that occurs twice in a list.
pub(super) fn listed_twice(again: Node<'_>, first: Node<'_>, what: &str) -> Diagnostic {
    Diagnostic::new(Code::E0872, format!("{what} names {} twice", quoted(again.text())))
        .at(again.span(), "named again here")
        .label(first.span(), "first named here")
        .quoting(again.span(), again.text())
        .help("remove one of the two")
}

/// E0873: two attributes that exclude each other.
pub(super) fn not_both(
    what: &str,
    [first, second]: [&str; 2],
    places: [Node<'_>; 2],
    help: &str,
) -> Diagnostic {
    let [a, b] = places;
    Diagnostic::new(Code::E0873, format!("expected `{first}` or `{second}` for {what}, found both"))
        .at(b.span(), format!("`{second}` is given here"))
        .label(a.span(), format!("`{first}` is given here"))
        .help(help.to_owned())
}

/// E0874: an import of a component that an environment leaves out.
pub(super) fn import_left_out(
    component: &str,
    import: (&str, Span),
    environment: &str,
    without: Span,
) -> Diagnostic {
    let (target, place) = import;
    let said = format!(
        "{} imports {}, which the environment {} leaves out",
        quoted(component),
        quoted(target),
        quoted(environment)
    );
    Diagnostic::new(Code::E0874, said)
        .at(place, "imported here")
        .label(without, "left out here")
        .help(format!("leave out {} there too, or build {} there", quoted(component), quoted(target)))
}

/// E0875: an operator or an expression at the place of a literal. `operator` is its key.
pub(super) fn operator_in_set(path: Node<'_>, operator: Node<'_>) -> Diagnostic {
    let path = quoted(path.text());
    let (what, found) = match is_definition(operator.text()) {
        true => ("expression", "an expression"),
        false => ("operator", "an operator"),
    };
    Diagnostic::new(Code::E0875, format!("`set` takes literals, found {found} for {path}"))
        .at(operator.span(), found)
        .help(format!("remove {path} from `set`, and write the {what} in a file of `overrides`"))
}

/// E0876: an unknown feature.
pub(super) fn unknown_feature(name: Node<'_>, unknown: &crate::schema::UnknownFeature) -> Diagnostic {
    Diagnostic::new(Code::E0876, unknown.message())
        .at(name.span(), "no such feature")
        .quoting(name.span(), name.text())
        .help(unknown.help())
}

/// E0877: a value for a component without a schema.
pub(super) fn no_schema(component: &str, place: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::E0877, format!("the component {} has no schema", quoted(component)))
        .at(place, why.to_owned())
        .help("add `config` to its manifest, or remove this")
}

/// E0878: a key of a shared layer that no component has.
pub(super) fn unknown_shared_key(key: Node<'_>, nearest: Option<&str>) -> Diagnostic {
    let said = format!("no component has a field {}", quoted(key.text()));
    misplaced(NO_SHARED_KEY, said, key, "no such field")
        .help_if(nearest.map(Help::meant))
        .note("each key of a shared layer goes to every component that declares it")
}

/// W0866: a key of a shared layer that a component would receive under another name.
pub(super) fn other_name_in_shared(key: Node<'_>, component: &str, native: &str) -> Diagnostic {
    let (name, native) = (quoted(key.text()), quoted(native));
    let said =
        format!("{} does not receive {name}: the native name of its field is {native}", quoted(component));
    Diagnostic::new(Code::W0866, said)
        .at(key.span(), "for other components only")
        .help(format!("set {native} too, or declare {name} as one of the field's `aliases`"))
}

fn component_for_field(key: Node<'_>) -> String {
    format!("expected the keys of fields, found {}, a component", quoted(key.text()))
}

/// E0878: sections at the place of a shared layer; the first key is a component.
pub(super) fn sections_in_shared(key: Node<'_>, list: LayerList) -> Diagnostic {
    misplaced(NO_SHARED_KEY, component_for_field(key), key, "not a field")
        .note("each key of a shared layer goes to every component that declares it")
        .help(format!(
            "name the file in `{}`, where each key is a component",
            list.key_for(LayerAudience::Sections)
        ))
}

/// E0413: sections at the place of a component's own layer; the first key is a component.
pub(super) fn sections_in_layer(key: Node<'_>, layer: &ProductLayer<'_>) -> Diagnostic {
    let sections = layer.list.key_for(LayerAudience::Sections);
    let whose = if layer.environment.is_some() { "the environment" } else { "the product" };
    misplaced(UNKNOWN_KEY, component_for_field(key), key, "not a field")
        .help(format!("name the file in `{sections}` of {whose}, where each key is a component"))
}

/// E0879: a shared layer or a file of sections that is not an object.
pub(super) fn layer_for_many_not_an_object(root: Node<'_>) -> Diagnostic {
    let said = format!("expected an object with values for several components, found {}", kind_name(root));
    Diagnostic::new(Code::E0879, said).at(root.span(), "expected an object")
}

/// E0880: a value from a flag for an input that every environment sets.
pub(super) fn input_fixed(given: Span, fixed: Span) -> Diagnostic {
    Diagnostic::new(Code::E0880, "the input is fixed by every environment that is built")
        .at(given, "given here")
        .label(fixed, "fixed here")
        .help("remove one of the two")
}

/// E0881: an import with the name of a field.
pub(super) fn import_is_field(name: &str, component: &str, place: Span) -> Diagnostic {
    let said = format!("the import {} has the name of a field of {}", quoted(name), quoted(component));
    Diagnostic::new(Code::E0881, said).at(place, "a field has this name").help("give the import another name")
}

/// E0882: a rule that reads a component that an environment leaves out.
pub(super) fn rule_left_out(check: Span, component: &str, environment: &str, without: Span) -> Diagnostic {
    let said = format!(
        "the rule reads {}, which the environment {} leaves out",
        quoted(component),
        quoted(environment)
    );
    Diagnostic::new(Code::E0882, said)
        .at(check, "this rule")
        .label(without, "left out here")
        .help("give the rule only to the environments that build all that it reads")
}

/// W0862: a rule that cannot be checked because some components or inputs that it reads have no values, and the
/// components that are withheld for it.
pub(super) fn rule_not_checked(check: Span, unknown: &[String], kept: &[String]) -> Diagnostic {
    let named = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| quoted(name).to_string()).collect();
        listed(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let why = match (unknown.len(), unknown.iter().all(|name| name.starts_with("input("))) {
        (1, true) => "has no value",
        (_, true) => "have no values",
        (1, false) => "is in error",
        (_, false) => "are in error",
    };
    let them = if kept.len() == 1 { "it" } else { "them" };
    kept_back(check, kept, &format!("a rule reads {them} and {}, which {why}", named(unknown)))
}

/// W0862: components that are withheld because a rule cannot be checked.
pub(super) fn kept_back(check: Span, kept: &[String], why: &str) -> Diagnostic {
    let names: Vec<String> = kept.iter().map(|name| quoted(name).to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let is = if kept.len() == 1 { "is" } else { "are" };
    let said = format!("{} {is} kept back: {why}", listed(&names));
    Diagnostic::new(Code::W0862, said).at(check, "cannot be checked")
}

/// W0863: values for a component that the environment leaves out; or, without an environment, that all environments
/// leave out.
pub(super) fn given_and_left_out(
    component: &str,
    given: Span,
    environment: Option<&str>,
    without: Span,
) -> Diagnostic {
    let component = quoted(component);
    let said = match environment {
        Some(environment) => format!(
            "the environment {} leaves out {component}, so its values for that component have no effect",
            quoted(environment)
        ),
        None => format!(
            "every environment that these values concern leaves out {component}, so they have no effect"
        ),
    };
    Diagnostic::new(Code::W0863, said)
        .at(given, "has no effect")
        .label(without, "left out here")
        .help("remove these values, or build the component there")
}

/// W0865: an `abstract` environment that no environment extends.
pub(super) fn never_extended(name: &str, place: Span) -> Diagnostic {
    let name = quoted(name);
    Diagnostic::new(Code::W0865, format!("nothing extends {name}, so nothing in it is looked at"))
        .at(place, "never built")
        .help(format!("name {name} in `extends` of an environment, or remove its `abstract`"))
}
