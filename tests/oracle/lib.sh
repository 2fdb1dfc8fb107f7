# shellcheck shell=sh disable=SC2154
# What tests/oracle/run and tests/oracle/projects.sh share; sourced by both. A caller sets `oracle` and
# `discover`, the two programs, and `oracle_answers`, the path of answers.cmake.

# oracle_truth ROOT SOURCE OUT WORD...: configures SOURCE, a folder of the tree ROOT, with real CMake
# and these words, and leaves in OUT: truth.json, CMakeCache.txt (with the paths that the reader uses),
# configure.log. The trace goes as soon as it is read: it has up to some hundred megabytes.
oracle_truth() {
    oracle_root=$1
    oracle_source=$2
    oracle_out=$3
    shift 3
    rm -rf "$oracle_out"
    mkdir -p "$oracle_out/build"
    # Some projects leave files where they are configured from, so that is the build folder.
    (cd "$oracle_out/build" &&
        cmake -G Ninja -Wno-dev --trace-expand --trace-format=json-v1 "--trace-redirect=$oracle_out/trace.json" \
            "-DCMAKE_PROJECT_INCLUDE_BEFORE=$oracle_answers" \
            -S "$oracle_source" -B "$oracle_out/build" "$@") >"$oracle_out/configure.log" 2>&1 || return 1
    "$oracle" truth "$oracle_out/trace.json" --root "$oracle_root" --build "$oracle_out/build" \
        -o "$oracle_out/truth.json.part" || return 1
    sed -e '/^CMAKE_PROJECT_INCLUDE_BEFORE:/d' -e "s|$oracle_out/build|/build|g" -e "s|$oracle_root|/source|g" \
        "$oracle_out/build/CMakeCache.txt" >"$oracle_out/CMakeCache.txt"
    rm -rf "$oracle_out/build" "$oracle_out/trace.json"
    mv "$oracle_out/truth.json.part" "$oracle_out/truth.json"
}

# oracle_concrete ROOT OUT WORD...: our reader with the same words and what CMake's run found, without the
# values of the very options that it is asked for: they would be the answers.
oracle_concrete() {
    oracle_root=$1
    oracle_out=$2
    shift 2
    "$oracle" environment "$oracle_out/truth.json" "$oracle_out/CMakeCache.txt" \
        -o "$oracle_out/environment.txt" || return 1
    timeout "${XAAS_LIMIT:-300}" "$discover" --quiet --concrete \
        --environment "$oracle_out/environment.txt" "$@" \
        --facts "$oracle_out/concrete.json" --ledger "$oracle_out/concrete-ledger.json" \
        -o "$oracle_out/concrete.xaas.yaml" "$oracle_root" >"$oracle_out/concrete.log" 2>&1
}

# oracle_symbolic ROOT OUT: our reader for all configurations.
oracle_symbolic() {
    timeout "${XAAS_LIMIT:-300}" "$discover" --quiet --facts "$2/symbolic.json" --ledger "$2/symbolic-ledger.json" \
        -o "$2/symbolic.xaas.yaml" "$1" >"$2/symbolic.log" 2>&1
}

oracle_header() {
    echo "| project | reading | options | found | same default | same type | same choices | by modules | invented | explained |"
    echo "|---|---|---|---|---|---|---|---|---|---|"
}
