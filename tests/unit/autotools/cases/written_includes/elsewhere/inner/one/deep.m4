AC_ARG_ENABLE([strange], [AS_HELP_STRING([--enable-strange], [build strange])])
