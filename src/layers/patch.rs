//! Patches of the complete configuration: JSON Patch (RFC 6902) or Karmada's form of it. All paths are checked against
//! the schema before an operation is applied.

use super::errors;
use super::nearest;
use super::patch_literals;
use super::plain_text::warn_in_patch;
use super::tree::tree_of;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::pointer::{
    Action, Data, Index, Operation, Patch, Pointer, Reference, ReferenceToken, SourceSpans, Tree,
};
use crate::syntax::Document;
use crate::text::{Source, Span};
use crate::types::limits::MAX_BOUND;
use crate::types::{Field, JsonKinds, JsonType, MapType, StructType, Type, Value};
use crate::value::{self, LiteralType, Places, Spelling, Subject, TAG_TEXT};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A patch whose paths have targets in the values of a declaration.
#[derive(Debug, Clone)]
pub struct ValuesPatch {
    pub(crate) source: Arc<Source>,
    /// The written patch without its values, which may be large and are in `applied`.
    pub(crate) written: Patch,
    /// The applied operations: as written, but with native names for aliases, and with defaults for removed values.
    pub(crate) applied: Patch,
    /// The origin of each applied operation.
    pub(crate) steps: Vec<AppliedStep>,
    /// The positions of the fields that it concerns.
    pub(crate) fields: BTreeSet<usize>,
}

/// The origin of an applied operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AppliedStep {
    /// The position of the written operation.
    pub(crate) operation: usize,
    /// Whether it restores a default.
    pub(crate) restores: bool,
}

impl ValuesPatch {
    /// Reads a patch document for a declaration. Reports every mistake in its form and paths, and in the literals of
    /// other fields. `None` after a mistake.
    pub fn read(
        config: &Config,
        document: &Document,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let mut operations = Patch::read_each(document, report)?;
        let mut reader = PatchReader {
            config,
            places,
            report,
            applied: Patch { operations: Vec::new() },
            steps: Vec::new(),
            fields: BTreeSet::new(),
        };
        let mut whole = document.is_complete() && document.repeated().is_empty();
        for (at, operation) in operations.iter_mut().enumerate() {
            if operation.as_mut().and_then(|operation| reader.operation(at, operation)).is_none() {
                (whole, *operation) = (false, None);
            }
        }
        let PatchReader { applied, steps, fields, .. } = reader;
        if !whole {
            patch_literals::check(config, document, &operations, places, report);
            return None;
        }
        let written = Patch { operations: operations.into_iter().flatten().collect() };
        Some(Self { source: Arc::clone(document.source()), written, applied, steps, fields })
    }

    /// The written operation of an applied one, if it exists.
    pub(crate) fn operation(&self, applied: usize) -> Option<(usize, &Operation)> {
        let at = self.steps.get(applied)?.operation;
        self.written.operations.get(at).map(|operation| (at, operation))
    }
}

struct PatchReader<'a> {
    config: &'a Config,
    places: &'a Places<'a>,
    report: &'a mut Report,
    applied: Patch,
    steps: Vec<AppliedStep>,
    fields: BTreeSet<usize>,
}

/// The resolved target of a path.
struct ResolvedTarget<'a> {
    /// The path, with native names for aliases.
    path: Reference,
    target: TargetKind,
    /// The declared type; `None` for all fields together.
    ty: Option<&'a Type>,
    /// Whether the target is in a sensitive field or member.
    secret: bool,
    /// Whether a removal leaves nothing, since the target has no value then and a null would be one.
    leaves_nothing: bool,
}

/// The target of a path.
enum TargetKind {
    /// All fields together.
    Root,
    /// A field or member, with its value if it is not set.
    Named(Option<Tree<SourceSpans>>),
    /// An element of a vector or array.
    Element,
    /// An entry of a map, or a part of a JSON value, which has no default when it is removed.
    Entry,
}

