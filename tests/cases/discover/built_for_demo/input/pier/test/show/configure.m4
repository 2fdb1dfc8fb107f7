AC_ARG_WITH([show-cuda],
            [AS_HELP_STRING([--with-show-cuda], [Let the show use CUDA])], [], [with_show_cuda=no])
AM_CONDITIONAL([SHOW_CUDA], [test "x$with_show_cuda" != xno])
