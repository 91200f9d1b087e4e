//! Advice on forms of other languages between values: filters, formats, chains, lambdas.

use super::pieces::PieceKind;
use super::vocabulary::ENTITIES;
use super::{ExpressionAdvice, RefusedText};

impl RefusedText<'_> {
    /// Whether the piece after `|` is the name of a function, or a call of it.
    pub(super) fn follows_filter(&self) -> bool {
        let is_field = |word: &str| self.scope.fields().position_in_path(word).is_some();
        let name = self.piece_after(self.at.end).filter(|name| name.kind == PieceKind::Word);
        self.operand_before(self.at.start).is_some() && name.is_some_and(|name| !is_field(name.at.text))
    }

    /// `value | filter` and `value | filter(argument)`.
    pub(super) fn on_filter(&self) -> Option<ExpressionAdvice> {
        let value = self.operand_before(self.at.start)?;
        let name = self.piece_after(self.at.end)?.at;
        let called = self.arguments(name.end).filter(|_| self.after(name.end).starts_with('('));
        let (arguments, end) = called.unwrap_or((Vec::new(), name.end));
        let whole = self.fragment(value.start..end);
        let operands = [&[value.text], arguments.as_slice()].concat();
        let advice = self.on_foreign_function(name.text, &operands, whole).or_else(|| {
            let is_right = self.is_right_with(value.end..end, "");
            is_right.then(|| ExpressionAdvice::writing("write", value.text, " alone").at(whole))
        });
        advice.map(|advice| advice.saying("there are no filters"))
    }

    /// `&lt;`, as HTML and XML write `<`.
    pub(super) fn on_entity(&self) -> Option<ExpressionAdvice> {
        let rest = self.after(self.at.start);
        let (entity, sign) = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity))?;
        let advice = ExpressionAdvice::word(sign);
        let message = format!("expected an operator, found `{entity}` of HTML");
        Some(advice.saying(message).at(self.at.start..self.at.start + entity.len()))
    }

    /// Whether a word in place of a value is the key of a field.
    pub(super) fn names_field(&self, word: &str) -> bool {
        let is_value = self.piece_before(self.at.start).is_none_or(|before| before.kind == PieceKind::Sign);
        is_value && self.scope.fields().position(word).is_some()
    }

    /// `proxy?.startsWith('h')`
    pub(super) fn on_optional_chain(&self) -> Option<ExpressionAdvice> {
        let of = self.operand_before(self.at.start - 1)?;
        let start = self.operand_after(self.at.end)?.start;
        let rest = self.fragment(start..self.condition_after(start)?.end);
        let candidates = [format!("has({of}) && {of}.{rest}"), format!("{of}.{rest}")];
        self.rewrite_as(of.to(rest), &candidates).map(|advice| advice.saying("there is no operator `?.`"))
    }

    /// `port:05d` and `zone:-east`, as other tools write in `${…}`.
    pub(super) fn on_format(&self) -> Option<ExpressionAdvice> {
        let name = self.operand_before(self.at.start).filter(|value| value.start == 0)?;
        let rest = self.after(self.at.end);
        if rest.starts_with(':') {
            let colons = self.at.start..self.at.end + 1;
            return self.rewrite(colons, ".").map(|advice| advice.saying("there is no operator `::`"));
        }
        if rest.starts_with(' ') {
            return None;
        }
        let Some(default) = rest.strip_prefix(['-', '=', '?', '+']) else {
            return self.is_right(name.text).then(|| {
                ExpressionAdvice::new("leave it out: a value is shown in one way")
                    .saying("expressions have no formats")
                    .at(self.at.start..self.text.len())
            });
        };
        let message = format!("there is no operator `{}`", self.part(self.at.start..self.at.end + 1));
        let or = |default: &str| format!("(has({name}) ? {name} : {default})");
        let candidates = [or(&format!("'{default}'")), or(default), name.text.to_owned()];
        self.rewrite_as(self.whole(), &candidates).map(|advice| advice.saying(message))
    }

    /// `host !in ['a']`
    pub(super) fn on_not_in(&self) -> Option<ExpressionAdvice> {
        let element = self.operand_before(self.at.start)?;
        let list = self.operand_after(self.piece_after(self.at.end)?.at.end)?;
        self.rewrite(element.to(list), &format!("!({element} in {list})"))
    }

    /// `tags.exists('a')`
    pub(super) fn on_element_in_exists(&self) -> Option<ExpressionAdvice> {
        let list = self.operand_before(self.before(self.at.start).rfind(".exists")?)?;
        let close = self.piece_after(self.at.end)?.at;
        self.rewrite(list.to(close), &format!("{} in {list}", self.at))
    }

    /// `lambda c: c.workers > 1` and `(c) => c.workers > 1`, where the parameter is the whole configuration. The head of
    /// the function ends at `end`.
    pub(super) fn without_parameter(&self, end: usize, name: &str) -> Option<ExpressionAdvice> {
        let root = format!("{}.", name.trim_matches(['(', ')', ' ']));
        self.rewrite(self.whole(), &self.after(end).trim().replace(&root, ""))
            .map(|advice| advice.saying("there are no functions to declare: names are those of fields"))
    }

    /// `{ $expr: "low * 2" }` and `$expr: low * 2`: only the expression belongs here.
    pub(super) fn on_operator_of_layers(&self) -> Option<ExpressionAdvice> {
        let (before, expression) = self.text.split_once("$expr")?;
        let expression = expression.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?;
        let is_around = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '\'');
        let is_alone = before.chars().all(is_around);
        let whole = expression.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}'));
        let inside = super::pieces::unquoted(whole);
        let expression = [inside, whole].into_iter().find(|text| is_alone && self.is_right(text))?;
        Some(
            ExpressionAdvice::writing("write", expression, " alone")
                .saying("`$expr` is an operator of layers, expected the expression alone")
                .at(self.whole()),
        )
    }
}
