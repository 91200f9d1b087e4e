//! Writes structs, as classes with constants, accessors and a builder.

use super::documentation::{about, comment};
use super::literals::{CppLiterals, float, integer, string, view};
use super::types::{CppType, number};
use crate::declaration::Config;
use crate::generate::constants::{Constant, Fact, Limit, LimitOperand, literal};
use crate::generate::facts::{code, documentation, package_path};
use crate::generate::model::{Member, Model, StructModel};
use crate::types::{Bound, Value};
use std::fmt::Write as _;

/// Writes the class of a struct whose members are in this array of the table.
pub(super) fn write(
    structure: &StructModel<'_>,
    model: &Model<'_>,
    (namespace, array): (&str, &str),
    config: &Config,
) -> String {
    let StructModel { name, of, members, .. } = structure;
    let writer = CppStructWriter { structure, model, namespace, array };
    let is_config = of.is_none();
    let doc = match of {
        None => "The configuration, complete and verified.".into(),
        Some(of) => documentation(of.owner.doc(), || format!("The members of {}.", of.owner)),
    };
    let mut out = comment("", &doc);
    let _ = write!(out, "class {name} {{\npublic:\n  class Builder;\n");
    if is_config {
        out += &writer.interface(config);
    }
    let constants: String = members.iter().map(|member| writer.constants(member)).collect();
    out += &constants;
    if is_config {
        out += &writer.loads();
    }
    let _ = write!(
        out,
        "\n  /// A builder to set values by hand, for tests: fields that are not set have their defaults.\n  \
         [[nodiscard]] static Builder builder();\n"
    );
    for member in members {
        let (name, given) = (&member.name, CppType::member(member, model, namespace).given());
        let space = if given.ends_with('&') { "" } else { " " };
        let _ = write!(
            out,
            "\n{}  {}[[nodiscard]] {given}{space}{name}() const {{ return members_.{name}; }}\n",
            comment("  ", &about(member)),
            deprecated(member)
        );
    }
    out += &writer.rest();
    out += &writer.builder();
    if is_config {
        out += &writer.overrides();
    }
    out
}

struct CppStructWriter<'w> {
    structure: &'w StructModel<'w>,
    model: &'w Model<'w>,
    namespace: &'w str,
    /// The name of the array of its members in the table; `nullptr` without members.
    array: &'w str,
}

impl CppStructWriter<'_> {
    fn ty<'m>(&'m self, member: &'m Member<'m>) -> CppType<'m> {
        CppType::member(member, self.model, self.namespace)
    }

    fn overridable(&self) -> impl Iterator<Item = (usize, &Member<'_>)> {
        self.structure.members.iter().enumerate().filter(|(_, member)| member.field.mutability.parent)
    }

    fn has_overrides(&self) -> bool {
        self.overridable().next().is_some()
    }

    /// The constants of the interface.
    fn interface(&self, config: &Config) -> String {
        let overrides = if self.has_overrides() { "  class Overrides;\n" } else { "" };
        let mut out = format!(
            "{overrides}\n  /// The checksum of the interface that this file was generated from.\n  \
             static constexpr ::std::string_view kChecksum = \"{}\";\n",
            config.checksum()
        );
        if let Some(path) = package_path(config) {
            let _ = write!(
                out,
                "  /// The path of the value file in the package of the component.\n  \
                 static constexpr ::std::string_view kPackagePath = {};\n",
                string(path)
            );
        }
        out
    }

    /// The functions that load the configuration, and those for all its values.
    fn loads(&self) -> String {
        let name = &self.structure.name;
        let mut out = format!(
            "
  /// Reads and verifies the bytes of a value file.
  [[nodiscard]] static ::confc::v1::Result<{name}> load(::std::string_view bytes);
"
        );
        if self.has_overrides() {
            let _ = write!(
                out,
                "  /// As `load`, with the values that the component's parent sets.
  [[nodiscard]] static ::confc::v1::Result<{name}> load_with(::std::string_view bytes, const Overrides &overrides);
"
            );
        }
        out += "
  /// The keys of the fields whose values differ.
  [[nodiscard]] ::std::vector<::std::string_view> changed(const ";
        let _ = write!(
            out,
            "{name} &other) const {{
    return ::confc::v1::changed(table::table, give_(), other.give_());
  }}

  /// The values as JSON, with the names that layers have. Sensitive values are left out unless all is asked for.
  [[nodiscard]] ::std::string to_json(::confc::v1::Shown shown = ::confc::v1::Shown::kPublic) const {{
    return ::confc::v1::to_json(table::table, give_(), shown);
  }}

  /// The values for people, with `<set>` for sensitive ones.
  [[nodiscard]] ::std::string debug_string() const {{
    return ::confc::v1::to_json(table::table, give_(), ::confc::v1::Shown::kDebug);
  }}
"
        );
        out
    }

    /// The end of the class: comparison, conversions and members.
    fn rest(&self) -> String {
        let StructModel { name, members, .. } = self.structure;
        let each = |line: &dyn Fn(&Member<'_>) -> String| members.iter().map(line).collect::<String>();
        let take = each(&|member| format!("        taker.take<{}>(),\n", self.ty(member).held()));
        let give = each(&|member| {
            let presence = member.field.presence();
            let add = if presence.nullable && !presence.optional { "add_nullable" } else { "add" };
            format!("    giver.{add}(members_.{});\n", member.name)
        });
        let held = each(&|member| format!("    {} {};\n", self.ty(member).held(), member.name));
        let take = if members.is_empty() {
            format!("    static_cast<void>(from);\n    return {name}(Held{{}});\n")
        } else {
            format!("    ::confc::v1::Taker taker(from);\n    return {name}(Held{{\n{take}    }});\n")
        };
        format!(
            "
  friend bool operator==(const {name} &left, const {name} &right) {{ return left.give_() == right.give_(); }}
  friend bool operator!=(const {name} &left, const {name} &right) {{ return !(left == right); }}

private:
  template <class, class> friend struct ::confc::v1::Convert;

  struct Held {{
{held}  }};

  explicit {name}(Held members) : members_(::std::move(members)) {{}}

  static {name} take_(::confc::v1::Value &from) {{
{take}  }}

  ::confc::v1::Value give_() const {{
    ::confc::v1::Giver giver;
{give}    return giver.finish();
  }}

  Held members_;
}};

"
        )
    }

    /// The builder, and the functions that return values of it.
    fn builder(&self) -> String {
        let StructModel { name, members, .. } = self.structure;
        let setters: String =
            members.iter().enumerate().map(|(at, member)| self.setters(at, member)).collect();
        let (array, count) = (self.array, members.len());
        format!(
            "/// Builds a `{name}`.
class {name}::Builder : public ::confc::v1::Setter<Builder> {{
public:
{setters}  /// The finished value, if it is complete and valid.
  [[nodiscard]] ::confc::v1::Result<{name}> build() const {{
    return ::confc::v1::build<{name}>(table::table, {array}, {count}, settings_);
  }}
}};

inline {name}::Builder {name}::builder() {{ return Builder(); }}

"
        )
    }

    /// The overrides of the component's parent, and the functions that load.
    fn overrides(&self) -> String {
        let name = &self.structure.name;
        let mut out = format!(
            "inline ::confc::v1::Result<{name}> {name}::load(::std::string_view bytes) {{
  return ::confc::v1::load<{name}>(table::table, bytes, {{}});
}}

