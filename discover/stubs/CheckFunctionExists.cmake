# check_function_exists(<function> <variable>): whether C code can be linked with it.
macro(check_function_exists name variable)
  xaas_check(${variable})
endmacro()
