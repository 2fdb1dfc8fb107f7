AC_DEFUN([TOP_PART], [TOP_PART_WITH([$1], [--enable-embedded], [$2])])
AC_DEFUN([TOP_PART_WITH], [
  part_args="$2"
  eval "set x $ac_configure_args"
  shift
  for part_arg
  do
    case $part_arg in
    -srcdir=* | --srcdir=*) ;;
    *) part_args="$part_args '$part_arg'" ;;
    esac
  done
  part_back=`pwd`
  cd "$1"
  part_script=$ac_srcdir/configure
  if eval "\$SHELL \"\$part_script\" $part_args --srcdir=\"\$ac_srcdir\""; then :; else
    cd "$part_back"
    $3
  fi
  cd "$part_back"
])
AC_DEFUN([TOP_ALONE], [
  (cd "$1" && $srcdir/$1/configure $2)
])
