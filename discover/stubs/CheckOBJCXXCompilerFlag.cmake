# check_objcxx_compiler_flag(<flag> <variable>): whether the Objective-C++ compiler takes the flag.
include("${CMAKE_CURRENT_LIST_DIR}/CheckOBJCXXSourceCompiles.cmake")
macro(check_objcxx_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
