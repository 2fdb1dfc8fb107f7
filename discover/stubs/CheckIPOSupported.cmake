# check_ipo_supported([RESULT <variable>] [OUTPUT <variable>] [LANGUAGES <language>...]): whether
# link-time optimisation works. Without RESULT, that it does not is an error.
macro(check_ipo_supported)
  cmake_parse_arguments(_xaas "" "RESULT;OUTPUT" "LANGUAGES" ${ARGN})
  xaas_flag(_xaas_found PROBE "link-time optimisation")
  if(_xaas_RESULT)
    set(${_xaas_RESULT} ${_xaas_found})
  elseif(NOT _xaas_found)
    message(FATAL_ERROR "Link-time optimisation is not supported.")
  endif()
  if(_xaas_OUTPUT)
    xaas_output_text(${_xaas_OUTPUT})
  endif()
endmacro()
