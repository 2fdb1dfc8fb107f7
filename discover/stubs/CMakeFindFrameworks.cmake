# cmake_find_frameworks(<name>): <name>_FRAMEWORKS on macOS.
macro(cmake_find_frameworks name)
  if(APPLE)
    xaas_unknown(${name}_FRAMEWORKS PLATFORM ${name}_FRAMEWORKS)
  else()
    set(${name}_FRAMEWORKS)
  endif()
endmacro()
