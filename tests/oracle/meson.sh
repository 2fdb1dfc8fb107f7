#!/bin/sh
# The Meson reader measured by `meson introspect --buildoptions`, which reads the files and builds nothing.
#
#     tests/oracle/meson.sh ORACLE FOLDER...
#
# ORACLE is the program oracle_meson. Status 77 where Meson is not installed.
set -u
oracle=$1
shift
command -v meson >/dev/null || exit 77

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for folder in "$@"; do
    if ! meson introspect --buildoptions "$folder/meson.build" >"$work/options.json" 2>"$work/log"; then
        echo "$folder: Meson refuses it: $(tail -n 1 "$work/log")" >&2
        status=1
        continue
    fi
    "$oracle" "$folder" "$work/options.json" || status=1
done
exit $status
