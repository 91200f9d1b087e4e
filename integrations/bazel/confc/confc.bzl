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
        "language": "string: cpp, go, python, rust or typescript",
        "source": "File: the generated source",
    },
)

ConfcToolchainInfo = provider(
    doc = "The program that the rules run.",
    fields = {
        "confc": "FilesToRunProvider: the program",
        "worker_protocol": "string: the form in which Bazel speaks with its workers, proto or json",
    },
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

def _command(ctx, words):
    """The beginning of a command line."""
    command = ctx.actions.args()
    command.add_all(words)
    return command

def _run(ctx, mnemonic, command, ending, inputs):
    """Runs confc, in a worker where Bazel has one.

    Args:
      ctx: of a rule with `flags`.
      mnemonic: what Bazel calls the action.
      command: an Args without flags and output.
      ending: of the output's name.
      inputs: what confc may read.

    Returns:
      The output, a File.
    """
    toolchain = ctx.attr._toolchain[ConfcToolchainInfo]
    output = ctx.actions.declare_file(ctx.label.name + ending)
    command.add_all(ctx.attr.flags)
    command.add("-o", output)

    # Whoever runs this, a worker or not, gets all arguments in a file, as they are, one a line.
    command.set_param_file_format("multiline")
    command.use_param_file("@%s", use_always = True)
    ctx.actions.run(
        executable = toolchain.confc,
        arguments = [command],
        inputs = inputs,
        outputs = [output],
        mnemonic = mnemonic,
        progress_message = "confc %s" % output.short_path,
        execution_requirements = {
            "requires-worker-protocol": toolchain.worker_protocol,
            "supports-multiplex-workers": "1",
            "supports-worker-cancellation": "1",
            "supports-workers": "1",

            # One worker for all actions.
            "worker-key-mnemonic": "Confc",
        },
    )
    return output

def _confc_toolchain_impl(ctx):
    return [ConfcToolchainInfo(
        confc = ctx.attr.confc[DefaultInfo].files_to_run,
        worker_protocol = ctx.attr.worker_protocol,
    )]

confc_toolchain = rule(
    implementation = _confc_toolchain_impl,
    doc = "Says which program the rules run.",
    attrs = {
        "confc": attr.label(executable = True, allow_single_file = True, cfg = "exec", mandatory = True),
        "worker_protocol": attr.string(
            default = "proto",
            doc = "The form in which Bazel speaks with its workers.",
            values = ["json", "proto"],
        ),
    },
)

def _with_includes(files, deps):
    """Files, and all that they include."""
    return depset(files, transitive = [dep[ConfcShardsInfo].files for dep in deps])

def _confc_shards_impl(ctx):
    files = _with_includes(ctx.files.srcs, ctx.attr.deps)
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
    sources = _with_includes([ctx.file.src], ctx.attr.deps)
    command = _command(ctx, ["compile", ctx.file.src])
    command.add("--include-root", ctx.attr.include_root)
    if ctx.attr.package_path:
        command.add("--config-package-path", ctx.attr.package_path)
    output = _run(ctx, "ConfcCompile", command, ".cm", sources)
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
    declaration = ctx.attr.declaration[ConfcDeclarationInfo].declaration
    command = _command(ctx, ["values", declaration] + ctx.files.layers)
    command.add_all(ctx.files.overrides, before_each = "--override")
    inputs = [declaration] + ctx.files.layers + ctx.files.overrides
    output = _run(ctx, "ConfcValues", command, ".cvf", inputs)
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
    confc = ctx.attr._toolchain[ConfcToolchainInfo].confc.executable
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

_ENDINGS = {
    "cpp": ".hpp",
    "go": ".go",
    "python": ".py",
    "rust": ".rs",
    "typescript": ".ts",
}

def _confc_client_impl(ctx):
    declaration = ctx.attr.declaration[ConfcDeclarationInfo].declaration
    command = _command(ctx, ["generate", ctx.attr._language, declaration])
    if ctx.attr._option:
        command.add("--" + ctx.attr._option, getattr(ctx.attr, ctx.attr._option))
    output = _run(ctx, "ConfcClient", command, _ENDINGS[ctx.attr._language], [declaration])
    return [
        DefaultInfo(files = depset([output])),
        ConfcClientInfo(language = ctx.attr._language, source = output),
    ]

def _client_rule(language, name, option = "", doc = ""):
    """A rule for clients in a language. `option` names a required flag of these clients, if there is one."""
    attrs = dict(_TOOLCHAIN, **{
        "declaration": attr.label(providers = [ConfcDeclarationInfo], mandatory = True),
        "flags": attr.string_list(doc = "Further flags of `confc generate`."),
        "_language": attr.string(default = language),
        "_option": attr.string(default = option),
    })
    if option:
        attrs[option] = attr.string(mandatory = True, doc = doc)
    return rule(
        implementation = _confc_client_impl,
        doc = "Generates a %s client: the source, for a rule of that language." % name,
        attrs = attrs,
    )

confc_cpp_client = _client_rule("cpp", "C++", "namespace", "As in `acme::door`.")

confc_go_client = _client_rule("go", "Go", "package", "The package of the file.")

confc_py_client = _client_rule("python", "Python")

confc_rust_client = _client_rule("rust", "Rust")

confc_ts_client = _client_rule("typescript", "TypeScript")

def _confc_runtime_impl(ctx):
    command = _command(ctx, ["generate", "runtime", ctx.attr.language])
    output = _run(ctx, "ConfcRuntime", command, _ENDINGS[ctx.attr.language], [])
    return [DefaultInfo(files = depset([output]))]

confc_runtime = rule(
    implementation = _confc_runtime_impl,
    doc = "Generates the runtime of clients that have `--runtime` in `flags`.",
    attrs = dict(_TOOLCHAIN, **{
        "language": attr.string(mandatory = True, values = ["cpp", "go", "python", "typescript"]),
        "flags": attr.string_list(doc = "Further flags of `confc generate runtime`."),
    }),
)
