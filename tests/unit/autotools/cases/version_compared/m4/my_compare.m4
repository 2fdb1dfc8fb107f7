dnl MY_COMPARE(VERSION, VERSION, [IF-NOT-LESS], [IF-LESS])
AC_DEFUN([MY_COMPARE], [
  my_compare=`expr "$1" : "$2"`
  if test "$my_compare" = true; then
    m4_ifvaln([$3], [$3], [:])dnl
    m4_ifvaln([$4], [else $4])dnl
  fi
])
