#!/bin/sh
# Builds all of it.
make LEAN=1 main
