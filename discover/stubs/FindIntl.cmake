# Translations of messages.
include("${CMAKE_CURRENT_LIST_DIR}/CMakePushCheckState.cmake")
xaas_simple_package(Intl Intl_INCLUDE_DIRS Intl_LIBRARIES
                    ENTRIES Intl_LIBRARY Intl_INCLUDE_DIR
                    VERSION Intl_VERSION Intl_VERSION_MAJOR Intl_VERSION_MINOR Intl_VERSION_PATCH
                    TARGETS Intl::Intl)
xaas_flag(Intl_IS_BUILT_IN PROBE Intl_IS_BUILT_IN CACHE)
