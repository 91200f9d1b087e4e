//! Advice on unknown names.

use super::foreign_functions::SET_FROM_INPUT;
use super::pieces::{Fragment, PieceKind};
use super::vocabulary::{BOOLS, ENVIRONMENTS, NO_VALUE, ROOTS};
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::diagnostic::{Help, RemedyKind};
use crate::schema::words::{entry_of, is_listed};
use crate::text::escape::{self, quoted};
use crate::text::suggest::Suggestions;
use crate::types::{ReadableMembers, StructType, Type, UnionType};
use crate::value::Spelling;
use confc_core::expr::{CheckErrorKind, Expression, ExpressionType};

/// The most fields that are searched for a variant.
const MAX_VARIANTS_SEARCHED: usize = 256;

impl RefusedText<'_> {
    pub(super) fn on_unknown_field(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let at = self.at;
        if is_listed(NO_VALUE, name) {
            return self.on_no_value(at);
        }
        if let Some(advice) = native_name(self.scope.fields(), name) {
            return Some(advice.at(at.start..at.start + name.len()));
        }
        if let Some(advice) = self.environment(at, at.text) {
            return Some(advice);
        }
        if let Some(bool) = entry_of(BOOLS, name)
            && let Some(advice) = self.rewrite_refused(bool)
        {
            return Some(advice);
        }
        if at.text.contains('.') || self.after(at.end).starts_with('[') {
            return self.on_unknown_path(name, suggestions);
        }
        let of_place = format!("self.{name}");
        if self.gets_past(at, &of_place) {
            return Some(ExpressionAdvice::meant(&of_place));
        }
        if let Some(advice) = self.input_of(at, name).or_else(|| self.with_underscores(suggestions)) {
            return Some(advice);
        }
        let literal = format!("'{name}'");
        if at.text.starts_with('`') && self.is_right_with(at, &literal) {
            let message = "backquotes are for names, and not for strings";
            return Some(ExpressionAdvice::write(&literal).saying(message));
        }
        if let Some(advice) = self.nearest_around(name, suggestions) {
            return Some(advice);
        }
        let fields = self.scope.fields().members().iter().chain(self.scope.imports());
        let nearest = suggestions.nearest(name, fields.map(|field| field.key.as_str()));
        if nearest.is_some_and(|nearest| self.is_right_with(at, nearest)) {
            return None;
        }
        if self.is_right_with(at, "self") {
            let help = "write `self`, which is each element of the list in `for`";
            return Some(ExpressionAdvice::new(Help::new(help, RemedyKind::Replace("self".into()))));
        }
        let inputs = self.scope.inputs().iter().map(|input| input.key.as_str());
        if suggestions.nearest(name, inputs).is_some() {
            return None;
        }
        self.deeper_exactly(name, suggestions)
            .or_else(|| self.as_string())
            .or_else(|| self.near_variant(suggestions))
            .or_else(|| self.deeper(name, suggestions))
    }

    /// A name with members or an index after it.
    fn on_unknown_path(&self, name: &str, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let path = self.operand_after(self.at.start).unwrap_or(self.at);
        if let Some(advice) = self.input_of(path, path.text) {
            return Some(advice);
        }
        if self.site != ExpressionSite::Rule && !is_listed(ROOTS, name) {
            return Some(self.import(name, suggestions));
        }
        let first = self.at.start..self.at.start + name.len();
        self.without_root().or_else(|| {
            let fields = self.scope.fields().members().iter();
            let nearest = suggestions.nearest(name, fields.map(|field| field.key.as_str()))?;
            let is_right = self.is_right_with(first.clone(), nearest);
            is_right.then(|| ExpressionAdvice::meant(nearest).at(first))
        })
    }

    /// The name of another component, or of a struct with a name like it.
    fn import(&self, name: &str, suggestions: &mut Suggestions) -> ExpressionAdvice {
        let fields = || self.scope.imports().iter().chain(self.scope.fields().members());
        let nearest = suggestions.nearest(name, fields().map(|field| field.key.as_str()));
        let is_struct =
            |near: &&str| fields().any(|field| field.key.as_str() == *near && field.ty.is_struct());
        if let Some(nearest) = nearest.filter(is_struct) {
            return ExpressionAdvice::meant(nearest);
        }
        let name = escape::plain(name);
        let own = self.at.text.split_once('.').map_or("", |(_, path)| path);
        let own_help = match !own.is_empty() && self.is_right_with(self.at, own) {
            true => format!("for this component's own value, write {}; ", quoted(own)),
            false => String::new(),
        };
        let help = format!("{own_help}for another component's values, add");
        ExpressionAdvice::new(format!("{help} `--import {name}=DECL,VALUES`"))
            .in_product(format!("{help} `imports: {{ {name}: \"COMPONENT\" }}` to this one"))
            .quoting(own)
    }

    /// A path after a name that other languages put before all fields.
    pub(super) fn without_root(&self) -> Option<ExpressionAdvice> {
        let path = self.operand_after(self.at.start)?;
        self.path_within(path, path.text)
    }

    /// A rule that reads no field, since the names of fields are in quotes.
    pub(super) fn on_field_in_quotes(&self) -> Option<ExpressionAdvice> {
        let mut quoted = self.text.split(['\'', '"']).skip(1).step_by(2);
        let name = quoted.find(|name| self.scope.fields().position(name).is_some())?;
        Some(ExpressionAdvice::new(format!("write `{name}` without quotes: in quotes it is a text")))
    }

    /// A path without its first names, as many as needed for a valid text. `whole` is replaced.
    pub(super) fn path_within(
        &self,
        whole: impl Into<std::ops::Range<usize>>,
        path: &str,
    ) -> Option<ExpressionAdvice> {
        let whole = whole.into();
        let mut rest = path;
        for _ in 0..3 {
            if rest.len() < whole.len()
                && let Some(advice) = self.rewrite(whole.clone(), rest)
            {
                return Some(advice);
            }
            let Some((_, behind)) = rest.split_once('.') else { break };
            rest = behind;
        }
        // The next name may be the same mistake.
        if let Some((root, behind)) = path.split_once('.')
            && (is_listed(ROOTS, root) || matches!(root, "var" | "local" | "locals"))
            && self.gets_past(whole.clone(), behind)
        {
            let help = format!("leave out `{root}.` wherever it is: write `{behind}`");
            return Some(ExpressionAdvice::new(help).at(whole).quoting(behind));
        }
        let (_, index) = path.split_once(['[', ' '])?;
        self.rewrite(whole, index.trim_matches(['\'', '"', ']']))
    }

    /// `min-version` for `min_version`, also where that is a member.
    fn with_underscores(&self, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let mut end = self.at.end;
        let mut name = self.at.text.to_owned();
        while let Some(minus) = self.after_is(end, "-").filter(|minus| minus.start == end) {
            let next = self.piece_after(minus.end)?;
            if next.kind != PieceKind::Word || next.at.start != minus.end {
                break;
            }
            name = format!("{name}_{}", next.at);
            end = next.at.end;
        }
        if end == self.at.end {
            return None;
        }
        let written = self.fragment(self.at.start..end);
        let advice = self
            .rewrite(written, &name)
            .or_else(|| self.rewrite(written, &self.path_to(&name, suggestions)?))?;
        Some(advice.saying(format!("there is no field {}", quoted(written.text))).quoting(written.text))
    }

    /// A text or the name of a variant without quotes, together with others after it.
    fn as_string(&self) -> Option<ExpressionAdvice> {
        if self.is_compared_with_text() {
            return None;
        }
        let mut text = self.text.to_owned();
        let mut range = self.at.start..self.at.end;
        for count in 0..16 {
            let name = text.get(range.clone())?.to_owned();
            if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return None;
            }
            text.replace_range(range.clone(), &format!("'{name}'"));
            let error = match Expression::parse(&text).ok()?.check(&self.scope) {
                // A single string is not a condition.
                Ok(checked)
                    if self.site == ExpressionSite::Rule
                        && (matches!(checked.ty(), ExpressionType::String(_))
                            || checked.reads().next().is_none()) =>
                {
                    return None;
                }
                Ok(_) if !self.is_right(&text) => return None,
                Ok(_) if count == 0 => return Some(self.in_quotes()),
                Ok(_) => {
                    // Each name got two quotes.
                    let end = range.end + 2;
                    let all = text.get(self.at.start..end)?;
                    let written = self.at.start..end - 2 * (count + 1);
                    let help = "write strings and the names of variants in quotes:";
                    return Some(ExpressionAdvice::writing(help, all, "").at(written));
                }
                Err(error) => error,
            };
            let is_next =
                matches!(error.kind, CheckErrorKind::UnknownField(_)) && error.span.range().start > range.end;
            if !is_next {
                return None;
            }
            range = error.span.range();
        }
        None
    }

    /// Whether the other side of a comparison is a text in quotes: two texts are never compared.
    fn is_compared_with_text(&self) -> bool {
        const QUOTES: [char; 2] = ['\'', '"'];
        const OPERATORS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];
        let before = self.before(self.at.start).trim_end();
        let after = self.after(self.at.end).trim_start();
        OPERATORS.iter().any(|operator| {
            before.strip_suffix(operator).is_some_and(|left| left.trim_end().ends_with(QUOTES))
                || after.strip_prefix(operator).is_some_and(|right| right.trim_start().starts_with(QUOTES))
        })
    }

    fn in_quotes(&self) -> ExpressionAdvice {
        let mut fields = self.scope.fields().members().iter().take(MAX_VARIANTS_SEARCHED);
        let has_variant = |ty: &Type| matches!(ty, Type::Enum(of) if of.by_name(self.at.text).is_some());
        let holds_variant =
            |ty: &Type| has_variant(ty) || ty.cases().iter().any(|case| has_variant(&case.ty));
        let help = match fields.any(|field| holds_variant(&field.ty)) {
            true => "write the name of a variant in quotes:",
            false => "write a string in quotes:",
        };
        ExpressionAdvice::writing(help, &format!("'{}'", self.at), "")
    }

    pub(super) fn on_unknown_member(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        if let Some(advice) = self.with_underscores(suggestions) {
            return Some(advice);
        }
        let start = self.at.start + self.at.text.rfind('.').map_or(0, |point| point + 1);
        let owner = self.operand_before(self.before(start).trim_end().strip_suffix('.')?.len())?;
        let ty = self.type_at(owner).or_else(|| self.type_of_part(owner.text));
        let Some((of, what)) = ty.and_then(|ty| Some((ty.readable_members()?, named_parts(ty)))) else {
            return self.native_member(name, suggestions).or_else(|| self.elsewhere(name, suggestions));
        };
        if let ReadableMembers::Struct(of) = of
            && let Some(advice) = native_name(of, name)
        {
            return Some(advice.at(self.at.end - name.len()..self.at.end));
        }
        if let ReadableMembers::Union(of) = of
            && let Some(advice) = case_by_text(of, name, owner.text)
        {
            return Some(advice);
        }
        let keys = || (0..).map_while(|at| of.get(at)).map(|member| member.key.as_str());
        let nearest = suggestions.nearest(name, keys());
        if let Some(nearest) = nearest {
            let member = self.at.end - name.len()..self.at.end;
            return Some(ExpressionAdvice::meant(nearest).at(member));
        }
        self.elsewhere(name, suggestions).or_else(|| {
            let keys = keys().take(8).map(|key| format!("`{key}`"));
            let (owner, keys) = (owner.text, keys.collect::<Vec<_>>().join(", "));
            let help = format!("write one of the {what} of {}: {keys}", quoted(owner));
            Some(ExpressionAdvice::new(help).quoting(owner))
        })
    }

    /// The advice on the native name of a member, in any struct: of an element, of a case, or of a variable of a loop.
    fn native_member(&self, name: &str, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let mut types: Vec<&Type> =
            self.scope.fields().members().iter().rev().map(|field| &field.ty).collect();
        while let Some(ty) = types.pop() {
            // The budget of suggestions limits the search.
            suggestions.find([()], |()| true)?;
            types.extend(ty.inner_cases().iter().rev().map(|case| &case.ty));
            let Some(inner) = ty.inner_struct() else { continue };
            if let Some(advice) = native_name(inner, name) {
                return Some(advice.at(self.at.end - name.len()..self.at.end));
            }
            types.extend(inner.members().iter().rev().map(|member| &member.ty));
        }
        None
    }

    /// A member with this name in another struct.
    fn elsewhere(&self, name: &str, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let path = self.path_to(name, suggestions)?;
        let all = self.operand_after(self.at.start).filter(|all| all.end >= self.at.end)?;
        let owner = self.operand_before(self.at.end)?;
        let whole = owner.start.min(all.start)..self.at.end;
        self.is_right_with(whole.clone(), &path).then(|| ExpressionAdvice::meant(&path).at(whole))
    }

    /// A name in upper case: of a field, a variant, a key, or a constant of another language.
    pub(super) fn on_upper_case(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let at = self.at;
        if is_listed(NO_VALUE, name) {
            return self.on_no_value(at);
        }
        let lower = name.to_ascii_lowercase();
        let owner = self.before_is(at.start, ".").map(|point| self.operand_before(point.start));
        let of = match owner {
            Some(owner) => self.type_at(owner?).and_then(Type::inner_struct),
            None => Some(self.scope.fields()),
        };
        if let Some(advice) = of.and_then(|of| native_name(of, name)) {
            return Some(advice);
        }
        if owner.is_some()
            && let Some(advice) = self.native_member(name, suggestions)
        {
            return Some(advice);
        }
        if let Some(owner) = owner.flatten() {
            let whole = self.fragment(owner.to(at));
            return self
                .rewrite(whole, &format!("{owner}['{name}']"))
                .or_else(|| self.environment(whole, whole.text))
                .or_else(|| self.rewrite_refused(&lower));
        }
        let path = self.operand_after(at.start).map_or(at, |path| self.fragment(at.to(path)));
        if let Some(advice) = self.environment(path, path.text) {
            return Some(advice);
        }
        if let Some(advice) = self.on_call_in_package(&lower) {
            return Some(advice);
        }
        let constant = match lower.as_str() {
            "true" | "yes" => Some("true"),
            "false" | "no" => Some("false"),
            _ => None,
        };
        if let Some(constant) = constant {
            return self.is_right_with(at, constant).then(|| ExpressionAdvice::word(constant));
        }
        if let Some(advice) = self.rewrite_refused(&lower).or_else(|| self.path_within(path, path.text)) {
            return Some(advice);
        }
        let keys = self.scope.fields().members().iter().map(|field| field.key.as_str());
        let nearest = suggestions.nearest(name, keys);
        if let Some(nearest) = nearest.filter(|nearest| self.is_right_with(at, nearest)) {
            return Some(ExpressionAdvice::meant(nearest));
        }
        self.near_variant(suggestions)
            .or_else(|| self.rewrite_refused(&format!("'{name}'")))
            .or_else(|| self.qualified_variant())
    }

    /// `Mode.tls` and `mode.tls` for the variant `'tls'`.
    pub(super) fn qualified_variant(&self) -> Option<ExpressionAdvice> {
        let start = self.operand_before(self.at.end).map_or(self.at.start, |of| of.start);
        let path = self.fragment(start..self.operand_after(start)?.end);
        let (_, name) = path.text.rsplit_once('.')?;
        self.rewrite_past(path, &[format!("'{name}'"), format!("'{}'", name.to_ascii_lowercase())]).map(
            |advice| advice.saying("the name of a variant must be in quotes, without the enum before it"),
        )
    }

    /// Whether a value is absent: `x == null`, `x is not None`.
    pub(super) fn on_no_value(&self, word: Fragment<'_>) -> Option<ExpressionAdvice> {
        const OPERATORS: [(&str, &str); 6] =
            [("!==", ""), ("===", "!"), ("!=", ""), ("==", "!"), ("is not", ""), ("is", "!")];
        if !is_listed(NO_VALUE, word.text) {
            return None;
        }
        let before = self.before(word.start).trim_end();
        let advice = OPERATORS.iter().find_map(|(operator, not)| {
            let of = self.operand_before(before.strip_suffix(operator)?.len())?;
            let whole = self.fragment(of.to(word));
            self.rewrite(whole, &format!("{not}has({of})"))
                .or_else(|| self.asking_for_parent(of.text, not, whole))
                .or_else(|| {
                    self.type_at(of)?;
                    let help = "leave out the comparison, or declare the field `optional` or `nullable`";
                    let message =
                        format!("{} always has a value: it is not `optional` or `nullable`", quoted(of.text));
                    Some(ExpressionAdvice::new(help).saying(message).quoting(of.text).at(whole))
                })
        })?;
        let message = advice.message.clone().unwrap_or_else(|| format!("there is no `{word}`"));
        Some(advice.saying(message))
    }

    /// A variable of the environment of the process; `path` is the path to it.
    pub(super) fn environment(&self, whole: Fragment<'_>, path: &str) -> Option<ExpressionAdvice> {
        let root = path.split(['.', '[', '(']).next()?;
        let is_field = self.scope.fields().position_in_path(root).is_some();
        let is_variable = !path.contains('.')
            && path.len() > 1
            && whole.text.starts_with("${")
            && path.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
        let is_it = !is_field && (is_listed(ENVIRONMENTS, root) && path != root || is_variable);
        is_it.then(|| self.no_environment(whole))
    }

    /// Advice to take a value from elsewhere than the environment.
    pub(super) fn no_environment(&self, whole: Fragment<'_>) -> ExpressionAdvice {
        let help = self.by_site([
            SET_FROM_INPUT,
            "declare an input, `$inputs: { home: { type: \"string\", max_size: 256 } }`, read it with `input('home')`, and pass `--input home=…`",
            "write the value itself: the shell replaces `$NAME` in double quotes",
        ]);
        ExpressionAdvice::new(help).saying("expressions cannot read the environment").at(whole)
    }
}

/// The advice on the tag of a union, or on the text of a case, neither of which expressions use.
fn case_by_text(of: &UnionType, name: &str, owner: &str) -> Option<ExpressionAdvice> {
    let first = of.case(0)?.name.as_str();
    if of.tag().is_some_and(|tag| tag.as_str() == name) {
        let help = format!("no expression reads the tag: to ask for a case, write `has({owner}.{first})`");
        return Some(ExpressionAdvice::new(help).quoting(owner));
    }
    let (_, case) = of.case_tagged(name)?;
    let message = format!("expected the name of a case, found its text {}", quoted(name));
    Some(ExpressionAdvice::write(case.name.as_str()).saying(message))
}

/// The word for the parts of a struct or union that have names.
const fn named_parts(ty: &Type) -> &'static str {
    if matches!(ty, Type::Union(_)) { "cases" } else { "members" }
}

/// The advice on a native name, which expressions do not use.
fn native_name(of: &StructType, name: &str) -> Option<ExpressionAdvice> {
    let field = Spelling::Key.find_other(of, name).filter(|field| field.key.as_str() != name)?;
    let message = format!("expected the key of a field, found the native name {}", quoted(name));
    Some(ExpressionAdvice::write(field.key.as_str()).saying(message))
}
