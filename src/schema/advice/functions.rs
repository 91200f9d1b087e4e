//! Advice on functions that do not exist, or not in the form in which they are called.

use super::operators::HAS_ITS_TYPE;
use super::pieces::{Fragment, is_quoted, unquoted};
use super::vocabulary::{
    FUNCTIONS, LOOPS, METHODS, PATTERNS, QUESTIONS, UNIQUE, fill, function_for, spelled,
};
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::schema::words::{entry_of, is_listed};
use crate::text::escape::{self, quoted};
use crate::text::suggest;
use crate::types::Type;
use confc_core::expr::ExpressionType;

/// The help for a list whose elements must differ.
const HELP_UNIQUE: &str = "give the vector the attribute `unique: true`";

/// A text in which this whole word is replaced.
fn with_word(text: &str, word: &str, instead: &str) -> String {
    let (mut made, mut at) = (String::new(), 0);
    for piece in super::pieces(text) {
        made += text.get(at..piece.at.start).unwrap_or_default();
        made += if piece.is(word) { instead } else { piece.at.text };
        at = piece.at.end;
    }
    made + text.get(at..).unwrap_or_default()
}

/// The name and the condition of `x => condition`.
fn lambda(text: &str) -> Option<(&str, &str)> {
    let (name, condition) = text.split_once("=>").or_else(|| text.split_once("->"))?;
    Some((name.trim().trim_matches(['(', ')']), condition.trim()))
}

impl<'t> RefusedText<'t> {
    /// A call of a function that does not exist in this form; the name was refused.
    pub(super) fn on_unknown_function(&self, name: &str) -> Option<ExpressionAdvice> {
        if is_listed(PATTERNS, name) {
            return Some(self.instead_of_pattern());
        }
        match self.before_is(self.at.start, ".") {
            Some(point) => self.on_unknown_method(name, self.operand_before(point.start)?),
            None => self.on_unknown_call(name),
        }
    }

    fn on_unknown_call(&self, name: &str) -> Option<ExpressionAdvice> {
        let at = self.at;
        let (arguments, end) = self.arguments(at.end)?;
        let call = self.fragment(at.start..end);
        match (name, arguments.as_slice()) {
            ("not" | "NOT", _) => return self.on_not(at),
            ("if", _) => return self.on_foreign_function(name, &arguments, call).or_else(|| self.on_if()),
            ("join" | "format" | "printf" | "f", _) => return self.on_concatenation(),
            ("env" | "getenv", _) => return Some(self.no_environment(call)),
            ("xor", [one, other]) => return self.rewrite(call, &format!("({one}) != ({other})")),
            ("range", [low, high]) => {
                let word = self.before_is(at.start, "in")?;
                return self.within((self.operand_before(word.start)?, call.end), [low, high], "<");
            }
            ("bytes" | "size_of" | "parse" | "duration" | "parse_duration", [text]) if is_quoted(text) => {
                return self.quantity_for(call, unquoted(text));
            }
            ("type" | "typeof" | "type_of", _) => return Some(ExpressionAdvice::new(HAS_ITS_TYPE)),
            (_, _) if is_listed(UNIQUE, &name.to_ascii_lowercase()) => {
                return Some(ExpressionAdvice::new(HELP_UNIQUE));
            }
            (_, _) => {}
        }
        self.called_on_argument(name, &arguments, call)
            .or_else(|| match arguments.as_slice() {
                [argument] => self.asked_of(name, argument, call),
                _ => None,
            })
            .or_else(|| self.on_foreign_function(name, &arguments, call))
            .or_else(|| self.on_misnamed_call(name, &arguments))
    }

