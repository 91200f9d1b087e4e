//! Advice on names that mean nothing.

use super::pieces::PieceKind;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::{self, quoted};
use crate::text::suggest::Suggestions;
use crate::types::Type;
use confc_core::expr::{CheckErrorKind, Expression, ExpressionType};
use std::ops::Range;

/// Words before the name of a field in other languages.
pub(super) const ROOTS: &[&str] = &[
    "config", "cfg", "conf", "self", "this", "values", "Values", "root", "fields", "settings", "data", "spec",
];

/// Names of the environment of a process in other languages.
const ENVIRONMENTS: &[&str] = &["env", "ENV", "environ", "process", "os", "environment"];

/// Names of an absent value in other languages.
pub(super) const NO_VALUE: &[&str] =
    &["null", "NULL", "Null", "None", "none", "nil", "undefined", "nothing", "missing", "unset"];

/// How many fields are looked at for a variant.
const MAX_VARIANTS_SEARCHED: usize = 256;

impl RefusedText<'_> {
    pub(super) fn on_unknown_field(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let range = self.range.clone();
        if NO_VALUE.contains(&name) {
            return self.on_no_value(range);
        }
        if let Some(advice) = self.environment(&range, self.refused()) {
            return Some(advice);
        }
        let word = match name {
            "yes" | "on" => "true",
            "no" | "off" => "false",
            _ => "",
        };
        if !word.is_empty()
            && let Some(advice) = self.rewrite(range.clone(), word)
        {
            return Some(advice);
        }
        if self.refused().contains('.') || self.part(range.end..self.text.len()).starts_with('[') {
            let path = self.operand_after(range.start).unwrap_or_else(|| range.clone());
            if let Some(advice) = self.input_of(&path, self.part(path.clone())) {
                return Some(advice);
            }
            let is_import = self.site != ExpressionSite::Rule && !ROOTS.contains(&name);
            if is_import {
                return Some(self.import(name, suggestions));
            }
            let first = range.start..range.start + name.len();
            return self.without_root().or_else(|| {
                let fields = self.scope.fields().members().iter();
                let nearest = suggestions.nearest(name, fields.map(|field| field.key.as_str()))?;
                self.is_right_with(&first, nearest)
                    .then(|| ExpressionAdvice::new(format!("did you mean `{nearest}`?")).at(first))
            });
        }
        let of_place = format!("self.{name}");
        if self.gets_past(&range, &of_place) {
            return Some(ExpressionAdvice::new(format!("did you mean `{of_place}`?")));
        }
        if let Some(advice) = self.input_of(&range, name).or_else(|| self.with_underscores(suggestions)) {
            return Some(advice);
        }
        let fields = self.scope.fields().members().iter().chain(self.scope.imports());
        if self.refused().starts_with('`') && self.is_right_with(&range, &format!("'{name}'")) {
            let advice = ExpressionAdvice::writing("write", &format!("'{name}'"), "");
            return Some(advice.saying("backquotes are for names, and not for strings"));
        }
        if let Some(advice) = self.nearest_around(name, suggestions) {
            return Some(advice);
        }
        let nearest = suggestions.nearest(name, fields.map(|field| field.key.as_str()));
        if nearest.is_some_and(|nearest| self.is_right_with(&range, nearest)) {
            return None;
        }
        if self.is_right_with(&range, "self") {
            let help = "write `self`, which is each element of the list in `for`";
            return Some(ExpressionAdvice::new(help));
        }
        let inputs = self.scope.inputs().iter().map(|input| input.key.as_str());
        if suggestions.nearest(name, inputs).is_some() {
            return None;
        }
        self.deeper_exactly(name, suggestions)
            .or_else(|| self.as_string())
            .or_else(|| self.deeper(name, suggestions))
    }

    /// The name of another component, or of a struct with a name like it.
    fn import(&self, name: &str, suggestions: &mut Suggestions) -> ExpressionAdvice {
        let fields = || self.scope.imports().iter().chain(self.scope.fields().members());
        let nearest = suggestions.nearest(name, fields().map(|field| field.key.as_str()));
        let is_struct =
            |near: &&str| fields().any(|field| field.key.as_str() == *near && field.ty.is_struct());
        if let Some(nearest) = nearest.filter(is_struct) {
            return ExpressionAdvice::new(format!("did you mean `{nearest}`?"));
        }
        let name = escape::plain(name);
        let own = self.refused().split_once('.').map_or("", |(_, path)| path);
        let is_own = !own.is_empty() && self.is_right_with(&self.range, own);
        let own_help = if is_own {
            format!("for this component's own value, write {}; ", quoted(own))
        } else {
            String::new()
        };
        let help = format!("{own_help}for another component's values, add");
        ExpressionAdvice::new(format!("{help} `--import {name}=DECL,VALUES`"))
            .in_product(format!("{help} `imports: {{ {name}: \"COMPONENT\" }}` to this one"))
            .quoting(own)
    }

    /// A path behind a name that other languages put before all fields.
    pub(super) fn without_root(&self) -> Option<ExpressionAdvice> {
        let path = self.operand_at(self.range.start)?;
        self.path_within(path.clone(), path)
    }

    /// A rule that reads nothing since the names of fields are in quotes.
    pub(super) fn on_field_in_quotes(&self) -> Option<ExpressionAdvice> {
        let fields = self.scope.fields();
        let mut quoted = self.text.split(['\'', '"']).skip(1).step_by(2);
        let name = quoted.find(|name| fields.position(name).is_some())?;
        Some(ExpressionAdvice::new(format!("write `{name}` without quotes: in quotes it is a text")))
    }

    fn operand_at(&self, start: usize) -> Option<Range<usize>> {
        self.operand_after(start)
    }

    /// A path whose first names are left out until the text is right.
    pub(super) fn path_within(&self, range: Range<usize>, path: Range<usize>) -> Option<ExpressionAdvice> {
        let text = self.part(path);
        let mut rest = text;
        for _ in 0..3 {
            if rest.len() < range.len() && self.is_right_with(&range, rest) {
                return Some(ExpressionAdvice::write(rest).at(range));
            }
            let Some((_, behind)) = rest.split_once('.') else { break };
            rest = behind;
        }
        // Behind it, the same may be wrong again.
        if let Some((root, behind)) = text.split_once('.')
            && (ROOTS.contains(&root) || matches!(root, "var" | "local" | "locals"))
            && self.gets_past(&range, behind)
        {
            let help = format!("leave out `{root}.` wherever it is: write `{behind}`");
            return Some(ExpressionAdvice::new(help).at(range).quoting(behind));
        }
        let (_, index) = text.split_once(['[', ' '])?;
        let name = index.trim_matches(['\'', '"', ']']);
        self.rewrite(range, name)
    }

    /// `min-version` for `min_version`, also where that is a member.
    fn with_underscores(&self, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let mut end = self.range.end;
        let mut name = self.refused().to_owned();
        while let Some(minus) =
            self.piece_after(end).filter(|minus| self.word(minus) == "-" && minus.range.start == end)
        {
            let next = self.piece_after(minus.range.end)?;
            if next.kind != PieceKind::Word || next.range.start != minus.range.end {
                break;
            }
            name = format!("{name}_{}", self.word(next));
            end = next.range.end;
        }
        if end == self.range.end {
            return None;
        }
        let range = self.range.start..end;
        let path = || self.rewrite(range.clone(), &self.path_to(&name, suggestions)?);
        let advice = self.rewrite(range.clone(), &name).or_else(path)?;
        let said = format!("there is no field {}", quoted(self.part(range.clone())));
        Some(advice.saying(said).quoting(self.part(range)))
    }

    /// A text or the name of a variant without quotes, together with others after it.
    fn as_string(&self) -> Option<ExpressionAdvice> {
        if self.is_compared_with_text() {
            return None;
        }
        let mut text = self.text.to_owned();
        let mut range = self.range.clone();
        for count in 0..16 {
            let name = text.get(range.clone())?.to_owned();
            if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return None;
            }
            text.replace_range(range.clone(), &format!("'{name}'"));
            let error = match Expression::parse(&text).ok()?.check(&self.scope) {
                // A string alone is no condition.
                Ok(checked)
                    if self.site == ExpressionSite::Rule
                        && (matches!(checked.ty(), ExpressionType::String(_))
                            || checked.reads().next().is_none()) =>
                {
                    return None;
                }
                Ok(_) if count == 0 => return Some(self.in_quotes()),
                Ok(_) => {
                    // Each name got two quotes.
                    let end = range.end + 2;
                    let all = text.get(self.range.start..end)?;
                    let written = self.range.start..end - 2 * (count + 1);
                    return Some(
                        ExpressionAdvice::writing(
                            "write strings and the names of variants in quotes:",
                            all,
                            "",
                        )
                        .at(written),
                    );
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
        let before = self.part(0..self.range.start).trim_end();
        let after = self.part(self.range.end..self.text.len()).trim_start();
        OPERATORS.iter().any(|operator| {
            before.strip_suffix(operator).is_some_and(|left| left.trim_end().ends_with(QUOTES))
                || after.strip_prefix(operator).is_some_and(|right| right.trim_start().starts_with(QUOTES))
        })
    }

    fn in_quotes(&self) -> ExpressionAdvice {
        let literal = format!("'{}'", self.refused());
        let name = self.refused();
        let is_variant = self
            .scope
            .fields()
            .members()
            .iter()
            .take(MAX_VARIANTS_SEARCHED)
            .any(|field| matches!(&field.ty, Type::Enum(of) if of.by_name(name).is_some()));
        let what =
            if is_variant { "write the name of a variant in quotes:" } else { "write a string in quotes:" };
        ExpressionAdvice::writing(what, &literal, "")
    }

    pub(super) fn on_unknown_member(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        if let Some(advice) = self.with_underscores(suggestions) {
            return Some(advice);
        }
        let refused = self.refused();
        let start = self.range.start + refused.len() - refused.rsplit('.').next().map_or(0, str::len);
        let owner = self.operand_before(self.part(0..start).trim_end().strip_suffix('.')?.len())?;
        let of = match self.field_type(owner.clone()) {
            Some(Type::Struct(of)) => of.clone(),
            Some(_) | None => return self.elsewhere(name, suggestions),
        };
        let nearest = suggestions.nearest(name, of.members().iter().map(|member| member.key.as_str()));
        match nearest {
            Some(nearest) => {
                let member = self.range.end - name.len()..self.range.end;
                Some(ExpressionAdvice::new(format!("did you mean `{nearest}`?")).at(member))
            }
            None => self.elsewhere(name, suggestions).or_else(|| {
                let keys: Vec<String> =
                    of.members().iter().take(8).map(|member| format!("`{}`", member.key)).collect();
                let owner = self.part(owner);
                Some(
                    ExpressionAdvice::new(format!(
                        "write one of the members of {}: {}",
                        quoted(owner),
                        keys.join(", ")
                    ))
                    .quoting(owner),
                )
            }),
        }
    }

    /// A member with this name in another struct.
    fn elsewhere(&self, name: &str, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let path = self.path_to(name, suggestions)?;
        let range = self.operand_after(self.range.start).filter(|all| all.end >= self.range.end)?;
        let owner = self.operand_before(self.range.end)?;
        let whole = owner.start.min(range.start)..self.range.end;
        self.is_right_with(&whole, &path)
            .then(|| ExpressionAdvice::new(format!("did you mean `{path}`?")).at(whole))
    }

    /// A name in upper case: of a field, a variant, a key, or a constant of another language.
    pub(super) fn on_upper_case(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let range = self.range.clone();
        if NO_VALUE.contains(&name) {
            return self.on_no_value(range);
        }
        let path = self.operand_after(range.start).map_or(range.clone(), |path| range.start..path.end);
        let lower = name.to_ascii_lowercase();
        let before = self.piece_before(range.start).filter(|point| self.word(point) == ".");
        if let Some(point) = before {
            let owner = self.operand_before(point.range.start)?;
            let (of, whole) = (self.part(owner.clone()), owner.start..range.end);
            return self
                .rewrite(whole.clone(), &format!("{of}['{name}']"))
                .or_else(|| self.environment(&whole, self.part(whole.clone())))
                .or_else(|| self.rewrite(range, &lower));
        }
        if let Some(advice) = self.environment(&path, self.part(path.clone())) {
            return Some(advice);
        }
        if let Some(advice) = self.on_call_in_package(&lower) {
            return Some(advice);
        }
        let constant = match lower.as_str() {
            "true" => Some("true"),
            "false" => Some("false"),
            "yes" => Some("true"),
            "no" => Some("false"),
            _ => None,
        };
        if let Some(constant) = constant {
            return self
                .is_right_with(&range, constant)
                .then(|| ExpressionAdvice::new(format!("write `{constant}`")));
        }
        if let Some(advice) =
            self.rewrite(range.clone(), &lower).or_else(|| self.path_within(path.clone(), path))
        {
            return Some(advice);
        }
        let keys = self.scope.fields().members().iter().map(|field| field.key.as_str());
        let nearest = suggestions.nearest(name, keys);
        if let Some(nearest) = nearest.filter(|nearest| self.is_right_with(&range, nearest)) {
            return Some(ExpressionAdvice::new(format!("did you mean `{nearest}`?")));
        }
        let candidates = [format!("'{lower}'"), format!("'{name}'")];
        self.rewrite_as(&range, &candidates).or_else(|| self.qualified_variant())
    }

    /// `Mode.tls` and `mode.tls` for the variant `'tls'`.
    pub(super) fn qualified_variant(&self) -> Option<ExpressionAdvice> {
        let start = self.operand_before(self.range.end).map_or(self.range.start, |of| of.start);
        let path = start..self.operand_after(start)?.end;
        let (_, name) = self.part(path.clone()).rsplit_once('.')?;
        let candidates = [format!("'{name}'"), format!("'{}'", name.to_ascii_lowercase())];
        let advice = candidates.iter().find(|instead| self.gets_past(&path, instead))?;
        Some(
            ExpressionAdvice::writing("write", advice, "")
                .saying("the name of a variant must be in quotes, without the enum before it")
                .at(path),
        )
    }

    /// Whether a value is absent: `x == null`, `x is not None`.
    pub(super) fn on_no_value(&self, word: Range<usize>) -> Option<ExpressionAdvice> {
        let name = self.part(word.clone());
        if !NO_VALUE.contains(&name) {
            return None;
        }
        let message = format!("there is no `{name}`");
        let before = self.part(0..word.start).trim_end();
        let operators: &[(&str, &str)] =
            &[("!==", ""), ("===", "!"), ("!=", ""), ("==", "!"), ("is not", ""), ("is", "!")];
        let advice = operators.iter().find_map(|(operator, not)| {
            let operand = self.operand_before(before.strip_suffix(operator)?.len())?;
            let (of, whole) = (self.part(operand.clone()), operand.start..word.end);
            let asked = format!("{not}has({of})");
            let advice = self.rewrite(whole.clone(), &asked);
            advice.or_else(|| self.asking_for_parent(of, not, &whole)).or_else(|| {
                self.field_type(operand).is_some().then(|| {
                    ExpressionAdvice::new(
                        "leave out the comparison, or declare the field `optional: true` without a default",
                    )
                    .saying(format!("{} always has a value: it is not `optional`", quoted(of)))
                    .quoting(of)
                    .at(whole)
                })
            })
        })?;
        let (message, range) =
            (advice.message.clone().unwrap_or(message), advice.range.clone().unwrap_or(word));
        Some(advice.saying(message).at(range))
    }

    /// A variable of the process's environment; `path` leads to it.
    pub(super) fn environment(&self, range: &Range<usize>, path: &str) -> Option<ExpressionAdvice> {
        let root = path.split(['.', '[', '(']).next()?;
        let is_field = self.scope.fields().position_of_name(root).is_some();
        let is_variable = !path.contains('.')
            && path.len() > 1
            && self.text.get(range.clone()).is_some_and(|all| all.starts_with("${"))
            && path.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
        let is_it = !is_field && (ENVIRONMENTS.contains(&root) && path != root || is_variable);
        is_it.then(|| self.no_environment(range.clone()))
    }

    /// Advice to take a value from elsewhere than the environment.
    pub(super) fn no_environment(&self, range: Range<usize>) -> ExpressionAdvice {
        let help = match self.site {
            ExpressionSite::Rule => "compare a field, and set it in a layer from an input",
            ExpressionSite::Layer => {
                "declare an input, `$inputs: { home: { type: \"string\", max_size: 256 } }`, read it with `input('home')`, and pass `--input home=…`"
            }
            ExpressionSite::CommandLine => {
                "write the value itself: the shell replaces `$NAME` in double quotes"
            }
        };
        ExpressionAdvice::new(help).saying("expressions cannot read the environment").at(range)
    }

    /// Whether a value is a bool; for its name in messages.
    pub(super) fn is_bool(&self, range: Range<usize>) -> bool {
        matches!(self.type_of(range), Some(ExpressionType::Bool | ExpressionType::Always(_)))
    }
}
