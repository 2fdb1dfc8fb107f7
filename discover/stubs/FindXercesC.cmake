# The Xerces XML parser.
xaas_simple_package(XercesC XercesC_INCLUDE_DIRS XercesC_LIBRARIES XercesC_LIBRARY
                    ENTRIES XercesC_LIBRARY_RELEASE XercesC_INCLUDE_DIR
                    VERSION XercesC_VERSION
                    TARGETS XercesC::XercesC)
