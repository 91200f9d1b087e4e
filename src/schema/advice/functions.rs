//! Advice on functions that do not exist, or not in the form in which they are called.

use super::foreign_functions::fill;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::quoted;
use crate::text::suggest;
use confc_core::expr::ExpressionType;
use std::ops::Range;

/// The functions that are called on what is before the point.
const METHODS: &[&str] = &["startsWith", "endsWith", "contains"];
const LOOPS: &[&str] = &["all", "exists"];
/// The functions of one argument.
const FUNCTIONS: &[&str] = &["has", "size", "byte_size", "double", "quantity", "input"];

/// Names of our functions in other languages.
const SPELLINGS: &[(&str, &str)] = &[
    ("startswith starts_with hasprefix has_prefix beginswith begins_with startwith", "startsWith"),
    ("endswith ends_with hassuffix has_suffix endwith", "endsWith"),
    ("includes include contain has containskey haskey has_key indexof", "contains"),
    ("every forall each for_all", "all"),
    ("any some exist anymatch find filter exists_one", "exists"),
    ("defined exists isset is_set present ispresent is_present notnull isnotnull", "has"),
    ("len length count strlen size cardinality bytes bytesize byte_length", "size"),
    ("float to_float real number", "double"),
    ("var option inputs param arg variable", "input"),
];

/// Questions about one value, and what to write for each. `$0` is the value.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("has", &["has($0)"]),
    ("size", &["size($0)", "byte_size($0)"]),
    ("double", &["double($0)"]),
    ("input", &["input($0)", "input('$0')"]),
    ("empty isempty isnull isnone", &["!has($0)", "size($0) == 0", "$0 == ''"]),
    ("notempty nonempty isnotempty", &["has($0)", "size($0) > 0", "$0 != ''"]),
];

/// The help for a list whose elements must differ.
const UNIQUE: &str = "give the vector the attribute `unique: true`";

fn is_unique(name: &str) -> bool {
    matches!(
        name.to_ascii_lowercase().as_str(),
        "unique" | "isunique" | "is_unique" | "distinct" | "all_unique"
    )
}

/// A text with each whole word replaced that is this one.
fn with_word(text: &str, word: &str, instead: &str) -> String {
    let cut = super::pieces::pieces(text);
    let (mut made, mut at) = (String::new(), 0);
    for piece in cut {
        made += text.get(at..piece.range.start).unwrap_or_default();
        let part = text.get(piece.range.clone()).unwrap_or_default();
        made += if part == word { instead } else { part };
        at = piece.range.end;
    }
    made + text.get(at..).unwrap_or_default()
}

/// The name and the condition of `x => condition`.
fn lambda(text: &str) -> Option<(&str, &str)> {
    let (name, condition) = text.split_once("=>").or_else(|| text.split_once("->"))?;
    Some((name.trim().trim_matches(['(', ')']), condition.trim()))
}

/// The function that another language calls by this name.
fn spelled(name: &str, among: &[&str]) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let is_it = |(names, function): &&(&str, &'static str)| {
        among.contains(function) && names.split(' ').any(|name| name == lower)
    };
    SPELLINGS.iter().find(is_it).map(|(_, function)| *function)
}

