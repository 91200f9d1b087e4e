//! Remedies for texts that are not quantities, and for units of other tools.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::{Node, is_numeral, number};
use crate::text::escape;
use crate::types::{
    MAX_QUANTITY_DIGITS, NumberType, Quantity, QuantityError, Type, Unit, UnitFamily, float_literal,
};

/// A unit of other tools, and the unit with the same meaning.
struct ForeignUnit {
    names: &'static [&'static str],
    family: UnitFamily,
    /// A note, if tools disagree on the meaning.
    note: Option<&'static str>,
    help: &'static str,
}

const fn foreign(
    names: &'static [&'static str],
    family: UnitFamily,
    note: Option<&'static str>,
    help: &'static str,
) -> ForeignUnit {
    ForeignUnit { names, family, note, help }
}

const FOREIGN: &[ForeignUnit] = &[
    foreign(
        &["k"],
        UnitFamily::Bytes,
        Some("`k` is 1,000 in Kubernetes and KCL, 1,024 in nginx and the JVM"),
        "write `kB` or `KiB`",
    ),
    foreign(
        &["K"],
        UnitFamily::Bytes,
        Some("`K` is 1,000 in KCL, 1,024 in nginx and the JVM"),
        "write `kB` or `KiB`",
    ),
    foreign(
        &["M"],
        UnitFamily::Bytes,
        Some("`M` is 1,000,000 in Kubernetes and KCL, 1,048,576 in nginx and the JVM"),
        "write `MB` or `MiB`",
    ),
    foreign(
        &["m"],
        UnitFamily::Bytes,
        Some("`m` is a thousandth in Kubernetes and KCL, 1,048,576 in nginx and the JVM"),
        "write `MB` or `MiB`",
    ),
    foreign(
        &["G"],
        UnitFamily::Bytes,
        Some("`G` is 1,000,000,000 in Kubernetes and KCL, 1,073,741,824 in nginx and the JVM"),
        "write `GB` or `GiB`",
    ),
    foreign(
        &["g"],
        UnitFamily::Bytes,
        Some("`g` is 1,073,741,824 in nginx and the JVM, and not known to Kubernetes"),
        "write `GB` or `GiB`",
    ),
    foreign(
        &["T"],
        UnitFamily::Bytes,
        Some("`T` is 1,000,000,000,000 in Kubernetes and KCL, 1,099,511,627,776 in systemd"),
        "write `TB` or `TiB`",
    ),
    foreign(
        &["P"],
        UnitFamily::Bytes,
        Some("`P` is 1,000,000,000,000,000 in Kubernetes and KCL, 1,125,899,906,842,624 in systemd"),
        "write `PB` or `PiB`",
    ),
    foreign(
        &["KB"],
        UnitFamily::Bytes,
        Some("`KB` is 1,000 bytes to some and 1,024 to others"),
        "write `kB` or `KiB`",
    ),
    foreign(&["b", "byte", "bytes", "Bytes"], UnitFamily::Bytes, None, "write `B`"),
    foreign(&["kb", "Kb"], UnitFamily::Bytes, None, "write `kB` or `KiB`"),
    foreign(&["mb", "Mb"], UnitFamily::Bytes, None, "write `MB` or `MiB`"),
    foreign(&["gb", "Gb"], UnitFamily::Bytes, None, "write `GB` or `GiB`"),
    foreign(&["tb", "Tb"], UnitFamily::Bytes, None, "write `TB` or `TiB`"),
    foreign(&["pb", "Pb"], UnitFamily::Bytes, None, "write `PB` or `PiB`"),
    foreign(&["ki", "kib", "Kib", "kiB", "KIB", "KiBytes"], UnitFamily::Bytes, None, "write `KiB`"),
    foreign(&["mi", "mib", "Mib", "MIB", "MiBytes"], UnitFamily::Bytes, None, "write `MiB`"),
    foreign(&["gi", "gib", "Gib", "GIB", "GiBytes"], UnitFamily::Bytes, None, "write `GiB`"),
    foreign(&["ti", "tib", "Tib", "TIB"], UnitFamily::Bytes, None, "write `TiB`"),
    foreign(&["pi", "pib", "Pib", "PIB"], UnitFamily::Bytes, None, "write `PiB`"),
    foreign(
        &["m"],
        UnitFamily::Time,
        Some("`m` is minutes in Go and nginx, and a thousandth in Kubernetes"),
        "write `min` or `ms`",
    ),
    foreign(
        &["M"],
        UnitFamily::Time,
        Some("`M` is months in nginx and systemd, which are not all of one length"),
        "write `d`",
    ),
    foreign(&["µs", "μs", "usec", "usecs", "micros", "microseconds"], UnitFamily::Time, None, "write `us`"),
    foreign(&["nsec", "nanos", "nanosecond", "nanoseconds"], UnitFamily::Time, None, "write `ns`"),
    foreign(
        &["msec", "msecs", "millis", "millisecond", "milliseconds", "MS"],
        UnitFamily::Time,
        None,
        "write `ms`",
    ),
    foreign(&["S", "sec", "secs", "second", "seconds"], UnitFamily::Time, None, "write `s`"),
    foreign(&["mins", "minute", "minutes", "MIN"], UnitFamily::Time, None, "write `min`"),
    foreign(&["H", "hr", "hrs", "hour", "hours"], UnitFamily::Time, None, "write `h`"),
    foreign(&["D", "day", "days"], UnitFamily::Time, None, "write `d`"),
    foreign(
        &["mo", "month", "months"],
        UnitFamily::Time,
        Some("months are not all of one length"),
        "write `d`",
    ),
    foreign(&["w", "W", "week", "weeks"], UnitFamily::Time, Some("a week is 7 `d`"), "write `d`"),
    foreign(
        &["y", "Y", "year", "years"],
        UnitFamily::Time,
        Some("years are not all of one length"),
        "write `d`",
    ),
];

