# The JPEG image library.
xaas_simple_package(JPEG JPEG_INCLUDE_DIRS JPEG_LIBRARIES JPEG_LIBRARY
                    ENTRIES JPEG_LIBRARY_RELEASE JPEG_INCLUDE_DIR
                    VERSION JPEG_VERSION
                    TARGETS JPEG::JPEG)
