# check_cxx_symbol_exists(<symbol> <headers> <variable>): as a C++ function, variable or macro.
include("${CMAKE_CURRENT_LIST_DIR}/CheckSymbolExists.cmake")
macro(check_cxx_symbol_exists symbol headers variable)
  xaas_check(${variable})
endmacro()