impl<'a> PatchReader<'a> {
    fn operation(&mut self, at: usize, operation: &mut Operation) -> Option<()> {
        let sets = !matches!(operation.action, Action::Remove | Action::Test(_));
        let path = self.locate(&operation.path, sets);
        let from = match &operation.action {
            Action::Move(from) | Action::Copy(from) => Some(self.locate(from, false)?),
            Action::Add(_) | Action::Remove | Action::Replace(_) | Action::Test(_) => None,
        };
        let ResolvedTarget { path, target, ty, secret, leaves_nothing } = path?;
        if path.pointer.is_root() && !matches!(operation.action, Action::Test(_)) {
            self.report.push(errors::patch_of_everything(operation));
            return None;
        }
        // Equal types have the same secret members.
        if let Some(from) = &from
            && !secret
            && (from.secret || from.ty.is_some_and(Type::holds_sensitive) && from.ty != ty)
        {
            self.report.push(errors::secret_copied(operation, &from.path));
            return None;
        }
        match (&operation.action, from.map(|from| (from.path, from.target, from.leaves_nothing)), target) {
            (Action::Remove, _, TargetKind::Named(_)) if leaves_nothing => {
                self.push(at, operation.place, path, (Action::Remove, false));
            }
            (Action::Remove, _, TargetKind::Named(unset)) => {
                let Some(unset) = unset else { return self.nothing_behind(operation) };
                self.push(at, operation.place, path, (Action::Replace(unset), true));
            }
            (Action::Move(_), Some((from, TargetKind::Named(unset), leaves_nothing)), target)
                if from.pointer != path.pointer =>
            {
                let Some(unset) = unset else { return self.nothing_behind(operation) };
                let left = left_behind(&from.pointer, &path.pointer, &target).filter(|_| !leaves_nothing);
                let left = left.map(|pointer| Reference { pointer, written: from.written });
                self.push(at, operation.place, path, (Action::Move(from), false));
                if let Some(left) = left {
                    self.push(at, operation.place, left, (Action::Add(unset), true));
                }
            }
            (Action::Move(_), Some((from, ..)), _) => {
                self.push(at, operation.place, path, (Action::Move(from), false))
            }
            (Action::Copy(_), Some((from, ..)), _) => {
                self.push(at, operation.place, path, (Action::Copy(from), false))
            }
            (_, _, _) => {
                let mut action = operation.action.take();
                if let Action::Add(value) | Action::Replace(value) = &action {
                    warn_in_patch(self.config, (value, ty), (&path.pointer, secret), self.report);
                }
                if let (Action::Add(value) | Action::Replace(value) | Action::Test(value), Some(ty)) =
                    (&mut action, ty)
                {
                    convert(value, ty);
                }
                match (&mut action, ty) {
                    (Action::Test(value), Some(ty)) => nearest::round(value, ty),
                    (Action::Test(value), None) => nearest::round_members(value, self.config.as_struct()),
                    (_, _) => {}
                }
                self.push(at, operation.place, path, (action, false));
            }
        }
        Some(())
    }

    fn push(&mut self, operation: usize, place: Span, path: Reference, (action, restores): (Action, bool)) {
        self.applied.operations.push(Operation { place, path, action });
        self.steps.push(AppliedStep { operation, restores });
    }

    /// An operation that removes a value without a default.
    fn nothing_behind<T>(&mut self, operation: &Operation) -> Option<T> {
        self.report.push(errors::nothing_behind(operation));
        None
    }

