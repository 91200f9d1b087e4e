//! Words of other languages, and their meaning in expressions. Words of a list are separated by blanks.

pub(super) use confc_core::expr::{FUNCTIONS, LOOPS, METHODS};

use crate::schema::words::{entry_of, is_listed};

/// Our operators, each with the words for it between two values and the functions for it in other languages.
pub(super) const OPERATORS: &[(&str, &str, &str)] = &[
    ("&&", "and", "and"),
    ("||", "or", "or"),
    ("==", "is eq equals", "eq equal equals"),
    ("!=", "ne neq xor", "ne neq notequal"),
    ("<", "lt", "lt less"),
    ("<=", "le lte", "le lte"),
    (">", "gt", "gt greater"),
    (">=", "ge gte", "ge gte"),
    ("+", "", "add plus"),
    ("-", "", "sub subtract minus"),
    ("*", "", "mul multiply times"),
    ("/", "div", "div divide quo"),
    ("%", "mod", "mod modulo rem remainder"),
    ("in", "in", ""),
];

/// Characters that look like our operators.
pub(super) const SIGNS: &[(&str, &str)] = &[
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("× ⋅ ·", "*"),
    ("÷ ∕", "/"),
    ("− – —", "-"),
    ("∧", "&&"),
    ("∨", "||"),
    ("¬", "!"),
];

/// Signs as HTML and XML write them.
pub(super) const ENTITIES: [(&str, &str); 4] =
    [("&amp;&amp;", "&&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")];

/// Words for a bool.
pub(super) const BOOLS: &[(&str, &str)] = &[("yes on", "true"), ("no off", "false")];

/// Names of types.
pub(super) const TYPES: &str = "int integer number float string str bool boolean list map";

/// Names of an absent value.
pub(super) const NO_VALUE: &str = "null NULL Null None none nil undefined nothing missing unset";

/// Words before the name of a field.
pub(super) const ROOTS: &str = "config cfg conf self this values Values root fields settings data spec";

/// Words before the name of an input.
pub(super) const INPUTS: &str = "input inputs var param params";

/// Names of the environment of a process.
pub(super) const ENVIRONMENTS: &str = "env ENV environ process os environment";

/// Names of packages, which are before the names of their functions.
pub(super) const PACKAGES: &str = "math strings string std os lists";

/// Names of functions and operators that match a text with a pattern.
pub(super) const PATTERNS: &str = "=~ matches match regex regexp re_match";

/// Names of functions that ask whether all elements of a list differ, in lower case.
pub(super) const UNIQUE: &str = "unique isunique is_unique distinct all_unique";

/// Names of our functions in other languages, in lower case.
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

/// The one of these functions that another language calls by this name.
pub(super) fn spelled(name: &str, among: &[&str]) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let mut fitting = SPELLINGS.iter().filter(|(_, function)| among.contains(function));
    fitting.find(|(names, _)| is_listed(names, &lower)).map(|(_, function)| *function)
}

/// The one of these functions that has this name, here or in another language.
pub(super) fn function_for(name: &str, among: &'static [&'static str]) -> Option<&'static str> {
    among.iter().copied().find(|function| *function == name).or_else(|| spelled(name, among))
}

/// Names of functions and members that ask about one value, with the forms to write instead. `$0` is the value.
pub(super) const QUESTIONS: &[(&str, &[&str])] = &[
    ("has", &["has($0)"]),
    ("size", &["size($0)", "byte_size($0)"]),
    ("double", &["double($0)"]),
    ("input", &["input($0)", "input('$0')"]),
    ("empty isempty isnull isnone", &["!has($0)", "size($0) == 0", "$0 == ''"]),
    ("notempty nonempty isnotempty", &["has($0)", "size($0) > 0", "$0 != ''"]),
];

/// Calls by the name and the number of arguments, with the forms to write instead. `$0` is the first argument.
const CALLS: &[(&str, usize, &[&str])] = &[
    ("max", 2, &["($0 > $1 ? $0 : $1)"]),
    ("min", 2, &["($0 < $1 ? $0 : $1)"]),
    ("abs", 1, &["($0 < 0 ? -$0 : $0)"]),
    ("clamp", 3, &["($0 < $1 ? $1 : $0 > $2 ? $2 : $0)"]),
    ("between inrange", 3, &["$1 <= $0 && $0 <= $2"]),
    ("ternary iif cond if", 3, &["($0 ? $1 : $2)"]),
    // Helm has the two arguments in the opposite order.
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

/// The ways to write a call without its function. The caller checks which of them is right.
pub(super) fn written_without(name: &str, arguments: &[&str]) -> Vec<String> {
    let operator = OPERATORS.iter().find(|(_, _, functions)| is_listed(functions, name));
    if let (Some((operator, ..)), [_, _, ..]) = (operator, arguments) {
        return vec![arguments.join(&format!(" {operator} "))];
    }
    match (name, arguments) {
        ("pow" | "power", [base, "2"]) => vec![format!("{base} * {base}")],
        ("pow" | "power", [base, "3"]) => vec![format!("{base} * {base} * {base}")],
        ("oneof" | "isoneof" | "anyof", [of, among @ ..]) => vec![format!("{of} in [{}]", among.join(", "))],
        (_, _) => {
            let mut calls = CALLS.iter().filter(|(_, count, _)| *count == arguments.len());
            let forms = calls.find(|(names, ..)| is_listed(names, name)).map_or(&[][..], |(.., forms)| forms);
            forms.iter().map(|form| fill(form, arguments)).collect()
        }
    }
}

/// A form with operands in place of `$0`, `$1` and so on.
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

/// The purpose of a function of another language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ForeignKind {
    /// Makes a text from a text.
    Text,
    /// Makes a text from another value.
    ToText,
    /// Makes a number from a text, or an integer from a float.
    ToNumber,
    /// Makes a list or a map.
    List,
    /// Reads something that is not a value: a file, the time, a random number.
    Outside,
}

/// Names of functions in lower case, without `_`.
const KINDS: &[(&str, ForeignKind)] = &[
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

pub(super) fn kind_of(name: &str) -> Option<ForeignKind> {
    entry_of(KINDS, name)
}
