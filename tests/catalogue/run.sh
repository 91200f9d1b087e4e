#!/usr/bin/env bash
# Tests the sites of `confc catalogue` in Chromium: `CONFC=PROGRAM tests/catalogue/run.sh [--install]`
#
# `--install` first installs what is missing, which needs Debian, root and a network; `--install-only` installs it and
# runs nothing, and needs no PROGRAM. Without Chromium or the packages of npm, the test is skipped with a message. The
# exit status is 1 if a test fails. Screenshots are in `out/`; `--readme` also writes the picture of the README.
set -euo pipefail
install=
case "${1:-}" in
--install | --install-only)
    install=$1
    shift
    ;;
esac
if [ "$install" != --install-only ]; then
    : "${CONFC:?is the program to test}"
    CONFC="$(realpath "$CONFC")"
    export CONFC
fi
cd "$(dirname "$0")"

has_chromium() {
    [ -x "${CHROMIUM:-/usr/bin/chromium}" ]
}

# npm writes this file last.
has_modules() {
    command -v node >/dev/null && [ -f node_modules/.package-lock.json ]
}

if [ -n "$install" ]; then
    has_chromium ||
        { apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; }
    has_modules || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    [ "$install" != --install-only ] || exit 0
fi
if ! has_chromium || ! has_modules; then
    echo "catalogue: skipped: Chromium or the packages of npm are not installed"
    exit 0
fi
timeout 300 node site.mjs "$@"
