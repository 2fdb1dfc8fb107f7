# Printing.
xaas_simple_package(Cups CUPS_INCLUDE_DIRS
                    ENTRIES CUPS_LIBRARIES CUPS_INCLUDE_DIR
                    VERSION CUPS_VERSION_STRING
                    TARGETS Cups::Cups)
