//! Advice on operands of a type that an operator does not accept.

use super::operators::PARTS_OF_STRINGS;
use super::pieces::{Fragment, PieceKind, unquoted};
use super::variants::name_in_quotes;
use super::vocabulary::fill;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::quoted;
use crate::types::Type;
use confc_core::expr::ExpressionType;

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

impl<'t> RefusedText<'t> {
    /// An operand of the wrong type, which was refused.
    pub(super) fn on_operand(&self, of: &str, found: &str) -> Option<ExpressionAdvice> {
        match (of, found) {
            (_, "a union") => self.on_operand_union(),
            ("in", "a string") => self.on_in_string(),
            ("!", _) => self.on_negated(),
            ("||", _) => self
                .on_alternatives("==", |value, list| format!("{value} in {list}"))
                .or_else(|| self.on_default_by_or())
                .or_else(|| self.on_no_bool()),
            ("&&", _) => self
                .on_alternatives("!=", |value, list| format!("!({value} in {list})"))
                .or_else(|| self.on_no_bool()),
            ("?:", _) => self.on_no_bool(),
            ("+", "a string") => self.on_concatenation(),
            ("[…]", "a struct") => self.on_indexed_struct(),
            ("[…]", "a string") => Some(ExpressionAdvice::new(PARTS_OF_STRINGS)),
            ("contains", _) => {
                let value = self.operand_after(self.at.start)?;
                let (list, _) = value.text.split_once(".contains")?;
                let (arguments, end) = self.arguments(value.start + list.len() + ".contains".len())?;
                self.rewrite(value.start..end, &format!("{} in {list}", arguments.first()?))
            }
            (_, _) => None,
        }
    }

    /// `a == 1 || 2 || 3`, `a != 1 && 2`: the user most likely means to compare the value with every literal.
    fn on_alternatives(
        &self,
        comparison: &str,
        as_list: fn(Fragment<'_>, &str) -> String,
    ) -> Option<ExpressionAdvice> {
        let joint = self.sign_before(self.at.start)?;
        let first = self.operand_before(joint.start)?;
        let compared = self.sign_before(first.start).filter(|sign| sign.text == comparison)?;
        let value = self.operand_before(compared.start)?;
        let (mut elements, mut last) = (vec![first.text, self.at.text], self.at);
        while let Some(next) = self.literal_after(last.end, joint.text) {
            elements.push(next.text);
            last = next;
        }
        let list = format!("[{}]", elements.join(", ")).replace('"', "'");
        let (whole, instead) = (self.fragment(value.to(last)), as_list(value, &list));
        let replaced = format!(" in place of {}", quoted(whole.text));
        self.gets_past(whole, &instead).then(|| ExpressionAdvice {
            rewritten: Some(whole.into()),
            ..ExpressionAdvice::writing("write", &instead, &replaced).quoting(whole.text)
        })
    }

    /// The number or text that follows a position and an operator.
    fn literal_after(&self, at: usize, operator: &str) -> Option<Fragment<'t>> {
        let behind = self.after(at).trim_start().strip_prefix(operator)?;
        let literal = self.operand_after(self.text.len() - behind.len())?;
        let starts = |c: char| c.is_ascii_digit() || matches!(c, '\'' | '"');
        literal.text.starts_with(starts).then_some(literal)
    }

