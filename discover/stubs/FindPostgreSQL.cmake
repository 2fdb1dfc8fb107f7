# The client library of PostgreSQL.
xaas_simple_package(PostgreSQL PostgreSQL_INCLUDE_DIRS PostgreSQL_LIBRARIES
                    PostgreSQL_LIBRARY_DIRS PostgreSQL_LIBRARY
                    ENTRIES PostgreSQL_LIBRARY_RELEASE PostgreSQL_INCLUDE_DIR
                            PostgreSQL_TYPE_INCLUDE_DIR
                    VERSION PostgreSQL_VERSION_STRING
                    TARGETS PostgreSQL::PostgreSQL)
xaas_components(PostgreSQL)
