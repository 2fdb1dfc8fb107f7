# check_c_compiler_flag(<flag> <variable>): whether the C compiler takes the flag.
include("${CMAKE_CURRENT_LIST_DIR}/CheckCSourceCompiles.cmake")
macro(check_c_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
