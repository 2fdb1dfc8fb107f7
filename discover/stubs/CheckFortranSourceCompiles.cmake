# check_fortran_source_compiles(<code> <variable> [FAIL_REGEX <regex>...]): whether the Fortran code
# can be built.
macro(check_fortran_source_compiles source variable)
  xaas_check(${variable})
endmacro()
