# check_include_file(<header> <variable> [<flags>]): whether C code can include it.
macro(check_include_file header variable)
  xaas_check(${variable})
endmacro()
