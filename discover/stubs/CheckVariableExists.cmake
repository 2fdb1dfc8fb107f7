# check_variable_exists(<name> <variable>): whether C code can be linked with this global variable.
macro(check_variable_exists name variable)
  xaas_check(${variable})
endmacro()
