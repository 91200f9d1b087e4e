#!/bin/sh
# Compiles an example, shows what came out, breaks it and explains the diagnostic. Builds confc first.
set -eu
cd "$(dirname "$0")/.."
confc="$(cargo build --locked --bin confc --message-format json-render-diagnostics |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cp -R examples/netstack/. "$folder"
cd "$folder"

run() {
    printf '\n$ confc %s\n' "$*"
    "$confc" "$@"
}

run compile netstack.cml -o netstack.cm --config-package-path meta/netstack.cvf
run show netstack.cm --docs

sed 's/max: 60000/max: "60000"/; s/"cubic",/"cubik",/' netstack.cml > broken.cml
printf '\n# The same manifest with two mistakes in it:\n'
run check broken.cml || true
run explain E0410