    /// Finds the target of a path, by the declared types. Aliases on it become native names. `sets` is whether the target is
    /// given a value, which warns if a field is deprecated. `None` if the path has no target, which is reported.
    fn locate(&mut self, reference: &Reference, sets: bool) -> Option<ResolvedTarget<'a>> {
        let place = reference.written.value;
        let Some((first, rest)) = reference.pointer.tokens().split_first() else {
            self.fields.extend(0..self.config.fields().len());
            let path = reference.clone();
            return Some(ResolvedTarget {
                path,
                target: TargetKind::Root,
                ty: None,
                secret: self.config.holds_sensitive(),
                leaves_nothing: false,
            });
        };
        let root = Subject { aliases: sets, ..Subject::of_values(self.places) };
        let is_field = |name: &str| self.config.position_in_literal(name).is_some();
        let (fields, has_rest) = (self.config.as_struct(), self.config.as_struct().rest().is_some());
        if !is_field(first.as_str()) && !has_rest && path_of_field(first.as_str()).is_some_and(is_field) {
            self.report.push(errors::path_in_pointer(first.as_str(), &reference.pointer, place));
            return None;
        }
        let mut keys = Vec::new();
        let here =
            within_struct((fields, None, false), (first, rest), &root, (place, &mut keys), self.report)?;
        let named = fields.position_in_literal(first.as_str());
        let at = named.or_else(|| Some(fields.rest()?.0))?;
        self.fields.insert(at);
        let subject = fields.members().get(at).map_or(root, |field| root.field(field));
        let target = match here.kind {
            StepKind::Element => TargetKind::Element,
            StepKind::Entry | StepKind::Json => TargetKind::Entry,
            StepKind::Named => {
                value::charge_unset((here.default, here.optional, here.ty), place, &subject, self.report)?;
                TargetKind::Named(unset_tree(here, place))
            }
        };
        let path = Reference { pointer: keys.into_iter().collect(), written: reference.written };
        let may_be_absent = here.optional && here.default.is_none_or(Value::is_absent);
        let leaves_nothing = here.kind == StepKind::Named && may_be_absent && here.takes_null;
        Some(ResolvedTarget { path, target, ty: Some(here.ty), secret: here.secret, leaves_nothing })
    }
}

/// Turns quantities that fit their type into numbers. The reader of the result reports the others. Recursion is limited
/// by the depth of types.
fn convert(tree: &mut Tree<SourceSpans>, ty: &Type) {
    let Some(of) = LiteralType::of(ty, tree) else { return };
    match (&mut tree.data, of.ty) {
        (Data::String(text), ty @ Type::Float(float)) => {
            if let Ok(value) = float.quantity(text)
                && float.check(value).is_ok()
            {
                tree.data = Data::Number(ty.literal(&Value::Float(value)).to_string().into());
            }
        }
        (Data::String(text), Type::Integer(integer)) => {
            if let Ok(value) = integer.quantity(text)
                && integer.check(value).is_ok()
            {
                tree.data = Data::Number(value.to_string().into());
            }
        }
        (Data::Array(elements), ty) => {
            if let Some(element) = ty.element() {
                elements.iter_mut().for_each(|value| convert(value, element));
            }
        }
        (Data::Object(members), Type::Map(map)) => {
            members.iter_mut().for_each(|(_, value)| convert(value, map.value()));
        }
        (Data::Object(members), Type::Struct(_)) => {
            for (key, value) in members.iter_mut() {
                if let Some(part) = of.member(key) {
                    convert(value, part);
                }
            }
        }
        (Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Object(_), _) => {}
    }
}

/// The key at the start of a token that is a path in the syntax of `--set`: `server.port`, `tags[0]`.
fn path_of_field(token: &str) -> Option<&str> {
    token.find(['.', '[']).and_then(|at| token.get(..at))
}

/// The former place of a member that a `move` removed: elements after a new one have another index then. `None` if the
/// moved value replaced everything around it.
fn left_behind(from: &Pointer, path: &Pointer, target: &TargetKind) -> Option<Pointer> {
    let (around, new) = path.split_last()?;
    let step = from.tokens().get(around.len()).filter(|_| from.tokens().starts_with(around));
    match (target, step.map(ReferenceToken::index), new.index()) {
        (TargetKind::Element, Some(Ok(Index::At(old))), Ok(Index::At(new))) if new <= old => {
            let moved = (old + 1).to_string();
            let keys = from.tokens().iter().enumerate();
            Some(keys.map(|(at, key)| if at == around.len() { &moved } else { key.as_str() }).collect())
        }
        (TargetKind::Named(_) | TargetKind::Entry, _, _) if path.is_above(from) => None,
        (_, _, _) => Some(from.clone()),
    }
}

