#!/bin/sh
sed 's/SUBDIR_OPTIONS/subdir-objects/' configure.ac.in > configure.ac
autoreconf --install
