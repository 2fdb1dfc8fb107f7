# The Xalan XML transformer.
xaas_simple_package(XalanC XalanC_INCLUDE_DIRS XalanC_LIBRARIES XalanC_LIBRARY
                    ENTRIES XalanC_LIBRARY_RELEASE XalanC_INCLUDE_DIR
                    VERSION XalanC_VERSION
                    TARGETS XalanC::XalanC)
