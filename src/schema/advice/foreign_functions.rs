//! Advice on functions of other languages that expressions do not have.

use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::types::Type;
use confc_core::expr::ExpressionType;
use std::ops::Range;

/// The purpose of a function of another language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ForeignKind {
    /// Makes a text from a text.
    Text,
    /// Makes a text from another value.
    ToText,
    /// Makes a number from a text, or an integer from a float.
    ToNumber,
    /// Makes a list or a map.
    List,
    /// Reads something that is no value: a file, the time, a random number.
    Outside,
}

/// Names of functions in lower case, without `_`.
const NAMES: [(&str, ForeignKind); 5] = [
    (
        "lower upper tolower toupper tolowercase touppercase lowercase uppercase lowerascii upperascii casefold title \
         capitalize trim trimspace trimprefix trimsuffix strip lstrip rstrip chomp replace regexreplace substr substring \
         slice split reverse indent nindent quote squote charat base64encode base64decode b64enc b64dec jsonencode \
         jsondecode tojson fromjson toyaml fromyaml yamlencode yamldecode urlencode hash md5 sha1 sha256 sha256sum \
         repeat trunc padleft padright ljust rjust abbrev",
        ForeignKind::Text,
    ),
    ("tostring string str stringify strconv itoa sprint", ForeignKind::ToText),
    (
        "tonumber parseint parsefloat atoi int64 toint number round floor ceil ceiling truncate int",
        ForeignKind::ToNumber,
    ),
    (
        "append prepend push merge mergeoverwrite concat union sort sorted flatten map filter reduce zip list dict \
         tolist tomap toset set setunion values compact chunklist range rest tail initial",
        ForeignKind::List,
    ),
    (
        "now today time timestamp date uuid uuidv4 random rand randint randalphanum file readfile read fileexists \
         templatefile include exec shell hostname secret vault ref",
        ForeignKind::Outside,
    ),
];

fn kind_of(name: &str) -> Option<ForeignKind> {
    let has = |names: &str| names.split_whitespace().any(|known| known == name);
    NAMES.iter().find(|(names, _)| has(names)).map(|(_, kind)| *kind)
}

/// Names of packages that other languages write before their functions.
const PACKAGES: [&str; 6] = ["math", "strings", "string", "std", "os", "lists"];

