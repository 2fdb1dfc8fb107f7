AC_ARG_ENABLE([right], [AS_HELP_STRING([--enable-right], [build right])])
