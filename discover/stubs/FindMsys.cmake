# The MSYS environment.
xaas_simple_package(Msys MSYS_INSTALL_PATH ENTRIES MSYS_CMD)
