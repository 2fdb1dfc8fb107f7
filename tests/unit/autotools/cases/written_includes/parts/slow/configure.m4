AC_ARG_WITH([slow], [AS_HELP_STRING([--with-slow], [build part slow])], [], [with_slow=no])
AS_IF([test "$with_slow" = yes], [AC_DEFINE([HAVE_SLOW], [1])])
