# check_fortran_compiler_flag(<flag> <variable>): whether the Fortran compiler takes the flag.
include("${CMAKE_CURRENT_LIST_DIR}/CheckFortranSourceCompiles.cmake")
macro(check_fortran_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
