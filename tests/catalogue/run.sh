#!/usr/bin/env bash
# Tests the sites of `confc catalogue` in Chromium and Firefox: `CONFC=PROGRAM tests/catalogue/run.sh [--install]`
#
# `--install` first installs what is missing, which needs Debian, root and a network; `--install-only` installs it and
# runs nothing, and needs no PROGRAM. Without a browser or the packages of npm, its tests are skipped with a message. The
# exit status is 1 if a test fails. Screenshots are in `out/`. `BLESS=1` writes the reviewed pictures in `pictures/` and
# the picture of the README anew: look at them before you commit them.
set -euo pipefail
install=
case "${1:-}" in
--install | --install-only) install=$1 ;;
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

has_firefox() {
    [ -x "${FIREFOX:-/usr/bin/firefox}" ]
}

# npm writes this file last.
has_modules() {
    command -v node >/dev/null && [ -f node_modules/.package-lock.json ] && [ -d node_modules/puppeteer-core ]
}

if [ -n "$install" ]; then
    packages=()
    has_chromium || packages+=(chromium)
    has_firefox || packages+=(firefox-esr)
    if ((${#packages[@]})); then
        apt-get update -qq >/dev/null
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
    fi
    has_modules || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    [ "$install" != --install-only ] || exit 0
fi
if ! has_modules; then
    echo "catalogue: skipped: the packages of npm are not installed"
    exit 0
fi
failed=
if has_chromium; then
    timeout 300 node site.mjs || failed=1
else
    echo "catalogue in Chromium: skipped: it is not installed"
fi
if has_firefox; then
    timeout 120 node firefox.mjs || failed=1
else
    echo "catalogue in Firefox: skipped: it is not installed"
fi
[ -z "$failed" ]
