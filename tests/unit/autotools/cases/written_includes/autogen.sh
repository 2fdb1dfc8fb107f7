#!/bin/sh
for p in $(ls -d parts/*/); do
    echo "m4_include([$p/configure.m4])" >> config/list.m4
    echo "PART_$(basename $p)_CONFIG" >> config/calls.m4
done
# Once more, which adds nothing: parts that are there already are written down once.
for p in $(ls -d parts/*/); do
    echo "m4_include([$p/configure.m4])" >> config/list.m4
done
for p in more/left more/right; do
    echo "m4_include([$p/part.m4])" >> config/more.m4
done
for p in more/*/; do
    for q in $(ls -d $p/inner/*/); do
        echo "m4_include([$q/deep.m4])" >> config/deep.m4
    done
done
for p in $MORE; do
    echo "m4_include([$p/other.m4])" >> config/other.m4
done
autoreconf -i
