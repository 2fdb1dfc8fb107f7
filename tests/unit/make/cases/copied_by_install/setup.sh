#!/bin/sh
# "install" copies as "cp" does.
mkdir -p build
install -m 644 tide.make build/makefile
