AC_DEFUN([PART_net_CONFIG], [
    AC_ARG_ENABLE([sockets], [AS_HELP_STRING([--enable-sockets], [Sends over sockets])])
])
# PART_net_CONFIG is called by what autogen.pl writes.
