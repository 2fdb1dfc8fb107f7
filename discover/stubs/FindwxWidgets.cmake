# The wxWidgets library.
xaas_simple_package(wxWidgets wxWidgets_INCLUDE_DIRS wxWidgets_LIBRARIES wxWidgets_LIBRARY_DIRS
                    wxWidgets_DEFINITIONS wxWidgets_DEFINITIONS_DEBUG wxWidgets_CXX_FLAGS
                    ENTRIES wxWidgets_CONFIG_EXECUTABLE
                    VERSION wxWidgets_VERSION_STRING)
set(wxWidgets_USE_FILE UsewxWidgets)

macro(wxwidgets_add_resources result)
endmacro()
