# The macro that does it is not quoted: the second time it would be expanded here.
AC_DEFUN([SHIP_PART],
_SHIP_PART($1)dnl
[ship_parts="$ship_parts $1"])
m4_define([_SHIP_PART],
[m4_append([_AC_LIST_SUBDIRS], [$1], [
])])
