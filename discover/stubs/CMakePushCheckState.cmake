# A stack of the CMAKE_REQUIRED_* variables, which checks read.
macro(_xaas_check_variables)
  set(_xaas_variables CMAKE_REQUIRED_INCLUDES CMAKE_REQUIRED_DEFINITIONS CMAKE_REQUIRED_LIBRARIES
      CMAKE_REQUIRED_LINK_OPTIONS CMAKE_REQUIRED_FLAGS CMAKE_REQUIRED_QUIET
      CMAKE_EXTRA_INCLUDE_FILES)
endmacro()

macro(cmake_reset_check_state)
  _xaas_check_variables()
  foreach(_xaas_variable IN LISTS _xaas_variables)
    set(${_xaas_variable})
  endforeach()
endmacro()

macro(cmake_push_check_state)
  _xaas_check_variables()
  string(APPEND _xaas_check_level +)
  foreach(_xaas_variable IN LISTS _xaas_variables)
    set(_xaas_saved${_xaas_check_level}${_xaas_variable} "${${_xaas_variable}}")
  endforeach()
  if("${ARGN}" STREQUAL "RESET")
    cmake_reset_check_state()
  endif()
endmacro()

macro(cmake_pop_check_state)
  if(_xaas_check_level)
    _xaas_check_variables()
    foreach(_xaas_variable IN LISTS _xaas_variables)
      set(${_xaas_variable} "${_xaas_saved${_xaas_check_level}${_xaas_variable}}")
    endforeach()
    string(SUBSTRING "${_xaas_check_level}" 1 -1 _xaas_check_level)
  endif()
endmacro()
