# The SQLite database.
xaas_simple_package(SQLite3 SQLite3_INCLUDE_DIRS SQLite3_LIBRARIES
                    ENTRIES SQLite3_LIBRARY SQLite3_INCLUDE_DIR
                    VERSION SQLite3_VERSION
                    TARGETS SQLite::SQLite3)
