//! Reads fields from a JSON Schema, or from the schema of a CustomResourceDefinition's `spec`.

use super::bounds::{BOUNDS, bound, integer};
use super::findings::{
    BrokenReference, NoType, NotAKey, NotDrafted, RequiredNowhere, SchemaInItself, TwoBecomeOne,
    UnknownSchemaType, quote,
};
use super::keywords::{BESIDE_REFERENCES, REFUSED, TYPES, UNTOLD, is_known};
use super::model::{DraftField, DraftSize, DraftType, SizeOrigin};
use super::{KeyNaming, comments};
use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, Node, NodeId};
use crate::text::escape::plain;
use crate::types::limits::MAX_LEVELS;
use crate::types::{Key, VariantName};
use crate::value::secret_names::{self as names, NamedKind};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most keys and values that all references together may expand to. A long text counts as several.
const MAX_REFERENCED: usize = 200_000;

/// The number of bytes of a text that count as one value.
const BYTES_OF_VALUE: usize = 32;

/// The longest chain of references to one schema: following each is a nested call.
const MAX_OPEN: usize = 64;

/// The most keywords that a comment lists as not drafted.
const MAX_UNTOLD: usize = 32;

/// The drafted size of strings without `maxLength`, in bytes.
const NO_LENGTH: u64 = 256;
/// The drafted size of lists and maps without a limit.
const NO_COUNT: u64 = 64;
/// The most bytes of a character in UTF-8.
const BYTES_PER_CHARACTER: u64 = 4;

