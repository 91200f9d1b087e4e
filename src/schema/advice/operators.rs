//! Advice on operators and words of other languages.

use super::pieces::PieceKind;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::quoted;
use confc_core::expr::{CheckErrorKind, Expression, ExpressionType};
use std::ops::Range;

/// Words between two values, in lower case, with the operators that are meant.
const INFIX: &[(&[&str], &str)] = &[
    (&["and"], "&&"),
    (&["or"], "||"),
    (&["is", "eq", "equals"], "=="),
    (&["ne", "neq"], "!="),
    (&["lt"], "<"),
    (&["le", "lte"], "<="),
    (&["gt"], ">"),
    (&["ge", "gte"], ">="),
    (&["mod"], "%"),
    (&["div"], "/"),
    (&["xor"], "!="),
    (&["in"], "in"),
];

/// Names of types in other languages.
const TYPES: &[&str] =
    &["int", "integer", "number", "float", "string", "str", "bool", "boolean", "list", "map"];

/// The help for a pattern, which no expression has.
pub(super) const PARTS_OF_STRINGS: &str = "use `startsWith`, `endsWith` or `contains`";

impl RefusedText<'_> {
    /// A word where an operator is expected.
    pub(super) fn on_infix_word(&self, word: &str) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let left = self.operand_before(at.start);
        let text = |range: &Range<usize>| self.part(range.clone());
        if matches!(word, "is" | "IS")
            && self.piece_after(at.end).is_some_and(|next| self.word(next) == "not")
        {
            let value = self.piece_after(self.piece_after(at.end)?.range.end)?;
            return self
                .on_no_value(value.range.clone())
                .or_else(|| Some(ExpressionAdvice::new("write `!=`")));
        }
        let next = self.piece_after(at.end).map_or("", |next| self.word(next));
        if matches!(word, "is" | "IS") && matches!(next, "set" | "present" | "defined" | "given") {
            let (of, end) = (left?, self.piece_after(at.end)?.range.end);
            return self.rewrite(of.start..end, &format!("has({})", text(&of)));
        }
        if matches!(word, "is" | "IS") && TYPES.contains(&next) {
            return Some(ExpressionAdvice::new("remove it: a field always has its declared type"));
        }
        let lower = word.to_ascii_lowercase();
        if let Some((_, operator)) = INFIX.iter().find(|(words, _)| words.contains(&lower.as_str())) {
            let value = self.piece_after(at.end).map(|value| value.range.clone());
            let no_value = value.filter(|_| *operator == "==").and_then(|value| self.on_no_value(value));
            return Some(no_value.unwrap_or_else(|| ExpressionAdvice::new(format!("write `{operator}`"))));
        }
        let message = format!("there is no operator {}", quoted(word));
        if matches!(word, "starts" | "begins" | "ends") && next == "with" {
            let (of, method) = (left?, if word == "ends" { "endsWith" } else { "startsWith" });
            let part = self.operand_after(self.piece_after(at.end)?.range.end)?;
            let call = format!("{}.{method}({})", text(&of), text(&part));
            return self.rewrite(of.start..part.end, &call).map(|advice| advice.saying(message));
        }
        match word {
            "not" | "NOT" => {
                let container = self.operand_after(self.piece_after(at.end)?.range.end)?;
                let left = left?;
                let instead = format!("!({} in {})", text(&left), text(&container));
                self.rewrite(left.start..container.end, &instead).map(|advice| advice.saying(message))
            }
            "between" | "BETWEEN" => {
                let low = self.operand_after(at.end)?;
                let high = self.operand_after(self.piece_after(low.end)?.range.end)?;
                let advice = self.within((&left?, high.end), text(&low), text(&high), "<=");
                advice.map(|advice| advice.saying(message))
            }
            "implies" | "IMPLIES" => {
                let then = self.part(at.end..self.text.len()).trim();
                self.implication(self.part(0..at.start).trim(), then).map(|advice| advice.saying(message))
            }
            "if" if self.pieces.iter().any(|piece| self.word(piece) == "else") => {
                let (condition, other) = self.part(at.end..self.text.len()).split_once("else")?;
                let one = self.part(0..at.start).trim();
                let instead = format!("{} ? {one} : {}", condition.trim(), other.trim());
                self.rewrite(0..self.text.len(), &instead).map(|advice| advice.saying(message))
            }
            "unless" | "if" | "when" => {
                let (holds, condition) =
                    (self.part(0..at.start).trim(), self.part(at.end..self.text.len()).trim());
                let condition = if word == "unless" { condition.to_owned() } else { self.negated(condition) };
                let instead = format!("{condition} || {holds}");
                self.rewrite(0..self.text.len(), &instead).map(|advice| advice.saying(message))
            }
            "matches" | "like" | "LIKE" | "regex" | "match" => self.on_pattern_operator(at),
            _ => self.on_infix_function(word, &left?).map(|advice| advice.saying(message)),
        }
    }

    /// `low in 1..10`: between bounds.
    pub(super) fn within(
        &self,
        (value, end): (&Range<usize>, usize),
        low: &str,
        high: &str,
        last: &str,
    ) -> Option<ExpressionAdvice> {
        let name = self.part(value.clone());
        let instead = format!("{name} >= {low} && {name} {last} {high}");
        self.rewrite(value.start..end, &instead)
    }

    /// `1..10`
    pub(super) fn on_range(&self) -> Option<ExpressionAdvice> {
        let rest = self.part(self.range.end..self.text.len());
        let signs = rest.len() - rest.trim_start_matches(['.', '=', '<']).len();
        if !rest.starts_with('.') {
            return None;
        }
        let high = self.operand_after(self.range.end + signs)?;
        let low = self.refused().trim_end_matches('.');
        let message = "there are no ranges";
        let before = self.piece_before(self.range.start).filter(|before| self.word(before) == "in");
        let value = before.and_then(|word| self.operand_before(word.range.start));
        let last = if rest.starts_with(".<") { "<" } else { "<=" };
        let advice = value
            .and_then(|value| self.within((&value, high.end), low, self.part(high.clone()), last))
            .unwrap_or_else(|| {
                ExpressionAdvice::new("compare with both ends, as in `n >= 1 && n <= 9`")
                    .at(self.range.start..high.end)
            });
        Some(advice.saying(message))
    }

    /// `not`, before a value.
    pub(super) fn on_not(&self, not: Range<usize>) -> Option<ExpressionAdvice> {
        let message = "there is no operator `not`";
        let operand = self.operand_after(not.end)?;
        let condition = self.condition_after(not.end).unwrap_or_else(|| operand.clone());
        let asked = format!("!has({})", self.part(operand.clone()));
        if let Some(advice) = self.rewrite(not.start..operand.end, &asked) {
            return Some(advice.saying(message));
        }
        let single = format!("!{}", self.part(operand.clone()));
        let whole = format!("!({})", self.part(condition.clone()));
        let advice = self
            .rewrite(not.start..operand.end, &single)
            .or_else(|| self.rewrite(not.start..condition.end, &whole))
            .or_else(|| {
                let (range, instead) = match self.part(operand.clone()).starts_with('(') {
                    true => (not.start..operand.end, &single),
                    false => (not.start..condition.end, &whole),
                };
                self.gets_past(&range, instead).then(|| ExpressionAdvice::write(instead).at(range))
            })
            .unwrap_or_else(|| {
                ExpressionAdvice::new("write `!`, and brackets around a comparison: `!(a < b)`").at(not)
            });
        Some(advice.saying(message))
    }

    /// Words that are reserved and mean something elsewhere.
    pub(super) fn on_reserved(&self, word: &str) -> Option<ExpressionAdvice> {
        match word {
            "if" => self.on_if(),
            "for" => Some(
                ExpressionAdvice::new(
                    "write a loop over the elements: `v.all(x, x > 0)` or `v.exists(x, x > 0)`",
                )
                .saying("there are no `for` loops"),
            ),
            "var" => self.without_root().or_else(|| {
                let path = self.operand_after(self.range.start)?;
                self.input_of(&path, self.part(path.clone()))
            }),
            "import" => {
                let path = self.range.start..self.operand_after(self.range.start)?.end;
                let component = self.part(path.clone()).strip_prefix("import.")?;
                Some(ExpressionAdvice::write(component).at(path))
            }
            "else" => Some(ExpressionAdvice::new("write `condition ? a : b`")),
            "return" | "let" | "const" => {
                let rest = self.range.start..self.piece_after(self.range.end)?.range.start;
                self.is_right_with(&rest, "").then(|| ExpressionAdvice::writing("remove", word, ""))
            }
            _ => None,
        }
    }

    /// `if … then … else …`
    pub(super) fn on_if(&self) -> Option<ExpressionAdvice> {
        let is_word = |names: &[&str]| {
            let found = self.pieces.iter().find(|piece| names.contains(&self.word(piece)));
            found.map(|piece| piece.range.clone())
        };
        let (then, or_else) = (is_word(&["then"]), is_word(&["else"]));
        let start = self.range.end;
        let (condition, behind) = match &then {
            Some(then) => (self.part(start..then.start), then.end),
            None => {
                let condition = self.operand_after(start)?;
                (self.part(condition.clone()), condition.end)
            }
        };
        let condition = condition.trim();
        let advice = match or_else {
            Some(or_else) => {
                let (one, other) =
                    (self.part(behind..or_else.start), self.part(or_else.end..self.text.len()));
                let instead = format!("{condition} ? {} : {}", one.trim(), other.trim());
                self.rewrite(0..self.text.len(), &instead)
            }
            None => self.implication(condition, self.part(behind..self.text.len()).trim()),
        };
        let advice = advice.unwrap_or_else(|| ExpressionAdvice::new("write `condition ? a : b`"));
        Some(advice.saying("there is no `if`"))
    }

    /// Operators that match a pattern.
    pub(super) fn on_pattern_operator(&self, range: Range<usize>) -> Option<ExpressionAdvice> {
        let message = format!("there is no operator {}", quoted(self.part(range.clone())));
        Some(self.instead_of_pattern().saying(message).quoting(self.part(range.clone())).at(range))
    }

    /// Advice to use something else than a pattern.
    pub(super) fn instead_of_pattern(&self) -> ExpressionAdvice {
        match self.site {
            ExpressionSite::Rule => ExpressionAdvice::new(
                "give the field the attribute `pattern`, which must match the whole string",
            ),
            ExpressionSite::Layer | ExpressionSite::CommandLine => ExpressionAdvice::new(PARTS_OF_STRINGS),
        }
    }

    /// `~`, alone or in `=~`, `~=`, `==~`.
    pub(super) fn on_tilde(&self) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let is_first = self.piece_before(at.start).is_none_or(|before| before.kind == PieceKind::Sign);
        if is_first && self.is_right_with(&at, "!") {
            return Some(ExpressionAdvice::new("write `!`"));
        }
        let is_sign = |c: char| matches!(c, '=' | '~' | '!');
        let start = self.part(0..at.start).trim_end_matches(is_sign).len();
        let rest = self.part(at.end..self.text.len());
        let end = self.text.len() - rest.trim_start_matches(is_sign).len();
        self.on_pattern_operator(start..end)
    }

    /// `^`: different bools, or a power.
    pub(super) fn on_caret(&self) -> Option<ExpressionAdvice> {
        let left = self.operand_before(self.range.start);
        if left.is_some_and(|left| self.is_bool(left)) && self.is_right_with(&self.range, "!=") {
            return Some(ExpressionAdvice::new("write `!=`"));
        }
        self.on_power(self.range.clone())
    }

    /// `**` and `^`.
    pub(super) fn on_power(&self, operator: Range<usize>) -> Option<ExpressionAdvice> {
        let message = format!("there is no operator `{}`", self.part(operator.clone()));
        let (base, power) = (self.operand_before(operator.start)?, self.operand_after(operator.end)?);
        let times: usize = self.part(power.clone()).parse().ok().filter(|times| (2..=8).contains(times))?;
        let instead = vec![self.part(base.clone()); times].join(" * ");
        self.rewrite(base.start..power.end, &instead).map(|advice| advice.saying(message))
    }

    /// Strings that are put together.
    pub(super) fn on_concatenation(&self) -> Option<ExpressionAdvice> {
        match self.site {
            ExpressionSite::Rule => {
                let advice = self.compared_parts();
                Some(advice.unwrap_or_else(|| {
                    ExpressionAdvice::new(format!("{PARTS_OF_STRINGS} for parts of the string"))
                }))
            }
            ExpressionSite::Layer => Some(match self.as_template() {
                Some(template) => ExpressionAdvice::writing(
                    "write",
                    &format!("{{ $text: \"{template}\" }}"),
                    " for the value",
                ),
                None => {
                    ExpressionAdvice::new("put strings together with `$text`: `{ $text: \"${a}-${b}\" }`")
                }
            }),
            ExpressionSite::CommandLine => Some(ExpressionAdvice::new(
                "evaluate each part alone: only a layer makes a text, with `$text`",
            )),
        }
    }

    /// `a ?? b`, where the operator is: `a`, or `b` where `a` has no value.
    pub(super) fn on_default(&self, operator: Range<usize>) -> Option<ExpressionAdvice> {
        let (of, instead) = (self.operand_before(operator.start)?, self.operand_after(operator.end)?);
        let message = format!("there is no operator {}", quoted(self.part(operator)));
        let [value, other] = [of.clone(), instead.clone()].map(|range| self.part(range));
        let advice = self.rewrite(of.start..instead.end, &format!("(has({value}) ? {value} : {other})"))?;
        Some(advice.saying(message))
    }

    /// `a || b` where `a` is no bool and may have no value; `a` was refused.
    pub(super) fn on_default_by_or(&self) -> Option<ExpressionAdvice> {
        let bars = self.piece_after(self.range.end).filter(|bar| self.word(bar) == "|")?.range.clone();
        let advice = self.on_default(bars.start..bars.end + 1)?;
        Some(ExpressionAdvice { message: None, ..advice })
    }

    /// A whole text of strings with `+` between them as a template.
    fn as_template(&self) -> Option<String> {
        let mut template = String::new();
        let mut at = 0;
        loop {
            let operand = self.operand_after(at)?;
            let text = self.part(operand.clone());
            match text.strip_prefix(['\'', '"']) {
                Some(inside) => {
                    let inside = inside.get(..inside.len().checked_sub(1)?)?;
                    if inside.contains(['\\', '"', '$']) {
                        return None;
                    }
                    template += inside;
                }
                None if self.type_of(operand.clone())?.is_scalar() && !text.contains('"') => {
                    template += &format!("${{{text}}}");
                }
                None => return None,
            }
            at = operand.end;
            match self.piece_after(at) {
                None => return Some(template),
                Some(plus) if self.word(plus) == "+" => at = plus.range.end,
                Some(_) => return None,
            }
        }
    }

    /// `name == 'a-' + zone` as conditions on the parts of `name`.
    fn compared_parts(&self) -> Option<ExpressionAdvice> {
        let plus = self.pieces.iter().find(|piece| self.word(piece) == "+")?;
        let (first, second) = (self.operand_before(plus.range.start)?, self.operand_after(plus.range.end)?);
        let equals = self.part(0..first.start).trim_end().strip_suffix("==")?.len();
        let name = self.operand_before(equals)?;
        let [of, first, second] = [name.clone(), first, second.clone()].map(|range| self.part(range));
        let instead = format!(
            "{of}.startsWith({first}) && {of}.endsWith({second}) \
             && byte_size({of}) == byte_size({first}) + byte_size({second})"
        );
        self.rewrite(name.start..self.operand_after(plus.range.end)?.end, &instead)
    }

    /// `v[]`, `v[*]` and `v.*`: each element.
    pub(super) fn on_each(&self) -> Option<ExpressionAdvice> {
        let list = self.part(0..self.range.start).trim_end_matches(['[', '.']).len();
        let operand = self.operand_before(list)?;
        let name = self.part(operand.clone());
        let rest = self.part(self.range.start..self.text.len());
        let behind = rest.trim_start_matches(['*', ']']);
        let element = if self.scope.fields().position_of_name("x").is_some() { "element" } else { "x" };
        let loops = format!("{name}.all({element}, {element}{behind})");
        let range = operand.start..self.text.len();
        let end = self.text.len() - behind.len();
        let advice = self.rewrite(range, &loops).unwrap_or_else(|| {
            ExpressionAdvice::new("write a loop over the elements: `v.all(x, x > 0)` or `v.exists(x, x > 0)`")
                .at(list..end)
        });
        Some(advice.saying("a comparison does not go over all elements"))
    }

    /// `[a:b]`
    pub(super) fn on_slice(&self) -> Option<ExpressionAdvice> {
        let is_inside = self.unclosed_at(self.range.start).is_some_and(|open| self.word(open) == "[");
        is_inside.then(|| {
            let help = match self.type_of_indexed() {
                Some(ExpressionType::String(_)) => PARTS_OF_STRINGS,
                Some(_) | None => "read elements one by one: `v[0]`",
            };
            ExpressionAdvice::new(help).saying("slices are not supported")
        })
    }

    /// The type of the operand before the bracket that is open at the refused part.
    fn type_of_indexed(&self) -> Option<ExpressionType> {
        let open = self.unclosed_at(self.range.start)?.range.start;
        self.type_of(self.operand_before(open)?)
    }

    /// `.Values.low`
    pub(super) fn on_leading_point(&self) -> Option<ExpressionAdvice> {
        let path = self.operand_after(self.range.end)?;
        self.path_within(self.range.start..path.end, path)
    }

    /// `$low`, `${low}`, `$.low`, `@low`.
    pub(super) fn on_sigil(&self) -> Option<ExpressionAdvice> {
        let rest = self.part(self.range.end..self.text.len());
        let start = self.text.len() - rest.trim_start_matches(['{', '(', '.', '$']).len();
        let path = self.operand_after(start)?;
        let closes =
            self.part(path.end..self.text.len()).starts_with(['}', ')']) && rest.starts_with(['{', '(']);
        let range = self.range.start..path.end + usize::from(closes);
        let name = self.part(path.clone());
        if let Some(advice) = self.environment(&range, name) {
            return Some(advice);
        }
        if let Some(advice) = self.input_of(&range, name) {
            return Some(advice);
        }
        let entry = name.rsplit_once('.').map(|(map, key)| format!("{map}['{key}']"));
        self.path_within(range.clone(), path)
            .or_else(|| self.rewrite(range.clone(), &entry?))
            .or_else(|| closes.then(|| self.unknown_in_braces(&range, name)).flatten())
    }

    /// `${name}`, where the name is not known either.
    fn unknown_in_braces(&self, range: &Range<usize>, name: &str) -> Option<ExpressionAdvice> {
        let error = Expression::parse(name).ok()?.check(&self.scope).err()?;
        matches!(error.kind, CheckErrorKind::UnknownField(_)).then(|| {
            let help = "write the name of a field, without `${` and `}`";
            ExpressionAdvice::new(help).saying(error.kind.to_string()).at(range.clone())
        })
    }
}
