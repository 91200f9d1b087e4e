#!/usr/bin/env bash
# Drives real editors against `confc lsp`: `CONFC=PROGRAM tests/editors/run.sh [--install] [neovim|emacs|vscode]…`
#
# Without names, all three run. `--install` first installs those that are missing, which needs Debian 12, root and a
# network; `--install-only` installs them and runs nothing, and needs no PROGRAM.
# An editor that is not installed is skipped, with a message. The exit status is 1 if a test fails.
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
extension=../../editors/vscode

editors=("$@")
((${#editors[@]})) || editors=(neovim emacs vscode)

packages() {
    apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

install() {
    case "$1" in
    neovim) packages neovim ;;
    emacs) packages emacs-nox elpa-eglot elpa-yaml-mode ;;
    vscode)
        has_chromium || packages chromium
        # Nothing is compiled: `--ignore-scripts` leaves out modules of VS Code that this test does not need.
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
        npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
            --prefix node_modules/code-server/lib/vscode
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefix "$extension"
        ;;
    esac
}

has_chromium() {
    [ -x "${CHROMIUM:-/usr/bin/chromium}" ]
}

# Whether npm has installed all that a package needs: it writes this file last.
has_modules() {
    [ -f "$1/node_modules/.package-lock.json" ]
}

# Drives VS Code. A busy machine may be late with its page, so there are three attempts.
vscode() {
    local attempt
    for attempt in 1 2 3; do
        timeout 300 node vscode.mjs "$extension/out/confc.vsix" && return
        echo "vscode: attempt $attempt failed" >&2
    done
    return 1
}

is_installed() {
    case "$1" in
    neovim) command -v nvim ;;
    emacs) command -v emacs && ls -d /usr/share/emacs/site-lisp/elpa-src/eglot-* ;;
    vscode)
        has_chromium && command -v node && has_modules . && has_modules node_modules/code-server/lib/vscode &&
            has_modules "$extension"
        ;;
    esac >/dev/null 2>&1
}

# Called in a condition, where `set -e` has no effect.
run() {
    case "$1" in
    neovim) timeout 120 nvim --clean --headless -c 'luafile neovim.lua' ;;
    emacs) timeout 120 emacs --no-init-file --batch --load emacs.el 2>/dev/null ;;
    vscode)
        node grammar.mjs &&
            node "$extension/build.mjs" >/dev/null &&
            vscode
        ;;
    esac
}

failed=
for editor in "${editors[@]}"; do
    case "$editor" in
    neovim | emacs | vscode) ;;
    *)
        echo "$editor: not one of neovim, emacs and vscode" >&2
        exit 2
        ;;
    esac
    [ -z "$install" ] || is_installed "$editor" || install "$editor"
    if [ "$install" = --install-only ]; then
        continue
    elif is_installed "$editor"; then
        run "$editor" || failed=1
    else
        echo "$editor: skipped: it is not installed"
    fi
done
[ -z "$failed" ]
