# Databases through ODBC.
xaas_simple_package(ODBC ODBC_INCLUDE_DIRS ODBC_LIBRARIES
                    ENTRIES ODBC_LIBRARY ODBC_INCLUDE_DIR ODBC_CONFIG
                    TARGETS ODBC::ODBC)
