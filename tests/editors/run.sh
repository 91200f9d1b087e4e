#!/usr/bin/env bash
# Drives real editors against `confc lsp`: `CONFC=PROGRAM tests/editors/run.sh [--install] [neovim|emacs|vscode]…`
#
# Without names, all three run. `--install` installs them first, which needs Debian 12, root and a network.
# An editor that is not installed is skipped, with a message. The exit status is 1 if a test fails.
set -euo pipefail
: "${CONFC:?is the program to test}"
CONFC="$(realpath "$CONFC")"
export CONFC
cd "$(dirname "$0")"
extension=../../editors/vscode

install=
if [ "${1:-}" = --install ]; then
    install=1
    shift
fi
editors=("$@")
((${#editors[@]})) || editors=(neovim emacs vscode)

packages() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

install() {
    case "$1" in
    neovim) packages neovim ;;
    emacs) packages emacs-nox elpa-eglot elpa-yaml-mode ;;
    vscode)
        packages chromium
        # Nothing is compiled: `--ignore-scripts` leaves out modules of VS Code that this test does not need.
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
        npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
            --prefix node_modules/code-server/lib/vscode
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefix "$extension"
        ;;
    esac
}

is_installed() {
    case "$1" in
    neovim) command -v nvim ;;
    emacs) command -v emacs && ls -d /usr/share/emacs/site-lisp/elpa-src/eglot-* ;;
    vscode)
        [ -x "${CHROMIUM:-/usr/bin/chromium}" ] && [ -d node_modules/code-server/lib/vscode/node_modules ] &&
            [ -d "$extension/node_modules" ]
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
            timeout 300 node vscode.mjs "$extension/out/confc.vsix"
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
    [ -z "$install" ] || install "$editor"
    if is_installed "$editor"; then
        run "$editor" || failed=1
    else
        echo "$editor: skipped: it is not installed"
    fi
done
[ -z "$failed" ]
