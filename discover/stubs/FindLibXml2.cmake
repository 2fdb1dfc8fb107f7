# The XML library of GNOME.
xaas_simple_package(LibXml2 LIBXML2_INCLUDE_DIRS LIBXML2_LIBRARIES LIBXML2_DEFINITIONS
                    ENTRIES LIBXML2_LIBRARY LIBXML2_INCLUDE_DIR
                    VERSION LIBXML2_VERSION_STRING
                    TARGETS LibXml2::LibXml2
                    PROGRAMS LibXml2::xmllint)
xaas_program(LIBXML2_XMLLINT_EXECUTABLE LibXml2)
