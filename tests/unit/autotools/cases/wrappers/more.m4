AC_ARG_WITH([more], [AS_HELP_STRING([--with-more], [included])])
