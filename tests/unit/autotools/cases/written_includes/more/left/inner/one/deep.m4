AC_ARG_ENABLE([deep], [AS_HELP_STRING([--enable-deep], [build deep])])
