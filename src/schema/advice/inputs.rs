//! Advice on inputs in the spelling of other tools.

use super::pieces::Fragment;
use super::vocabulary::INPUTS;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::schema::words::is_listed;
use crate::text::escape::quoted;

impl RefusedText<'_> {
    /// `inputs.zone`, `var.zone` and `input["zone"]`: an input in other tools. `whole` is replaced.
    pub(super) fn input_of(&self, whole: Fragment<'_>, path: &str) -> Option<ExpressionAdvice> {
        let mut names =
            path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        if !is_listed(INPUTS, names.next()?) {
            return None;
        }
        let name = names.next();
        if self.site == ExpressionSite::Rule {
            return name.and_then(|name| self.rewrite(whole, name)).or_else(|| {
                let name = name.unwrap_or("zone");
                let layer = format!("{{ $expr: \"input('{name}')\" }}");
                let help = "read a field, and give it the input in a layer:";
                let help = format!("{help} {}", quoted(&layer));
                Some(ExpressionAdvice::new(help).quoting(&layer).quoting(name).at(whole))
            });
        }
        let Some(name) = name else {
            let help = "write `input('name')`, with the name of the input";
            return Some(ExpressionAdvice::new(help).at(whole));
        };
        let read = format!("input('{name}')");
        self.rewrite(whole, &read).or_else(|| {
            let help = |place: &str| format!("write {}, and declare the input under {place}", quoted(&read));
            let advice = ExpressionAdvice::new(help("`$inputs` of a layer"));
            Some(advice.in_product(help("`inputs` of the product")).quoting(&read).at(whole))
        })
    }
}