/// An operand in brackets, unless it is a name, a literal or a call: operators around it must not tear it apart.
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
        call: &Range<usize>,
    ) -> Option<ExpressionAdvice> {
        let name = name.to_ascii_lowercase().replace('_', "");
        let operands: Vec<String> = arguments.iter().map(|operand| grouped(operand)).collect();
        let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
        let arguments = match operands.as_slice() {
            // `math.max(a, b)`
            [package, rest @ ..] if PACKAGES.contains(package) => rest,
            all => all,
        };
        let mut candidates = written_with_operators(&name, arguments);
        if kind_of(&name) == Some(ForeignKind::ToNumber) {
            candidates
                .extend(arguments.iter().filter(|of| self.is_typed_integer(of)).map(|of| (*of).to_owned()));
        }
        candidates.extend(self.sum_of_array(&name, arguments));
        candidates.iter_mut().for_each(|candidate| *candidate = self.as_operand(candidate, call));
        self.of_list(&name, arguments, call)
            .or_else(|| self.rewrite_as(call, &candidates))
            .or_else(|| self.general(&name, arguments))
    }

    /// A replacement of a part, in brackets where operators around the part would tear it apart.
    pub(super) fn as_operand(&self, instead: &str, part: &Range<usize>) -> String {
        let is_alone = self.piece_before(part.start).is_none() && self.piece_after(part.end).is_none();
        let text = RefusedText::new(instead, 0..0, self.scope, self.site);
        let is_operand = text.operand_after(0).is_some_and(|operand| operand.end == instead.len());
        if is_alone || is_operand { instead.to_owned() } else { format!("({instead})") }
    }

    /// `sum(v)` of an array, whose elements are counted.
    fn sum_of_array(&self, name: &str, arguments: &[&str]) -> Option<String> {
        const MOST_ELEMENTS: u32 = 8;
        let ([list], "sum") = (arguments, name) else { return None };
        let text = RefusedText::new(list, 0..0, self.scope, self.site);
        let Type::Array(of) = text.field_type(0..list.len())? else { return None };
        let elements = (0..of.count).map(|at| format!("{list}[{at}]"));
        (of.count <= MOST_ELEMENTS).then(|| elements.collect::<Vec<_>>().join(" + "))
    }

    fn is_typed_integer(&self, operand: &str) -> bool {
        let text = RefusedText::new(operand, 0..0, self.scope, self.site);
        matches!(text.type_of(0..operand.len()), Some(ExpressionType::Integer(..)))
    }

    fn is_typed_float(&self, operand: &str) -> bool {
        let text = RefusedText::new(operand, 0..0, self.scope, self.site);
        matches!(text.type_of(0..operand.len()), Some(ExpressionType::Float(_)))
    }

    /// A call with a package before it, such as `Math.max(a, b)`, whose name was refused.
    pub(super) fn on_call_in_package(&self, package: &str) -> Option<ExpressionAdvice> {
        let point = self.piece_after(self.range.end).filter(|point| self.word(point) == ".")?;
        let name = self.piece_after(point.range.end).filter(|_| PACKAGES.contains(&package))?;
        let (arguments, end) = self.arguments(name.range.end)?;
        self.on_foreign_function(self.word(name), &arguments, &(self.range.start..end))
    }

    /// The greatest or least of a list, compared: `max(v) < 3` is `v.all(x, x < 3)`.
    fn of_list(&self, name: &str, arguments: &[&str], call: &Range<usize>) -> Option<ExpressionAdvice> {
        let ([list], "max" | "min") = (arguments, name) else { return None };
        let condition = self.condition_after(call.end)?;
        let compared = self.part(condition.clone());
        let function = match (name, compared.get(..1)?) {
            ("max", "<") | ("min", ">") => "all",
            ("max", ">") | ("min", "<") => "exists",
            _ => return None,
        };
        let whole = call.start..condition.end;
        let candidates = ["x", "element"].map(|x| format!("{list}.{function}({x}, {x} {compared})"));
        self.rewrite_as(&whole, &candidates)
    }

    /// Advice where no text can be written for a call.
    fn general(&self, name: &str, arguments: &[&str]) -> Option<ExpressionAdvice> {
        let in_layer = self.site == ExpressionSite::Layer;
        let help = match (name, kind_of(name)) {
            ("max" | "min", _) if arguments.len() > 2 => "compare two at a time: `a < b ? a : b`",
            ("max" | "min", _) if arguments.len() == 1 => {
                "write a loop over the elements: `v.all(x, x < 3)` or `v.exists(x, x < 3)`"
            }
            ("sum" | "avg" | "average" | "mean", _) => {
                "declare a field for each part, and add those: a list of any length has no sum"
            }
            ("sqrt" | "log" | "exp" | "sin" | "cos" | "pow", _) => {
                "calculate with `+`, `-`, `*`, `/` and `%`, or give the result a field of its own"
            }
            ("concat" | "append" | "union", _) if self.joins_texts(arguments) => {
                return self.on_concatenation();
            }
            (_, Some(ForeignKind::Text)) if in_layer => {
                "write the text as it is to be: expressions change no texts, but `$text` joins them"
            }
            (_, Some(ForeignKind::Text)) => {
                "compare the string as it is, or use `startsWith`, `endsWith` or `contains`"
            }
            (_, Some(ForeignKind::ToText)) if in_layer => {
                "make a string of a scalar with `$text`: `{ $text: \"${a}\" }`"
            }
            (_, Some(ForeignKind::ToText)) => "compare the value itself: types are not converted",
            (_, Some(ForeignKind::ToNumber)) if !arguments.iter().any(|of| self.is_typed_float(of)) => {
                "declare the field as an integer: texts are not read as numbers"
            }
            (_, Some(ForeignKind::ToNumber)) => {
                "calculate with integers, as in `a * 3 / 2`: floats are not rounded"
            }
            (_, Some(ForeignKind::List)) if in_layer => {
                "write the list or map in the layer: expressions make none, but a layer adds to one with `$append`"
            }
            (_, Some(ForeignKind::List)) => "use `all`, `exists`, `size(v)` or `x in v`",
            (_, Some(ForeignKind::Outside)) if in_layer => {
                "take it as an input: declare it in `$inputs`, and read `input('name')`"
            }
            (_, Some(ForeignKind::Outside)) if self.site == ExpressionSite::Rule => {
                "compare a field, and set it in a layer from an input"
            }
            (_, Some(ForeignKind::Outside)) => "write the value itself: expressions read nothing outside",
            (_, None) => return None,
        };
        Some(ExpressionAdvice::new(help))
    }

    /// Whether the operands of a call are not lists.
    fn joins_texts(&self, arguments: &[&str]) -> bool {
        let is_list = |operand: &&str| {
            let text = RefusedText::new(operand, 0..0, self.scope, self.site);
            matches!(text.type_of(0..operand.len()), Some(ExpressionType::Vector | ExpressionType::Array))
        };
        !arguments.iter().any(is_list)
    }
}

