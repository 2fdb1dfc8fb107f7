# What Tcl extensions are linked with.
xaas_simple_package(TclStub ENTRIES TCL_STUB_LIBRARY TK_STUB_LIBRARY TTK_STUB_LIBRARY)
