# Lua 5.1.
xaas_simple_package(Lua51 LUA_LIBRARIES
                    ENTRIES LUA_LIBRARY LUA_INCLUDE_DIR
                    VERSION LUA_VERSION_STRING)