    /// A call without an equivalent text.
    fn on_misnamed_call(&self, name: &str, arguments: &[&str]) -> Option<ExpressionAdvice> {
        match (name, arguments) {
            ("any" | "some" | "every", [list]) => {
                let function = if name == "every" { "all" } else { "exists" };
                let help = format!("write a loop over its elements: `{list}.{function}(x, …)`");
                return Some(ExpressionAdvice::new(help).quoting(list));
            }
            ("exists" | "all", _) => {
                return Some(ExpressionAdvice::new(format!("write `v.{name}(x, …)`")));
            }
            // The error itself has the help.
            ("min" | "max" | "uint" | "exists_one" | "bytes" | "bool" | "dyn" | "duration", _) => {
                return None;
            }
            (_, _) => {}
        }
        let nearest = suggest::nearest(name, FUNCTIONS.iter().copied());
        match nearest.filter(|nearest| self.is_right_with(self.at, nearest)) {
            Some(nearest) => Some(ExpressionAdvice::meant(nearest)),
            None => (self.site == ExpressionSite::Rule).then(|| {
                ExpressionAdvice::new(
                    "there are `has(f)`, `size(v)`, `byte_size(s)`, `double(i)` and `quantity(s, u)`",
                )
            }),
        }
    }

    /// `startsWith(s, t)`, `all(v, x, …)` and `any(x in v, …)`: a function called on its first argument.
    fn called_on_argument(
        &self,
        name: &str,
        arguments: &[&str],
        call: Fragment<'_>,
    ) -> Option<ExpressionAdvice> {
        let exact = METHODS.iter().chain(LOOPS).copied().find(|function| *function == name);
        let function = exact
            .or_else(|| spelled(name, METHODS))
            .or_else(|| spelled(name, LOOPS).filter(|_| !arguments.is_empty()))?;
        let mut candidates = Vec::new();
        if let [first, rest @ ..] = arguments {
            if !rest.is_empty() {
                candidates.push(format!("{first}.{function}({})", rest.join(", ")));
            }
            if let [second] = rest {
                candidates.push(format!("{second} in {first}"));
            }
            if let Some((condition, each)) = first.split_once(" for ")
                && let Some((element, list)) = each.split_once(" in ")
            {
                let (condition, element, list) = (condition.trim(), element.trim(), list.trim());
                candidates.push(format!("{list}.{function}({element}, {condition})"));
            }
            if let Some((element, list)) = first.split_once(" in ") {
                let (element, list) = (element.trim(), list.trim());
                candidates.push(format!("{list}.{function}({element}, {})", rest.join(", ")));
            }
            if let [condition] = rest
                && let Some((element, _)) = condition.split_once('.')
            {
                candidates.push(format!("{first}.{function}({element}, {condition})"));
            }
        }
        self.rewrite_as(call, &candidates)
    }

    /// A question about one value: whether it is present or empty, or how many parts it has.
    fn asked_of(&self, name: &str, value: &str, call: Fragment<'_>) -> Option<ExpressionAdvice> {
        let spelled = spelled(name, &["has", "size", "double", "input"]);
        let plain = name.to_ascii_lowercase().replace('_', "");
        let forms = entry_of(QUESTIONS, spelled.unwrap_or(&plain))?;
        let is_negated = self.before_is(call.start, "!").is_some();
        let grouped = |form: &&str| match is_negated && spelled.is_none() {
            true => format!("({})", fill(form, &[value])),
            false => fill(form, &[value]),
        };
        let candidates: Vec<String> = forms.iter().map(grouped).collect();
        self.rewrite_as(call, &candidates).or_else(|| self.rewrite_past(call, &candidates))
    }

