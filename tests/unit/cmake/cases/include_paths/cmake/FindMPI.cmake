include("${CMAKE_ROOT}/Modules/FindMPI.cmake")
option(FROM_OWN_MPI "" OFF)
