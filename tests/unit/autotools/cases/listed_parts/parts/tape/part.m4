AC_DEFUN([PART_PREPARE_]NAME_OF_PART, [
    AC_ARG_WITH([tape], [AS_HELP_STRING([--with-tape=DIR], [Writes to tapes])])
])
AC_DEFUN([PART_CONFIGURE_]NAME_OF_PART, [
    AS_IF([test "$with_tape" != "no"], [AC_CHECK_LIB([tape], [tape_open])])
])