    fn on_unknown_method(&self, name: &str, of: Fragment<'t>) -> Option<ExpressionAdvice> {
        let (arguments, end) = self.arguments(self.at.end)?;
        let whole = self.fragment(of.start..end);
        if is_listed(UNIQUE, &name.to_ascii_lowercase()) {
            return Some(ExpressionAdvice::new(HELP_UNIQUE));
        }
        if arguments.is_empty() {
            if let Some(advice) = self.asked_of(name, of.text, whole) {
                return Some(advice);
            }
            if matches!(name, "keys" | "Keys") {
                let loops = self.rewrite(whole, of.text)?;
                return Some(loops.saying("a map has no `keys`: a loop goes over them"));
            }
        }
        let is_mapped = spelled(name, METHODS) == Some("contains");
        let is_ours = spelled(name, METHODS).or_else(|| spelled(name, LOOPS)).is_some();
        let operands = || [&[of.text], arguments.as_slice()].concat();
        let environment = (name == "get").then(|| self.environment(whole, of.text)).flatten();
        environment
            .or_else(|| self.on_foreign_method(name, of, &arguments, whole))
            .or_else(|| match (name, arguments.as_slice()) {
                ("get" | "at" | "value", [key]) => self.rewrite(whole, &format!("{of}[{key}]")),
                (_, _) => None,
            })
            .or_else(|| match arguments.as_slice() {
                [argument] if is_mapped => self.rewrite(whole, &format!("{argument} in {of}")),
                _ => None,
            })
            .or_else(|| match is_ours {
                true => None,
                false => self.on_foreign_function(name, &operands(), whole),
            })
            .or_else(|| self.on_misnamed_method(name, of))
    }

    /// A method without an equivalent text.
    fn on_misnamed_method(&self, name: &str, of: Fragment<'_>) -> Option<ExpressionAdvice> {
        let function = spelled(name, METHODS).or_else(|| spelled(name, LOOPS));
        let nearest = || suggest::nearest(name, METHODS.iter().chain(LOOPS).copied());
        let function = function.or_else(nearest).filter(|function| self.is_right_with(self.at, function));
        if let Some(function) = function {
            return Some(ExpressionAdvice::word(function));
        }
        let ty = self.type_of(of)?;
        Some(ExpressionAdvice::new(if matches!(ty, ExpressionType::String(_)) {
            "a string has `startsWith`, `endsWith` and `contains`"
        } else if matches!(ty, ExpressionType::Vector | ExpressionType::Array | ExpressionType::Map) {
            "use `all`, `exists`, `size(v)` or `x in v`"
        } else {
            "compare the value itself"
        }))
    }

    /// A method of another language.
    fn on_foreign_method(
        &self,
        name: &str,
        of: Fragment<'_>,
        arguments: &[&str],
        whole: Fragment<'_>,
    ) -> Option<ExpressionAdvice> {
        let instead = match (name, arguments) {
            ("in", [list]) => self.rewrite(whole, &format!("{of} in {list}")),
            ("values" | "items" | "entries", []) => self.over_values(of, whole.end),
            ("test" | "exec" | "search", _) => Some(self.instead_of_pattern()),
            ("join", _) if self.site == ExpressionSite::Layer => {
                let text = format!("`{{ $text: \"${{{of}[0]}},${{{of}[1]}}\" }}`");
                Some(ExpressionAdvice::new(format!("write the elements in a text: {text}")).quoting(of.text))
            }
            (_, _) => None,
        };
        instead.or_else(|| {
            let [condition] = arguments else { return None };
            let function = function_for(name, LOOPS)?;
            let (element, condition) = lambda(condition)?;
            self.rewrite(whole, &format!("{of}.{function}({element}, {condition})"))
        })
    }

    /// `labels.values().all(v, v != '')`, whose call ends at `end`: a loop over the keys instead.
    fn over_values(&self, map: Fragment<'_>, end: usize) -> Option<ExpressionAdvice> {
        let function = self.piece_after(self.after_is(end, ".")?.end)?.at;
        let (arguments, end) = self.arguments(function.end)?;
        let [value, condition] = arguments.as_slice() else { return None };
        let entry = with_word(condition, value, &format!("{map}[k]"));
        self.rewrite(map.start..end, &format!("{map}.{function}(k, {entry})"))
            .map(|advice| advice.saying("a loop over a map goes over its keys, and `k` names one"))
    }

