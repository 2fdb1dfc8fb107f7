# Fonts.
xaas_simple_package(Freetype FREETYPE_INCLUDE_DIRS FREETYPE_LIBRARIES FREETYPE_LIBRARY
                    ENTRIES FREETYPE_LIBRARY_RELEASE FREETYPE_INCLUDE_DIR_freetype2
                            FREETYPE_INCLUDE_DIR_ft2build
                    VERSION FREETYPE_VERSION_STRING
                    TARGETS Freetype::Freetype)
