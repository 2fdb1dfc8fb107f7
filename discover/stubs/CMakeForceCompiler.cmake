# Takes a compiler without trying it; an old way for cross builds.
macro(cmake_force_c_compiler compiler id)
  set(CMAKE_C_COMPILER "${compiler}")
  set(CMAKE_C_COMPILER_ID "${id}")
  set(CMAKE_C_COMPILER_FORCED TRUE)
endmacro()

macro(cmake_force_cxx_compiler compiler id)
  set(CMAKE_CXX_COMPILER "${compiler}")
  set(CMAKE_CXX_COMPILER_ID "${id}")
  set(CMAKE_CXX_COMPILER_FORCED TRUE)
endmacro()

macro(cmake_force_fortran_compiler compiler id)
  set(CMAKE_Fortran_COMPILER "${compiler}")
  set(CMAKE_Fortran_COMPILER_ID "${id}")
  set(CMAKE_Fortran_COMPILER_FORCED TRUE)
endmacro()
