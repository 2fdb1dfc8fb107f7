# The old name of check_type_size.
include(CheckTypeSize)
macro(check_size_of type variable)
  check_type_size("${type}" ${variable})
endmacro()
