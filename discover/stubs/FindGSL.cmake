# The GNU Scientific Library.
xaas_simple_package(GSL GSL_INCLUDE_DIRS GSL_LIBRARIES
                    ENTRIES GSL_LIBRARY GSL_CBLAS_LIBRARY GSL_INCLUDE_DIR
                    VERSION GSL_VERSION
                    TARGETS GSL::gsl GSL::gslcblas)
