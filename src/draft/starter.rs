//! The manifest to start from without values.

/// A manifest with comments, which compiles without changes.
#[must_use]
pub fn starter() -> &'static str {
    r#"// The configuration of this component. Its values are written in other files: JSON5, YAML or TOML.
//
//     confc check THIS.cml                          reports mistakes
//     confc compile THIS.cml -o THIS.cm             compiles the declaration, for programs
//     confc values THIS.cml VALUES.yaml -o THIS.cvf checks and compiles values
{
    config: {
        /// Documentation of a field: a comment with three slashes above it.
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

        /// An optional field may have no value.
        proxy: { type: "string", max_size: 253, optional: true },

        /// A sensitive value is never printed.
        token: { type: "string", max_size: 128, sensitive: true, optional: true },
    },

    // Conditions on several values.
    config_rules: [
        {
            check: "mode != 'fast' || timeout <= 1000",
            message: "fast mode needs a timeout of at most 1s",
        },
    ],
}
"#
}
