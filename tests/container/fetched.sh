#!/bin/sh
# fetched.sh XAAS_CONTAINER FOLDER: builds the matrices FOLDER/NAME.yaml of real projects whose
# sources are there, XAAS_SOURCES/NAME, and verifies every unit of the images. Ends with 77 when
# there is none of them, or a program is missing.
set -eu

program=$1
folder=$2
for needed in clang-19 clang-scan-deps-19 cmake ninja bwrap; do
    command -v "$needed" >/dev/null || { echo "$needed is not installed"; exit 77; }
done
# Where namespaces are not allowed (a root in a root), the same is built without isolation.
isolation=bubblewrap
bwrap --unshare-all --ro-bind / / true 2>/dev/null || isolation=none
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
seen=no
for matrix in "$folder"/*.yaml; do
    name=$(basename "$matrix" .yaml)
    source=${XAAS_SOURCES:-/nonexistent}/$name
    [ -d "$source" ] || { echo "$name: its sources are not in XAAS_SOURCES: left out"; continue; }
    seen=yes
    "$program" build "$matrix" --source "$source" --isolation "$isolation" -w "$work/$name" \
        -o "oci:$work/image:$name" -q
    "$program" verify "oci:$work/image:$name" --matrix "$matrix" --source "$source" \
        --isolation "$isolation" -w "$work/$name" -q
    "$program" inspect "oci:$work/image:$name"
done
[ "$seen" = yes ] || exit 77
