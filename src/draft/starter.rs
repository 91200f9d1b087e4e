//! The manifest to start from without values.

/// A manifest with comments, which compiles without changes.
#[must_use]
pub fn starter() -> &'static str {
    r#"// What this component can be told. Everyone else writes values for it in JSON5, YAML or TOML.
//
//     confc check THIS.cml                          is it right?
//     confc compile THIS.cml -o THIS.cm             the declaration, for programs
//     confc values THIS.cml VALUES.yaml -o THIS.cvf values, checked and compiled
{
    config: {
        /// Documentation stands above a field, behind three slashes.
        server: {
            type: "struct",
            fields: {
                host: { type: "string", max_size: 253, default: "localhost" },
                port: { type: "uint16", min: 1, default: 8080 },
            },
        },

        /// A field without a default must be set.
        name: { type: "string", max_size: 64 },

        /// Numbers may have a unit: values may then say `"1.5s"`, too.
        timeout: { type: "uint32", unit: "ms", default: 5000, max: 60000 },

        mode: { type: "enum", variants: { fast: 0, safe: 1 }, default: "safe" },

        tags: {
            type: "vector",
            max_count: 16,
            element: { type: "string", max_size: 32 },
            default: [],
        },

        /// `optional: true` is for what may have no value at all.
        proxy: { type: "string", max_size: 253, optional: true },

        /// A sensitive value is never printed.
        token: { type: "string", max_size: 128, sensitive: true, optional: true },
    },

    // What values must meet together.
    config_rules: [
        {
            check: "mode != 'fast' || timeout <= 1000",
            message: "fast mode needs a timeout of at most 1s",
        },
    ],
}
"#
}
