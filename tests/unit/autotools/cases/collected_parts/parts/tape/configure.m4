# PART_tape_CONFIG([action-if-can-build], [action-if-not])
AC_DEFUN([PART_tape_CONFIG], [
    CHECK_TAPE([tape])
    AS_IF([test "$have_tape" = yes], [$1], [$2])
])
