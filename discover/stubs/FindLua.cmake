# The Lua interpreter.
xaas_simple_package(Lua LUA_LIBRARIES
                    ENTRIES LUA_LIBRARY LUA_INCLUDE_DIR
                    VERSION LUA_VERSION_STRING LUA_VERSION_MAJOR LUA_VERSION_MINOR
                            LUA_VERSION_PATCH)
