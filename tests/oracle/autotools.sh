#!/bin/sh
# The Autotools reader measured by `configure --help`: one row of docs/oracle.md for each project.
#
#     XAAS_SOURCES=FOLDER tests/oracle/autotools.sh ORACLE STUBS [--verbose] [PROJECT...]
#
# ORACLE is the program oracle_autotools, STUBS the folder discover/stubs. A project without a
# configure script gets one by autoreconf, in a copy. Runs the project's own scripts: use it only on
# sources that you trust.
set -u
oracle=$1
stubs=$2
shift 2
verbose=
if [ "${1-}" = --verbose ]; then
    verbose=--verbose
    shift
fi
sources=${XAAS_SOURCES:?the folder with the unpacked sources}
[ $# -gt 0 ] || set -- elpa espresso fftw3 hdf5 hypre libxc netcdf petsc

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The folder, below the project's, that configure is run in.
place_of() {
    case $1 in
    espresso) echo install ;;
    hypre | papi) echo src ;;
    *) echo . ;;
    esac
}

status=0
echo '| project | options | found | same help | invented |'
echo '|---|---|---|---|---|'
for project in "$@"; do
    if [ ! -d "$sources/$project" ]; then
        echo "$project: no sources in $sources, skipped" >&2
        continue
    fi
    cp -r "$sources/$project" "$work/$project"
    place=$work/$project/$(place_of "$project")
    if [ ! -x "$place/configure" ] && ! (cd "$place" && autoreconf -fi) >"$work/log" 2>&1; then
        echo "$project: autoreconf fails, skipped: $(tail -n 1 "$work/log")" >&2
        rm -rf "${work:?}/$project"
        continue
    fi
    (cd "$place" && ./configure --help=recursive) >"$work/help" 2>/dev/null ||
        (cd "$place" && ./configure --help) >"$work/help" 2>/dev/null
    # What is compared is the tree as it was, without the script that answers.
    "$oracle" "$stubs" "$sources/$project" "$work/help" $verbose || status=1
    rm -rf "${work:?}/$project"
done
exit $status