/// Fields, and the keywords of the whole schema that are not drafted.
type DraftedSchema = (Vec<DraftField>, Vec<Cow<'static, str>>);

/// Whether a document is a JSON Schema or a CustomResourceDefinition.
pub(super) fn is_schema(document: &Document) -> bool {
    let Some(root) = document.root() else { return false };
    let text = |key: &str| root.get(key).filter(|value| value.kind() == Kind::String).map(Node::text);
    let properties = root.get("properties").filter(|properties| properties.kind() == Kind::Object);
    text("$schema").is_some_and(|schema| schema.contains("json-schema.org"))
        || text("kind") == Some("CustomResourceDefinition")
        || properties.is_some_and(|properties| text("type") == Some("object") || are_schemas(properties))
}

/// Whether at least one property exists and each names a type of JSON Schema in `type`, as values rarely do.
fn are_schemas(properties: Node<'_>) -> bool {
    let is_schema = |(_, property): (Node<'_>, Node<'_>)| {
        property.get("type").is_some_and(|name| TYPES.contains(&name.text()))
    };
    properties.members().next().is_some() && properties.members().all(is_schema)
}

/// Returns the fields, and the keywords of the whole schema that are not drafted. Reports every part that cannot be
/// drafted, and returns `None` if no fields can be drafted.
pub(super) fn fields(document: &Document, naming: KeyNaming, report: &mut Report) -> Option<DraftedSchema> {
    let root = document.root()?;
    let mut reader = JsonSchemaReader {
        root,
        naming,
        report,
        open: Vec::new(),
        members: BTreeMap::new(),
        untold: Vec::new(),
        left: MAX_REFERENCED,
        is_full: false,
    };
    let schema = if root.get("kind").is_some_and(|kind| kind.text() == "CustomResourceDefinition") {
        match spec(root) {
            Some(spec) => spec,
            None => {
                let what = "a CustomResourceDefinition without `openAPIV3Schema` of a `spec` in the version that is stored";
                reader.refuse(root, what);
                return None;
            }
        }
    } else {
        root
    };
    match reader.ty(schema, 0)? {
        DraftType::Struct(fields) => Some((fields, reader.untold)),
        DraftType::Bool
        | DraftType::Integer { .. }
        | DraftType::Float { .. }
        | DraftType::String(_)
        | DraftType::Enum(_)
        | DraftType::Vector { .. }
        | DraftType::Map { .. }
        | DraftType::Json { .. }
        | DraftType::Union(_) => {
            reader.refuse(schema, "a schema that is not of an object with `properties`");
            None
        }
    }
}

/// The schema of a resource's `spec`, from the stored version. If no version has `storage: true`, from the first one
/// without `storage`.
fn spec(root: Node<'_>) -> Option<Node<'_>> {
    let spec = root.get("spec")?;
    let versions = || spec.get("versions").into_iter().flat_map(Node::elements);
    let is_stored = |version: &Node<'_>| version.get("storage").is_some_and(|it| it.kind() == Kind::True);
    let is_silent = |version: &Node<'_>| version.get("storage").is_none();
    let version = versions().find(is_stored).or_else(|| versions().find(is_silent));
    if version.is_none() && versions().next().is_some() {
        return None;
    }
    let schema = version.and_then(|version| version.get("schema")).or_else(|| spec.get("validation"))?;
    schema.get("openAPIV3Schema")?.get("properties")?.get("spec")
}

struct JsonSchemaReader<'d, 'r> {
    root: Node<'d>,
    naming: KeyNaming,
    report: &'r mut Report,
    /// The references that are being followed.
    open: Vec<&'d str>,
    /// The members of objects on the paths of references.
    members: BTreeMap<NodeId, BTreeMap<&'d str, Node<'d>>>,
    /// The keywords of the current field's schemas that are not drafted.
    untold: Vec<Cow<'static, str>>,
    /// The number of keys and values that references may still expand to.
    left: usize,
    /// Whether passing the limit was reported.
    is_full: bool,
}

impl<'d> JsonSchemaReader<'d, '_> {
    fn refuse(&mut self, node: Node<'_>, what: &str) {
        self.report.push(NotDrafted::of(node.span(), what));
    }

    /// Records a keyword that is not drafted.
    fn tell(&mut self, what: impl Into<Cow<'static, str>>) {
        let what = what.into();
        if self.untold.len() < MAX_UNTOLD && !self.untold.contains(&what) {
            self.untold.push(what);
        }
    }

    /// Returns the type of a schema at a level. Reports why a schema has no type, and returns `None`.
    fn ty(&mut self, schema: Node<'d>, level: usize) -> Option<DraftType> {
        if level > MAX_LEVELS {
            self.report.push(NoType::too_deep(schema.span()));
            return None;
        }
        // The size of the file bounds everything outside references.
        if !self.open.is_empty() {
            self.left = self.left.saturating_sub(size_of(schema));
        }
        if self.left == 0 {
            if !std::mem::replace(&mut self.is_full, true) {
                let what = format!("references that expand to more than {MAX_REFERENCED} keys and values");
                self.refuse(schema, &what);
            }
            return None;
        }
        if schema.kind() != Kind::Object {
            self.refuse(schema, "a schema that is not an object");
            return None;
        }
        if let Some(reference) = schema.get("$ref") {
            if schema.members().any(|(key, _)| !BESIDE_REFERENCES.contains(&key.text())) {
                self.tell("the keywords beside `$ref`");
            }
            return self.referenced(reference, level);
        }
        let is_off = |value: Node<'_>| value.kind() == Kind::False;
        let refused = schema.members().find(|(key, value)| REFUSED.contains(&key.text()) && !is_off(*value));
        if let Some((key, _)) = refused {
            self.report.push(NotDrafted::keyword(key));
            return None;
        }
        self.of_keywords(schema, level)
    }

    fn referenced(&mut self, reference: Node<'d>, level: usize) -> Option<DraftType> {
        let path = reference.text();
        if self.open.contains(&path) {
            self.report.push(SchemaInItself { reference: quote(reference) });
            return None;
        }
        if self.open.len() == MAX_OPEN {
            self.refuse(reference, &format!("references that lead on through more than {MAX_OPEN} others"));
            return None;
        }
        let Some(target) = self.target(path) else {
            let near = self.near(path);
            self.report.push(BrokenReference::of(reference, near));
            return None;
        };
        self.open.push(path);
        let ty = self.ty(target, level);
        self.open.pop();
        ty
    }

    /// Suggests a reference for one without a target: to the same name elsewhere.
    fn near(&mut self, path: &str) -> Option<String> {
        let (_, name) = path.strip_prefix('#')?.rsplit_once('/')?;
        let elsewhere = ["$defs", "definitions", "components/schemas"].map(|at| format!("#/{at}/{name}"));
        elsewhere.into_iter().find(|path| self.target(path).is_some())
    }

    /// Follows a reference within this file.
    fn target(&mut self, path: &str) -> Option<Node<'d>> {
        let mut steps = path.strip_prefix('#')?.split('/');
        let mut target = self.root;
        if !steps.next()?.is_empty() {
            return None;
        }
        for step in steps {
            let step = step.replace("~1", "/").replace("~0", "~");
            // Many references may refer to members of one large object.
            let by_key = self.members.entry(target.id()).or_insert_with(|| {
                let mut by_key = BTreeMap::new();
                for (key, value) in target.members() {
                    by_key.entry(key.text()).or_insert(value);
                }
                by_key
            });
            target = *by_key.get(&*step)?;
        }
        Some(target)
    }

    fn of_keywords(&mut self, schema: Node<'d>, level: usize) -> Option<DraftType> {
        let variants = variants(schema);
        self.tell_left_out(schema, variants.is_some());
        if let Some(names) = variants {
            return Some(DraftType::Enum(names));
        }
        let name = match type_name(schema) {
            Some(name) => name,
            None if schema.get("properties").is_some() => "object",
            None if schema.get("items").is_some() => "array",
            None => {
                self.report.push(NotDrafted::without_one_type(schema));
                return None;
            }
        };
        Some(match name {
            "boolean" => DraftType::Bool,
            "integer" => self.integer(schema),
            "number" => DraftType::Float { min: None, max: None },
            "string" => {
                DraftType::String(self.size(schema, "maxLength", BYTES_PER_CHARACTER, NO_LENGTH).into())
            }
            "array" => {
                let Some(items) = schema.get("items") else {
                    self.refuse(schema, "a list without `items`");
                    return None;
                };
                let element = self.ty(items, level + 1)?;
                let is_unique = schema.get("uniqueItems").is_some_and(|unique| unique.kind() == Kind::True);
                DraftType::Vector {
                    count: self.size(schema, "maxItems", 1, NO_COUNT),
                    min_count: None,
                    is_unique,
                    element: Box::new(element),
                }
            }
            "object" => return self.object(schema, level),
            other => {
                self.report.push(UnknownSchemaType::of(schema, other));
                return None;
            }
        })
    }

    /// Records the keywords of a schema that its type does not express. An enum has the values that are listed, and no
    /// other constraint.
    fn tell_left_out(&mut self, schema: Node<'_>, is_enum: bool) {
        let is_integer = type_name(schema) == Some("integer");
        for (key, value) in schema.members() {
            let is_drafted = |untold: &str| is_enum && matches!(untold, "enum" | "const");
            let is_left_out = |untold: &&&str| **untold == key.text() && !is_drafted(untold);
            let untold = UNTOLD.iter().filter(|_| value.kind() != Kind::False).find(is_left_out);
            let untold = untold.or_else(|| BOUNDS.iter().filter(|_| !is_integer).find(is_left_out));
            if let Some(untold) = untold {
                self.tell(*untold);
            } else if !is_known(key.text()) {
                self.tell(plain(key.text()).to_string());
            }
        }
    }

    /// Returns the size in a keyword. Guesses if it is unknown, and records the keyword.
    fn size(&mut self, schema: Node<'_>, key: &'static str, factor: u64, default: u64) -> DraftSize {
        let Some(given) = schema.get(key) else { return DraftSize::guessed(default) };
        let size = bound(schema, key, f64::floor).filter(|bound| bound.step == 1);
        match size.and_then(|bound| u64::try_from(bound.inclusive).ok()) {
            Some(size) => DraftSize {
                max: size.saturating_mul(factor).clamp(1, u32::MAX.into()),
                origin: SizeOrigin::Declared,
            },
            None => {
                if given.kind() != Kind::Null {
                    self.tell(key);
                }
                DraftSize::guessed(default)
            }
        }
    }

    /// Returns an integer type with its bounds. Records bounds that are unknown or admit no value.
    fn integer(&mut self, schema: Node<'_>) -> DraftType {
        for key in BOUNDS {
            let is_flag = |value: Node<'_>| matches!(value.kind(), Kind::True | Kind::False | Kind::Null);
            let is_given = schema.get(key).is_some_and(|value| !is_flag(value));
            if is_given && bound(schema, key, f64::round).is_none() {
                self.tell(key);
            }
        }
        integer(schema, &mut |key| self.tell(key))
    }

    fn object(&mut self, schema: Node<'d>, level: usize) -> Option<DraftType> {
        let properties = schema.get("properties").filter(|properties| properties.members().next().is_some());
        let Some(properties) = properties else {
            let Some(values) = schema.get("additionalProperties").filter(|it| it.kind() == Kind::Object)
            else {
                self.refuse(schema, "an object without `properties`");
                return None;
            };
            let value = self.ty(values, level + 1)?;
            let key = DraftSize::guessed(NO_LENGTH);
            let count = self.size(schema, "maxProperties", 1, NO_COUNT);
            return Some(DraftType::Map { count, key: key.into(), value: Box::new(value), why: None });
        };
        if schema.get("additionalProperties").is_some_and(|others| others.kind() != Kind::False) {
            self.tell("additionalProperties");
        }
        if schema.get("maxProperties").is_some() {
            self.tell("maxProperties");
        }
        let required = schema.get("required").into_iter().flat_map(Node::elements);
        let required: BTreeMap<&str, Node<'d>> = required.map(|name| (name.text(), name)).collect();
        self.check_required(&required, properties);
        let (mut fields, mut taken, mut is_whole) = (Vec::new(), BTreeMap::new(), true);
        for (key, property) in properties.members() {
            let name = key.text();
            let snake = names::snake_case(name);
            let own = if Key::check(name).is_ok() {
                Some(name.to_owned())
            } else {
                snake.clone().filter(|_| self.naming == KeyNaming::Rename)
            };
            let Some(own) = own else {
                self.report.push(NotAKey { name: quote(key) });
                is_whole = false;
                self.property(property, level);
                continue;
            };
            if let Some(first) = taken.insert(own.clone(), key) {
                self.report.push(TwoBecomeOne::of(&own, [quote(first), quote(key)]));
                is_whole = false;
                continue;
            }
            let (ty, untold) = self.property(property, level);
            let Some(ty) = ty else {
                is_whole = false;
                continue;
            };
            let is_true = |key: &str| property.get(key).is_some_and(|value| value.kind() == Kind::True);
            let is_password = property.get("format").is_some_and(|format| format.text() == "password");
            let kind = kind_of(&ty);
            fields.push(DraftField {
                doc: property.get("description").and_then(|doc| comments::clean(doc.text())),
                ty,
                optional: !required.contains_key(name) || is_true("nullable") || may_be_null(property),
                sensitive: names::is_secret_value(name, kind) || is_true("writeOnly") || is_password,
                key: own,
                untold,
                native: None,
                nullable: false,
                is_rest: false,
                default: None,
            });
        }
        is_whole.then_some(DraftType::Struct(fields))
    }

    /// Reports names in `required` that are near to a property, and records other unknown names.
    fn check_required(&mut self, required: &BTreeMap<&str, Node<'d>>, properties: Node<'d>) {
        let keys: BTreeMap<&str, Node<'d>> = properties.members().map(|(key, _)| (key.text(), key)).collect();
        for (name, place) in required.iter().filter(|(name, _)| !keys.contains_key(*name)) {
            let free = keys.keys().copied().filter(|property| !required.contains_key(property));
            let near = self.report.suggestions().nearest(name, free);
            match near.and_then(|near| keys.get(near)) {
                Some(near) => self.report.push(RequiredNowhere { name: quote(*place), near: quote(*near) }),
                None => self.tell("required"),
            }
        }
    }

    /// Returns the type of a property of an object at a level, and the keywords of its schema that are not drafted.
    fn property(&mut self, property: Node<'d>, level: usize) -> (Option<DraftType>, Vec<Cow<'static, str>>) {
        let around = std::mem::take(&mut self.untold);
        let ty = self.ty(property, level + 1);
        (ty, std::mem::replace(&mut self.untold, around))
    }
}

