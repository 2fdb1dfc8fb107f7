AC_DEFUN_ONCE([PART_once_CONFIG], [
    AC_ARG_WITH([once], [AS_HELP_STRING([--with-once], [build part once])])
])
