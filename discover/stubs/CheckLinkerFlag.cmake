# check_linker_flag(<language> <flag> <variable>): whether the linker takes the flag.
macro(check_linker_flag language flag variable)
  xaas_check(${variable})
endmacro()
