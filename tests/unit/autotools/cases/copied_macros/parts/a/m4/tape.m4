AC_DEFUN([CHECK_TAPE], [AC_ARG_WITH([tape], [AS_HELP_STRING([--with-tape], [What nobody asks for])])])
