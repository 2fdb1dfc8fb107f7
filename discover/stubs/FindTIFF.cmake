# The TIFF image library.
xaas_simple_package(TIFF TIFF_INCLUDE_DIRS TIFF_LIBRARIES TIFF_LIBRARY
                    ENTRIES TIFF_LIBRARY_RELEASE TIFF_INCLUDE_DIR
                    VERSION TIFF_VERSION_STRING
                    TARGETS TIFF::TIFF)

xaas_components(TIFF)
if(TIFF_CXX_FOUND)
  xaas_target(TIFF::CXX LIBRARY)
endif()
