# Medical images.
xaas_simple_package(DCMTK DCMTK_INCLUDE_DIRS DCMTK_LIBRARIES
                    ENTRIES DCMTK_config_INCLUDE_DIR DCMTK_dcmdata_LIBRARY_RELEASE)
