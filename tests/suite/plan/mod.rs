//! Value plans: that finishing one is the same as knowing everything at once, and that no bytes are trusted.

mod hostile;
mod law;
