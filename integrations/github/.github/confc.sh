#!/bin/sh
# Checks every manifest of this commit, and compares it with the one of another commit: sh confc.sh COMMIT
# CONFC is the program. `//` in includes stands for the root of the repository.
set -eu
confc=${CONFC:-confc}
before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT
git archive "$1" | tar -x -C "$before"

status=0
git ls-files -- '*.cml' ':!*.shard.cml' >"$before/.manifests"
while IFS= read -r manifest; do
    if ! "$confc" check "$manifest" --message-format short; then
        status=1
    elif [ -f "$before/$manifest" ]; then
        # What the old manifest includes is that of its time.
        if (cd "$before" && "$confc" compile "$manifest" -o .declaration 2>/dev/null); then
            "$confc" diff "$before/.declaration" "$manifest" --input-format declaration --message-format short ||
                status=1
        else
            echo "$manifest: not compared, since it did not compile in $1"
        fi
    fi
done <"$before/.manifests"
exit "$status"
