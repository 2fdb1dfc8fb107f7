# The GTK 2 widgets.
include("${CMAKE_CURRENT_LIST_DIR}/SelectLibraryConfigurations.cmake")
xaas_simple_package(GTK2 GTK2_INCLUDE_DIRS GTK2_LIBRARIES GTK2_TARGETS GTK2_DEFINITIONS
                    ENTRIES GTK2_GTK_LIBRARY_RELEASE GTK2_GTK_INCLUDE_DIR
                    VERSION GTK2_VERSION GTK2_MAJOR_VERSION GTK2_MINOR_VERSION GTK2_PATCH_VERSION
                    TARGETS GTK2::gtk GTK2::gdk GTK2::glib GTK2::gobject GTK2::cairo GTK2::pango)
xaas_components(GTK2 TARGETS)
