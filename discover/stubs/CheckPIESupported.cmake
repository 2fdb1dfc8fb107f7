# check_pie_supported([OUTPUT_VARIABLE <variable>] [LANGUAGES <language>...]): whether programs can
# be linked so that they run at any address: CMAKE_<language>_LINK_PIE_SUPPORTED,
# CMAKE_<language>_LINK_NO_PIE_SUPPORTED.
macro(check_pie_supported)
  cmake_parse_arguments(_xaas "" "OUTPUT_VARIABLE" "LANGUAGES" ${ARGN})
  if(NOT _xaas_LANGUAGES)
    get_property(_xaas_LANGUAGES GLOBAL PROPERTY ENABLED_LANGUAGES)
  endif()
  foreach(_xaas_language IN LISTS _xaas_LANGUAGES)
    xaas_check(CMAKE_${_xaas_language}_LINK_PIE_SUPPORTED)
    xaas_check(CMAKE_${_xaas_language}_LINK_NO_PIE_SUPPORTED)
  endforeach()
  if(_xaas_OUTPUT_VARIABLE)
    xaas_output_text(${_xaas_OUTPUT_VARIABLE})
  endif()
endmacro()
