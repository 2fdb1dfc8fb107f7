#!/bin/sh
# containerfile_builds.sh XAAS-DISCOVER SPECIFICATION EXPECTED: buildah builds the Containerfile of a
# specification, with a hostile value, on a base whose programs only write down what they are called
# with. Nothing is fetched. Skips (77) where there is no buildah, or no right to make containers.
set -eu
command -v buildah >/dev/null && [ "$(id -u)" = 0 ] || exit 77
work=$(mktemp -d "${TMPDIR:-/tmp}/xaas-containerfile.XXXXXX")
tool() { buildah --storage-driver vfs --root "$work/root" --runroot "$work/run" "$@"; }
trap 'tool umount --all >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
mkdir -p "$work/base/usr/bin" "$work/base/tmp" "$work/context"
for file in /bin/sh $(ldd /bin/sh | grep -o '/[^ ]*'); do
    cp --parents -L "$file" "$work/base"
done
cat >"$work/base/usr/bin/apt-get" <<'PROGRAM'
#!/bin/sh
{
    printf '%s' "${0##*/}"
    [ $# -eq 0 ] || printf ' [%s]' "$@"
    printf '\n'
} >>/said
PROGRAM
chmod 755 "$work/base/usr/bin/apt-get"
cp "$work/base/usr/bin/apt-get" "$work/base/usr/bin/cmake"
cp "$work/base/usr/bin/apt-get" "$work/base/usr/bin/rm"
{
    empty=$(tool from scratch) &&
        tool copy -q "$empty" "$work/base" / >/dev/null &&
        tool commit -q "$empty" base >/dev/null
} || exit 77
# shellcheck disable=SC2016 # it is to stay as it is: that is what is tested
"$1" export "$2" --to containerfile --set 'GPU=$(touch evil)`touch evil` \ " #' -o "$work/Containerfile"
tool build --isolation chroot --pull-never --from localhost/base -q -t made \
    -f "$work/Containerfile" "$work/context" >"$work/log" 2>&1 || {
    grep -q "permitted\|denied" "$work/log" && exit 77
    cat "$work/log" >&2
    exit 1
}
folder=$(tool mount "$(tool from made)")
diff "$3" "$folder/said"
