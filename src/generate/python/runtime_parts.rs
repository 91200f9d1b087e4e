//! The parts of the runtime that only some schemas need.

use super::absence::has_absent;
use crate::declaration::Config;
use crate::types::Field;

/// The parts of a module that only some schemas need.
#[derive(Debug, Clone, Copy)]
pub(super) struct RuntimeParts {
    pub(super) json: bool,
    /// The class of absent values.
    pub(super) absent: bool,
    pub(super) union: bool,
}

impl RuntimeParts {
    pub(super) fn of(config: &Config) -> Self {
        Self {
            json: config.fields().iter().any(|field| field.ty.holds_json()),
            absent: config.fields().iter().any(|field| holds(field, &has_absent)),
            union: config.fields().iter().any(|field| field.ty.holds_union()),
        }
    }

    /// Whether it uses `Any`, for JSON and where type checkers find no common type of the classes of a union.
    pub(super) fn has_any(self) -> bool {
        self.json || self.union
    }

    /// The lines of a runtime that the module needs. A line that ends with `#+json` or `#-json` is only in modules with
    /// or without JSON; the same holds for `absent`, `any` and `union`.
    pub(super) fn of_runtime(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let marks = [
            ("#+json", self.json),
            ("#-json", !self.json),
            ("#+absent", self.absent),
            ("#-absent", !self.absent),
            ("#+any", self.has_any()),
            ("#-any", !self.has_any()),
            ("#+union", self.union),
            ("#-union", !self.union),
        ];
        for line in text.lines() {
            let marked = marks.iter().find_map(|(mark, wanted)| Some((line.strip_suffix(mark)?, *wanted)));
            let (line, wanted) = marked.map_or((line, true), |(line, wanted)| (line.trim_end(), wanted));
            if wanted {
                out += line;
                out.push('\n');
            }
        }
        out
    }
}

/// Whether this holds for a field, or for a member at any depth.
fn holds(field: &Field, condition: &dyn Fn(&Field) -> bool) -> bool {
    condition(field) || field.ty.any_member(&|member| holds(member, condition))
}
