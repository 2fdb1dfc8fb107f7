# What a person can set for FindBLAS and FindLAPACK. In CMake these are documented variables without a cache
# entry, so concrete mode leaves them alone.
if(NOT XAAS_CONCRETE)
  if(NOT DEFINED BLA_VENDOR)
    set(BLA_VENDOR All CACHE STRING "Whose BLAS and LAPACK are taken")
    set_property(CACHE BLA_VENDOR PROPERTY STRINGS All OpenBLAS FLAME ATLAS Generic NVHPC Apple Arm Arm_mp Arm_ilp64
                 Arm_ilp64_mp Intel10_64lp Intel10_64lp_seq Intel10_64ilp Intel10_64ilp_seq Intel10_64_dyn
                 IBMESSL IBMESSL_SMP Fujitsu_SSL2 Fujitsu_SSL2BLAMP EML EML_mt ACML ACML_MP AOCL AOCL_mt)
  endif()
  if(NOT DEFINED BLA_STATIC)
    option(BLA_STATIC "Take the static libraries of BLAS and LAPACK" OFF)
  endif()
  if(NOT DEFINED BLA_F95)
    option(BLA_F95 "Look for the Fortran 95 interface of BLAS and LAPACK" OFF)
  endif()
endif()
