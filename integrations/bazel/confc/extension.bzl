"""The confc of this machine as a toolchain, for MODULE.bazel."""

load("//confc:local.bzl", "confc_local")

def _confc_impl(_ctx):
    # With the repository's canonical name, which means the same wherever it is read.
    confc_local(name = "confc_local", rules = str(Label("//confc:confc.bzl")))

confc = module_extension(
    implementation = _confc_impl,
    doc = "Makes the repository `confc_local`.",
)
