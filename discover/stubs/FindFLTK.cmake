# The FLTK widgets.
xaas_simple_package(FLTK FLTK_LIBRARIES FLTK_INCLUDE_DIRS
                    ENTRIES FLTK_BASE_LIBRARY_RELEASE FLTK_INCLUDE_DIR FLTK_FLUID_EXECUTABLE
                            FLTK_CONFIG_SCRIPT
                    FOUND FLTK_WRAP_UI)

# fltk_wrap_ui(<target> <file>...): code out of user interface descriptions.
macro(fltk_wrap_ui target)
  set(${target}_FLTK_UI_SRCS "")
endmacro()