/// The type of a part that the cases of a union declare differently: values stay as they are written.
static ANY: Type = Type::Json(JsonType { max_size: MAX_BOUND, kinds: JsonKinds::ALL });

/// A place on a path.
#[derive(Clone, Copy)]
struct Here<'a> {
    ty: &'a Type,
    /// The value if nothing is assigned.
    default: Option<&'a Value>,
    /// Whether it is optional.
    optional: bool,
    /// Whether null is one of its values.
    takes_null: bool,
    kind: StepKind,
    /// Whether it is in a sensitive field or member.
    secret: bool,
}

/// The target of the last step of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepKind {
    Named,
    Element,
    Entry,
    /// A part of a JSON value.
    Json,
}

/// Follows a path into a type. Recursion is limited by the depth of types.
fn descend<'a: 't, 't>(
    here: Here<'a>,
    rest: &'t [ReferenceToken],
    subject: &Subject<'_>,
    (place, keys): (Span, &mut Vec<&'t str>),
    report: &mut Report,
) -> Option<Here<'a>> {
    let Some((token, after)) = rest.split_first() else { return Some(here) };
    if let Some((of, case)) = nearest::case_at(here.ty, token) {
        let inner = Here { ty: &case.ty, default: None, optional: false, ..here };
        let end = descend(inner, rest, &subject.case(of, case), (place, keys), report)?;
        // The value may be of another case, so a removal leaves its default to the reader of the result.
        let is_own = of.tag().is_some() && after.is_empty();
        return Some(if is_own { Here { kind: StepKind::Entry, ..end } } else { end });
    }
    if let Type::Union(of) = here.ty
        && let Some(tag) = of.tag()
    {
        if token.as_str() == tag.as_str() {
            keys.push(token.as_str());
            let kind = StepKind::Entry;
            let text =
                Here { ty: &TAG_TEXT, default: None, optional: false, takes_null: false, kind, ..here };
            return descend(text, after, &subject.tag(token.as_str()), (place, keys), report);
        }
        let mut leading = of.cases().iter().filter(|case| nearest::type_within(&case.ty, rest).is_some());
        return match (leading.next(), leading.next()) {
            (Some(case), None) => {
                let inner = Here { ty: &case.ty, default: None, optional: false, ..here };
                descend(inner, rest, &subject.case(of, case), (place, keys), report)
            }
            (Some(_), Some(_)) => {
                // Its type depends on the case, which the reader of the result knows.
                keys.extend(rest.iter().map(ReferenceToken::as_str));
                let is_secret = |part: &Field| part.holds_sensitive();
                let secret = here.secret || nearest::parts_named(of, token.as_str()).any(is_secret);
                let kind = StepKind::Entry;
                Some(Here { ty: &ANY, default: None, optional: false, takes_null: false, kind, secret })
            }
            (None, _) => {
                let found = errors::in_no_case((of, rest), place, subject, report.suggestions());
                report.push(found);
                None
            }
        };
    }
    let rest = after;
    if let Type::Struct(ty) = here.ty {
        return within_struct((ty, here.default, here.secret), (token, rest), subject, (place, keys), report);
    }
    if let Type::Map(map) = here.ty {
        return within_map((map, here.secret), (token, rest), subject, (place, keys), report);
    }
    if let Type::Json(_) = here.ty {
        keys.push(token.as_str());
        keys.extend(rest.iter().map(ReferenceToken::as_str));
        return Some(Here { kind: StepKind::Json, default: None, optional: false, ..here });
    }
    let Some(element) = here.ty.element() else {
        report.push(match here.kind {
            StepKind::Entry => errors::within_entry(here.ty, place, subject),
            StepKind::Named | StepKind::Element | StepKind::Json => {
                let is_end = token.as_str().is_empty() && rest.is_empty();
                let help = is_end.then_some("remove the `/` at the end of the path");
                errors::no_such_step(here.ty, place, subject).help_if(help)
            }
        });
        return None;
    };
    let index = match token.index() {
        Ok(Index::At(index)) => index,
        // A new element has no parts yet.
        Ok(Index::End) if rest.is_empty() => 0,
        Ok(Index::End) | Err(_) => {
            report.push(errors::no_index_in_pointer(token.as_str(), place, subject));
            return None;
        }
    };
    keys.push(token.as_str());
    let here = Here { ty: element, default: None, optional: false, kind: StepKind::Element, ..here };
    descend(here, rest, &subject.element(index), (place, keys), report)
}

