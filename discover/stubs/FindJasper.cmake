# The JPEG-2000 image library.
xaas_simple_package(Jasper JASPER_INCLUDE_DIRS JASPER_LIBRARIES JASPER_LIBRARY
                    ENTRIES JASPER_LIBRARY_RELEASE JASPER_INCLUDE_DIR
                    VERSION JASPER_VERSION_STRING
                    TARGETS Jasper::Jasper)
