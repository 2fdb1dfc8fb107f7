#!/bin/sh
# guide.sh GUIDE COUNT PROJECT FOLDER: runs the commands of a guide's console blocks, one after the
# other, in a copy of the project, with the programs in the folder. A command begins with "$ " and
# goes on with "> ". Ends with 1 at the first that fails, and when there are fewer than COUNT: a guide
# whose commands are no longer found would pass otherwise. Blocks marked "console container" need the
# tools that xaas-container works with, and a sandbox; where these are not, they are left out.
set -eu
guide=$1
least=$2
project=$3
PATH=$4:$PATH
export PATH
work=$(mktemp -d "${TMPDIR:-/tmp}/xaas-guide.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/here" "$work/commands"
cp -R "$project" "$work/here/"
awk -v folder="$work/commands" '
    /^```/ { inside = /^```console/; suffix = /container$/ ? ".container" : ""; next }
    inside && sub(/^\$ /, "") { file = sprintf("%s/%03d%s", folder, ++count, suffix); print >file; next }
    inside && sub(/^> ?/, "") { print >file }' "$guide"
can_build=true
for program in clang-19 clang-scan-deps-19 ld.lld-19 ninja bwrap; do
    command -v $program >/dev/null || can_build=false
done
bwrap --ro-bind / / --unshare-net true 2>/dev/null || can_build=false
xaas-container build --help >/dev/null 2>&1 || can_build=false
count=0
for command in "$work/commands"/*; do
    if [ "${command%.container}" != "$command" ] && ! $can_build; then
        count=$((count + 1))
        continue
    fi
    if ! (cd "$work/here" && sh -eu "$command") >"$work/output" 2>&1 </dev/null; then
        echo "this command of $guide fails:"
        cat "$command" "$work/output"
        exit 1
    fi
    count=$((count + 1))
done
[ "$count" -ge "$least" ] || { echo "only $count commands were found in $guide"; exit 1; }
echo "$count commands; those of containers were run: $can_build"
