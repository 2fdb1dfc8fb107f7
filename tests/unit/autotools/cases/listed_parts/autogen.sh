#!/bin/sh
echo "Creating listed_parts.m4 with version.m4"
$srcdir/maint/list_parts
autoreconf -i
