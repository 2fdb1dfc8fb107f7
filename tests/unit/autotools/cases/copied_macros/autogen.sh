#!/bin/sh
# writes version.m4, and what two parts and the project have in m4/tape.m4 is one file
cp m4/tape.m4 parts/a/m4/tape.m4
cp m4/tape.m4 parts/b/m4/tape.m4
# disk.m4 of parts/c, parts/d and parts/e is nothing for version.m4
cp maint/list_disks /tmp
$srcdir/maint/write_tags
autoreconf -i
