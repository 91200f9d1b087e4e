//! Advice on forms that other languages have between values: filters, formats, chains, lambdas.

use super::pieces::PieceKind;
use super::{ExpressionAdvice, RefusedText};
use std::ops::Range;

impl RefusedText<'_> {
    /// Whether what comes after `|` is the name of a function, or a call of it.
    pub(super) fn follows_filter(&self) -> bool {
        let is_field = |word: &str| self.scope.fields().position_of_name(word).is_some();
        self.operand_before(self.range.start).is_some()
            && self
                .piece_after(self.range.end)
                .is_some_and(|name| name.kind == PieceKind::Word && !is_field(self.word(name)))
    }

    /// `value | filter` and `value | filter(argument)`.
    pub(super) fn on_filter(&self) -> Option<ExpressionAdvice> {
        let value = self.operand_before(self.range.start)?;
        let name = self.piece_after(self.range.end)?.range.clone();
        let called = self.arguments(name.end).filter(|_| self.part(name.end..name.end + 1) == "(");
        let (arguments, end) = called.unwrap_or((Vec::new(), name.end));
        let operands = [&[self.part(value.clone())], arguments.as_slice()].concat();
        let whole = value.start..end;
        let advice = self.on_foreign_function(self.part(name.clone()), &operands, &whole);
        let alone = || {
            let is_right = self.is_right_with(&(value.end..end), "");
            is_right.then(|| ExpressionAdvice::writing("write", self.part(value), " alone").at(whole))
        };
        advice.or_else(alone).map(|advice| advice.saying("there are no filters"))
    }

    /// `&lt;`, as HTML and XML write `<`.
    pub(super) fn on_entity(&self) -> Option<ExpressionAdvice> {
        const ENTITIES: [(&str, &str); 4] =
            [("&amp;&amp;", "&&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")];
        let rest = self.part(self.range.start..self.text.len());
        let (entity, sign) = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity))?;
        let advice = ExpressionAdvice::new(format!("write `{sign}`"));
        let range = self.range.start..self.range.start + entity.len();
        Some(advice.saying(format!("expected an operator, found `{entity}` of HTML")).at(range))
    }

    /// Whether a word in the place of a value is the key of a field.
    pub(super) fn names_field(&self, word: &str) -> bool {
        let is_value =
            self.piece_before(self.range.start).is_none_or(|before| before.kind == PieceKind::Sign);
        is_value && self.scope.fields().position(word).is_some()
    }

    /// `proxy?.startsWith('h')`
    pub(super) fn on_optional_chain(&self) -> Option<ExpressionAdvice> {
        let of = self.operand_before(self.range.start - 1)?;
        let rest = self.operand_after(self.range.end)?;
        let end = self.condition_after(rest.start)?.end;
        let (value, rest) = (self.part(of.clone()), self.part(rest.start..end));
        self.rewrite(of.start..end, &format!("has({value}) && {value}.{rest}"))
            .or_else(|| self.rewrite(of.start..end, &format!("{value}.{rest}")))
            .map(|advice| advice.saying("there is no operator `?.`"))
    }

    /// `port:05d` and `zone:-east`, as other tools write in `${…}`.
    pub(super) fn on_format(&self) -> Option<ExpressionAdvice> {
        let value = self.operand_before(self.range.start).filter(|value| value.start == 0)?;
        let (name, rest) = (self.part(value), self.part(self.range.end..self.text.len()));
        let whole = self.range.start..self.text.len();
        if rest.starts_with(':') {
            let colons = self.range.start..self.range.end + 1;
            return self.rewrite(colons, ".").map(|advice| advice.saying("there is no operator `::`"));
        }
        if rest.starts_with(' ') {
            return None;
        }
        let Some(default) = rest.strip_prefix(['-', '=', '?', '+']) else {
            return self.is_right(name).then(|| {
                ExpressionAdvice::new("leave it out: a value is shown in one way")
                    .saying("expressions have no formats")
                    .at(whole)
            });
        };
        let message = format!("there is no operator `{}`", self.part(self.range.start..self.range.end + 1));
        let or = |default: &str| format!("(has({name}) ? {name} : {default})");
        let candidates = [or(&format!("'{default}'")), or(default), name.to_owned()];
        self.rewrite_as(&(0..self.text.len()), &candidates).map(|advice| advice.saying(message))
    }

    /// `host !in ['a']`
    pub(super) fn on_not_in(&self) -> Option<ExpressionAdvice> {
        let element = self.operand_before(self.range.start)?;
        let list = self.operand_after(self.piece_after(self.range.end)?.range.end)?;
        let instead = format!("!({} in {})", self.part(element.clone()), self.part(list.clone()));
        self.rewrite(element.start..list.end, &instead)
    }

    /// `tags.exists('a')`
    pub(super) fn on_element_in_exists(&self) -> Option<ExpressionAdvice> {
        let point = self.part(0..self.range.start).rfind(".exists")?;
        let (list, end) = (self.operand_before(point)?, self.piece_after(self.range.end)?.range.end);
        let instead = format!("{} in {}", self.refused(), self.part(list.clone()));
        self.rewrite(list.start..end, &instead)
    }

    /// `lambda c: c.workers > 1` and `(c) => c.workers > 1`, where the parameter is the whole configuration.
    pub(super) fn without_parameter(&self, head: Range<usize>, name: &str) -> Option<ExpressionAdvice> {
        let root = format!("{}.", name.trim_matches(['(', ')', ' ']));
        let rest = self.part(head.end..self.text.len()).trim().replace(&root, "");
        let advice = self.rewrite(0..self.text.len(), &rest);
        advice.map(|advice| advice.saying("there are no functions to declare: names are those of fields"))
    }

    /// `{ $expr: "low * 2" }` and `$expr: low * 2`, of which only the expression belongs here.
    pub(super) fn on_operator_of_layers(&self) -> Option<ExpressionAdvice> {
        let (before, expression) = self.text.split_once("$expr")?;
        let expression = expression.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?;
        let is_around = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '\'');
        let is_alone = before.chars().all(is_around);
        let whole = expression.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}'));
        let inside = whole.trim_matches(['"', '\'']);
        let expression = [inside, whole].into_iter().find(|text| is_alone && self.is_right(text))?;
        Some(
            ExpressionAdvice::writing("write", expression, " alone")
                .saying("`$expr` is an operator of layers, expected the expression alone")
                .at(0..self.text.len()),
        )
    }
}
