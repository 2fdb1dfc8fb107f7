patchwork_define_needs(NO_TESTS REQUIRED solve)
