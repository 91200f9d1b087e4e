#!/bin/sh
# Gives one component's configuration, with the same four mistakes, to confc and to the tools it is compared
# with in docs/peers.md, and prints every command with its output. A tool that is missing is left out.
#
#     PROTOVALIDATE=FOLDER sh examples/peers/run.sh
#
# FOLDER holds `buf/validate/validate.proto`. docs/peers.md lists where the tools come from.
set -u
cd "$(dirname "$0")"
made="$(mktemp -d)"
trap 'rm -rf "$made"' EXIT
export NO_COLOR=1

run() {
    printf '\n$ %s\n' "$*"
    # Colours that cannot be switched off are taken out.
    { "$@" 2>&1 && echo '(exit status 0)' || echo "(exit status $?)"; } | sed "s/$(printf '\033')\[[0-9;]*m//g"
}

# Corrects one mistake after another, in this order, and runs the command again each time: for tools that stop
# at the first error, or at the first kind of errors.
one_after_another() {
    bad="$1" order="$2"
    shift 2
    cp "$bad" "$made/$bad"
    run "$@"
    for mistake in $order; do
        case "$mistake" in
            key) sed -i 's/hihg/high/' "$made/$bad" ;;
            minimum) sed -i '/^ *interval_s/s/0/1/' "$made/$bad" ;;
            size) sed -i 's/, north side//' "$made/$bad" ;;
            type) sed -i 's/8080/"x"/' "$made/$bad" ;;
        esac
        printf '\n# The %s corrected:\n' "$mistake"
        run "$@"
    done
}

has() { command -v "$1" > "$made/found" || { printf '\n# %s is not on the PATH\n' "$1" && false; }; }

has confc && (
    cd confc
    run confc values thermostat.cml bad.yaml -o "$made/bad.cvf"
    run confc values thermostat.cml good.yaml site.yaml -o "$made/two.cvf"
    run confc values thermostat.cml good.yaml -o "$made/good.cvf"
    run confc verify later.cml "$made/good.cvf"
    run confc diff thermostat.cml later.cml
    run confc explain server thermostat.cml good.yaml --override site.yaml
)
has check-jsonschema && (
    cd json-schema
    run check-jsonschema --schemafile thermostat.schema.json bad.yaml
    run check-jsonschema --schemafile thermostat.schema.json good.yaml
)
has protoc && has buf && (
    cd protobuf
    set -- -I"${PROTOVALIDATE:?names the folder of buf/validate/validate.proto}"
    run protoc "$@" -I. --include_imports -o "$made/schema.binpb" thermostat.proto
    run protoc "$@" -Ilater --include_imports -o "$made/later.binpb" thermostat.proto
    encode() {
        protoc --descriptor_set_in="$made/schema.binpb" --encode=thermostat.Thermostat < "$1" > "$made/out.binpb"
    }
    one_after_another bad.txtpb 'key type' encode "$made/bad.txtpb"
    one_after_another bad.txtpb 'key type' buf convert "$made/schema.binpb" --type thermostat.Thermostat \
        --from "$made/bad.txtpb" --to "$made/out.json" --validate
    cat good.txtpb site.txtpb > "$made/two.txtpb"
    run encode "$made/two.txtpb"
    encode good.txtpb && cp "$made/out.binpb" "$made/good.binpb"
    decode() {
        protoc --descriptor_set_in="$made/later.binpb" --decode=thermostat.Thermostat < "$made/good.binpb"
    }
    run decode
    run buf convert "$made/later.binpb" --type thermostat.Thermostat \
        --from "$made/good.binpb" --to "$made/out.json" --validate
    run buf breaking "$made/later.binpb" --against "$made/schema.binpb"
)
has pkl && (
    cd pkl
    cp Thermostat.pkl "$made"
    one_after_another bad.pkl 'key minimum size type' pkl eval -f yaml "$made/bad.pkl"
    run pkl eval -f yaml site.pkl
)
python3 -c 'import kcl_lib' && (
    cd kcl
    one_after_another bad.k 'key type minimum size' python3 run.py thermostat.k "$made/bad.k"
    run python3 run.py thermostat.k good.k site.k
)
has cue && (
    cd cue
    run cue vet -c -d '#Thermostat' thermostat.cue bad.yaml
    run cue export thermostat.cue good.cue
    run cue export thermostat.cue good.cue site.cue
)
