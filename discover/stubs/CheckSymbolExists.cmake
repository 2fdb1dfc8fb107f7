# check_symbol_exists(<symbol> <headers> <variable>): as a C function, variable or macro.
macro(check_symbol_exists symbol headers variable)
  xaas_check(${variable})
endmacro()