    /// The two signs of an operator that end before a position: `||`, `==`.
    fn sign_before(&self, at: usize) -> Option<Fragment<'t>> {
        let end = self.before(at).trim_end().len();
        let sign = self.fragment(end.checked_sub(2)?..end);
        matches!(sign.text, "||" | "&&" | "==" | "!=").then_some(sign)
    }

    /// `db['port']` where `db` is a struct.
    fn on_indexed_struct(&self) -> Option<ExpressionAdvice> {
        let whole = self.operand_after(self.at.start)?;
        let (of, index) = whole.text.split_once('[')?;
        let (name, rest) = index.split_once(']')?;
        self.rewrite(whole, &format!("{of}.{}{rest}", unquoted(name.trim())))
            .or_else(|| Some(ExpressionAdvice::new("read a member with a point: `s.member`")))
    }

    /// `'x' in name`, `name in 'a,b'`.
    fn on_in_string(&self) -> Option<ExpressionAdvice> {
        let word = self.before_is(self.at.start, "in")?;
        let (part, of) = (self.operand_before(word.start)?, self.operand_after(word.end)?);
        if of.is_quoted() && of.text.contains(',') {
            let elements = unquoted(of.text).split(',').map(|text| format!("'{}'", text.trim()));
            return self.rewrite(of, &format!("[{}]", elements.collect::<Vec<_>>().join(", ")));
        }
        self.rewrite(part.to(of), &format!("{of}.contains({part})"))
    }

    /// `!name in …`, `!name`.
    fn on_negated(&self) -> Option<ExpressionAdvice> {
        let not = self.before_is(self.at.start, "!")?;
        let condition = self.condition_after(self.at.start)?;
        if condition.end > self.at.end
            && let Some(advice) = self.rewrite(not.to(condition), &format!("!({condition})"))
        {
            return Some(advice.saying("`!` takes a bool, and binds tighter than what follows"));
        }
        let forms = ["!has($0)", "size($0) == 0", "$0 == ''", "$0 == 0"];
        self.rewrite_as(not.to(self.at), &forms.map(|form| fill(form, &[self.at.text])))
    }

    /// A value in place of a condition. An empty part means the whole text.
    pub(super) fn on_no_bool(&self) -> Option<ExpressionAdvice> {
        let part = if self.at.start >= self.at.end { self.fragment(self.whole()) } else { self.at };
        let value = part.text.trim();
        if let Some(inside) = value.strip_prefix(['\'', '"'])
            && let Some(inside) = inside.strip_suffix(['\'', '"'])
            && inside.contains(|c: char| !c.is_ascii_alphanumeric())
            && self.is_right_with(part, inside)
        {
            let message = "a rule must be a condition, found a string in quotes";
            return Some(ExpressionAdvice::new("remove the quotes").saying(message));
        }
        if !Fragment::new(value, 0..value.len()).is_path() {
            return None;
        }
        // An array is never empty.
        self.type_of(part).filter(|ty| *ty != ExpressionType::Array)?;
        // Each form is valid for one type.
        let forms = ["has($0)", "$0 != ''", "$0 != 0", "$0 != 0.0", "size($0) > 0"];
        self.rewrite_past(part, &forms.map(|form| fill(form, &[value])))
    }

    /// Two operands of different types; their operator was refused.
    pub(super) fn on_differing(&self, types: [&str; 2]) -> Option<ExpressionAdvice> {
        let operands = [self.operand_before(self.at.start)?, self.operand_after(self.at.end)?];
        let [left, right] = operands;
        self.on_fraction(left, right)
            .or_else(|| self.on_key_of_map(operands))
            .or_else(|| self.on_all_of_self(operands))
            .or_else(|| self.on_struct_beside(left, right))
            .or_else(|| self.on_struct_beside(right, left))
            .or_else(|| self.on_union_beside(left, right))
            .or_else(|| self.on_union_beside(right, left))
            .or_else(|| self.on_literal(left, right))
            .or_else(|| self.on_literal(right, left))
            .or_else(|| self.on_quotient(right))
            .or_else(|| operands.iter().find_map(|operand| self.as_double(*operand)))
            .or_else(|| self.on_differing_fields(operands, types))
    }

    /// Two fields of different types.
    fn on_differing_fields(
        &self,
        [left, right]: [Fragment<'_>; 2],
        [of_left, of_right]: [&str; 2],
    ) -> Option<ExpressionAdvice> {
        self.type_at(left).and(self.type_at(right)).filter(|_| of_left != of_right)?;
        let [operator, left, right] = [self.at, left, right].map(|part| part.text);
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
    fn on_fraction(&self, left: Fragment<'_>, right: Fragment<'_>) -> Option<ExpressionAdvice> {
        let operator = self.at.text;
        let (value, literal) = match operator {
            "*" | "/" if self.is_integer(left) => (left, right),
            "*" if self.is_integer(right) => (right, left),
            _ => return None,
        };
        let (times, by) = as_quotient(literal.text)?;
        let (times, by) = if operator == "/" { (by, times) } else { (times, by) };
        let double = self.as_double(value)?;
        if self.site != ExpressionSite::Layer {
            return Some(double);
        }
        let scaled = match (times, by) {
            (times, 1) => format!("{value} * {times}"),
            (1, by) => format!("{value} / {by}"),
            (times, by) => format!("{value} * {times} / {by}"),
        };
        let whole = self.fragment(left.start.min(right.start)..left.end.max(right.end));
        let advice = self.rewrite(whole, &scaled)?;
        let floats = whole.text.replacen(value.text, &format!("double({value})"), 1);
        let help = format!("write {} for an integer, or {} for a float", quoted(&scaled), quoted(&floats));
        Some(ExpressionAdvice::new(help).quoting(&scaled).quoting(&floats).at(advice.range?))
    }

    /// `self` is a whole list or map, beside an operand of another type.
    fn on_all_of_self(&self, operands: [Fragment<'_>; 2]) -> Option<ExpressionAdvice> {
        let of = operands.into_iter().find(|operand| operand.text == "self")?;
        let ty = self.type_of(of)?;
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

    /// `self` is a key of a map, and the other operand has the type of the entry's value.
    fn on_key_of_map(&self, operands: [Fragment<'_>; 2]) -> Option<ExpressionAdvice> {
        let of = operands.into_iter().find(|operand| operand.text == "self")?;
        self.type_of(of).filter(|ty| matches!(ty, ExpressionType::String(_)))?;
        let mut values = self.entries_of_self().into_iter().filter(|value| self.is_right_with(of, value));
        let value = values.next().filter(|_| values.next().is_none())?;
        let help = format!("write `{value}` for its value");
        Some(ExpressionAdvice::new(help).saying("`self` is the key of an entry, a string").at(of))
    }

    /// The entries of maps whose keys `self` may be.
    pub(super) fn entries_of_self(&self) -> Vec<String> {
        const MAX_SEARCHED: usize = 64;
        let fields = self.scope.fields().members().iter().take(MAX_SEARCHED);
        let maps = fields.filter(|field| matches!(field.ty, Type::Map(_)));
        maps.map(|map| format!("{}[self]", map.key)).collect()
    }

    /// A struct that is compared with a value of the type of one of its members.
    fn on_struct_beside(&self, of: Fragment<'_>, other: Fragment<'_>) -> Option<ExpressionAdvice> {
        let Type::Struct(ty) = self.type_at(of)? else { return None };
        self.type_of(other).filter(|other| !matches!(other, ExpressionType::Struct))?;
        let mut members = ty.members().iter().take(64).map(|member| format!("{of}.{}", member.key));
        let path = members.find(|path| self.gets_past(of, path))?;
        let help = format!("compare a member of the struct, such as {}", quoted(&path));
        Some(ExpressionAdvice::new(help).quoting(&path).at(of))
    }

    /// The cases of the union at a path, as expressions.
    pub(super) fn cases_of(&self, of: Fragment<'_>) -> Vec<String> {
        let cases = self.type_at(of).map(Type::cases).unwrap_or_default();
        cases.iter().map(|case| format!("{of}.{}", case.name)).collect()
    }

    /// A union in place of the value of one of its cases: `port > 80`.
    fn on_operand_union(&self) -> Option<ExpressionAdvice> {
        let cases = self.cases_of(self.at);
        self.rewrite_as(self.at, &cases).or_else(|| self.rewrite_past(self.at, &cases))
    }

    /// A union that is compared with a value of the type of one of its cases. In the other cases, which have no such value,
    /// `!=` must hold and nothing else.
    fn on_union_beside(&self, of: Fragment<'_>, other: Fragment<'_>) -> Option<ExpressionAdvice> {
        let whole = self.fragment(of.start.min(other.start)..of.end.max(other.end));
        let with =
            |path: &str| [self.part(whole.start..of.start), path, self.part(of.end..whole.end)].concat();
        let mut cases = self.cases_of(of).into_iter();
        let path = cases.find(|path| self.gets_past(whole, &with(path)))?;
        let (guard, operator) = if self.at.text == "!=" { ("!has", "||") } else { ("has", "&&") };
        let instead = format!("{guard}({path}) {operator} {}", with(&path));
        let instead = if self.is_whole_condition() { instead } else { format!("({instead})") };
        self.gets_past(whole, &instead).then(|| ExpressionAdvice::write(&instead).at(whole))
    }

    /// A literal beside an operand of another type, if it can be written in another way.
    fn on_literal(&self, operand: Fragment<'_>, other: Fragment<'_>) -> Option<ExpressionAdvice> {
        let text = operand.text;
        let inside = text.strip_prefix(['\'', '"']).and_then(|text| text.strip_suffix(['\'', '"']));
        if let Some(inside) = inside {
            return self.quantity_for(operand, inside).or_else(|| {
                let is_right = !inside.is_empty() && self.is_right_with(operand, inside);
                is_right.then(|| ExpressionAdvice::writing("write", inside, " without quotes").at(operand))
            });
        }
        let piece =
            self.pieces.iter().find(|piece| (piece.at.start, piece.at.end) == (operand.start, operand.end));
        piece.filter(|piece| piece.kind == PieceKind::Number)?;
        let number: f64 = text.parse().ok()?;
        if let Some(Type::Enum(of)) = self.type_at(other)
            && let Some(variant) = of.variants().iter().find(|variant| variant.number.to_string() == text)
        {
            return self.rewrite(operand, &name_in_quotes(variant.name.as_str()));
        }
        let candidates = match self.is_bool(other) {
            true if text == "1" => vec!["true".into()],
            true if text == "0" => vec!["false".into()],
            true => Vec::new(),
            false if number.fract() == 0.0 => vec![format!("{number:.0}"), format!("'{text}'")],
            false => vec![format!("'{text}'")],
        };
        self.rewrite_as(operand, &candidates)
    }

    /// An integer beside a float.
    fn as_double(&self, operand: Fragment<'_>) -> Option<ExpressionAdvice> {
        let is_integer = operand.is_path() && self.is_integer(operand);
        is_integer.then(|| self.rewrite(operand, &format!("double({operand})"))).flatten()
    }

    /// `ratio < 1/2`: a quotient of two integers beside a float.
    fn on_quotient(&self, first: Fragment<'_>) -> Option<ExpressionAdvice> {
        let second = self.operand_after(self.after_is(first.end, "/")?.end)?;
        self.rewrite(first.to(second), &format!("{first}.0 / {second}.0"))
    }

    /// The whole text, an integer, as a float. A quotient is divided as floats: `1/2` is 0 otherwise.
    pub(super) fn as_float(&self) -> Option<String> {
        let instead = match self.pieces.iter().find(|piece| piece.is("/")) {
            Some(sign) => {
                let dividend = self.operand_before(sign.at.start)?;
                let is_number = dividend.text.bytes().all(|byte| byte.is_ascii_digit());
                let float = if is_number { format!("{dividend}.0") } else { format!("double({dividend})") };
                self.with(dividend, &float)
            }
            None => format!("double({})", self.text.trim()),
        };
        let is_float = matches!(self.type_of(&instead), Some(ExpressionType::Float(_)));
        is_float.then_some(instead)
    }

    /// A string that is not a variant of the enum it is compared with. It may be one operand of a concatenation.
    pub(super) fn on_no_variant(&self) -> Option<ExpressionAdvice> {
        self.after_is(self.at.end, "+").or_else(|| self.before_is(self.at.start, "+"))?;
        self.on_concatenation().map(|advice| advice.saying("`+` takes numbers, found a string"))
    }

    /// A field with the name of the elements of a loop: the name in the brackets is wrong.
    pub(super) fn on_loop_name(&self, name: &str) -> Option<ExpressionAdvice> {
        let mut named = self.pieces.iter().filter(|piece| piece.at.start >= self.at.start && piece.is(name));
        let name = named.find(|piece| self.before_is(piece.at.start, "(").is_some())?;
        Some(ExpressionAdvice::new("choose another name").at(name.at))
    }

    /// A list in an expression of a layer, as in `tags + ['edge']`.
    pub(super) fn on_list_of_layer(&self) -> ExpressionAdvice {
        let appended = || {
            let plus = self.before_is(self.at.start, "+")?;
            let name = self.operand_before(plus.start)?;
            let is_field = self.scope.fields().position(name.text).is_some();
            let is_vector = matches!(self.type_of(name)?, ExpressionType::Vector);
            (is_field && is_vector)
                .then(|| format!("to add to `{name}`, write `{name}: {{ $append: {} }}`", self.at))
        };
        let help = appended().unwrap_or_else(|| {
            "write the list in the layer, with `$expr` for each element that needs one".into()
        });
        ExpressionAdvice::new(help).quoting(self.at.text)
    }

    /// `tags == ['a']`: a comparison of each element.
    pub(super) fn on_compared_list(&self) -> Option<ExpressionAdvice> {
        let before = self.before(self.at.start).trim_end();
        let list = self.operand_before(before.strip_suffix("==")?.len())?;
        let literal = self.operand_after(self.at.start)?;
        let elements = literal.text.strip_prefix('[')?.strip_suffix(']')?;
        let elements: Vec<&str> = elements.split(',').map(str::trim).collect();
        let equal = elements.iter().enumerate().map(|(at, element)| format!("{list}[{at}] == {element}"));
        let equal = equal.collect::<Vec<_>>().join(" && ");
        self.rewrite(list.to(literal), &format!("size({list}) == {} && {equal}", elements.len()))
            .map(|advice| advice.saying("a list cannot be compared with a literal"))
    }

    /// `tags == []`
    pub(super) fn on_empty_list(&self) -> Option<ExpressionAdvice> {
        let before = self.before(self.at.start).trim_end();
        let operator = before.get(before.len().checked_sub(2)?..)?;
        let list = self.operand_before(before.len() - 2)?;
        self.rewrite(list.to(self.at), &format!("size({list}) {operator} 0"))
    }

    /// The rule with a guard before it: a check that the entry or element in the refused brackets exists.
    pub(in crate::schema) fn guarded(&self) -> Option<ExpressionAdvice> {
        let of = self.operand_before(self.at.start)?;
        let key = self.fragment(self.at.start + 1..self.at.end.checked_sub(1)?);
        self.operand_before(key.end).filter(|operand| *operand == key)?;
        let missing = match self.type_at(of)? {
            Type::Map(_) => format!("!({key} in {of})"),
            Type::Vector(_) => format!("size({of}) <= {key}"),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Array(_)
            | Type::Json(_)
            | Type::Union(_) => return None,
        };
        let guarded = self.rewrite(self.whole(), &format!("{missing} || {}", self.text));
        guarded.filter(|_| self.is_whole_condition())
    }

    /// `tags[-1]`
    pub(super) fn on_negative_index(&self) -> Option<ExpressionAdvice> {
        let open = self.text.get(..self.at.end)?.rfind("[-")?;
        let end = self.text.get(open..)?.find(']')? + open;
        let (list, number) = (self.operand_before(open)?, self.part(open + 2..end));
        let whole = list.start..end + 1;
        let element = format!("{list}[size({list}) - {number}]");
        if self.is_whole_condition() && matches!(self.type_at(list), Some(Type::Vector(_))) {
            let guarded = format!("size({list}) < {number} || {}", self.with(whole.clone(), &element));
            return self.rewrite(self.whole(), &guarded).map(|advice| advice.shown_at(whole));
        }
        self.rewrite(whole, &element)
    }
}
