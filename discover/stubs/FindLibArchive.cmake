# The archive library of bsdtar.
xaas_simple_package(LibArchive LibArchive_INCLUDE_DIRS LibArchive_LIBRARIES
                    ENTRIES LibArchive_LIBRARY LibArchive_INCLUDE_DIR
                    VERSION LibArchive_VERSION
                    TARGETS LibArchive::LibArchive)