    /// `labels.all(k, v, v != '')`, refused at its second comma.
    pub(super) fn on_loop_over_pairs(&self) -> Option<ExpressionAdvice> {
        let open = self.unclosed_at(self.at.start)?.start;
        let function = self.piece_before(open).filter(|name| LOOPS.contains(&name.at.text))?.at;
        let map = self.operand_before(function.start.checked_sub(1)?)?;
        let (arguments, end) = self.arguments(open)?;
        let [key, value, condition] = arguments.as_slice() else { return None };
        let entry = with_word(condition, value, &format!("{map}[{key}]"));
        self.rewrite(map.start..end, &format!("{map}.{function}({key}, {entry})"))
            .map(|advice| advice.saying("a loop over a map names its keys alone"))
    }

    /// `name startsWith 'x'`: a function between two values.
    pub(super) fn on_infix_function(&self, word: &str, of: Fragment<'_>) -> Option<ExpressionAdvice> {
        let function = function_for(word, METHODS)?;
        let part = self.operand_after(self.at.end)?;
        self.rewrite_as(of.to(part), &[format!("{of}.{function}({part})"), format!("{part} in {of}")])
    }

    /// A question about a member that no value has, such as `x.length`.
    pub(super) fn on_no_members(&self, member: &str, found: &str) -> Option<ExpressionAdvice> {
        let at = self.at;
        let point = self.before(at.end).strip_suffix(member)?.trim_end().strip_suffix('.')?.len();
        let of = self.operand_before(point)?;
        let whole = self.fragment(of.to(at));
        if let Some(advice) = self.asked_of(member, of.text, whole) {
            return Some(advice);
        }
        if found == "a map" {
            let call = self.before(whole.start).strip_suffix("has(").map(str::len);
            let call = call.map(|start| start..whole.end + 1);
            if let Some(call) = call.filter(|call| self.part(call.clone()).ends_with(')')) {
                return self.rewrite(call, &format!("'{member}' in {of}"));
            }
            return self.on_member_of_map(member, of, whole);
        }
        if of.text == "self"
            && let Some(advice) = self.on_entry_of_self(member, whole)
        {
            return Some(advice);
        }
        if of.is_quoted() {
            return self.on_concatenation();
        }
        if found == "an enum" {
            return self.qualified_variant();
        }
        if is_listed("min max default min_count max_count max_size unit type", member) {
            return Some(ExpressionAdvice::new("write the value itself: an expression reads no attributes"));
        }
        if !matches!(found, "a vector" | "an array") {
            return None;
        }
        let end = self.condition_after(at.end).map_or(at.end, |rest| rest.end).max(at.end);
        let condition = self.part(point..end);
        let loops = ["x", "element"].map(|element| format!("{of}.all({element}, {element}{condition})"));
        self.rewrite_as(of.start..end, &loops).or_else(|| {
            Some(ExpressionAdvice::new(
                "write a loop over the elements: `v.all(x, x.member > 0)` or `v.exists(x, x.member > 0)`",
            ))
        })
    }

    /// `labels.team`: the entry of a map. A rule is also evaluated if there is no such entry.
    fn on_member_of_map(
        &self,
        member: &str,
        map: Fragment<'_>,
        whole: Fragment<'_>,
    ) -> Option<ExpressionAdvice> {
        let entry = format!("{map}['{member}']");
        if self.is_whole_condition() {
            let guarded = format!("!('{member}' in {map}) || {}", self.with(whole, &entry));
            return self.rewrite(self.whole(), &guarded).map(|advice| advice.at(whole));
        }
        self.rewrite(whole, &entry)
    }

    /// `self.value` and `self.key` in a rule for each key of a map.
    fn on_entry_of_self(&self, member: &str, whole: Fragment<'_>) -> Option<ExpressionAdvice> {
        let advice = match member {
            "key" | "name" | "k" => self.rewrite(whole, "self"),
            _ => self.rewrite_as(whole, &self.entries_of_self()),
        };
        advice.map(|advice| advice.saying("`self` is the key of an entry, a string"))
    }

