# completion.bash FOLDER: asks bash for completions as a person pressing Tab would.
set -eu
folder=$1

# completions_of PROGRAM: what follows is about it.
completions_of() {
    program=$1
    source "$folder/$program"
}

# completes EXPECTED WORD...: what is offered for the last word of "PROGRAM WORD...".
completes() {
    local expected=$1
    shift
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    "_${program//-/_}"
    local got
    got=$(printf '%s\n' "${COMPREPLY[@]-}" | sort | xargs)
    if [ "$got" != "$expected" ]; then
        echo "$*: expected '$expected', got '$got'" >&2
        exit 1
    fi
}

completions_of xaas-discover
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
completes "report review" re
completes "program.yaml project" review pro
completes "--serve --source" review --s
completes "spack" export program.yaml --to sp
completes "diff" di

completions_of xaas-evaluate
completes "--min-f1" --min
completes "sc25 strict" -m s
completes "html" --format h
completes "program.yaml project" pro
completes "project" --datasets pro

completions_of xaas-container
completes "plan" pl
completes "--vary --vary-define" plan --va
completes "program.yaml project" plan pro
completes "project" plan --source pro
