# Conversion of character sets.
include("${CMAKE_CURRENT_LIST_DIR}/CMakePushCheckState.cmake")
xaas_simple_package(Iconv Iconv_INCLUDE_DIRS Iconv_LIBRARIES
                    ENTRIES Iconv_LIBRARY Iconv_INCLUDE_DIR
                    VERSION Iconv_VERSION Iconv_VERSION_MAJOR Iconv_VERSION_MINOR
                    TARGETS Iconv::Iconv)
xaas_flag(Iconv_IS_BUILT_IN PROBE Iconv_IS_BUILT_IN CACHE)