/// Adds a remedy for a text that is not a unit. `family` is the kind of quantity, if it is known.
pub(crate) fn explain_unit(diagnostic: Diagnostic, name: &str, family: Option<UnitFamily>) -> Diagnostic {
    explain(diagnostic, ("", name), family, &|_| true)
}

/// As [`explain_unit`], after a number. If the text may mean several units, the remedy names the only one that fits.
fn explain(
    diagnostic: Diagnostic,
    (number, name): (&str, &str),
    family: Option<UnitFamily>,
    is_fitting: &dyn Fn(&str) -> bool,
) -> Diagnostic {
    let fits =
        |unit: &&ForeignUnit| unit.names.contains(&name) && family.is_none_or(|family| family == unit.family);
    let known: Vec<&ForeignUnit> = FOREIGN.iter().filter(fits).collect();
    if known.is_empty() {
        return match family.and_then(|_| fault(name)) {
            Some(help) => diagnostic.help(help),
            None => diagnostic.note(units_of(family)),
        };
    }
    let is_ambiguous = known.len() > 1;
    known.into_iter().fold(diagnostic, |diagnostic, unit| {
        let named = unit.help.split('`').skip(1).step_by(2);
        let fitting: Vec<&str> = named.clone().filter(|unit| is_fitting(unit)).collect();
        let diagnostic = match fitting.as_slice() {
            [one] if named.count() > 1 => diagnostic.help(Help::write(&format!("{number}{one}"))),
            // The place covers only the unit.
            [one] if number.is_empty() && !is_ambiguous => {
                diagnostic.help(Help::new(unit.help, RemedyKind::Rename((*one).to_owned())))
            }
            _ if is_ambiguous => diagnostic.help(format!("for {}, {}", unit.family.name(), unit.help)),
            [] | [_] | [_, _, ..] => diagnostic.help(unit.help),
        };
        match unit.note {
            Some(note) => diagnostic.note(note),
            None => diagnostic,
        }
    })
}

/// The quantity that a number and a word, or several of them, most likely mean: `5 seconds`, `1m30s`.
pub(crate) fn as_quantity(text: &str, family: UnitFamily) -> Option<String> {
    let mut parts: Vec<(String, Unit)> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, behind) = rest.split_at_checked(digits)?;
        number.parse::<f64>().ok()?;
        let behind = behind.trim_start();
        let end = behind.find(|c: char| c.is_ascii_digit() || c == ' ').unwrap_or(behind.len());
        let (name, next) = behind.split_at_checked(end)?;
        let number = number.parse().map_or_else(|_| number.to_owned(), |whole: u64| whole.to_string());
        parts.push((number, unit_of(name, family, parts.is_empty() && next.is_empty())?));
        rest = next.trim_start();
    }
    let [first, more @ ..] = parts.as_slice() else { return None };
    if more.is_empty() {
        return Some(format!("{}{}", first.0, first.1));
    }
    let sum_in = |smallest: Unit| {
        let mut amounts = parts.iter().map(|(number, unit)| {
            let quantity = Quantity::read(&format!("{number}{unit}")).ok()?;
            quantity.integer(smallest).ok()
        });
        amounts.try_fold(0i128, |sum, amount| sum.checked_add(amount?))
    };
    parts.iter().find_map(|(_, unit)| Some(format!("{}{unit}", sum_in(*unit)?)))
}

