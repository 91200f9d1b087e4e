//! Advice on operators and words of other languages.

use super::pieces::{Fragment, PieceKind};
use super::vocabulary::{OPERATORS, TYPES};
use super::{ExpressionAdvice, ExpressionSite, REMOVE, RefusedText};
use crate::schema::words::is_listed;
use crate::text::escape::quoted;
use confc_core::expr::{CheckErrorKind, Expression, ExpressionType};
use std::ops::Range;

/// The help for a pattern, which expressions do not support.
pub(super) const PARTS_OF_STRINGS: &str = "use `startsWith`, `endsWith` or `contains`";

/// The help for a question about the type of a field.
pub(super) const HAS_ITS_TYPE: &str = "remove it: a field always has its declared type";

/// The help for texts that are put together on the command line.
pub(super) const EACH_PART_ALONE: &str = "evaluate each part alone: only a layer makes a text, with `$text`";

/// The help for a comparison of all elements.
const LOOP: &str = "write a loop over the elements: `v.all(x, x > 0)` or `v.exists(x, x > 0)`";

/// The help for a condition with two values.
const CONDITIONAL: &str = "write `condition ? a : b`";

fn no_operator(operator: &str) -> String {
    format!("there is no operator {}", quoted(operator))
}

impl<'t> RefusedText<'t> {
    /// A word where an operator is expected.
    pub(super) fn on_infix_word(&self, word: &str) -> Option<ExpressionAdvice> {
        let at = self.at;
        let left = self.operand_before(at.start);
        let following = self.piece_after(at.end).map(|next| next.at);
        let next = following.map_or("", |next| next.text);
        if matches!(word, "is" | "IS") {
            if next == "not" {
                let value = self.piece_after(following?.end)?.at;
                return self.on_no_value(value).or_else(|| Some(ExpressionAdvice::word("!=")));
            }
            if matches!(next, "set" | "present" | "defined" | "given") {
                let of = left?;
                return self.rewrite(of.to(following?), &format!("has({of})"));
            }
            if is_listed(TYPES, next) {
                return Some(ExpressionAdvice::new(HAS_ITS_TYPE));
            }
        }
        let lower = word.to_ascii_lowercase();
        if let Some((operator, ..)) = OPERATORS.iter().find(|(_, words, _)| is_listed(words, &lower)) {
            let no_value = following.filter(|_| *operator == "==").and_then(|value| self.on_no_value(value));
            return Some(no_value.unwrap_or_else(|| ExpressionAdvice::word(operator)));
        }
        let (before, after) = (self.before(at.start).trim(), self.after(at.end).trim());
        let advice = match word {
            "starts" | "begins" | "ends" if next == "with" => {
                let method = if word == "ends" { "endsWith" } else { "startsWith" };
                let (of, part) = (left?, self.operand_after(following?.end)?);
                self.rewrite(of.to(part), &format!("{of}.{method}({part})"))
            }
            "not" | "NOT" => {
                let (element, list) = (left?, self.operand_after(following?.end)?);
                self.rewrite(element.to(list), &format!("!({element} in {list})"))
            }
            "between" | "BETWEEN" => {
                let low = self.operand_after(at.end)?;
                let high = self.operand_after(self.piece_after(low.end)?.at.end)?;
                self.within((left?, high.end), [low.text, high.text], "<=")
            }
            "implies" | "IMPLIES" => self.implication(before, after),
            "if" if self.pieces.iter().any(|piece| piece.is("else")) => {
                let (condition, other) = after.split_once("else")?;
                self.rewrite(self.whole(), &format!("{} ? {before} : {}", condition.trim(), other.trim()))
            }
            "unless" => self.rewrite(self.whole(), &format!("{after} || {before}")),
            "if" | "when" => self.implication(after, before),
            "matches" | "like" | "LIKE" | "regex" | "match" => return self.on_pattern_operator(at),
            _ => self.on_infix_function(word, left?),
        };
        advice.map(|advice| advice.saying(no_operator(word)))
    }

