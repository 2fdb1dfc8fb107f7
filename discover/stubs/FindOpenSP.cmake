# SGML.
include("${CMAKE_CURRENT_LIST_DIR}/FeatureSummary.cmake")
xaas_simple_package(OpenSP OpenSP_INCLUDE_DIRS OpenSP_LIBRARIES OpenSP_LIBRARY
                    ENTRIES OpenSP_LIBRARY_RELEASE OpenSP_INCLUDE_DIR
                    VERSION OpenSP_VERSION
                    TARGETS OpenSP::OpenSP)
