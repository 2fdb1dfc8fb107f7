# Tests of user interfaces.
xaas_simple_package(Squish
                    ENTRIES SQUISH_INSTALL_DIR SQUISH_CLIENT_EXECUTABLE SQUISH_SERVER_EXECUTABLE
                    VERSION SQUISH_VERSION SQUISH_VERSION_MAJOR SQUISH_VERSION_MINOR
                            SQUISH_VERSION_PATCH
                    FOUND SQUISH_INSTALL_DIR_FOUND SQUISH_SERVER_EXECUTABLE_FOUND
                          SQUISH_CLIENT_EXECUTABLE_FOUND)

macro(squish_add_test)
endmacro()

macro(squish_v3_add_test)
endmacro()

function(squish_v4_add_test name)
endfunction()
