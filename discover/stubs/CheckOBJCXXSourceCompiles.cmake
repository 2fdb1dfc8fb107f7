# check_objcxx_source_compiles(<code> <variable> [FAIL_REGEX <regex>...]): whether the Objective-C++
# code can be built.
macro(check_objcxx_source_compiles source variable)
  xaas_check(${variable})
endmacro()
