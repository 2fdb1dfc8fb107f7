#!/bin/sh
for p in $(ls -d parts/*/); do
    echo "m4_include([$p/configure.m4])" >> config/list.m4
    echo "PART_$(basename $p)_CONFIG" >> config/calls.m4
done
autoreconf -i
