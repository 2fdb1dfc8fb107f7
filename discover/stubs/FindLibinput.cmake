# Input devices.
xaas_simple_package(Libinput Libinput_INCLUDE_DIRS Libinput_LIBRARIES Libinput_COMPILE_OPTIONS
                    ENTRIES Libinput_LIBRARY Libinput_INCLUDE_DIR
                    VERSION Libinput_VERSION
                    TARGETS Libinput::Libinput)
