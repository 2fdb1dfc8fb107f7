patchwork_define_needs(REQUIRED core mesh OPTIONAL plot THIRD_PARTY Blas SuperSolver umfpack)
