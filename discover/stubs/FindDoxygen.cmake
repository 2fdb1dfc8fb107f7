# Documentation out of comments, and the programs that draw its pictures.
xaas_simple_package(Doxygen
                    ENTRIES DOXYGEN_EXECUTABLE
                    VERSION DOXYGEN_VERSION
                    PROGRAMS Doxygen::doxygen)
foreach(_xaas_program dot mscgen dia)
  string(TOUPPER ${_xaas_program} _xaas_upper)
  set(Doxygen_${_xaas_program}_FOUND FALSE)
  xaas_package_flag(Doxygen_${_xaas_program} Doxygen::${_xaas_program}
                    DOXYGEN_${_xaas_upper}_EXECUTABLE)
  set(DOXYGEN_HAVE_${_xaas_upper} ${Doxygen_${_xaas_program}_FOUND})
  set(DOXYGEN_${_xaas_upper}_FOUND ${Doxygen_${_xaas_program}_FOUND})
  if(Doxygen_${_xaas_program}_FOUND)
    xaas_found_entry(Doxygen::${_xaas_program} DOXYGEN_${_xaas_upper}_EXECUTABLE)
    xaas_target(Doxygen::${_xaas_program} EXECUTABLE)
  else()
    xaas_missing_entry(DOXYGEN_${_xaas_upper}_EXECUTABLE)
  endif()
endforeach()
set(DOXYGEN_DOT_PATH "")
set(DOXYGEN "${DOXYGEN_EXECUTABLE}")
set(DOT "${DOXYGEN_DOT_EXECUTABLE}")
xaas_require_components(Doxygen ${Doxygen_FIND_COMPONENTS})

function(doxygen_add_docs target)
  add_custom_target(${target})
endfunction()
