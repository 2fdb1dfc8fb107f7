AC_DEFUN([PART_PREPARE_]NAME_OF_PART, [
    AC_ARG_WITH([aio], [AS_HELP_STRING([--with-aio=DIR], [Writes without waiting])])
])
AC_DEFUN([PART_CONFIGURE_]NAME_OF_PART, [
    AS_IF([test "$with_aio" != "no"], [AC_CHECK_LIB([aio], [io_setup])])
])