/// Ways to write a call with operators. The caller checks which of them compiles.
fn written_with_operators(name: &str, arguments: &[&str]) -> Vec<String> {
    let operator = match name {
        "add" | "plus" => "+",
        "sub" | "subtract" | "minus" => "-",
        "mul" | "multiply" | "times" => "*",
        "div" | "divide" | "quo" => "/",
        "mod" | "modulo" | "rem" | "remainder" => "%",
        "eq" | "equal" | "equals" => "==",
        "ne" | "neq" | "notequal" => "!=",
        "lt" | "less" => "<",
        "le" | "lte" => "<=",
        "gt" | "greater" => ">",
        "ge" | "gte" => ">=",
        "and" => "&&",
        "or" => "||",
        _ => "",
    };
    match (name, arguments) {
        (_, [_, _, ..]) if !operator.is_empty() => vec![arguments.join(&format!(" {operator} "))],
        ("pow" | "power", [base, "2"]) => vec![format!("{base} * {base}")],
        ("pow" | "power", [base, "3"]) => vec![format!("{base} * {base} * {base}")],
        ("oneof" | "isoneof" | "anyof", [of, among @ ..]) => vec![format!("{of} in [{}]", among.join(", "))],
        (_, _) => {
            let is_it = |(names, count, _): &&(&str, usize, _)| {
                *count == arguments.len() && names.split(' ').any(|other| other == name)
            };
            let forms = CALLS.iter().find(is_it).map_or(&[][..], |(_, _, forms)| *forms);
            forms.iter().map(|form| fill(form, arguments)).collect()
        }
    }
}

/// Calls by the name and the number of arguments, and what to write instead. `$0` is the first argument.
const CALLS: &[(&str, usize, &[&str])] = &[
    ("max", 2, &["($0 > $1 ? $0 : $1)"]),
    ("min", 2, &["($0 < $1 ? $0 : $1)"]),
    ("abs", 1, &["($0 < 0 ? -$0 : $0)"]),
    ("clamp", 3, &["($0 < $1 ? $1 : $0 > $2 ? $2 : $0)"]),
    ("between inrange", 3, &["$1 <= $0 && $0 <= $2"]),
    ("ternary iif cond if", 3, &["($0 ? $1 : $2)"]),
    // Helm has the two arguments the other way round.
    (
        "coalesce default try ifnull nvl orelse getordefault",
        2,
        &["(has($0) ? $0 : $1)", "(has($1) ? $1 : $0)"],
    ),
    ("lookup get getordefault", 3, &["($1 in $0 ? $0[$1] : $2)"]),
    ("first head", 1, &["$0[0]"]),
    ("last", 1, &["$0[size($0) - 1]"]),
    ("element index nth at get lookup", 2, &["$0[$1]", "$1 in $0"]),
    ("any anytrue some", 1, &["$0.exists(x, x)"]),
    ("all alltrue every", 1, &["$0.all(x, x)"]),
    ("keys", 1, &["$0"]),
];

/// A form with operands in the place of `$0`, `$1` and so on.
pub(super) fn fill(form: &str, operands: &[&str]) -> String {
    let mut parts = form.split('$');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let position = part.chars().next().and_then(|digit| digit.to_digit(10));
        let operand = position.and_then(|position| operands.get(position as usize));
        filled += operand.copied().unwrap_or_default();
        filled += part.get(1..).unwrap_or_default();
    }
    filled
}
