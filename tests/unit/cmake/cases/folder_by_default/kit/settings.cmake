option(OPENMP "enable OpenMP support" OFF)
if(OPENMP)
  find_package(OpenMP)
endif()
