AC_DEFUN([PART_PREPARE_]NAME_OF_PART, [
    AC_ARG_ENABLE([sockets], [AS_HELP_STRING([--enable-sockets], [Sends over sockets])])
])
AC_DEFUN([PART_CONFIGURE_]NAME_OF_PART, [
    AS_IF([test "$enable_sockets" = yes], [AC_CHECK_LIB([socket], [connect])])
])
