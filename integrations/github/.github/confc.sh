#!/bin/sh
# Checks every manifest, and compares it with what it is in another commit: sh confc.sh COMMIT
# CONFC is the program. `//` in includes stands for the root of the repository.
set -eu
confc=${CONFC:-confc}
cd "$(git rev-parse --show-toplevel)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Names may hold anything but zero bytes.
git ls-files -z -- '*.cml' ':!*.shard.cml' >"$work/manifests"
xargs -0 -r "$confc" check --message-format github -- <"$work/manifests" || exit 1

xargs -0 -r "$confc" diff --against "git:$1" --message-format github -- \
    <"$work/manifests" >"$work/report" 2>"$work/found" || true
# Between these lines GitHub takes nothing for a command that a manifest says or is called.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
if [ -s "$work/report" ]; then
    if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::stop-commands::$token"; fi
    cat "$work/report"
    if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::$token::"; fi
fi
# All manifests compile now, so any other error is one of an old version, which cannot be mended.
sed -n '/^::error [^:]*title=E\(0601\|09..\)::/!s/^::error [^:]*title=[^:]*::/not compared, it was wrong: /p' "$work/found"
grep '^::warning ' "$work/found" >&2 || true
if grep '^::error [^:]*title=E\(0601\|09..\)::' "$work/found" >&2; then exit 1; fi
