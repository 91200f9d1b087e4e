//! Writes unions, as classes that hold a `std::variant` with a class for each case.

use super::documentation::{about_case, comment};
use super::types::{CppType, case_name};
use crate::generate::facts::documentation;
use crate::generate::model::{Model, UnionModel};
use std::fmt::Write as _;

/// Writes a union and its conversions.
pub(super) fn write(union: &UnionModel<'_>, model: &Model<'_>, namespace: &str) -> String {
    let UnionModel { name, of, cases, .. } = union;
    let doc = documentation(of.owner.doc(), || format!("The cases of {}.", of.owner));
    let mut out = comment("", &doc);
    let _ = writeln!(out, "struct {name} {{");
    let (mut names, mut take, mut give) = (Vec::new(), String::new(), String::new());
    for (at, case) in cases.iter().enumerate() {
        let inner = case_name(case, name);
        let ty = CppType::case(case, model, namespace).value();
        out += &comment("  ", &about_case(case.case.name.as_str(), case.case.doc.as_deref(), &case.case.ty));
        let _ = write!(out, "  struct {inner} {{\n    {ty} value;\n  }};\n\n");
        let label = if at + 1 == cases.len() { "default".to_owned() } else { format!("case {at}") };
        let _ = write!(take, "    {label}:\n      return {{{inner}{{::confc::v1::take<{ty}>(content)}}}};\n");
        let _ = write!(
            give,
            "    {label}:\n      return ::confc::v1::give_case({at}, ::std::get_if<{at}>(&value)->value);\n"
        );
        names.push(inner);
    }
    let names = names.join(", ");
    let _ = write!(
        out,
        "  ::std::variant<{names}> value;

  friend bool operator==(const {name} &left, const {name} &right) {{ return left.give_() == right.give_(); }}
  friend bool operator!=(const {name} &left, const {name} &right) {{ return !(left == right); }}

private:
  template <class, class> friend struct ::confc::v1::Convert;

  static {name} take_(::confc::v1::Value &from) {{
    ::confc::v1::Value &content = ::confc::v1::content_of(from);
    switch (from.number) {{
{take}    }}
  }}

  ::confc::v1::Value give_() const {{
    switch (value.index()) {{
{give}    }}
  }}
}};

"
    );
    out
}
