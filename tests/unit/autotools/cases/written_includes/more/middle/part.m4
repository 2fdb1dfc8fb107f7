AC_ARG_ENABLE([middle], [AS_HELP_STRING([--enable-middle], [build middle])])
