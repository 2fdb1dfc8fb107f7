# check_compiler_flag(<language> <flag> <variable>): whether the compiler takes the flag.
macro(check_compiler_flag language flag variable)
  xaas_check(${variable})
endmacro()