/// The possible numbers of bytes of a number with a unit, each with its spelling: `2G` is 2GB or 2GiB.
pub(crate) fn in_bytes(text: &str) -> Vec<(String, i128)> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim();
    let number = text.strip_suffix(unit).unwrap_or_default().trim_end();
    // `m` on its own may also mean minutes.
    let foreign = FOREIGN
        .iter()
        .find(|foreign| foreign.family == UnitFamily::Bytes && foreign.names.contains(&unit) && unit != "m");
    let meant = foreign.map_or("", |foreign| foreign.help).split('`').skip(1).step_by(2);
    let spelled = [unit].into_iter().chain(meant).map(|unit| format!("{number}{unit}"));
    let bytes = |text: &String| Quantity::read(text).ok()?.integer(Unit::Byte).ok();
    spelled.filter_map(|text| bytes(&text).map(|bytes| (text, bytes))).collect()
}

/// The unit that a name of other tools means, if there is exactly one. `m` means minutes beside other units.
pub(crate) fn unit_of(name: &str, family: UnitFamily, is_alone: bool) -> Option<Unit> {
    if let Ok(unit) = name.parse::<Unit>() {
        return (unit.family() == family).then_some(unit);
    }
    if name == "m" && family == UnitFamily::Time && !is_alone {
        return "min".parse().ok();
    }
    let known = FOREIGN.iter().find(|unit| unit.family == family && unit.names.contains(&name))?;
    let mut named = known.help.split('`').skip(1).step_by(2);
    let meant = named.next().filter(|_| named.next().is_none() && known.note.is_none())?;
    meant.parse().ok()
}

/// The remedy for a text after a number, by its form.
fn fault(name: &str) -> Option<&'static str> {
    let mut rest = name.chars();
    match rest.next()? {
        ' ' | '\t' => Some("write the unit directly after the number, without a space"),
        'e' | 'E' if rest.as_str().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) => {
            Some("write the number without an exponent")
        }
        'x' | 'X' if rest.as_str().starts_with(|c: char| c.is_ascii_hexdigit()) => {
            Some("write the number with decimal digits")
        }
        '_' | ',' | '\'' => Some("write the digits without anything between them"),
        _ if name.contains('/') => Some("write the amount alone: there are no rates"),
        _ if name.contains(|c: char| c.is_ascii_digit()) => {
            Some("write one number and one unit, as in `90min`")
        }
        _ => None,
    }
}

/// The names of all units.
fn units_of(family: Option<UnitFamily>) -> String {
    let listed = |family: UnitFamily| {
        let names: Vec<String> = family.units().map(|unit| format!("`{unit}`")).collect();
        format!("the units of {} are {}", family.name(), names.join(", "))
    };
    match family {
        Some(family) => listed(family),
        None => format!("{}; {}", listed(UnitFamily::Bytes), listed(UnitFamily::Time)),
    }
}

/// Whether a text looks like a quantity, so that an explanation helps.
pub(super) fn is_counted(text: &str) -> bool {
    text.trim_start().trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit())
}

/// Whether only other tools know the unit of a text.
pub(super) fn has_foreign_unit(text: &str, error: QuantityError) -> bool {
    is_foreign_unit(unknown_unit(text, error))
}

/// A string that is not a quantity with this unit. `what` names its place. For a secret, the message does not say what
/// is wrong.
pub(crate) fn no_quantity(
    node: Node<'_>,
    (what, unit): (&str, Unit),
    error: QuantityError,
    secret: bool,
) -> Diagnostic {
    let name = unknown_unit(node.text(), error);
    let (message, label) = match secret {
        true => {
            let family = unit.family().name();
            (format!("expected a number of `{unit}`, or a quantity of {family}"), "neither of them")
        }
        false => describe(node.text(), unit, error),
    };
    let diagnostic = Diagnostic::new(Code::E0460, format!("{what} does not fit: {message}"));
    let diagnostic = diagnostic.at(node.span(), label).quoting(node.span(), node.text());
    match error {
        _ if secret => diagnostic,
        QuantityError::UnknownUnit { .. } => {
            let diagnostic = diagnostic.quoting(node.span(), name);
            let fits = |meant: &String| {
                let quantity = Quantity::read(meant).ok();
                quantity.is_some_and(|quantity| quantity.integer(unit).is_ok())
            };
            let meant = as_quantity(node.text(), unit.family());
            match meant.filter(|meant| !meant.contains('.') || fits(meant)) {
                Some(meant) => diagnostic.help(Help::write(&meant)),
                None => {
                    let number = node.text().strip_suffix(name).unwrap_or_default().trim_end();
                    let is_fitting = |other: &str| fits(&format!("{number}{other}"));
                    explain(diagnostic, (number, name), Some(unit.family()), &is_fitting)
                }
            }
        }
        QuantityError::NoUnit => {
            let number = escape::plain(node.text());
            let help = format!("write `{number}` without quotes, or a unit directly after it");
            diagnostic.help(Help::new(help, RemedyKind::Unquote))
        }
        QuantityError::NotWhole => match in_binary(node.text(), unit) {
            Some(meant) => diagnostic.help(Help::meant(&meant)),
            None => diagnostic.help(format!("write a whole number of `{unit}`")),
        },
        QuantityError::OtherFamily { .. } => diagnostic.note(units_of(Some(unit.family()))),
        QuantityError::NoNumber
        | QuantityError::Plus
        | QuantityError::NoFraction
        | QuantityError::TooManyDigits
        | QuantityError::Negative => diagnostic,
    }
}

