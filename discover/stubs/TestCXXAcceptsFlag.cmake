# check_cxx_accepts_flag(<flags> <variable>): the old name of check_cxx_compiler_flag.
macro(check_cxx_accepts_flag flags variable)
  xaas_check(${variable})
endmacro()
