#!/bin/sh
# projects.sh ORACLE DISCOVER PROJECT WORK: one folder of tests/projects, read by real CMake and by us, in
# each of its configurations; any difference fails. The symbolic reading must know all of them at once.
set -eu
oracle=$1
# shellcheck disable=SC2034 # lib.sh uses it
discover=$2
project=$3
mkdir -p "$4"
work=$(cd "$4" && pwd)
# shellcheck disable=SC2034 # lib.sh uses it
oracle_answers=$(cd "$(dirname "$0")" && pwd)/answers.cmake
# shellcheck source=tests/oracle/lib.sh
. "$(dirname "$0")/lib.sh"

result=0
problem() {
    echo "$*"
    result=1
}

# The sources are copied: paths that are given to CMake must not depend on where the checkout is.
rm -rf "$work/source"
cp -R "$project" "$work/source"
oracle_symbolic "$work/source" "$work" || {
    cat "$work/symbolic.log"
    problem "xaas-discover failed"
}
oracle_header
number=0
while read -r words; do
    case $words in
    "#"*) continue ;;
    -) words= ;;
    esac
    number=$((number + 1))
    out=$work/$number
    # The line's own quoting keeps a value with blanks or semicolons together.
    eval "set -- $words"
    oracle_truth "$work/source" "$work/source" "$out" "$@" || {
        cat "$out/configure.log"
        problem "CMake fails with $words"
        continue
    }
    oracle_concrete "$work/source" "$out" "$@" || {
        cat "$out/concrete.log"
        problem "xaas-discover fails with $words"
        continue
    }
    "$oracle" compare "$out/truth.json" "$out/concrete.json" --name "${words:--}" --exact --verbose ||
        result=1
    # A value that is given for what is no option can't be foreseen, so only the first, plain
    # configuration has to have all its defaults among those of the symbolic reading.
    strict=--exact
    [ -z "$words" ] || strict=--complete
    "$oracle" compare "$out/truth.json" "$work/symbolic.json" --name "${words:--}" --symbolic $strict \
        --cache "$out/CMakeCache.txt" --verbose >"$out/symbolic.txt" || {
        cat "$out/symbolic.txt"
        result=1
    }
done <"$project/configurations"
[ "$number" -gt 0 ] || problem "$project/configurations has no configuration"
exit "$result"
