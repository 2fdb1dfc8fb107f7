# Spelling.
xaas_simple_package(ASPELL
                    ENTRIES ASPELL_LIBRARIES ASPELL_INCLUDE_DIR ASPELL_EXECUTABLE
                    FOUND ASPELL_DEFINITIONS)