"
        );
        if self.has_overrides() {
            let setters: String = self.overridable().map(|(at, member)| self.setters(at, member)).collect();
            let _ = write!(
                out,
                "/// Values that the component's parent sets. The others stay as in the value file.
class {name}::Overrides : public ::confc::v1::Setter<Overrides> {{
public:
{setters}
private:
  friend class {name};
}};

inline ::confc::v1::Result<{name}> {name}::load_with(::std::string_view bytes, const Overrides &overrides) {{
  return ::confc::v1::load<{name}>(table::table, bytes, overrides.settings_);
}}

"
            );
        }
        out
    }

    /// The functions that set a member of a class.
    fn setters(&self, at: usize, member: &Member<'_>) -> String {
        let (name, taken) = (&member.name, self.ty(member).taken());
        let space = if taken.ends_with('&') { "" } else { " " };
        let (about, deprecated) = (code(member.field.key.as_str()), deprecated(member));
        let mut out = format!(
            "{}  {deprecated}auto &{name}({taken}{space}value) {{ return set_({at}, value); }}\n",
            comment("  ", &format!("Sets {about}.")),
        );
        let presence = member.field.presence();
        for (is, what, state, doc) in [
            (presence.optional, "clear", "kAbsent", "no value"),
            (presence.nullable, "null", "kNull", "`null`"),
        ] {
            if is {
                let _ = writeln!(
                    out,
                    "{}  {deprecated}auto &{what}_{}() {{ return set_({at}, ::confc::v1::State::{state}); }}",
                    comment("  ", &format!("Gives {about} {doc}.")),
                    name.trim_end_matches('_')
                );
            }
        }
        out
    }

    fn constants(&self, member: &Member<'_>) -> String {
        member.constants.iter().filter_map(|constant| self.constant(constant, member)).collect()
    }

    /// A constant; `None` for a default that cannot be one.
    fn constant(&self, constant: &Constant<'_>, member: &Member<'_>) -> Option<String> {
        let (ty, value) = match &constant.what {
            Fact::Default(value) => {
                let literals = CppLiterals { namespace: self.namespace };
                let count = if let Value::List(list) = value { list.len() } else { 0 };
                let literal = literal(&member.field.ty, value, self.model.enumeration(member), &literals)?;
                (self.ty(member).constant(count)?, literal)
            }
            Fact::Limit(Limit { operand, part, .. }) => match *operand {
                LimitOperand::Size(n) => ("::std::size_t".into(), n.to_string()),
                LimitOperand::Bound(Bound::Integer(bound)) => (number(part.ty)?.into(), integer(bound)),
                LimitOperand::Bound(Bound::Float(bound, kind)) => {
                    (number(part.ty)?.into(), float(bound, kind))
                }
                LimitOperand::Pattern(text) => ("::std::string_view".into(), view(text)),
            },
        };
        let about = comment("  ", &format!("The {}.", constant.meaning(member.field)));
        let name = &constant.name;
        Some(format!("\n{about}  static constexpr {ty} {name} = {value};\n"))
    }
}

/// Warns users of a field, but not this file.
fn deprecated(member: &Member<'_>) -> String {
    let attribute = |why: &str| format!("[[deprecated({})]] ", string(why));
    member.field.deprecated.as_deref().map(attribute).unwrap_or_default()
}
