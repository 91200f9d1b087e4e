//! Expressions: laws over random ones, what CEL means by them, and texts made to cost much.

mod cel_spec;
mod drawn;
mod frozen;
mod hostile;
mod textproto;