    /// `low in 1..10`: between bounds. `end` is the end of the part to replace.
    pub(super) fn within(
        &self,
        (value, end): (Fragment<'_>, usize),
        [low, high]: [&str; 2],
        last: &str,
    ) -> Option<ExpressionAdvice> {
        self.rewrite(value.start..end, &format!("{value} >= {low} && {value} {last} {high}"))
    }

    /// `1..10`
    pub(super) fn on_range(&self) -> Option<ExpressionAdvice> {
        let rest = self.after(self.at.end);
        let signs = rest.len() - rest.trim_start_matches(['.', '=', '<']).len();
        if !rest.starts_with('.') {
            return None;
        }
        let high = self.operand_after(self.at.end + signs)?;
        let low = self.at.text.trim_end_matches('.');
        let value = self.before_is(self.at.start, "in").and_then(|word| self.operand_before(word.start));
        let last = if rest.starts_with(".<") { "<" } else { "<=" };
        let advice = value.and_then(|value| self.within((value, high.end), [low, high.text], last));
        let advice = advice.unwrap_or_else(|| {
            ExpressionAdvice::new("compare with both ends, as in `n >= 1 && n <= 9`").at(self.at.to(high))
        });
        Some(advice.saying("there are no ranges"))
    }

    /// `not`, before a value.
    pub(super) fn on_not(&self, not: Fragment<'_>) -> Option<ExpressionAdvice> {
        let operand = self.operand_after(not.end)?;
        let condition = self.condition_after(not.end).unwrap_or(operand);
        let (single, whole) = (format!("!{operand}"), format!("!({condition})"));
        let advice = self
            .rewrite_as(not.to(operand), &[&format!("!has({operand})"), &single])
            .or_else(|| self.rewrite(not.to(condition), &whole))
            .or_else(|| match operand.text.starts_with('(') {
                true => self.rewrite_past(not.to(operand), &[single]),
                false => self.rewrite_past(not.to(condition), &[whole]),
            })
            .unwrap_or_else(|| {
                ExpressionAdvice::new("write `!`, and brackets around a comparison: `!(a < b)`").at(not)
            });
        Some(advice.saying("there is no operator `not`"))
    }

    /// Words that are reserved and mean something elsewhere.
    pub(super) fn on_reserved(&self, word: &str) -> Option<ExpressionAdvice> {
        match word {
            "if" => self.on_if(),
            "for" => Some(ExpressionAdvice::new(LOOP).saying("there are no `for` loops")),
            "var" => self.without_root().or_else(|| {
                let path = self.operand_after(self.at.start)?;
                self.input_of(path, path.text)
            }),
            "import" => {
                let path = self.fragment(self.at.to(self.operand_after(self.at.start)?));
                Some(ExpressionAdvice::write(path.text.strip_prefix("import.")?).at(path))
            }
            "else" => Some(ExpressionAdvice::new(CONDITIONAL)),
            "return" | "let" | "const" => {
                let rest = self.at.start..self.piece_after(self.at.end)?.at.start;
                self.is_right_with(rest, "").then(|| ExpressionAdvice::writing(REMOVE, word, ""))
            }
            _ => None,
        }
    }

    /// `if … then … else …`
    pub(super) fn on_if(&self) -> Option<ExpressionAdvice> {
        let word = |name: &str| self.pieces.iter().find(|piece| piece.is(name)).map(|piece| piece.at);
        let condition = match word("then") {
            Some(then) => self.fragment(self.at.end..then.start),
            None => self.operand_after(self.at.end)?,
        };
        let end = word("then").map_or(condition.end, |then| then.end);
        let condition = condition.text.trim();
        let advice = match word("else") {
            Some(or_else) => {
                let (one, other) = (self.part(end..or_else.start), self.after(or_else.end));
                self.rewrite(self.whole(), &format!("{condition} ? {} : {}", one.trim(), other.trim()))
            }
            None => self.implication(condition, self.after(end).trim()),
        };
        Some(advice.unwrap_or_else(|| ExpressionAdvice::new(CONDITIONAL)).saying("there is no `if`"))
    }

    /// Operators that match a pattern.
    pub(super) fn on_pattern_operator(&self, operator: Fragment<'_>) -> Option<ExpressionAdvice> {
        let advice = self.instead_of_pattern().saying(no_operator(operator.text));
        Some(advice.quoting(operator.text).at(operator))
    }

    /// Advice to use something else than a pattern.
    pub(super) fn instead_of_pattern(&self) -> ExpressionAdvice {
        ExpressionAdvice::new(self.by_site([
            "give the field the attribute `pattern`, which must match the whole string",
            PARTS_OF_STRINGS,
            PARTS_OF_STRINGS,
        ]))
    }

    /// `~`, alone or in `=~`, `~=`, `==~`.
    pub(super) fn on_tilde(&self) -> Option<ExpressionAdvice> {
        let at = self.at;
        let is_first = self.piece_before(at.start).is_none_or(|before| before.kind == PieceKind::Sign);
        if is_first && self.is_right_with(at, "!") {
            return Some(ExpressionAdvice::word("!"));
        }
        let is_sign = |c: char| matches!(c, '=' | '~' | '!');
        let start = self.before(at.start).trim_end_matches(is_sign).len();
        let end = self.text.len() - self.after(at.end).trim_start_matches(is_sign).len();
        self.on_pattern_operator(self.fragment(start..end))
    }

    /// `^`: different bools, or a power.
    pub(super) fn on_caret(&self) -> Option<ExpressionAdvice> {
        let left = self.operand_before(self.at.start);
        if left.is_some_and(|left| self.is_bool(left)) && self.is_right_with(self.at, "!=") {
            return Some(ExpressionAdvice::word("!="));
        }
        self.on_power(self.at)
    }

    /// `**` and `^`.
    pub(super) fn on_power(&self, operator: Fragment<'_>) -> Option<ExpressionAdvice> {
        let (base, power) = (self.operand_before(operator.start)?, self.operand_after(operator.end)?);
        let times: usize = power.text.parse().ok().filter(|times| (2..=8).contains(times))?;
        let advice = self.rewrite(base.to(power), &vec![base.text; times].join(" * "))?;
        Some(advice.saying(format!("there is no operator `{operator}`")))
    }

    /// Strings that are put together.
    pub(super) fn on_concatenation(&self) -> Option<ExpressionAdvice> {
        Some(match self.site {
            ExpressionSite::Rule => self.compared_parts().unwrap_or_else(|| {
                ExpressionAdvice::new(format!("{PARTS_OF_STRINGS} for parts of the string"))
            }),
            ExpressionSite::Layer => match self.as_template() {
                Some(template) => {
                    let text = format!("{{ $text: \"{template}\" }}");
                    ExpressionAdvice::writing("write", &text, " for the value")
                }
                None => {
                    ExpressionAdvice::new("put strings together with `$text`: `{ $text: \"${a}-${b}\" }`")
                }
            },
            ExpressionSite::CommandLine => ExpressionAdvice::new(EACH_PART_ALONE),
        })
    }

    /// `a ?? b` at its operator: `a`, or `b` if `a` has no value.
    pub(super) fn on_default(&self, operator: Fragment<'_>) -> Option<ExpressionAdvice> {
        let (value, other) = (self.operand_before(operator.start)?, self.operand_after(operator.end)?);
        let advice = self.rewrite(value.to(other), &format!("(has({value}) ? {value} : {other})"))?;
        Some(advice.saying(no_operator(operator.text)))
    }

    /// `a || b` in which `a` is not a bool and may be absent; `a` was refused.
    pub(super) fn on_default_by_or(&self) -> Option<ExpressionAdvice> {
        let bar = self.after_is(self.at.end, "|")?;
        let advice = self.on_default(self.fragment(bar.start..bar.end + 1))?;
        Some(ExpressionAdvice { message: None, ..advice })
    }

    /// A whole text of strings with `+` between them as a template.
    fn as_template(&self) -> Option<String> {
        let mut template = String::new();
        let mut at = 0;
        loop {
            let operand = self.operand_after(at)?;
            match operand.text.strip_prefix(['\'', '"']) {
                Some(inside) => {
                    let inside = inside.get(..inside.len().checked_sub(1)?)?;
                    if inside.contains(['\\', '"', '$']) {
                        return None;
                    }
                    template += inside;
                }
                None if self.type_of(operand)?.is_scalar() && !operand.text.contains('"') => {
                    template += &format!("${{{operand}}}");
                }
                None => return None,
            }
            match self.piece_after(operand.end) {
                None => return Some(template),
                Some(plus) if plus.is("+") => at = plus.at.end,
                Some(_) => return None,
            }
        }
    }

    /// `name == 'a-' + zone` as conditions on the parts of `name`.
    fn compared_parts(&self) -> Option<ExpressionAdvice> {
        let plus = self.pieces.iter().find(|piece| piece.is("+"))?.at;
        let (first, second) = (self.operand_before(plus.start)?, self.operand_after(plus.end)?);
        let equals = self.before(first.start).trim_end().strip_suffix("==")?.len();
        let name = self.operand_before(equals)?;
        let instead = format!(
            "{name}.startsWith({first}) && {name}.endsWith({second}) \
             && byte_size({name}) == byte_size({first}) + byte_size({second})"
        );
        self.rewrite(name.to(second), &instead)
    }

    /// `v[]`, `v[*]` and `v.*`: each element.
    pub(super) fn on_each(&self) -> Option<ExpressionAdvice> {
        let list = self.before(self.at.start).trim_end_matches(['[', '.']).len();
        let name = self.operand_before(list)?;
        let behind = self.after(self.at.start).trim_start_matches(['*', ']']);
        let element = if self.scope.fields().position_in_path("x").is_some() { "element" } else { "x" };
        let loops = format!("{name}.all({element}, {element}{behind})");
        let end = self.text.len() - behind.len();
        let advice = self
            .rewrite(name.start..self.text.len(), &loops)
            .unwrap_or_else(|| ExpressionAdvice::new(LOOP).at(list..end));
        Some(advice.saying("a comparison does not go over all elements"))
    }

    /// `[a:b]`
    pub(super) fn on_slice(&self) -> Option<ExpressionAdvice> {
        let open = self.unclosed_at(self.at.start).filter(|open| open.text == "[")?;
        let of = self.operand_before(open.start).and_then(|of| self.type_of(of));
        let help = match of {
            Some(ExpressionType::String(_)) => PARTS_OF_STRINGS,
            Some(_) | None => "read elements one by one: `v[0]`",
        };
        Some(ExpressionAdvice::new(help).saying("slices are not supported"))
    }

    /// `.Values.low`
    pub(super) fn on_leading_point(&self) -> Option<ExpressionAdvice> {
        let path = self.operand_after(self.at.end)?;
        self.path_within(self.at.to(path), path.text)
    }

    /// `$low`, `${low}`, `$.low`, `@low`.
    pub(super) fn on_sigil(&self) -> Option<ExpressionAdvice> {
        let rest = self.after(self.at.end);
        let start = self.text.len() - rest.trim_start_matches(['{', '(', '.', '$']).len();
        let path = self.operand_after(start)?;
        let closes = self.after(path.end).starts_with(['}', ')']) && rest.starts_with(['{', '(']);
        let whole = self.fragment(self.at.start..path.end + usize::from(closes));
        let entry = path.text.rsplit_once('.').map(|(map, key)| format!("{map}['{key}']"));
        self.environment(whole, path.text)
            .or_else(|| self.input_of(whole, path.text))
            .or_else(|| self.path_within(whole, path.text))
            .or_else(|| self.rewrite(whole, &entry?))
            .or_else(|| closes.then(|| self.unknown_in_braces(whole.into(), path.text)).flatten())
    }

    /// `${name}` with an unknown name.
    fn unknown_in_braces(&self, range: Range<usize>, name: &str) -> Option<ExpressionAdvice> {
        let error = Expression::parse(name).ok()?.check(&self.scope).err()?;
        matches!(error.kind, CheckErrorKind::UnknownField(_)).then(|| {
            let help = "write the name of a field, without `${` and `}`";
            ExpressionAdvice::new(help).saying(error.kind.to_string()).at(range)
        })
    }
}
