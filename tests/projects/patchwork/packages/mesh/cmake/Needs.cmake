patchwork_define_needs(REQUIRED core THIRD_PARTY Metis)
