AC_DEFUN([PART_disk_PRIORITY], [40])
AC_DEFUN([PART_disk_CONFIG], [
    AC_ARG_WITH([aio], [AS_HELP_STRING([--with-aio=DIR], [Writes without waiting])])
    AS_IF([test "$with_aio" != "no"], [AC_CHECK_LIB([aio], [io_setup])])
])
dnl CHECK_TAPE leads to an option, and is called by the macro of a part.
