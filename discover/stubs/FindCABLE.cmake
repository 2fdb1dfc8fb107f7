# An old wrapper generator.
xaas_simple_package(CABLE ENTRIES CABLE CABLE_TCL_LIBRARY CABLE_INCLUDE_DIR)
