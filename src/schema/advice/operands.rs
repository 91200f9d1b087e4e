//! Advice on operands of a type that an operator does not take.

use super::foreign_functions::fill;
use super::pieces::PieceKind;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::quoted;
use crate::types::Type;
use confc_core::expr::ExpressionType;
use std::ops::Range;

/// A literal such as `1.5` as a quotient of integers in lowest terms: `3 / 2`.
fn as_quotient(literal: &str) -> Option<(u32, u32)> {
    let (whole, fraction) = literal.split_once('.')?;
    let by = 10_u32.checked_pow(u32::try_from(fraction.len()).ok().filter(|digits| *digits <= 4)?)?;
    let times = whole.parse::<u32>().ok()?.checked_mul(by)?.checked_add(fraction.parse().ok()?)?;
    let (mut divisor, mut rest) = (by, times);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (times != 0).then_some((times / divisor, by / divisor))
}

impl RefusedText<'_> {
    /// An operand of the wrong type, which was refused.
    pub(super) fn on_operand(&self, of: &str, found: &str) -> Option<ExpressionAdvice> {
        let range = self.range.clone();
        match (of, found) {
            ("in", "a string") => self.on_in_string(),
            ("!", _) => self.on_negated(),
            ("||", _) => self
                .on_alternatives("==", |value, list| format!("{value} in {list}"))
                .or_else(|| self.on_default_by_or())
                .or_else(|| self.on_no_bool(range)),
            ("&&", _) => self
                .on_alternatives("!=", |value, list| format!("!({value} in {list})"))
                .or_else(|| self.on_no_bool(range)),
            ("?:", _) => self.on_no_bool(range),
            ("+", "a string") => self.on_concatenation(),
            ("[…]", "a struct") => self.on_indexed_struct(),
            ("[…]", "a string") => Some(ExpressionAdvice::new(super::operators::PARTS_OF_STRINGS)),
            ("contains", _) => {
                let value = self.operand_after(range.start)?;
                let call = self.part(value.clone()).find(".contains")?;
                let (arguments, end) = self.arguments(value.start + call + ".contains".len())?;
                let instead =
                    format!("{} in {}", arguments.first()?, self.part(value.start..value.start + call));
                self.rewrite(value.start..end, &instead)
            }
            (_, _) => None,
        }
    }

    /// `a == 1 || 2 || 3`, `a != 1 && 2`: what is compared with the first literal is meant for all.
    fn on_alternatives(
        &self,
        comparison: &str,
        as_list: fn(&str, &str) -> String,
    ) -> Option<ExpressionAdvice> {
        let joint = self.sign_before(self.range.start)?;
        let first = self.operand_before(joint.start)?;
        let compared = self.sign_before(first.start).filter(|sign| self.part(sign.clone()) == comparison)?;
        let value = self.operand_before(compared.start)?;
        let (mut elements, mut end) = (vec![self.part(first), self.refused()], self.range.end);
        while let Some(next) = self.literal_after(end, self.part(joint.clone())) {
            elements.push(self.part(next.clone()));
            end = next.end;
        }
        let list = format!("[{}]", elements.join(", ")).replace('"', "'");
        let (whole, instead) = (value.start..end, as_list(self.part(value), &list));
        let replaced = format!(" in place of {}", quoted(self.part(whole.clone())));
        self.gets_past(&whole, &instead)
            .then(|| ExpressionAdvice::writing("write", &instead, &replaced).quoting(self.part(whole)))
    }

    /// The number or text that follows a position and an operator.
    fn literal_after(&self, at: usize, operator: &str) -> Option<Range<usize>> {
        let behind = self.part(at..self.text.len()).trim_start().strip_prefix(operator)?;
        let literal = self.operand_after(self.text.len() - behind.len())?;
        let starts = |c: char| c.is_ascii_digit() || matches!(c, '\'' | '"');
        self.part(literal.clone()).starts_with(starts).then_some(literal)
    }

    /// The two signs of an operator that end before a position: `||`, `==`.
    fn sign_before(&self, at: usize) -> Option<Range<usize>> {
        let end = self.part(0..at).trim_end().len();
        let sign = end.checked_sub(2)?..end;
        matches!(self.part(sign.clone()), "||" | "&&" | "==" | "!=").then_some(sign)
    }

    /// `db['port']` where `db` is a struct.
    fn on_indexed_struct(&self) -> Option<ExpressionAdvice> {
        let whole = self.operand_after(self.range.start)?;
        let (of, index) = self.part(whole.clone()).split_once('[')?;
        let (name, rest) = index.split_once(']')?;
        let name = name.trim().trim_matches(['\'', '"']);
        self.rewrite(whole, &format!("{of}.{name}{rest}"))
            .or_else(|| Some(ExpressionAdvice::new("read a member with a point: `s.member`")))
    }

    /// `'x' in name`, `name in 'a,b'`.
    fn on_in_string(&self) -> Option<ExpressionAdvice> {
        let word = self.piece_before(self.range.start).filter(|word| self.word(word) == "in")?;
        let (part, of) = (self.operand_before(word.range.start)?, self.operand_after(word.range.end)?);
        let whole = part.start..of.end;
        let text = self.part(of.clone());
        if text.starts_with(['\'', '"']) && text.contains(',') {
            let elements: Vec<String> =
                text.trim_matches(['\'', '"']).split(',').map(|text| format!("'{}'", text.trim())).collect();
            return self.rewrite(of, &format!("[{}]", elements.join(", ")));
        }
        self.rewrite(whole, &format!("{text}.contains({})", self.part(part)))
    }

    /// `!name in …`, `!name`.
    fn on_negated(&self) -> Option<ExpressionAdvice> {
        let not = self.piece_before(self.range.start).filter(|not| self.word(not) == "!")?.range.start;
        let condition = self.condition_after(self.range.start)?;
        let inside = self.part(condition.clone());
        if condition.end > self.range.end
            && let Some(advice) = self.rewrite(not..condition.end, &format!("!({inside})"))
        {
            return Some(advice.saying("`!` takes a bool, and binds tighter than what follows"));
        }
        let value = self.refused();
        let forms = ["!has($0)", "size($0) == 0", "$0 == ''", "$0 == 0"];
        self.rewrite_as(&(not..self.range.end), &forms.map(|form| fill(form, &[value])))
    }

    /// A value where a condition is expected.
    pub(super) fn on_no_bool(&self, range: Range<usize>) -> Option<ExpressionAdvice> {
        let range = if range.is_empty() { 0..self.text.len() } else { range };
        let value = self.part(range.clone()).trim();
        if let Some(inside) = value.strip_prefix(['\'', '"'])
            && let Some(inside) = inside.strip_suffix(['\'', '"'])
            && inside.contains(|c: char| !c.is_ascii_alphanumeric())
            && self.is_right_with(&range, inside)
        {
            return Some(
                ExpressionAdvice::new("remove the quotes")
                    .saying("a rule must be a condition, found a string in quotes"),
            );
        }
        if !value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')) {
            return None;
        }
        // An array is never empty.
        self.type_of(range.clone()).filter(|ty| *ty != ExpressionType::Array)?;
        // Each is right for one type.
        let forms = ["has($0)", "$0 != ''", "$0 != 0", "$0 != 0.0", "size($0) > 0"];
        let instead = forms.map(|form| fill(form, &[value]));
        let instead = instead.iter().find(|instead| self.gets_past(&range, instead))?;
        Some(ExpressionAdvice::write(instead).at(range))
    }

    /// Two operands of different types; their operator was refused.
    pub(super) fn on_differing(&self, types: [&str; 2]) -> Option<ExpressionAdvice> {
        let operands = [self.operand_before(self.range.start)?, self.operand_after(self.range.end)?];
        let [left, right] = &operands;
        self.on_fraction(left, right)
            .or_else(|| self.on_key_of_map(&operands))
            .or_else(|| self.on_all_of_self(&operands))
            .or_else(|| self.on_struct_beside(left, right))
            .or_else(|| self.on_struct_beside(right, left))
            .or_else(|| self.on_literal(left, right))
            .or_else(|| self.on_literal(right, left))
            .or_else(|| self.on_quotient(right))
            .or_else(|| operands.iter().find_map(|operand| self.as_double(operand)))
            .or_else(|| self.on_differing_fields(left, right, types))
    }

    /// Two fields of different types.
    fn on_differing_fields(
        &self,
        left: &Range<usize>,
        right: &Range<usize>,
        [of_left, of_right]: [&str; 2],
    ) -> Option<ExpressionAdvice> {
        self.field_type(left.clone()).and(self.field_type(right.clone())).filter(|_| of_left != of_right)?;
        let [operator, left, right] = [self.refused(), self.part(left.clone()), self.part(right.clone())];
        let message = format!(
            "{} takes values of one type, but {} is {of_left} and {} is {of_right}",
            quoted(operator),
            quoted(left),
            quoted(right)
        );
        let help = match (of_left, of_right) {
            ("an enum", "an integer" | "a string") | ("an integer" | "a string", "an enum") => {
                "compare the enum with the name of a variant, in quotes"
            }
            (_, _) => "compare fields of one type, or declare both with one type",
        };
        Some(ExpressionAdvice::new(help).saying(message).quoting(left).quoting(right))
    }

    /// `timeout * 0.5` and `timeout / 2.0`: an integer scaled by a literal with a fraction.
    fn on_fraction(&self, left: &Range<usize>, right: &Range<usize>) -> Option<ExpressionAdvice> {
        let operator = self.refused();
        let (of, literal) = match operator {
            "*" | "/" if self.is_integer(left.clone()) => (left, right),
            "*" if self.is_integer(right.clone()) => (right, left),
            _ => return None,
        };
        let (times, by) = as_quotient(self.part(literal.clone()))?;
        let (times, by) = if operator == "/" { (by, times) } else { (times, by) };
        let value = self.part(of.clone());
        let double = self.as_double(of)?;
        if self.site != ExpressionSite::Layer {
            return Some(double);
        }
        let scaled = match (times, by) {
            (times, 1) => format!("{value} * {times}"),
            (1, by) => format!("{value} / {by}"),
            (times, by) => format!("{value} * {times} / {by}"),
        };
        let whole = left.start.min(right.start)..left.end.max(right.end);
        let advice = self.rewrite(whole.clone(), &scaled)?;
        let floats = self.part(whole.clone()).replacen(value, &format!("double({value})"), 1);
        let help = format!("write {} for an integer, or {} for a float", quoted(&scaled), quoted(&floats));
        Some(ExpressionAdvice::new(help).quoting(&scaled).quoting(&floats).at(advice.range?))
    }

    /// `self` is a whole list or map, beside an operand of another type.
    fn on_all_of_self(&self, operands: &[Range<usize>]) -> Option<ExpressionAdvice> {
        let of = operands.iter().find(|operand| self.part((*operand).clone()) == "self")?;
        let ty = self.type_of(of.clone())?;
        let (what, each) = if ty == ExpressionType::Map {
            ("map", "key")
        } else if matches!(ty, ExpressionType::Vector | ExpressionType::Array) {
            ("list", "element")
        } else {
            return None;
        };
        let help = format!("write `[]` after the name in `for`, so that `self` is each {each}");
        Some(ExpressionAdvice::new(help).saying(format!("`self` is the whole {what}, and not one {each}")))
    }

    /// `self` is a key of a map, beside an operand that the value of the entry may be compared with.
    fn on_key_of_map(&self, operands: &[Range<usize>]) -> Option<ExpressionAdvice> {
        let of = operands.iter().find(|operand| self.part((*operand).clone()) == "self")?;
        self.type_of(of.clone()).filter(|ty| matches!(ty, ExpressionType::String(_)))?;
        let mut values = self.entries_of_self().into_iter().filter(|value| self.is_right_with(of, value));
        let value = values.next().filter(|_| values.next().is_none())?;
        let help = format!("write `{value}` for its value");
        Some(ExpressionAdvice::new(help).saying("`self` is the key of an entry, a string").at(of.clone()))
    }

    /// The entries of maps whose keys `self` may be.
    pub(super) fn entries_of_self(&self) -> Vec<String> {
        const MAX_SEARCHED: usize = 64;
        let fields = self.scope.fields().members().iter().take(MAX_SEARCHED);
        let maps = fields.filter(|field| matches!(field.ty, Type::Map(_)));
        maps.map(|map| format!("{}[self]", map.key)).collect()
    }

    /// A struct beside a value that one of its members may be compared with.
    fn on_struct_beside(&self, of: &Range<usize>, other: &Range<usize>) -> Option<ExpressionAdvice> {
        let Type::Struct(ty) = self.field_type(of.clone())? else { return None };
        self.type_of(other.clone()).filter(|other| !matches!(other, ExpressionType::Struct))?;
        let name = self.part(of.clone());
        let member = ty.members().iter().take(64).map(|member| format!("{name}.{}", member.key));
        let path = member.into_iter().find(|path| self.gets_past(of, path))?;
        let help = format!("compare a member of the struct, such as {}", quoted(&path));
        Some(ExpressionAdvice::new(help).quoting(&path).at(of.clone()))
    }

    /// A literal beside an operand of another type, if it can be written in another way.
    fn on_literal(&self, operand: &Range<usize>, other: &Range<usize>) -> Option<ExpressionAdvice> {
        let text = self.part(operand.clone());
        let inside = text.strip_prefix(['\'', '"']).and_then(|text| text.strip_suffix(['\'', '"']));
        if let Some(inside) = inside {
            if let Some(advice) = self.quantity_for(operand, inside) {
                return Some(advice);
            }
            let is_right = !inside.is_empty() && self.is_right_with(operand, inside);
            return is_right
                .then(|| ExpressionAdvice::writing("write", inside, " without quotes").at(operand.clone()));
        }
        let kind = self.pieces.iter().find(|piece| piece.range == *operand).map(|piece| piece.kind);
        if kind == Some(PieceKind::Number) {
            let number: f64 = text.parse().ok()?;
            let whole = format!("{number:.0}");
            if let Some(Type::Enum(of)) = self.field_type(other.clone())
                && let Some(variant) = of.variants().iter().find(|variant| variant.number.to_string() == text)
            {
                return self.rewrite(operand.clone(), &format!("'{}'", variant.name));
            }
            let candidates = match self.is_bool(other.clone()) {
                true if text == "1" => vec!["true".into()],
                true if text == "0" => vec!["false".into()],
                true => Vec::new(),
                false if number.fract() == 0.0 => vec![whole, format!("'{text}'")],
                false => vec![format!("'{text}'")],
            };
            return self.rewrite_as(operand, &candidates);
        }
        None
    }

    /// An integer beside a float.
    fn as_double(&self, operand: &Range<usize>) -> Option<ExpressionAdvice> {
        let text = self.part(operand.clone());
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
        (is_name && self.is_integer(operand.clone()))
            .then(|| self.rewrite(operand.clone(), &format!("double({text})")))
            .flatten()
    }

    /// `ratio < 1/2`: a quotient of two integers beside a float.
    fn on_quotient(&self, first: &Range<usize>) -> Option<ExpressionAdvice> {
        let sign = self.piece_after(first.end).filter(|sign| self.word(sign) == "/")?;
        let second = self.operand_after(sign.range.end)?;
        let whole = first.start..second.end;
        let [first, second] = [first.clone(), second].map(|range| self.part(range));
        self.rewrite(whole, &format!("{first}.0 / {second}.0"))
    }

    /// The whole text, an integer, as a float. A quotient is divided as floats: `1/2` is 0 otherwise.
    pub(super) fn as_float(&self) -> Option<String> {
        let divided = self.pieces.iter().find(|piece| self.word(piece) == "/");
        let instead = match divided {
            Some(sign) => {
                let dividend = self.operand_before(sign.range.start)?;
                let text = self.part(dividend.clone());
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                let float = if is_number { format!("{text}.0") } else { format!("double({text})") };
                self.with(&dividend, &float)
            }
            None => format!("double({})", self.text.trim()),
        };
        let is_float = |ty| matches!(ty, ExpressionType::Float(_));
        let checked = RefusedText::new(&instead, 0..0, self.scope, self.site).type_of(0..instead.len());
        checked.is_some_and(is_float).then_some(instead)
    }

    /// The name of a variant beside an enum, which the enum lacks: it may be put together.
    pub(super) fn on_no_variant(&self) -> Option<ExpressionAdvice> {
        let is_plus = |piece: Option<&super::Piece>| piece.is_some_and(|piece| self.word(piece) == "+");
        let is_joined =
            is_plus(self.piece_after(self.range.end)) || is_plus(self.piece_before(self.range.start));
        is_joined
            .then(|| self.on_concatenation().map(|advice| advice.saying("`+` takes numbers, found a string")))
            .flatten()
    }

    /// A field that names the elements of a loop: the name in the brackets is guilty.
    pub(super) fn on_loop_name(&self, name: &str) -> Option<ExpressionAdvice> {
        let at = self.pieces.iter().find(|piece| {
            piece.range.start >= self.range.start
                && self.word(piece) == name
                && self.piece_before(piece.range.start).is_some_and(|open| self.word(open) == "(")
        })?;
        Some(ExpressionAdvice::new("choose another name").at(at.range.clone()))
    }

    /// A list in an expression of a layer, as in `tags + ['edge']`.
    pub(super) fn on_list_of_layer(&self) -> ExpressionAdvice {
        let appended = || {
            let plus = self.piece_before(self.range.start).filter(|plus| self.word(plus) == "+")?;
            let of = self.operand_before(plus.range.start)?;
            let name = self.part(of.clone());
            let is_field = self.scope.fields().position(name).is_some();
            let is_vector = matches!(self.type_of(of)?, ExpressionType::Vector);
            (is_field && is_vector)
                .then(|| format!("to add to `{name}`, write `{name}: {{ $append: {} }}`", self.refused()))
        };
        let help = appended();
        let help = help.unwrap_or_else(|| {
            "write the list in the layer, with `$expr` for each element that needs one".into()
        });
        ExpressionAdvice::new(help).quoting(self.refused())
    }

    /// `tags == ['a']`: a comparison of each element.
    pub(super) fn on_compared_list(&self) -> Option<ExpressionAdvice> {
        let before = self.part(0..self.range.start).trim_end();
        let list = self.operand_before(before.strip_suffix("==")?.len())?;
        let literal = self.operand_after(self.range.start)?;
        let elements = self.part(literal.clone()).strip_prefix('[')?.strip_suffix(']')?;
        let name = self.part(list.clone());
        let elements: Vec<&str> = elements.split(',').map(str::trim).collect();
        let equal = elements.iter().enumerate().map(|(at, element)| format!("{name}[{at}] == {element}"));
        let equal = equal.collect::<Vec<_>>().join(" && ");
        self.rewrite(list.start..literal.end, &format!("size({name}) == {} && {equal}", elements.len()))
            .map(|advice| advice.saying("a list cannot be compared with a literal"))
    }

    /// `tags == []`
    pub(super) fn on_empty_list(&self) -> Option<ExpressionAdvice> {
        let before = self.part(0..self.range.start).trim_end();
        let operator = before.get(before.len().checked_sub(2)?..)?;
        let list = self.operand_before(before.len() - 2)?;
        let instead = format!("size({}) {operator} 0", self.part(list.clone()));
        self.rewrite(list.start..self.range.end, &instead)
    }

    /// A rule with a question before it whether the entry or element is there that it reads in the refused brackets.
    pub(in crate::schema) fn guarded(&self) -> Option<ExpressionAdvice> {
        let list = self.operand_before(self.range.start)?;
        let key = self.range.start + 1..self.range.end.checked_sub(1)?;
        self.operand_before(key.end).filter(|operand| *operand == key)?;
        let (of, key) = (self.part(list.clone()), self.part(key));
        let missing = match self.field_type(list)? {
            Type::Map(_) => format!("!({key} in {of})"),
            Type::Vector(_) => format!("size({of}) <= {key}"),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Array(_) => return None,
        };
        let guarded = self.rewrite(0..self.text.len(), &format!("{missing} || {}", self.text));
        guarded.filter(|_| self.is_whole_condition())
    }

    /// `tags[-1]`
    pub(super) fn on_negative_index(&self) -> Option<ExpressionAdvice> {
        let text = self.part(0..self.text.len());
        let open = text.get(..self.range.end)?.rfind("[-")?;
        let end = text.get(open..)?.find(']')? + open;
        let (list, number) = (self.operand_before(open)?, self.part(open + 2..end));
        let (name, whole) = (self.part(list.clone()), list.start..end + 1);
        let element = format!("{name}[size({name}) - {number}]");
        if self.is_whole_condition() && matches!(self.field_type(list), Some(Type::Vector(_))) {
            let guarded = format!("size({name}) < {number} || {}", self.with(&whole, &element));
            return self.rewrite(0..self.text.len(), &guarded).map(|advice| advice.at(whole));
        }
        self.rewrite(whole, &element)
    }
}
