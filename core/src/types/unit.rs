//! Units: what the number of a field counts.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// What units measure. Only units of one family are converted into each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitFamily {
    /// Amounts of data.
    Bytes,
    /// Spans of time.
    Time,
}

macro_rules! units {
    ($($unit:ident $name:literal $family:ident $factor:expr;)*) => {
        /// What the number of a field counts: an amount of data or a span of time.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Unit {
            $(
                #[doc = $name]
                $unit,
            )*
        }

        impl Unit {
            /// Every unit: decimal units of bytes, binary ones, units of time; each family from the smallest on.
            pub const ALL: &[Self] = &[$(Self::$unit),*];

            /// The name as manifests and quantities write it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$unit => $name),* }
            }

            /// What it measures.
            #[must_use]
            pub const fn family(self) -> UnitFamily {
                match self { $(Self::$unit => UnitFamily::$family),* }
            }

            /// How many bytes, or how many nanoseconds, it is: exactly, and at most 2^50.
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
    /// In words, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Time => "time",
        }
    }

    /// Its units, from the smallest on, decimal ones first.
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

/// No unit has a text as its name.
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
