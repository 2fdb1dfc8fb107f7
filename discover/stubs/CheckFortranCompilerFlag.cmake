# check_fortran_compiler_flag(<flag> <variable>): whether the Fortran compiler takes the flag.
macro(check_fortran_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
