//! Writes structs: the configuration itself, and those in it.

use super::comments::{deprecated, documented, member as about};
use super::literals::{self, GoLiterals};
use super::types::{GoScope, GoType};
use crate::declaration::Config;
use crate::generate::constants::{Constant, Fact, Limit, LimitOperand, literal};
use crate::generate::facts::package_path;
use crate::generate::model::{Member, StructModel, companion_name};
use crate::types::{Bound, Presence, float_text};

/// Writes structs with what belongs to them.
pub(super) struct GoStructWriter<'a> {
    pub(super) scope: GoScope<'a>,
}

impl<'a> GoStructWriter<'a> {
    /// Writes the type of a struct, its constants, its conversions and its builder; `at` is its position in the model.
    pub(super) fn write(&self, structure: &'a StructModel<'a>, at: usize) -> String {
        let name = &structure.name;
        let (doc, is) = match structure.of {
            None => (None, "is the configuration, complete and verified".into()),
            Some(of) => (of.owner.doc(), format!("has the members of {}", of.owner)),
        };
        let held = |member: &Member<'a>| {
            format!("{}\t{} {}\n", about("\t", member), member.name, self.ty(member).name())
        };
        let members: Vec<String> = structure.members.iter().map(held).collect();
        let mut text = format!("\n{}", documented("", name, (doc, &is), &[]));
        text += &match members.is_empty() {
            true => format!("type {name} struct{{}}\n"),
            false => format!("type {name} struct {{\n{}}}\n", members.join("\n")),
        };
        text += &self.constants(structure);
        text += &self.conversions(structure);
        text + &self.builder(structure, at)
    }

    fn ty(&self, member: &'a Member<'a>) -> GoType<'a> {
        GoType::member(member, self.scope)
    }

    /// Writes the conversions from and to values. Those of large structs are in several functions, since the compiler of
    /// Go takes more than linear time for a long one.
    fn conversions(&self, structure: &'a StructModel<'a>) -> String {
        /// The most members of a function.
        const MOST: usize = 200;
        let (name, members) = (&structure.name, structure.members.len());
        let confc = self.scope.runtime.confc;
        let (mut calls_read, mut calls_write, mut functions) = (String::new(), String::new(), String::new());
        for (part, of_part) in structure.members.chunks(MOST).enumerate() {
            let (mut read, mut write) = (String::new(), String::new());
            for (at, member) in of_part.iter().enumerate() {
                let (at, ty) = (part * MOST + at, self.ty(member));
                read += &format!("\tto.{} = {}(from[{at}])\n", member.name, ty.reader());
                write += &format!("\tto[{at}] = {}(from.{})\n", ty.writer(), member.name);
            }
            if members <= MOST {
                (calls_read, calls_write) = (read, write);
                break;
            }
            calls_read += &format!("\tconfc_To{name}_{part}(from, &to)\n");
            calls_write += &format!("\tconfc_From{name}_{part}(&from, to)\n");
            functions += &format!(
                "
func confc_To{name}_{part}(from {confc}Members, to *{name}) {{
{read}}}

func confc_From{name}_{part}(from *{name}, to {confc}Members) {{
{write}}}
"
            );
        }
        // Only the case of a union may have no members.
        let from = if members == 0 { String::new() } else { format!("\tfrom := value.({confc}Members)\n") };
        format!(
            "
func confc_To{name}(value any) (to {name}) {{
{from}{calls_read}	return to
}}

func confc_From{name}(from {name}) any {{
	to := make({confc}Members, {members})
{calls_write}	return to
}}
{functions}"
        )
    }

    fn builder(&self, structure: &'a StructModel<'a>, at: usize) -> String {
        let (name, confc) = (&structure.name, self.scope.runtime.confc);
        let builder = companion_name(name, "Builder");
        let mut text = format!(
            "
// {builder} builds a value of {name} by hand, for tests. Fields that are not set have their defaults.
type {builder} struct {{
	given {confc}Given
}}

// Build returns the value, or the first member that is missing or does not fit.
"
        );
        text += &if structure.of.is_none() {
            function(
                &format!("func (b *{builder}) Build() (*{name}, error)"),
                &format!("return {confc}Build(&confc_Table, confc_Fields, b.given, true, confc_To{name})"),
            )
        } else {
            let members = format!("confc_Types[{}].Members", self.scope.positions.of(at));
            let build = format!("{confc}Build(&confc_Table, {members}, b.given, false, confc_To{name})");
            function(
                &format!("func (b *{builder}) Build() ({name}, error)"),
                &format!("return {confc}Struct({build})"),
            )
        };
        text + &self.setters(&builder, structure, |_| true)
    }

    /// Writes the methods that set, clear and null members.
    fn setters(
        &self,
        of: &str,
        structure: &'a StructModel<'a>,
        is_set: impl Fn(&Member<'_>) -> bool,
    ) -> String {
        let confc = self.scope.runtime.confc;
        let mut text = String::new();
        for (at, member) in structure.members.iter().enumerate().filter(|(_, member)| is_set(member)) {
            let (name, ty) = (&member.name, self.ty(member).present());
            let Presence { optional, nullable } = member.field.presence();
            let mut method = |verb: &str, parameter: &str, value: &str| {
                text += &format!("\n{}", deprecated("", member, ""));
                text += &function(
                    &format!("func (b *{of}) {verb}{name}({parameter})"),
                    &format!("b.given.Set({at}, {value})"),
                );
            };
            method("Set", &format!("value {}", ty.name()), &format!("{}(value)", ty.writer()));
            if optional {
                method("Clear", "", &format!("{confc}Absent{{}}"));
            }
            if nullable {
                method("Null", "", &format!("{confc}Null{{}}"));
            }
        }
        text
    }

    /// Writes what belongs to the configuration as a whole.
    pub(super) fn write_whole(&self, structure: &'a StructModel<'a>, config: &Config) -> String {
        let (name, confc) = (&structure.name, self.scope.runtime.confc);
        let mut text = format!(
            "
// {name}_Checksum is the checksum of the interface.
const {name}_Checksum = \"{}\"
",
            config.checksum()
        );
        if let Some(path) = package_path(config) {
            text += &format!(
                "
// {name}_PackagePath is the path of the value file in the package of the component.
const {name}_PackagePath = {}
",
                literals::string(path)
            );
        }
        let load = |name_of: &str, parameters: &str, given: &str| {
            function(
                &format!("func Load{name}{name_of}(data []byte{parameters}) (*{name}, error)"),
                &format!("return {confc}Load(&confc_Table, data, {given}, confc_To{name})"),
            )
        };
        text += &format!(
            "
// Load{name} reads and verifies the bytes of a value file. Each kind of error has a type; all of them are ErrLoad.
{}",
            load("", "", &format!("{confc}Given{{}}"))
        );
        let is_overridable = |member: &Member<'_>| member.field.mutability.parent;
        if structure.members.iter().any(is_overridable) {
            text += &format!(
                "
// {name}Overrides holds the overrides of the component's parent. Other fields keep the value of the file.
type {name}Overrides struct {{
	given {confc}Given
}}

// Load{name}With is as Load{name}, with what the parent sets. Rules are asked once, of what comes out.
{}",
                load("With", &format!(", overrides {name}Overrides"), "overrides.given")
            );
            text += &self.setters(&format!("{name}Overrides"), structure, is_overridable);
        }
        let method = |signature: &str, body: &str| function(&format!("func (c *{name}) {signature}"), body);
        text + &format!(
            "
// MarshalJSON returns plain data with the names that layers use, without sensitive values.
{}
// MarshalJSONWithSecrets is as MarshalJSON, with sensitive values.
{}
// Changed returns the keys of the fields whose values differ.
{}",
            function(
                &format!("func (c {name}) MarshalJSON() ([]byte, error)"),
                &format!("return {confc}ToJSON(&confc_Table, confc_From{name}(c), false)")
            ),
            method(
                "MarshalJSONWithSecrets() ([]byte, error)",
                &format!("return {confc}ToJSON(&confc_Table, confc_From{name}(*c), true)")
            ),
            method(
                &format!("Changed(other *{name}) []string"),
                &format!(
                    "return {confc}Changed(&confc_Table, confc_From{name}(*c), confc_From{name}(*other))"
                )
            ),
        )
    }

    fn constants(&self, structure: &'a StructModel<'a>) -> String {
        let (mut constants, mut functions) = (String::new(), String::new());
        for member in &structure.members {
            for one in &member.constants {
                let name = format!("{}{}", structure.name, one.name);
                match self.constant(one, member, &name) {
                    Some(GoConstant::Constant(text)) => constants += &text,
                    Some(GoConstant::Function(text)) => functions += &text,
                    None => {}
                }
            }
        }
        if !constants.is_empty() {
            constants = format!("\nconst (\n{constants})\n");
        }
        constants + &functions
    }

    /// A constant; `None` for a default that cannot be one.
    fn constant(&self, constant: &Constant<'a>, member: &'a Member<'a>, name: &str) -> Option<GoConstant> {
        let meaning = constant.meaning(member.field);
        let value = match &constant.what {
            Fact::Default(value) => {
                // JSON is its text.
                let ty = self.ty(member).present().name().replace("json.RawMessage", "string");
                let field = &member.field.ty;
                let value = literal(field, value, self.scope.model.enumeration(member), &GoLiterals)?;
                if field.element().is_some() {
                    let about = documented("", name, (None, &format!("returns the {meaning}")), &[]);
                    let function = function(&format!("func {name}() {ty}"), &format!("return {ty}{value}"));
                    return Some(GoConstant::Function(format!("\n{about}{function}")));
                }
                format!("{ty} = {value}")
            }
            Fact::Limit(Limit { operand, part, .. }) => match *operand {
                LimitOperand::Size(n) => format!("= {n}"),
                LimitOperand::Bound(Bound::Integer(bound)) => format!("{} = {bound}", part.ty.kind().name()),
                LimitOperand::Bound(Bound::Float(bound, kind)) => {
                    format!("{} = {}", part.ty.kind().name(), float_text(bound, kind))
                }
                LimitOperand::Pattern(text) => format!("= {}", literals::string(text)),
            },
        };
        let about = documented("\t", name, (None, &format!("is the {meaning}")), &[]);
        Some(GoConstant::Constant(format!("{about}\t{name} {value}\n")))
    }
}

/// A constant as it is written.
enum GoConstant {
    Constant(String),
    /// A list, which is no constant in Go.
    Function(String),
}

/// A function with one statement, in the form that gofmt gives it.
pub(super) fn function(head: &str, statement: &str) -> String {
    /// Head and statement have fewer characters on one line.
    const MOST: usize = 100;
    if statement.is_empty() {
        format!("{head} {{}}\n")
    } else if head.len() + statement.len() < MOST {
        format!("{head} {{ {statement} }}\n")
    } else {
        format!("{head} {{\n\t{statement}\n}}\n")
    }
}
