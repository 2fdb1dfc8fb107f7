# The bzip2 compression library.
xaas_simple_package(BZip2 BZIP2_INCLUDE_DIRS BZIP2_LIBRARIES BZIP2_LIBRARY
                    ENTRIES BZIP2_LIBRARY_RELEASE BZIP2_INCLUDE_DIR
                    VERSION BZIP2_VERSION BZIP2_VERSION_STRING
                    FOUND BZIP2_NEED_PREFIX
                    TARGETS BZip2::BZip2)