/// Checks one token of a pointer. Diagnostics point at the whole pointer, so their fixes write all of its tokens.
fn of_token<T>(
    before: &[&str],
    behind: &[ReferenceToken],
    report: &mut Report,
    check: impl FnOnce(&mut Report) -> T,
) -> T {
    let mut found = report.of_part();
    let checked = check(&mut found);
    report.push_all(found, |diagnostic| {
        diagnostic.naming(|name| {
            let tokens =
                before.iter().copied().chain([name]).chain(behind.iter().map(ReferenceToken::as_str));
            tokens.collect::<Pointer>().to_string()
        })
    });
    checked
}

/// Follows a path into a struct with this default, or into all fields. `secret` is whether all of it is sensitive.
fn within_struct<'a: 't, 't>(
    (ty, default, secret): (&'a StructType, Option<&'a Value>, bool),
    (token, rest): (&'t ReferenceToken, &'t [ReferenceToken]),
    subject: &Subject<'_>,
    (place, keys): (Span, &mut Vec<&'t str>),
    report: &mut Report,
) -> Option<Here<'a>> {
    if let Some((_, member, map)) = ty.rest_for(token.as_str()) {
        if subject.aliases {
            of_token(keys, rest, report, |report| {
                value::warn_of_near(ty, (token.as_str(), place, false), (member, map), subject, report);
            });
        }
        let (secret, subject) = (secret || member.sensitive, subject.field_or_member(member));
        return within_map((map, secret), (token, rest), &subject, (place, keys), report);
    }
    let name = (token.as_str(), place, Spelling::Native);
    let (at, member) = of_token(keys, rest, report, |report| value::named(ty, name, subject, report))?;
    keys.push(member.native_name());
    let behind = default.and_then(Value::as_members).and_then(|values| values.get(at));
    let here = Here {
        ty: &member.ty,
        default: behind.or(member.default.as_ref()),
        optional: member.optional,
        takes_null: member.takes_null(),
        kind: StepKind::Named,
        secret: secret || member.sensitive,
    };
    descend(here, rest, &subject.field_or_member(member), (place, keys), report)
}

/// Follows a path into a map. `secret` is whether all of it is sensitive.
fn within_map<'a: 't, 't>(
    (map, secret): (&'a MapType, bool),
    (token, rest): (&'t ReferenceToken, &'t [ReferenceToken]),
    subject: &Subject<'_>,
    (place, keys): (Span, &mut Vec<&'t str>),
    report: &mut Report,
) -> Option<Here<'a>> {
    let entry = (token.as_str(), place);
    of_token(keys, rest, report, |report| value::check_entry_key(map, entry, subject, report))?;
    keys.push(token.as_str());
    let (ty, kind) = (map.value(), StepKind::Entry);
    let here = Here { ty, default: None, optional: false, takes_null: false, kind, secret };
    descend(here, rest, &subject.entry(token.as_str()), (place, keys), report)
}

/// The value of a field or member that is not set.
fn unset_tree(here: Here<'_>, place: Span) -> Option<Tree<SourceSpans>> {
    let members = |ty: &StructType| ty.members().iter().map(Field::unset_value).collect::<Option<_>>();
    let unset = match (here.default, here.ty) {
        (Some(default), _) => Some(default.clone()),
        (None, _) if here.optional => Some(Value::Absent),
        (None, Type::Struct(ty)) => members(ty).map(Value::Struct),
        (None, _) => None,
    };
    unset.map(|value| tree_of(here.ty, &value, SourceSpans { key: None, value: place, text: None }))
}
