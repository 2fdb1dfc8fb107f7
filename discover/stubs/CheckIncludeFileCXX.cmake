# check_include_file_cxx(<header> <variable> [<flags>]): whether C++ code can include it.
macro(check_include_file_cxx header variable)
  xaas_check(${variable})
endmacro()
