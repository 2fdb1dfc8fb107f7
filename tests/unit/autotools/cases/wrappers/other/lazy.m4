AC_DEFUN([LAZY_OPTION], [AC_ARG_WITH([lazy], [AS_HELP_STRING([--with-lazy], [found when it is called])])])
