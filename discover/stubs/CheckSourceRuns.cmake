# check_source_runs(<language> <code> <variable> [SRC_EXT <extension>]): whether the program exits
# with 0.
macro(check_source_runs language source variable)
  xaas_check(${variable})
  if(NOT DEFINED ${variable}_EXITCODE)
    xaas_unknown(${variable}_EXITCODE PROBE ${variable}_EXITCODE CACHE)
  endif()
endmacro()
