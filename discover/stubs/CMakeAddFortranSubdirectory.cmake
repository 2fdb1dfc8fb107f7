# cmake_add_fortran_subdirectory(<folder> PROJECT <name> ...): a folder of Fortran code; with a
# Fortran compiler it is an ordinary one, and without one it is built apart on Windows.
include("${CMAKE_CURRENT_LIST_DIR}/CheckLanguage.cmake")
macro(cmake_add_fortran_subdirectory folder)
  add_subdirectory(${folder})
endmacro()
