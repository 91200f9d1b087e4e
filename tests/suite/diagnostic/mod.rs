//! Diagnostics: any text can be drawn, logs fit their schema, and the advice on a mistake removes it.

mod advice;
mod drawn;
mod fixed;
mod remedies;
mod sarif;
