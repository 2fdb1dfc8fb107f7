# OpenCL headers and loader.
xaas_simple_package(OpenCL OpenCL_INCLUDE_DIRS OpenCL_LIBRARIES
                    ENTRIES OpenCL_LIBRARY OpenCL_INCLUDE_DIR
                    VERSION OpenCL_VERSION_STRING OpenCL_VERSION_MAJOR OpenCL_VERSION_MINOR
                    TARGETS OpenCL::OpenCL)
