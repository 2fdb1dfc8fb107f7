# find_dependency(<package> ...): find_package within a package's own configuration file, which is
# left where there is no such package.
macro(find_dependency package)
  if(NOT ${package}_FOUND)
    find_package(${package} ${ARGN})
  endif()
  if(NOT ${package}_FOUND)
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND False)
    return()
  endif()
endmacro()
