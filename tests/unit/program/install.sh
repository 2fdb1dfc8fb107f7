#!/bin/sh
# install.sh CMAKE BUILD SAMPLE: an installation at any place runs, finds its data, and has what belongs to it.
set -eu
prefix=$(mktemp -d "${TMPDIR:-/tmp}/xaas-install.XXXXXX")
trap 'rm -rf "$prefix"' EXIT
unset XAAS_DATA_DIR
"$1" --install "$2" --prefix "$prefix" >/dev/null
for file in share/man/man1/xaas-discover.1 share/bash-completion/completions/xaas-discover \
    share/man/man1/xaas-evaluate.1 share/bash-completion/completions/xaas-evaluate \
    share/man/man1/xaas-container.1 share/man/man1/xaas-container-plan.1 \
    share/bash-completion/completions/xaas-container share/doc/xaas/copyright share/xaas/xaas-spec-1.schema.json share/xaas/xaas-labels-1.schema.json; do
    [ -s "$prefix/$file" ] || { echo "$file is not installed"; exit 1; }
done
# The build folder's data must not be what it runs on.
"$prefix/bin/xaas-discover" --quiet -o "$prefix/out.yaml" "$3"
grep -q '^points:$' "$prefix/out.yaml"
echo '[' >"$prefix/share/xaas/knowledge/technologies/broken.yaml"
status=0
"$prefix/bin/xaas-discover" --quiet -o "$prefix/out.yaml" "$3" 2>"$prefix/messages" || status=$?
[ "$status" = 4 ] && grep -q "$prefix/share/xaas/knowledge/technologies/broken.yaml:" "$prefix/messages"
