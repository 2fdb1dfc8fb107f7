# find_dependency(<package> ...): find_package within a package's own configuration file.
macro(find_dependency package)
  if(NOT ${package}_FOUND)
    find_package(${package} ${ARGN})
  endif()
endmacro()
