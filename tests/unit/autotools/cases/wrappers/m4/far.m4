# serial 3
AC_DEFUN([FAR_OPTION],
[
  AC_ARG_WITH([far], [AS_HELP_STRING([--with-far], [from a macro folder])])
])
