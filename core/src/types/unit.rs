//! The units of numbers.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The dimension of units. Only units of the same family can be converted into each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitFamily {
    /// Amounts of data.
    Bytes,
    /// Spans of time.
    Time,
}

macro_rules! units {
    ($($unit:ident $name:literal $family:ident $factor:expr;)*) => {
        /// The unit of the number of a field: an amount of data or a span of time.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Unit {
            $(
                #[doc = $name]
                $unit,
            )*
        }

        impl Unit {
            /// All units: decimal units of bytes, binary units of bytes, units of time; each group in ascending order.
            pub const ALL: &[Self] = &[$(Self::$unit),*];

            /// Its name in manifests and quantities.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$unit => $name),* }
            }

            /// Its family.
            #[must_use]
            pub const fn family(self) -> UnitFamily {
                match self { $(Self::$unit => UnitFamily::$family),* }
            }

            /// The exact number of bytes or nanoseconds in it; at most 2^50.
            #[must_use]
            pub const fn factor(self) -> u64 {
                match self { $(Self::$unit => $factor),* }
            }
        }
    };
}

units! {
    Byte        "B"   Bytes 1;
    Kilobyte    "kB"  Bytes 1_000;
    Megabyte    "MB"  Bytes 1_000_000;
    Gigabyte    "GB"  Bytes 1_000_000_000;
    Terabyte    "TB"  Bytes 1_000_000_000_000;
    Petabyte    "PB"  Bytes 1_000_000_000_000_000;
    Kibibyte    "KiB" Bytes 1 << 10;
    Mebibyte    "MiB" Bytes 1 << 20;
    Gibibyte    "GiB" Bytes 1 << 30;
    Tebibyte    "TiB" Bytes 1 << 40;
    Pebibyte    "PiB" Bytes 1 << 50;
    Nanosecond  "ns"  Time  1;
    Microsecond "us"  Time  1_000;
    Millisecond "ms"  Time  1_000_000;
    Second      "s"   Time  1_000_000_000;
    Minute      "min" Time  60_000_000_000;
    Hour        "h"   Time  3_600_000_000_000;
    Day         "d"   Time  86_400_000_000_000;
}

impl UnitFamily {
    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Time => "time",
        }
    }

    /// Its units in ascending order, decimal units first.
    pub fn units(self) -> impl Iterator<Item = Unit> {
        Unit::ALL.iter().copied().filter(move |unit| unit.family() == self)
    }
}

impl FromStr for Unit {
    type Err = UnknownUnit;

    fn from_str(name: &str) -> Result<Self, UnknownUnit> {
        Self::ALL.iter().copied().find(|unit| unit.name() == name).ok_or(UnknownUnit)
    }
}

impl Display for Unit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that does not name a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownUnit;

impl Error for UnknownUnit {}

impl Display for UnknownUnit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("no unit has this name")
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, UnitFamily, UnknownUnit};

    #[test]
    fn names_are_read_back_and_say_no_two_things() {
        for &unit in Unit::ALL {
            assert_eq!(unit.name().parse(), Ok(unit));
            assert!((1..=1 << 50).contains(&unit.factor()));
        }
        for other in ["", "b", "K", "M", "m", "Ki", "Mi", "mb", "sec", "S", "µs", " s", "MiB/s", "bit"] {
            assert_eq!(other.parse::<Unit>(), Err(UnknownUnit), "{other}");
        }
        let families = [UnitFamily::Bytes, UnitFamily::Time];
        assert_eq!(families.map(|family| family.units().count()), [11, 7]);
    }
}
