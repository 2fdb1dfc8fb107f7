# Geographic data.
xaas_simple_package(GDAL GDAL_INCLUDE_DIRS GDAL_LIBRARIES
                    ENTRIES GDAL_LIBRARY GDAL_INCLUDE_DIR GDAL_CONFIG
                    VERSION GDAL_VERSION
                    TARGETS GDAL::GDAL)
