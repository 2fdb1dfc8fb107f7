# check_source_compiles(<language> <code> <variable> [FAIL_REGEX <regex>...] [SRC_EXT <extension>])
macro(check_source_compiles language source variable)
  xaas_check(${variable})
endmacro()
