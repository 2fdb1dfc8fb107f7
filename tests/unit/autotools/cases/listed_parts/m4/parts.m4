AC_DEFUN([CALL_PART], [
m4_pushdef([name_of_macro], [$1_]m4_translit([$2], [/], [_]))dnl
m4_ifdef(m4_defn([name_of_macro]), [], [m4_fatal([no such macro])])dnl
m4_indir(m4_defn([name_of_macro]))
m4_popdef([name_of_macro])])
AC_DEFUN([PREPARE_PART], [CALL_PART([PART_PREPARE], [$1])])
AC_DEFUN([CONFIGURE_PART], [CALL_PART([PART_CONFIGURE], [$1])])
AC_DEFUN([NAME_OF_PART], [m4_translit(m4_bpatsubst(m4_dquote(__file__), [/[^/]+.m4], []), [/], [_])])
AC_DEFUN([PART_OTHER], [
    AC_ARG_WITH([nobody], [AS_HELP_STRING([--with-nobody], [What no part asks for])])
])
