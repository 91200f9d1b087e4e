//! Advice on inputs in the spelling of other tools.

use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::quoted;
use std::ops::Range;

impl RefusedText<'_> {
    /// `inputs.zone`, `var.zone` and `input["zone"]`: an input in other tools.
    pub(super) fn input_of(&self, range: &Range<usize>, path: &str) -> Option<ExpressionAdvice> {
        let mut names =
            path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        if !matches!(names.next()?, "input" | "inputs" | "var" | "param" | "params") {
            return None;
        }
        let name = names.next();
        if self.site == ExpressionSite::Rule {
            if let Some(advice) = name.and_then(|name| self.rewrite(range.clone(), name)) {
                return Some(advice);
            }
            let name = name.unwrap_or("zone");
            let layer = format!("{{ $expr: \"input('{name}')\" }}");
            let advice =
                ExpressionAdvice::writing("read a field, and give it the input in a layer:", &layer, "");
            return Some(advice.quoting(name).at(range.clone()));
        }
        let Some(name) = name else {
            let help = "write `input('name')`, with the name of the input";
            return Some(ExpressionAdvice::new(help).at(range.clone()));
        };
        let read = format!("input('{name}')");
        if let Some(advice) = self.rewrite(range.clone(), &read) {
            return Some(advice);
        }
        let help = |place: &str| format!("write {}, and declare the input under {place}", quoted(&read));
        let advice = ExpressionAdvice::new(help("`$inputs` of a layer"));
        Some(advice.in_product(help("`inputs` of the product")).quoting(&read).at(range.clone()))
    }
}
