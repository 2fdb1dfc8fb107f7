# Some BLAS, by the vendor that BLA_VENDOR names.
include("${CMAKE_CURRENT_LIST_DIR}/CheckFunctionExists.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/support/blas.cmake")
xaas_simple_package(BLAS BLAS_LIBRARIES TARGETS BLAS::BLAS)
set(BLAS_LINKER_FLAGS "")
if(BLA_F95)
  set(BLAS95_FOUND ${BLAS_FOUND})
  set(BLAS95_LIBRARIES "${BLAS_LIBRARIES}")
endif()