/// The kind of a type, for deciding whether its values are secrets.
fn kind_of(ty: &DraftType) -> NamedKind {
    match ty {
        DraftType::Bool => NamedKind::Bool,
        DraftType::Integer { .. } | DraftType::Float { .. } => NamedKind::Number,
        DraftType::Struct(fields)
            if fields.iter().any(|field| field.sensitive || matches!(field.ty, DraftType::Bool)) =>
        {
            NamedKind::Group
        }
        DraftType::Struct(_)
        | DraftType::String(_)
        | DraftType::Enum(_)
        | DraftType::Vector { .. }
        | DraftType::Map { .. }
        | DraftType::Json { .. }
        | DraftType::Union(_) => NamedKind::Other,
    }
}

/// The number of keys and values in a schema, without nested schemas.
fn size_of(schema: Node<'_>) -> usize {
    let size = |value: Node<'_>| match value.kind() {
        Kind::Array | Kind::Object => 1,
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            1 + value.raw().len() / BYTES_OF_VALUE
        }
    };
    let own: usize = schema.members().map(|(key, value)| size(key) + size(value)).sum();
    let lists = ["enum", "required", "type"].into_iter().filter_map(|key| schema.get(key));
    1 + own + lists.flat_map(Node::elements).map(size).sum::<usize>()
}

/// The one type that a schema names besides `null`.
fn type_name<'d>(schema: Node<'d>) -> Option<&'d str> {
    let ty = schema.get("type")?;
    if ty.kind() == Kind::String {
        return Some(ty.text());
    }
    let mut names = ty.elements().map(Node::text).filter(|name| *name != "null");
    names.next().filter(|_| names.next().is_none())
}

fn may_be_null(schema: Node<'_>) -> bool {
    schema.get("type").is_some_and(|ty| ty.elements().any(|name| name.text() == "null"))
}

/// The values that a schema lists, if all of them can be names of variants.
fn variants(schema: Node<'_>) -> Option<Vec<VariantName>> {
    let one = schema.get("const").into_iter();
    let values = one.chain(schema.get("enum").into_iter().flat_map(Node::elements));
    let name = |value: Node<'_>| VariantName::new(value.text()).ok().filter(|_| value.kind() == Kind::String);
    let names: Vec<VariantName> = values.map(name).collect::<Option<_>>()?;
    let each: BTreeSet<&VariantName> = names.iter().collect();
    (!names.is_empty() && each.len() == names.len()).then_some(names)
}
