# completion.bash FILE: asks bash for completions as a person pressing Tab would.
set -eu
source "$1"

# completes LAST-WORD-AND-BEFORE... = EXPECTED: what follows "xaas-discover" on the line.
completes() {
    local expected=$1
    shift
    COMP_WORDS=(xaas-discover "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _xaas_discover
    local got
    got=$(printf '%s\n' "${COMPREPLY[@]-}" | sort | xargs)
    if [ "$got" != "$expected" ]; then
        echo "$*: expected '$expected', got '$got'" >&2
        exit 1
    fi
}

completes "--facts" --fa
completes "--environment --explain" --e
completes "json" --format j
completes "reference-json" -f r
completes "" --jobs ""
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
mkdir project
touch program.yaml
completes "project" pro
completes "program.yaml project" --output pro
