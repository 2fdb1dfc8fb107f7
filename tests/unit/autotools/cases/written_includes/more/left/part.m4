AC_ARG_ENABLE([left], [AS_HELP_STRING([--enable-left], [build left])])
