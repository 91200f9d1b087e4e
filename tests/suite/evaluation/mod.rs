//! Expressions in layers and plans: their results, circles and budgets.

mod computed;
mod loop_budget;
