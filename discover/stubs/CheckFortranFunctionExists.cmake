# check_fortran_function_exists(<function> <variable>): whether Fortran code can be linked with it.
macro(check_fortran_function_exists name variable)
  xaas_check(${variable})
endmacro()
