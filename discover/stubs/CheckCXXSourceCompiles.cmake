# check_cxx_source_compiles(<code> <variable> [FAIL_REGEX <regex>...]): whether the C++ code can be
# built.
macro(check_cxx_source_compiles source variable)
  xaas_check(${variable})
endmacro()