impl RefusedText<'_> {
    /// A call of a function that does not exist in this form; the name was refused.
    pub(super) fn on_unknown_function(&self, name: &str) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        if matches!(name, "=~" | "matches" | "match" | "regex" | "regexp" | "re_match") {
            return Some(self.instead_of_pattern());
        }
        let before = self.piece_before(at.start);
        match before.filter(|point| self.word(point) == ".") {
            Some(point) => self.on_unknown_method(name, self.operand_before(point.range.start)?),
            None => self.on_unknown_call(name),
        }
    }

    fn on_unknown_call(&self, name: &str) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let (arguments, end) = self.arguments(at.end)?;
        let call = at.start..end;
        match (name, arguments.as_slice()) {
            ("not" | "NOT", _) => return self.on_not(at),
            ("if", _) => return self.on_foreign_function(name, &arguments, &call).or_else(|| self.on_if()),
            ("join" | "format" | "printf" | "f", _) => return self.on_concatenation(),
            ("env" | "getenv", _) => return Some(self.no_environment(call)),
            ("xor", [one, other]) => return self.rewrite(call, &format!("({one}) != ({other})")),
            ("range", [low, high]) => {
                let word = self.piece_before(at.start).filter(|word| self.word(word) == "in")?;
                return self.within((&self.operand_before(word.range.start)?, call.end), low, high, "<");
            }
            ("bytes" | "size_of" | "parse" | "duration" | "parse_duration", [text])
                if text.starts_with(['\'', '"']) =>
            {
                return self.quantity_for(&call, text.trim_matches(['\'', '"']));
            }
            ("type" | "typeof" | "type_of", _) => {
                return Some(ExpressionAdvice::new("remove it: a field always has its declared type"));
            }
            (_, _) if is_unique(name) => return Some(ExpressionAdvice::new(UNIQUE)),
            (_, _) => {}
        }
        if let Some(advice) = self.called_on_argument(name, &arguments, &call) {
            return Some(advice);
        }
        if let [argument] = arguments.as_slice()
            && let Some(advice) = self.asked_of(name, argument, &call)
        {
            return Some(advice);
        }
        if let Some(advice) = self.on_foreign_function(name, &arguments, &call) {
            return Some(advice);
        }
        if let ("any" | "some" | "every", [list]) = (name, arguments.as_slice()) {
            let function = if name == "every" { "all" } else { "exists" };
            return Some(
                ExpressionAdvice::new(format!("write a loop over its elements: `{list}.{function}(x, …)`"))
                    .quoting(list),
            );
        }
        if name == "exists" || name == "all" {
            return Some(ExpressionAdvice::new(format!("write `v.{name}(x, …)`")));
        }
        if matches!(name, "min" | "max" | "uint" | "exists_one" | "bytes" | "bool" | "dyn" | "duration") {
            // The error itself says what to write.
            return None;
        }
        let nearest = suggest::nearest(name, FUNCTIONS.iter().copied());
        let nearest = nearest.filter(|nearest| self.is_right_with(&at, nearest));
        match nearest {
            Some(nearest) => Some(ExpressionAdvice::new(format!("did you mean `{nearest}`?"))),
            None if self.site == ExpressionSite::Rule => Some(ExpressionAdvice::new(
                "there are `has(f)`, `size(v)`, `byte_size(s)`, `double(i)` and `quantity(s, u)`",
            )),
            None => None,
        }
    }

    /// `startsWith(s, t)`, `all(v, x, …)` and `any(x in v, …)`: what is called on its first argument.
    fn called_on_argument(
        &self,
        name: &str,
        arguments: &[&str],
        call: &Range<usize>,
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

    /// A question about one value, such as whether it is there, how many parts it has or whether it has none.
    fn asked_of(&self, name: &str, value: &str, call: &Range<usize>) -> Option<ExpressionAdvice> {
        let spelled = spelled(name, &["has", "size", "double", "input"]);
        let plain = name.to_ascii_lowercase().replace('_', "");
        let name = spelled.unwrap_or(&plain);
        let (_, forms) = QUESTIONS.iter().find(|(names, _)| names.split(' ').any(|other| other == name))?;
        let is_negated = self.piece_before(call.start).is_some_and(|before| self.word(before) == "!");
        let grouped = |form: &&str| match is_negated && spelled.is_none() {
            true => format!("({})", fill(form, &[value])),
            false => fill(form, &[value]),
        };
        let candidates: Vec<String> = forms.iter().map(grouped).collect();
        self.rewrite_past(call, &candidates)
    }

    fn on_unknown_method(&self, name: &str, of: Range<usize>) -> Option<ExpressionAdvice> {
        let (arguments, end) = self.arguments(self.range.end)?;
        let (whole, value) = (of.start..end, self.part(of.clone()));
        if is_unique(name) {
            return Some(ExpressionAdvice::new(UNIQUE));
        }
        if arguments.is_empty() {
            if let Some(advice) = self.asked_of(name, value, &whole) {
                return Some(advice);
            }
            if matches!(name, "keys" | "Keys") {
                let loops = self.rewrite(whole, value)?;
                return Some(loops.saying("a map has no `keys`: a loop goes over them"));
            }
        }
        if matches!(name, "get") && self.environment(&whole, value).is_some() {
            return self.environment(&whole, value);
        }
        if let Some(advice) = self.on_foreign_method(name, &of, &arguments, end) {
            return Some(advice);
        }
        if let ("get" | "at" | "value", [key]) = (name, arguments.as_slice())
            && let Some(advice) = self.rewrite(whole.clone(), &format!("{value}[{key}]"))
        {
            return Some(advice);
        }
        if let [argument] = arguments.as_slice()
            && spelled(name, METHODS) == Some("contains")
            && let Some(advice) = self.rewrite(whole, &format!("{argument} in {value}"))
        {
            return Some(advice);
        }
        if spelled(name, METHODS).is_none() && spelled(name, LOOPS).is_none() {
            let operands = [&[value], arguments.as_slice()].concat();
            if let Some(advice) = self.on_foreign_function(name, &operands, &(of.start..end)) {
                return Some(advice);
            }
        }
        let function = spelled(name, METHODS).or_else(|| spelled(name, LOOPS));
        let nearest = || suggest::nearest(name, METHODS.iter().chain(LOOPS).copied());
        match function.or_else(nearest).filter(|function| self.is_right_with(&self.range, function)) {
            Some(function) => Some(ExpressionAdvice::new(format!("write `{function}`"))),
            None => {
                let ty = self.type_of(of)?;
                let is_list =
                    matches!(ty, ExpressionType::Vector | ExpressionType::Array | ExpressionType::Map);
                Some(ExpressionAdvice::new(if matches!(ty, ExpressionType::String(_)) {
                    "a string has `startsWith`, `endsWith` and `contains`"
                } else if is_list {
                    "use `all`, `exists`, `size(v)` or `x in v`"
                } else {
                    "compare the value itself"
                }))
            }
        }
    }

    /// A method of another language, which ends at `end`.
    fn on_foreign_method(
        &self,
        name: &str,
        of: &Range<usize>,
        arguments: &[&str],
        end: usize,
    ) -> Option<ExpressionAdvice> {
        let (whole, value) = (of.start..end, self.part(of.clone()));
        if let ("in", [list]) = (name, arguments)
            && let Some(advice) = self.rewrite(whole.clone(), &format!("{value} in {list}"))
        {
            return Some(advice);
        }
        if matches!(name, "values" | "items" | "entries")
            && arguments.is_empty()
            && let Some(advice) = self.over_values(of, end)
        {
            return Some(advice);
        }
        if matches!(name, "test" | "exec" | "search") {
            return Some(self.instead_of_pattern());
        }
        if name == "join" && self.site == ExpressionSite::Layer {
            let help =
                format!("write the elements in a text: `{{ $text: \"${{{value}[0]}},${{{value}[1]}}\" }}`");
            return Some(ExpressionAdvice::new(help).quoting(value));
        }
        if let [condition] = arguments
            && let Some(function) =
                spelled(name, LOOPS).or(LOOPS.iter().copied().find(|loops| *loops == name))
            && let Some((element, condition)) = lambda(condition)
        {
            return self.rewrite(whole, &format!("{value}.{function}({element}, {condition})"));
        }
        None
    }

    /// `labels.values().all(v, v != '')`, whose call ends at `end`: a loop over the keys instead.
    fn over_values(&self, of: &Range<usize>, end: usize) -> Option<ExpressionAdvice> {
        let map = self.part(of.clone());
        let point = self.piece_after(end).filter(|point| self.word(point) == ".")?;
        let function = self.piece_after(point.range.end)?;
        let (arguments, end) = self.arguments(function.range.end)?;
        let [value, condition] = arguments.as_slice() else { return None };
        let entry = with_word(condition, value, &format!("{map}[k]"));
        let loops = format!("{map}.{}(k, {entry})", self.word(function));
        self.rewrite(of.start..end, &loops)
            .map(|advice| advice.saying("a loop over a map goes over its keys, and `k` names one"))
    }

    /// `labels.all(k, v, v != '')`, refused at its second comma.
    pub(super) fn on_loop_over_pairs(&self) -> Option<ExpressionAdvice> {
        let open = self.unclosed_at(self.range.start)?.range.start;
        let function = self.piece_before(open).filter(|name| LOOPS.contains(&self.word(name)))?;
        let of = self.operand_before(function.range.start.checked_sub(1)?)?;
        let (arguments, end) = self.arguments(open)?;
        let [key, value, condition] = arguments.as_slice() else { return None };
        let map = self.part(of.clone());
        let entry = with_word(condition, value, &format!("{map}[{key}]"));
        self.rewrite(of.start..end, &format!("{map}.{}({key}, {entry})", self.word(function)))
            .map(|advice| advice.saying("a loop over a map names its keys alone"))
    }

    /// `name startsWith 'x'`: a function between two values.
    pub(super) fn on_infix_function(&self, word: &str, left: &Range<usize>) -> Option<ExpressionAdvice> {
        let exact = METHODS.iter().copied().find(|function| *function == word);
        let function = exact.or_else(|| spelled(word, METHODS))?;
        let right = self.operand_after(self.range.end)?;
        let [of, part] = [left.clone(), right.clone()].map(|range| self.part(range));
        let candidates = [format!("{of}.{function}({part})"), format!("{part} in {of}")];
        self.rewrite_as(&(left.start..right.end), &candidates)
    }

    /// A question about a member that no value has, such as `x.length`.
    pub(super) fn on_no_members(&self, member: &str, found: &str) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let point = self.part(0..at.end).strip_suffix(member)?.trim_end().strip_suffix('.')?.len();
        let of = self.operand_before(point)?;
        let (whole, value) = (of.start..at.end, self.part(of.clone()));
        if let Some(advice) = self.asked_of(member, value, &whole) {
            return Some(advice);
        }
        if found == "a map" {
            let call =
                self.part(0..whole.start).strip_suffix("has(").map(|before| before.len()..whole.end + 1);
            if let Some(call) = call.filter(|call| self.part(call.clone()).ends_with(')')) {
                return self.rewrite(call, &format!("'{member}' in {value}"));
            }
            return self.on_member_of_map(member, value, &whole);
        }
        if value == "self"
            && let Some(advice) = self.on_entry_of_self(member, &whole)
        {
            return Some(advice);
        }
        if value.starts_with(['\'', '"']) {
            return self.on_concatenation();
        }
        if found == "an enum" {
            return self.qualified_variant();
        }
        if matches!(
            member,
            "min" | "max" | "default" | "min_count" | "max_count" | "max_size" | "unit" | "type"
        ) {
            return Some(ExpressionAdvice::new("write the value itself: an expression reads no attributes"));
        }
        let is_list = matches!(found, "a vector" | "an array");
        let each = |element: &str| {
            let rest = self.condition_after(at.end).map_or(at.end, |rest| rest.end);
            let condition = self.part(point..rest.max(at.end));
            self.rewrite(of.start..rest.max(at.end), &format!("{value}.all({element}, {element}{condition})"))
        };
        is_list.then(|| {
            each("x").or_else(|| each("element")).unwrap_or_else(|| {
                ExpressionAdvice::new(
                    "write a loop over the elements: `v.all(x, x.member > 0)` or `v.exists(x, x.member > 0)`",
                )
            })
        })
    }

    /// `labels.team`: the entry of a map. A rule is asked also where there is no such entry.
    fn on_member_of_map(&self, member: &str, map: &str, whole: &Range<usize>) -> Option<ExpressionAdvice> {
        let entry = format!("{map}['{member}']");
        if self.is_whole_condition() {
            let guarded = format!("!('{member}' in {map}) || {}", self.with(whole, &entry));
            return self.rewrite(0..self.text.len(), &guarded).map(|advice| advice.at(whole.clone()));
        }
        self.rewrite(whole.clone(), &entry)
    }

    /// `self.value` and `self.key` in a rule for each key of a map.
    fn on_entry_of_self(&self, member: &str, whole: &Range<usize>) -> Option<ExpressionAdvice> {
        let key = ["self".to_owned()];
        let entries = self.entries_of_self();
        let candidates = if matches!(member, "key" | "name" | "k") { &key[..] } else { &entries };
        let advice = candidates.iter().find_map(|entry| self.rewrite(whole.clone(), entry))?;
        Some(advice.saying("`self` is the key of an entry, a string"))
    }

    /// `has` of what always has a value.
    pub(super) fn on_not_optional(&self) -> Option<ExpressionAdvice> {
        let argument = self.refused();
        if argument.starts_with(['\'', '"']) {
            let name = argument.trim_matches(['\'', '"']);
            return self
                .rewrite(self.range.clone(), name)
                .map(|advice| advice.saying("`has` takes the name of a field, found a string"));
        }
        if let Some((of, key)) = argument.strip_suffix(']').and_then(|argument| argument.rsplit_once('['))
            && let Some(call) = self.part(0..self.range.start).strip_suffix("has(").map(str::len)
        {
            let call = call..self.range.end + 1;
            let candidates = [format!("{key} in {of}"), format!("{key} < size({of})")];
            return self.rewrite_as(&call, &candidates);
        }
        if argument.starts_with("input(") {
            return Some(ExpressionAdvice::new(
                "remove `has(…)`, which is always true; give the input a `default` for when nobody sets it",
            ));
        }
        let is_field = self.field_type(self.range.clone()).is_some();
        let call = self.range.start.saturating_sub("has(".len())..self.range.end + 1;
        self.asking_for_parent(argument, "", &call).or_else(|| {
            is_field.then(|| {
                let said = format!("{} always has a value: it is not `optional`", quoted(argument));
                let help = format!("remove {}: it is always true", quoted(&format!("has({argument})")));
                ExpressionAdvice::new(help).saying(said).quoting(argument)
            })
        })
    }

    /// Asks for the innermost optional struct around a member that always has a value there, in place of `whole`.
    pub(super) fn asking_for_parent(
        &self,
        member: &str,
        not: &str,
        whole: &Range<usize>,
    ) -> Option<ExpressionAdvice> {
        let mut parents =
            std::iter::successors(member.rsplit_once('.'), |(parent, _)| parent.rsplit_once('.'));
        let (advice, parent) = parents.find_map(|(parent, _)| {
            Some((self.rewrite(whole.clone(), &format!("{not}has({parent})"))?, parent))
        })?;
        let said = format!("{} always has a value where {} has one", quoted(member), quoted(parent));
        Some(advice.saying(said).quoting(member))
    }

    pub(super) fn on_size_of_string(&self) -> Option<ExpressionAdvice> {
        let name = self
            .pieces
            .iter()
            .rev()
            .find(|piece| piece.range.start <= self.range.start && self.word(piece) == "size")?;
        let (arguments, end) = self.arguments(name.range.end)?;
        self.rewrite(name.range.start..end, &format!("byte_size({})", arguments.first()?))
    }
}