/// The quantity in the binary unit that the author of a decimal one most likely means: `64MiB` for `64MB`.
fn in_binary(text: &str, unit: Unit) -> Option<String> {
    let number = text.strip_suffix('B')?;
    let meant = format!("{number}iB");
    let is_meant = unit.name() == number.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned() + "iB";
    (is_meant && Quantity::read(&meant).ok()?.integer(unit).is_ok()).then_some(meant)
}

/// Whether only other tools know this unit.
pub(crate) fn is_foreign_unit(name: &str) -> bool {
    FOREIGN.iter().any(|unit| unit.names.contains(&name))
}

/// The text after the number, if it is not a unit.
fn unknown_unit(text: &str, error: QuantityError) -> &str {
    match error {
        QuantityError::UnknownUnit { at } => text.get(at..).unwrap_or_default(),
        QuantityError::NoNumber
        | QuantityError::Plus
        | QuantityError::NoFraction
        | QuantityError::TooManyDigits
        | QuantityError::NoUnit
        | QuantityError::OtherFamily { .. }
        | QuantityError::Negative
        | QuantityError::NotWhole => "",
    }
}

/// The message, and the label for its place.
fn describe(text: &str, unit: Unit, error: QuantityError) -> (String, &'static str) {
    let family = unit.family().name();
    let found = escape::quoted(text);
    match error {
        QuantityError::NoNumber => {
            let message = format!("expected a number and a unit, as in `1{unit}`, found {found}");
            (message, "does not begin with a digit")
        }
        QuantityError::Plus => (format!("expected a number without `+`, found {found}"), "begins with `+`"),
        QuantityError::NoFraction => {
            (format!("expected digits after the point, found {found}"), "no digits after the point")
        }
        QuantityError::TooManyDigits => {
            let most = MAX_QUANTITY_DIGITS;
            (
                format!("expected at most {most} digits on each side of the point, found more"),
                "too many digits",
            )
        }
        QuantityError::NoUnit => (format!("expected a unit after the number, found {found}"), "no unit"),
        QuantityError::UnknownUnit { .. } => {
            let name = escape::quoted(unknown_unit(text, error));
            (format!("expected a unit of {family} after the number, found {name}"), "not one of the units")
        }
        QuantityError::OtherFamily { found } => {
            let other = found.family().name();
            (
                format!("expected a unit of {family}, found `{found}`, a unit of {other}"),
                "measures something else",
            )
        }
        QuantityError::Negative => {
            (format!("expected a number that is not negative, found {found}"), "begins with `-`")
        }
        QuantityError::NotWhole => (format!("{found} is not a whole number of {unit}"), "not a whole number"),
    }
}

/// Whether a text is a number of this type in every format.
pub(super) fn is_literal(ty: &Type, text: &str) -> bool {
    is_numeral(text)
        && ty.number().is_some_and(|ty| match ty {
            NumberType::Integer(ty) => number(text).integer().is_ok_and(|value| ty.check(value).is_ok()),
            NumberType::Float(ty) => {
                float_literal(ty.kind, text).is_some_and(|value| ty.check(value).is_ok())
            }
        })
}

#[cfg(test)]
mod tests {
    use super::FOREIGN;
    use crate::types::{Quantity, Unit};

    #[test]
    fn foreign_units_are_no_units_and_their_helps_name_some() {
        for foreign in FOREIGN {
            for name in foreign.names {
                assert!(Quantity::read(&format!("1{name}")).is_err(), "{name}");
            }
            let named: Vec<&str> = foreign.help.split('`').skip(1).step_by(2).collect();
            assert!(!named.is_empty());
            for name in named {
                assert_eq!(name.parse::<Unit>().unwrap().family(), foreign.family, "{name}");
            }
        }
    }
}
