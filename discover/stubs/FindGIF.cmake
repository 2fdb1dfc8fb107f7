# The GIF image library.
xaas_simple_package(GIF GIF_INCLUDE_DIRS GIF_LIBRARIES
                    ENTRIES GIF_LIBRARY GIF_INCLUDE_DIR
                    VERSION GIF_VERSION
                    TARGETS GIF::GIF)
