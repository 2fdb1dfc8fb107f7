AC_DEFUN(PART_bare_CONFIG, [
    AC_ARG_WITH([bare], [AS_HELP_STRING([--with-bare], [build part bare])])
])
