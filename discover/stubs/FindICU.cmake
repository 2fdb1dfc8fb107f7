# Unicode.
xaas_simple_package(ICU ICU_INCLUDE_DIRS ICU_LIBRARIES ENTRIES ICU_INCLUDE_DIR VERSION ICU_VERSION)

xaas_components(ICU TARGETS)
foreach(_xaas_component IN LISTS ICU_FIND_COMPONENTS)
  string(TOUPPER ${_xaas_component} _xaas_upper)
  set(ICU_${_xaas_upper}_FOUND ${ICU_${_xaas_component}_FOUND})
  if(ICU_${_xaas_component}_FOUND)
    xaas_found_text(ICU::${_xaas_component} ICU_${_xaas_upper}_LIBRARY
                    ICU_${_xaas_upper}_EXECUTABLE)
  endif()
endforeach()
