AC_DEFUN([CHECK_TAPE], [
    AC_ARG_WITH([tape], [AS_HELP_STRING([--with-tape=DIR], [Writes to tapes])])
    AS_IF([test "$with_tape" != "no"], [AC_CHECK_LIB([tape], [tape_open], [have_tape=yes])])
])
AC_DEFUN([CHECK_NOBODY], [
    AC_ARG_WITH([nobody], [AS_HELP_STRING([--with-nobody=DIR], [What no part asks for])])
])
