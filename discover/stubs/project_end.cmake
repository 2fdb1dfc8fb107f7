# Runs at the end of each project(): the files that it is to read then.
foreach(_xaas_file CMAKE_PROJECT_INCLUDE CMAKE_PROJECT_${PROJECT_NAME}_INCLUDE)
  if(${_xaas_file})
    include(${${_xaas_file}})
  endif()
endforeach()
