"""The confc of this machine as a toolchain."""

_BUILD = """\
load("{rules}", "confc_toolchain")

confc_toolchain(
    name = "toolchain",
    confc = "confc",
    worker_protocol = "{worker_protocol}",
    visibility = ["//visibility:public"],
)
"""

def _confc_local_impl(ctx):
    path = ctx.os.environ.get("CONFC") or ctx.which("confc")
    if not path:
        fail("there is no confc in PATH: set the environment variable CONFC to its path")
    ctx.symlink(path, "confc")
    ctx.file("BUILD.bazel", _BUILD.format(rules = ctx.attr.rules, worker_protocol = ctx.attr.worker_protocol))

confc_local = repository_rule(
    implementation = _confc_local_impl,
    doc = "A toolchain `:toolchain` with the program that CONFC names, or that is found in PATH.",
    attrs = {
        "rules": attr.string(doc = "The label of `confc.bzl`, with its repository.", mandatory = True),
        "worker_protocol": attr.string(
            default = "proto",
            doc = "The form in which Bazel speaks with its workers: proto or json.",
        ),
    },
    environ = ["CONFC", "PATH"],
    local = True,
)
