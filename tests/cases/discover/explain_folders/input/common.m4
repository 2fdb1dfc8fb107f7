AC_ARG_WITH([lookout-pole], [AS_HELP_STRING([--with-lookout-pole], [put up a pole])], [], [with_lookout_pole=no])
AC_ARG_WITH([halyard], [AS_HELP_STRING([--with-halyard], [hoist with halyards])], [], [with_halyard=no])
if test "x$with_lookout_pole" = xyes && test "x$host_os" = xrope; then
  AC_MSG_ERROR([the pole does not stand])
fi
