# XML transformations.
xaas_simple_package(LibXslt LIBXSLT_LIBRARIES LIBXSLT_INCLUDE_DIRS LIBXSLT_DEFINITIONS
                    LIBXSLT_EXSLT_LIBRARIES LIBXSLT_EXSLT_INCLUDE_DIRS
                    ENTRIES LIBXSLT_LIBRARY LIBXSLT_INCLUDE_DIR LIBXSLT_EXSLT_LIBRARY
                            LIBXSLT_EXSLT_INCLUDE_DIR
                    VERSION LIBXSLT_VERSION_STRING
                    TARGETS LibXslt::LibXslt LibXslt::LibExslt
                    PROGRAMS LibXslt::xsltproc)
