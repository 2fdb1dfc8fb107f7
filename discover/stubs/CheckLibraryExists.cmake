# check_library_exists(<library> <function> <folder> <variable>): whether the library has the
# function.
macro(check_library_exists library name location variable)
  xaas_check(${variable})
endmacro()
