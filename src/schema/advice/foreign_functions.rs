//! Advice on functions of other languages that expressions do not have.

use super::pieces::Fragment;
use super::vocabulary::{ForeignKind, PACKAGES, kind_of, written_without};
use super::{ExpressionAdvice, RefusedText};
use crate::schema::words::is_listed;
use crate::types::Type;
use confc_core::expr::ExpressionType;

/// An operand in brackets, unless it is a name, a literal or a call. Without brackets, an operator around it could bind
/// to a part of it.
fn grouped(operand: &str) -> String {
    let is_whole = |c: char| c.is_alphanumeric() || "._'\"[]".contains(c);
    if operand.chars().all(is_whole) { operand.to_owned() } else { format!("({operand})") }
}

impl RefusedText<'_> {
    /// Advice on a call `name(arguments)`, or `arguments[0].name(…)`, that takes all of `call`.
    pub(super) fn on_foreign_function(
        &self,
        name: &str,
        arguments: &[&str],
        call: Fragment<'_>,
    ) -> Option<ExpressionAdvice> {
        let name = name.to_ascii_lowercase().replace('_', "");
        let operands: Vec<String> = arguments.iter().map(|operand| grouped(operand)).collect();
        let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
        let arguments = match operands.as_slice() {
            // `math.max(a, b)`
            [package, rest @ ..] if is_listed(PACKAGES, package) => rest,
            all => all,
        };
        let mut candidates = written_without(&name, arguments);
        if kind_of(&name) == Some(ForeignKind::ToNumber) {
            candidates.extend(arguments.iter().filter(|of| self.is_integer(of)).map(|of| (*of).to_owned()));
        }
        candidates.extend(self.sum_of_array(&name, arguments));
        candidates.iter_mut().for_each(|candidate| *candidate = self.as_operand(candidate, call));
        self.of_list(&name, arguments, call)
            .or_else(|| self.rewrite_as(call, &candidates))
            .or_else(|| self.general(&name, arguments))
    }

    /// A replacement of a part, in brackets if an operator around the part would bind to a part of it.
    pub(super) fn as_operand(&self, instead: &str, part: Fragment<'_>) -> String {
        let is_alone = self.piece_before(part.start).is_none() && self.piece_after(part.end).is_none();
        let is_operand =
            self.other(instead).operand_after(0).is_some_and(|operand| operand.end == instead.len());
        if is_alone || is_operand { instead.to_owned() } else { format!("({instead})") }
    }

    /// `sum(v)` of an array, whose elements are counted.
    fn sum_of_array(&self, name: &str, arguments: &[&str]) -> Option<String> {
        const MOST_ELEMENTS: u32 = 8;
        let ([list], "sum") = (arguments, name) else { return None };
        let Type::Array(of) = self.type_at(list)? else { return None };
        let elements = (0..of.count).map(|at| format!("{list}[{at}]"));
        (of.count <= MOST_ELEMENTS).then(|| elements.collect::<Vec<_>>().join(" + "))
    }

    /// A call with a package before it, such as `Math.max(a, b)`, whose name was refused.
    pub(super) fn on_call_in_package(&self, package: &str) -> Option<ExpressionAdvice> {
        let point = self.after_is(self.at.end, ".")?;
        let name = self.piece_after(point.end).filter(|_| is_listed(PACKAGES, package))?.at;
        let (arguments, end) = self.arguments(name.end)?;
        self.on_foreign_function(name.text, &arguments, self.fragment(self.at.start..end))
    }

    /// The greatest or least of a list, compared: `max(v) < 3` is `v.all(x, x < 3)`.
    fn of_list(&self, name: &str, arguments: &[&str], call: Fragment<'_>) -> Option<ExpressionAdvice> {
        let ([list], "max" | "min") = (arguments, name) else { return None };
        let compared = self.condition_after(call.end)?;
        let function = match (name, compared.text.get(..1)?) {
            ("max", "<") | ("min", ">") => "all",
            ("max", ">") | ("min", "<") => "exists",
            _ => return None,
        };
        let candidates = ["x", "element"].map(|x| format!("{list}.{function}({x}, {x} {compared})"));
        self.rewrite_as(call.to(compared), &candidates)
    }

    /// Advice where no text can be written for a call.
    fn general(&self, name: &str, arguments: &[&str]) -> Option<ExpressionAdvice> {
        let by_name = match name {
            "max" | "min" if arguments.len() > 2 => Some("compare two at a time: `a < b ? a : b`"),
            "max" | "min" if arguments.len() == 1 => {
                Some("write a loop over the elements: `v.all(x, x < 3)` or `v.exists(x, x < 3)`")
            }
            "sum" | "avg" | "average" | "mean" => {
                Some("declare a field for each part, and add those: a list of any length has no sum")
            }
            "sqrt" | "log" | "exp" | "sin" | "cos" | "pow" => {
                Some("calculate with `+`, `-`, `*`, `/` and `%`, or give the result a field of its own")
            }
            "concat" | "append" | "union" if self.joins_texts(arguments) => return self.on_concatenation(),
            _ => None,
        };
        let help = by_name.or_else(|| Some(self.help_for(kind_of(name)?, arguments)));
        help.map(ExpressionAdvice::new)
    }

    /// The help for a function of this kind.
    fn help_for(&self, kind: ForeignKind, arguments: &[&str]) -> &'static str {
        const TEXT: &str = "compare the string as it is, or use `startsWith`, `endsWith` or `contains`";
        const TO_TEXT: &str = "compare the value itself: types are not converted";
        const LIST: &str = "use `all`, `exists`, `size(v)` or `x in v`";
        let is_float = |operand: &&str| matches!(self.type_of(operand), Some(ExpressionType::Float(_)));
        self.by_site(match kind {
            ForeignKind::Text => {
                [TEXT, "write the text as it is to be: expressions change no texts, but `$text` joins them", TEXT]
            }
            ForeignKind::ToText => {
                [TO_TEXT, "make a string of a scalar with `$text`: `{ $text: \"${a}\" }`", TO_TEXT]
            }
            ForeignKind::ToNumber if arguments.iter().any(is_float) => {
                ["calculate with integers, as in `a * 3 / 2`: floats are not rounded"; 3]
            }
            ForeignKind::ToNumber => ["declare the field as an integer: texts are not read as numbers"; 3],
            ForeignKind::List => [
                LIST,
                "write the list or map in the layer: expressions make none, but a layer adds to one with `$append`",
                LIST,
            ],
            ForeignKind::Outside => [
                SET_FROM_INPUT,
                "take it as an input: declare it in `$inputs`, and read `input('name')`",
                "write the value itself: expressions read nothing outside",
            ],
        })
    }

    /// Whether the operands of a call are not lists.
    fn joins_texts(&self, arguments: &[&str]) -> bool {
        let is_list = |operand: &&str| {
            matches!(self.type_of(operand), Some(ExpressionType::Vector | ExpressionType::Array))
        };
        !arguments.iter().any(is_list)
    }
}

/// The help for a rule that reads something outside the configuration.
pub(super) const SET_FROM_INPUT: &str = "compare a field, and set it in a layer from an input";
