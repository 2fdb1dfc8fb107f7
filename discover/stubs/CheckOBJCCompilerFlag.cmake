# check_objc_compiler_flag(<flag> <variable>): whether the Objective-C compiler takes the flag.
include("${CMAKE_CURRENT_LIST_DIR}/CheckOBJCSourceCompiles.cmake")
macro(check_objc_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
