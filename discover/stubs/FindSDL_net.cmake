# Networks for SDL.
xaas_simple_package(SDL_net SDL_NET_INCLUDE_DIRS SDL_NET_LIBRARIES
                    ENTRIES SDL_NET_LIBRARY SDL_NET_INCLUDE_DIR
                    VERSION SDL_NET_VERSION_STRING)
