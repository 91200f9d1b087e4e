//! Types as text, units and quantities.

mod type_text;
mod units;