    /// `has` of a value that is never absent.
    pub(super) fn on_not_optional(&self) -> Option<ExpressionAdvice> {
        let argument = self.at;
        if argument.is_quoted() {
            return self
                .rewrite_refused(unquoted(argument.text))
                .map(|advice| advice.saying("`has` takes the name of a field, found a string"));
        }
        if let Some((of, key)) = argument.text.strip_suffix(']').and_then(|text| text.rsplit_once('['))
            && let Some(call) = self.before(argument.start).strip_suffix("has(").map(str::len)
        {
            let candidates = [format!("{key} in {of}"), format!("{key} < size({of})")];
            return self.rewrite_as(call..argument.end + 1, &candidates);
        }
        if argument.text.starts_with("input(") {
            return Some(ExpressionAdvice::new(
                "remove `has(…)`, which is always true; give the input a `default` for when nobody sets it",
            ));
        }
        let call = self.fragment(argument.start.saturating_sub("has(".len())..argument.end + 1);
        self.asking_for_parent(argument.text, "", call).or_else(|| {
            self.type_at(argument)?;
            let said = format!("{} always has a value: it is not `optional`", quoted(argument.text));
            let remove = format!("remove {}: it is always true", quoted(&format!("has({argument})")));
            let help = match self.cases_of(argument).first() {
                Some(case) => {
                    format!("ask for a case, as in {}, or {remove}", quoted(&format!("has({case})")))
                }
                None => remove,
            };
            Some(ExpressionAdvice::new(help).saying(said).quoting(argument.text))
        })
    }

    /// Asks for the innermost optional struct around a member that always has a value there, in place of `whole`.
    pub(super) fn asking_for_parent(
        &self,
        member: &str,
        not: &str,
        whole: Fragment<'_>,
    ) -> Option<ExpressionAdvice> {
        let mut parents =
            std::iter::successors(member.rsplit_once('.'), |(parent, _)| parent.rsplit_once('.'));
        let (advice, parent) = parents
            .find_map(|(parent, _)| Some((self.rewrite(whole, &format!("{not}has({parent})"))?, parent)))?;
        let said = format!("{} always has a value where {} has one", quoted(member), quoted(parent));
        Some(advice.saying(said).quoting(member))
    }

    /// The help for a rule that reads this part where it has no value. The rule can ask for the innermost part that `has`
    /// takes. No layer sets the member of another case.
    pub(in crate::schema) fn on_absent(&self) -> String {
        // After an index, the refused part is a member alone.
        let at = self.operand_before(self.at.end).unwrap_or(self.at);
        let read = at.text;
        let outer = std::iter::successors(Some(read), |part| Some(part.rsplit_once('.')?.0));
        let can_ask = |part: &&str| self.is_right_with(at, &format!("(has({part}) ? {read} : {read})"));
        let asked = escape::plain(outer.clone().find(can_ask).unwrap_or(read));
        let is_union = |part| matches!(self.type_of_part(part), Some(Type::Union(_)));
        let set = match self.type_at(read) {
            _ if outer.skip(1).any(is_union) => String::new(),
            Some(_) => format!("set `{}`, or ", escape::plain(read)),
            None => "set it, or ".into(),
        };
        format!("{set}let the rule hold without it: `!has({asked}) || …`")
    }

    pub(super) fn on_size_of_string(&self) -> Option<ExpressionAdvice> {
        let mut before = self.pieces.iter().rev().filter(|piece| piece.at.start <= self.at.start);
        let name = before.find(|piece| piece.is("size"))?.at;
        let (arguments, end) = self.arguments(name.end)?;
        self.rewrite(name.start..end, &format!("byte_size({})", arguments.first()?))
    }
}
