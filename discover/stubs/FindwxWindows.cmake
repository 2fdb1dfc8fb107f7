# The old name of wxWidgets.
xaas_simple_package(wxWindows WXWINDOWS_LIBRARIES WXWINDOWS_INCLUDE_DIR WXWINDOWS_DEFINITIONS
                    CMAKE_WX_CXX_FLAGS
                    ENTRIES WXWINDOWS_INCLUDE_DIR)
