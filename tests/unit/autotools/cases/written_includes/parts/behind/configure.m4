AC_DEFUN([PART_behind_HELPER], [
    AC_DEFINE([NOBODY_CALLS_THIS], [1])
])
AC_ARG_WITH([behind], [AS_HELP_STRING([--with-behind], [build part behind])])
