# check_cxx_compiler_flag(<flag> <variable>): whether the C++ compiler takes the flag.
include("${CMAKE_CURRENT_LIST_DIR}/CheckCXXSourceCompiles.cmake")
macro(check_cxx_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
