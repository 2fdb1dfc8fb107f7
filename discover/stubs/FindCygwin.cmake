# The Cygwin environment.
xaas_simple_package(Cygwin CYGWIN_INSTALL_PATH ENTRIES CYGWIN_BAT)
