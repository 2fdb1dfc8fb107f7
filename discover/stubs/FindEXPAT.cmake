# The Expat XML parser.
xaas_simple_package(EXPAT EXPAT_INCLUDE_DIRS EXPAT_LIBRARIES
                    ENTRIES EXPAT_LIBRARY EXPAT_INCLUDE_DIR
                    VERSION EXPAT_VERSION_STRING
                    TARGETS EXPAT::EXPAT)
