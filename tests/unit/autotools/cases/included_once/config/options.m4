AC_DEFUN([PARTS_OPTIONS], [AC_ARG_ENABLE([part_word]-part, [AS_HELP_STRING([--enable-]part_word[-part], [take the ]part_word[ part])])])
