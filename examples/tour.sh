#!/bin/sh
# Compiles an example, shows what came out, breaks it and explains the diagnostic. Builds confc first.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
target="$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')"
confc="$(find "$target" -path '*/release/confc' -type f | head -n 1)"
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
