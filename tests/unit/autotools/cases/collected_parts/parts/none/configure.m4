AC_DEFUN([PART_none_PRIORITY], [10])
AC_DEFUN([PART_none_CONFIG], [have_tape=yes])
