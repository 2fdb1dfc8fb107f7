AC_DEFUN([TIDE_WARNINGS], [
  AS_VAR_PUSHDEF([FLAGS], [CFLAGS])dnl
  AC_ARG_ENABLE([warnings], [AS_HELP_STRING([--enable-warnings], [warn])], [], [enable_warnings=no])
  AS_IF([test "x$enable_warnings" = xyes], [TIDE_ADD([-Wtide], [FLAGS])])
  AS_VAR_POPDEF([FLAGS])dnl
])
AC_DEFUN([TIDE_ADD], [
  AS_VAR_PUSHDEF([FLAGS], [m4_default([$2], [OTHER])])dnl
  FLAGS="$FLAGS $1"
  AS_VAR_POPDEF([FLAGS])dnl
])
AC_DEFUN([TIDE_FORTH], [AS_TR_SH([TIDE_ACROSS([$1])])])
AC_DEFUN([TIDE_ACROSS], [AS_TR_SH([TIDE_BACK([$1])])])
AC_DEFUN([TIDE_BACK], [AS_TR_SH([TIDE_FORTH([$1])])])
AC_DEFUN([TIDE_ENDLESS], [AS_TR_SH([TIDE_ENDLESS([$1])])])
