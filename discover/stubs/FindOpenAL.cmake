# Sound in three dimensions.
xaas_simple_package(OpenAL
                    ENTRIES OPENAL_LIBRARY OPENAL_INCLUDE_DIR
                    VERSION OPENAL_VERSION_STRING
                    TARGETS OpenAL::OpenAL)
