# The Tcl interpreter and its widgets.
xaas_simple_package(TCL
                    ENTRIES TCL_LIBRARY TCL_INCLUDE_PATH TK_LIBRARY TK_INCLUDE_PATH
                    FOUND TCLTK_FOUND TK_FOUND)

find_package(Tclsh)
find_package(Wish)
