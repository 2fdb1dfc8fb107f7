AC_DEFUN([AX_MPI], [xaas_arms([xaas_check([package], [MPI])], [$1], [$2])])
