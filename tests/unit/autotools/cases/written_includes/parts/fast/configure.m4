AC_ARG_WITH([fast], [AS_HELP_STRING([--with-fast], [build part fast])], [], [with_fast=no])
AS_IF([test "$with_fast" = yes], [AC_DEFINE([HAVE_FAST], [1])])
