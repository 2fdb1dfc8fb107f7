# check_prototype_definition(<function> <prototype> <return value> <headers> <variable>)
macro(check_prototype_definition name prototype return headers variable)
  xaas_check(${variable})
endmacro()
