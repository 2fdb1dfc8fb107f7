AC_DEFUN([CHECK_DISK], [AC_ARG_WITH([disk], [AS_HELP_STRING([--with-disk], [What nobody asks for])])])
