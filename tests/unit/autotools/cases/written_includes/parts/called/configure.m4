AC_DEFUN([PART_called_CONFIG], [
    AC_ARG_WITH([called], [AS_HELP_STRING([--with-called], [build part called])])
])
