"""Rules for confc: declarations, value files, checks and generated clients."""

ConfcShardsInfo = provider(
    doc = "Files that manifests include.",
    fields = {"files": "depset of File: the shards, and all that they include themselves"},
)

ConfcDeclarationInfo = provider(
    doc = "A compiled manifest.",
    fields = {
        "declaration": "File: the declaration (.cm)",
        "sources": "depset of File: the manifest and everything that it includes",
    },
)

ConfcValuesInfo = provider(
    doc = "A value file.",
    fields = {
        "declaration": "File: the declaration that it is for",
        "values": "File: the value file (.cvf)",
    },
)

ConfcClientInfo = provider(
    doc = "A generated client, for the rules of its language.",
    fields = {
        "language": "string: rust or python",
        "source": "File: the generated source",
    },
)

ConfcToolchainInfo = provider(
    doc = "The program that the rules run.",
    fields = {"confc": "FilesToRunProvider: the program"},
)

# A flag that leads to a toolchain, and no toolchain type: to resolve one, Bazel loads whatever toolchains are
# registered, those of C++ and Java too, and fetches their rules.
_TOOLCHAIN = {
    "_toolchain": attr.label(
        default = Label("//confc:toolchain"),
        providers = [ConfcToolchainInfo],
        cfg = "exec",
    ),
}

def _confc(ctx):
    return ctx.attr._toolchain[ConfcToolchainInfo].confc

def _run(ctx, mnemonic, command, output, inputs):
    """Runs confc with `command`, an Args without its output."""
    flags = ctx.actions.args()
    flags.add("-o", output)
    ctx.actions.run(
        executable = _confc(ctx),
        arguments = [command, flags],
        inputs = inputs,
        outputs = [output],
        mnemonic = mnemonic,
        progress_message = "confc %s" % output.short_path,
    )

def _confc_toolchain_impl(ctx):
    return [ConfcToolchainInfo(confc = ctx.attr.confc[DefaultInfo].files_to_run)]

confc_toolchain = rule(
    implementation = _confc_toolchain_impl,
    doc = "Says which program the rules run.",
    attrs = {
        "confc": attr.label(executable = True, allow_single_file = True, cfg = "exec", mandatory = True),
    },
)

def _confc_shards_impl(ctx):
    files = depset(
        ctx.files.srcs,
        transitive = [dep[ConfcShardsInfo].files for dep in ctx.attr.deps],
    )
    return [DefaultInfo(files = files), ConfcShardsInfo(files = files)]

confc_shards = rule(
    implementation = _confc_shards_impl,
    doc = "Shards that manifests, and other shards, include.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "deps": attr.label_list(providers = [ConfcShardsInfo], doc = "What the shards include."),
    },
)

def _confc_declaration_impl(ctx):
    output = ctx.actions.declare_file(ctx.label.name + ".cm")
    sources = depset(
        [ctx.file.src],
        transitive = [dep[ConfcShardsInfo].files for dep in ctx.attr.deps],
    )
    command = ctx.actions.args()
    command.add("compile")
    command.add(ctx.file.src)
    command.add("--include-root", ctx.attr.include_root)
    if ctx.attr.package_path:
        command.add("--config-package-path", ctx.attr.package_path)
    command.add_all(ctx.attr.flags)
    _run(ctx, "ConfcCompile", command, output, sources)
    return [
        DefaultInfo(files = depset([output])),
        ConfcDeclarationInfo(declaration = output, sources = sources),
    ]

confc_declaration = rule(
    implementation = _confc_declaration_impl,
    doc = "Compiles a manifest. An include that no `deps` has is not found.",
    attrs = dict(_TOOLCHAIN, **{
        "src": attr.label(allow_single_file = [".cml"], mandatory = True),
        "deps": attr.label_list(providers = [ConfcShardsInfo], doc = "What the manifest includes."),
        "include_root": attr.string(default = ".", doc = "What `//` in includes stands for, from the workspace's root."),
        "package_path": attr.string(doc = "Where the value file is in the component's package."),
        "flags": attr.string_list(doc = "Further flags of `confc compile`."),
    }),
)

def _confc_values_impl(ctx):
    output = ctx.actions.declare_file(ctx.label.name + ".cvf")
    declaration = ctx.attr.declaration[ConfcDeclarationInfo].declaration
    command = ctx.actions.args()
    command.add("values")
    command.add(declaration)
    command.add_all(ctx.files.layers)
    command.add_all(ctx.files.overrides, before_each = "--override")
    command.add_all(ctx.attr.flags)
    _run(ctx, "ConfcValues", command, output, [declaration] + ctx.files.layers + ctx.files.overrides)
    return [
        DefaultInfo(files = depset([output])),
        ConfcValuesInfo(declaration = declaration, values = output),
    ]

confc_values = rule(
    implementation = _confc_values_impl,
    doc = "Compiles layers, in their order, to a value file.",
    attrs = dict(_TOOLCHAIN, **{
        "declaration": attr.label(providers = [ConfcDeclarationInfo], mandatory = True),
        "layers": attr.label_list(allow_files = True),
        "overrides": attr.label_list(allow_files = True, doc = "Layers that win over those before them."),
        "flags": attr.string_list(doc = "Further flags of `confc values`."),
    }),
)

def _confc_verify_test_impl(ctx):
    confc = _confc(ctx).executable
    declaration = ctx.attr.declaration[ConfcDeclarationInfo].declaration
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    files = [confc, declaration] + ctx.files.values
    words = [confc.short_path, "verify"] + [file.short_path for file in files[1:]]
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec %s\n" % " ".join(["'%s'" % word.replace("'", "'\\''") for word in words]),
        is_executable = True,
    )
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files))]

confc_verify_test = rule(
    implementation = _confc_verify_test_impl,
    doc = "Checks value files as a component framework does when it loads them.",
    attrs = dict(_TOOLCHAIN, **{
        "declaration": attr.label(providers = [ConfcDeclarationInfo], mandatory = True),
        "values": attr.label_list(allow_files = [".cvf"], mandatory = True),
    }),
    test = True,
)

def _client(ctx, language, ending):
    declaration = ctx.attr.declaration[ConfcDeclarationInfo].declaration
    output = ctx.actions.declare_file(ctx.label.name + ending)
    command = ctx.actions.args()
    command.add_all(["generate", language])
    command.add(declaration)
    command.add_all(ctx.attr.flags)
    _run(ctx, "ConfcClient", command, output, [declaration])
    return [
        DefaultInfo(files = depset([output])),
        ConfcClientInfo(language = language, source = output),
    ]

_CLIENT_ATTRS = dict(_TOOLCHAIN, **{
    "declaration": attr.label(providers = [ConfcDeclarationInfo], mandatory = True),
    "flags": attr.string_list(doc = "Further flags of `confc generate`."),
})

def _confc_rust_client_impl(ctx):
    return _client(ctx, "rust", ".rs")

confc_rust_client = rule(
    implementation = _confc_rust_client_impl,
    doc = "Generates a Rust client: the source, for `srcs` of a Rust rule.",
    attrs = _CLIENT_ATTRS,
)

def _confc_py_client_impl(ctx):
    return _client(ctx, "python", ".py")

confc_py_client = rule(
    implementation = _confc_py_client_impl,
    doc = "Generates a Python client: the source, for `srcs` of a Python rule.",
    attrs = _CLIENT_ATTRS,
)
