# Which fonts there are.
xaas_simple_package(Fontconfig Fontconfig_INCLUDE_DIRS Fontconfig_LIBRARIES
                    Fontconfig_COMPILE_OPTIONS
                    ENTRIES Fontconfig_LIBRARY Fontconfig_INCLUDE_DIR
                    VERSION Fontconfig_VERSION
                    TARGETS Fontconfig::Fontconfig)
