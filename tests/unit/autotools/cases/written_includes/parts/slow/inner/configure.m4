AC_ARG_WITH([inner], [AS_HELP_STRING([--with-inner], [build part inner])], [], [with_inner=no])
AS_IF([test "$with_inner" = yes], [AC_DEFINE([HAVE_INNER], [1])])
