//! Writes unions, as interfaces that the types of their cases implement.

use super::comments::documented;
use super::structs::function;
use super::types::{GoScope, GoType};
use crate::generate::facts::case_facts;
use crate::generate::model::UnionModel;

/// Writes the types of a union and of its cases, and its conversions.
pub(super) fn write(union: &UnionModel<'_>, scope: GoScope<'_>) -> String {
    let UnionModel { name, of, cases, .. } = union;
    let confc = scope.runtime.confc;
    let names: Vec<String> = cases.iter().map(|case| format!("{name}_{}", case.name)).collect();
    let is = format!("is one of the cases of {}", of.owner);
    let all = [format!("The cases: {}.", names.join(", "))];
    let mut text = format!(
        "\n{}type {name} interface{{ confc_Is{name}() }}\n",
        documented("", name, (of.owner.doc(), &is), &all)
    );
    let (mut read, mut write) = (String::new(), String::new());
    for (at, (case, full)) in cases.iter().zip(&names).enumerate() {
        let ty = GoType::case(case, scope);
        let is = format!("is the case `{}`", case.case.name);
        text += &format!(
            "\n{}type {full} struct {{\n\tValue {}\n}}\n\n{}",
            documented("", full, (case.case.doc.as_deref(), &is), &case_facts(case.case)),
            ty.name(),
            function(&format!("func ({full}) confc_Is{name}()"), ""),
        );
        read += &format!("\tcase {at}:\n\t\treturn {full}{{{}(of.Value)}}\n", ty.reader());
        write += &format!(
            "\tcase {full}:\n\t\treturn {confc}Union{{Case: {at}, Value: {}(of.Value)}}\n",
            ty.writer()
        );
    }
    text + &format!(
        "
func confc_To{name}(value any) {name} {{
	switch of := value.({confc}Union); of.Case {{
{read}	}}
	return nil
}}

func confc_From{name}(value {name}) any {{
	switch of := value.(type) {{
{write}	}}
	return {confc}Union{{}}
}}
"
    )
}
