AC_DEFUN( [PART_blank_CONFIG], [
    AC_ARG_WITH([blank], [AS_HELP_STRING([--with-blank], [build part blank])])
])
