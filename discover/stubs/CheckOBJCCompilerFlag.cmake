# check_objc_compiler_flag(<flag> <variable>): whether the Objective-C compiler takes the flag.
macro(check_objc_compiler_flag flag variable)
  xaas_check(${variable})
endmacro()
