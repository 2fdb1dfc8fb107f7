patchwork_define_needs(LABEL "The core" THIRD_PARTY Blas Lapack)
