# Sound on Linux.
xaas_simple_package(ALSA ALSA_INCLUDE_DIRS ALSA_LIBRARIES
                    ENTRIES ALSA_LIBRARY ALSA_INCLUDE_DIR
                    VERSION ALSA_VERSION_STRING
                    TARGETS ALSA::ALSA)
