#!/bin/sh
# labels_in_sources.sh XAAS-EVALUATE DATASETS: looks up the places of all labels in the sources that
# are there, XAAS_SOURCES/PACKAGE. Ends with 77 when there is none.
set -u
evaluate=$1
datasets=$2

# field FILE NAME: NAME of the file's line "source: {...}"; nothing when it is not there.
field() {
    sed -n "s/^source: {\(.*\)}\$/, \1,/p" "$1" | sed -n "s/.*, $2: \"\{0,1\}\([^\",]*\)\"\{0,1\},.*/\1/p"
}

seen=0
failed=0
for labels in "$datasets"/*/labels.yaml; do
    name=$(basename "$(dirname "$labels")")
    package=$(field "$labels" package)
    folder=$(field "$labels" folder)
    source=${XAAS_SOURCES:-/nonexistent}/${package:-$name}/${folder:-.}
    if [ ! -d "$source" ]; then
        echo "$name: skipped, no folder $source"
        continue
    fi
    seen=$((seen + 1))
    "$evaluate" --check-labels --source "$source" "$labels" || failed=1
done
[ "$seen" -gt 0 ] || exit 77
exit "$failed"
