# check_cxx_compiler_flag(<flag> <variable>): whether the C++ compiler takes the flag.
macro(check_cxx_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
