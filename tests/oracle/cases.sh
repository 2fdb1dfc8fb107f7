#!/bin/sh
# cases.sh ORACLE WORK: a trace by hand, the truth in it, and facts with each kind of difference. What comes
# out is compared with the files in cases/; a wrong yardstick would make every other test here agree.
set -eu
oracle=$1
work=$2
cases=$(dirname "$0")/cases
mkdir -p "$work"
env -i HOME=/home/h "$oracle" truth "$cases/trace.json" --root /r --build /r/b -o "$work/truth.json"
diff -u "$cases/truth.json" "$work/truth.json"
"$oracle" environment "$work/truth.json" "$cases/CMakeCache.txt" -o "$work/environment.txt"
diff -u "$cases/environment.txt" "$work/environment.txt"
{
    "$oracle" compare "$work/truth.json" "$cases/facts.json" --name concrete --verbose
    "$oracle" compare "$work/truth.json" "$cases/facts.json" --name symbolic --symbolic \
        --cache "$cases/CMakeCache.txt" --verbose
} >"$work/report.txt"
diff -u "$cases/report.txt" "$work/report.txt"
if "$oracle" compare "$work/truth.json" "$cases/facts.json" --complete >/dev/null; then
    echo "differences were accepted"
    exit 1
fi
printf '{"version":{"major":1,"minor":2}}\n{"no":"command"}\n' >"$work/bad.json"
if "$oracle" truth "$work/bad.json" --root /r --build /r/b -o "$work/never.json" 2>"$work/error.txt"; then
    echo "a file that is no trace was accepted"
    exit 1
fi
grep -q 'bad.json:2: not an entry' "$work/error.txt"
