# The Tcl shell.
xaas_simple_package(Tclsh ENTRIES TCL_TCLSH VERSION TCLSH_VERSION_STRING)
