if(sample_HAVE_TOOLS)
  ecbuild_add_option(FEATURE LZ4 DESCRIPTION "Compress with LZ4" REQUIRED_PACKAGES "LZ4")
endif()
