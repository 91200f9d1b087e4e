//! Rules for names in TypeScript.

use crate::generate::names::{Conventions, NamingRules, camel, constant, pascal};

/// The rules for TypeScript. Properties may have any name but those that all objects have. Variants and cases are texts.
pub(super) const TYPESCRIPT: NamingRules = NamingRules {
    name: "TypeScript",
    conventions: Conventions {
        types: pascal,
        members: camel,
        variants: str::to_owned,
        cases: str::to_owned,
        constants: constant,
    },
    // Names of the language and its library, then those of the module.
    types: &[
        "Array",
        "ArrayBuffer",
        "Awaited",
        "BigInt",
        "BigInt64Array",
        "BigUint64Array",
        "Boolean",
        "DataView",
        "Date",
        "Error",
        "Exclude",
        "Extract",
        "Float64Array",
        "Function",
        "Generator",
        "Infinity",
        "InstanceType",
        "Int32Array",
        "Iterable",
        "Iterator",
        "JSON",
        "Map",
        "Math",
        "NaN",
        "Number",
        "Object",
        "Omit",
        "Partial",
        "Pick",
        "Promise",
        "Proxy",
        "RangeError",
        "Readonly",
        "ReadonlyArray",
        "ReadonlyMap",
        "ReadonlySet",
        "Record",
        "RegExp",
        "Required",
        "Set",
        "String",
        "Symbol",
        "TextDecoder",
        "TypeError",
        "Uint32Array",
        "Uint8Array",
        "WeakMap", //
        "CHECKSUM",
        "CLEAR",
        "EmbeddedSchema",
        "FileContent",
        "GenericList",
        "GenericValue",
        "Json",
        "LoadDetail",
        "LoadError",
        "MapEntries",
        "Misfit",
        "OtherForm",
        "Overrides",
        "PlainOptions",
        "RuleFault",
        "RuleLoop",
        "RuntimeTable",
        "SchemaRuntime",
        "Secret",
        "StackValue",
        "TableField",
        "TablePattern",
        "TableRule",
        "TableType",
        "TableVariants",
        "UnionValue",
        "ValueForm",
        "ValueReader",
        "VariantMaps",
    ],
    members: &[
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "then",
        "toLocaleString",
        "toString",
        "valueOf",
    ],
    variants: &[],
    companions: &["Init"],
};

#[cfg(test)]
mod tests {
    use super::TYPESCRIPT;

    #[test]
    fn types_of_the_runtime_are_reserved() {
        for line in super::super::runtime::RUNTIME.lines() {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let declared =
                ["type ", "interface ", "class "].into_iter().find_map(|word| line.strip_prefix(word));
            let Some(declared) = declared else { continue };
            let name: String = declared.chars().take_while(char::is_ascii_alphanumeric).collect();
            assert!(TYPESCRIPT.types.contains(&name.as_str()), "{name}");
        }
    }
}
