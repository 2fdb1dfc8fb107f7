# The X window system: found(X11) is the base, and each further library may be absent.
xaas_simple_package(X11 X11_INCLUDE_DIR X11_LIBRARIES X11_X_PRE_LIBS X11_X_EXTRA_LIBS
                    ENTRIES X11_X11_LIB X11_X11_INCLUDE_PATH
                    TARGETS X11::X11)
foreach(_xaas_name ICE SM Xau Xaw X11_xcb Xcomposite Xcursor Xdamage Xdmcp Xext Xxf86misc Xxf86vm
        Xfixes Xft Xi Xinerama xkbcommon xkbcommon_X11 xkbfile Xmu Xpm Xtst Xrandr Xrender XRes Xss
        Xt Xv xcb xcb_icccm xcb_util xcb_xfixes xcb_randr xcb_xtest xcb_keysyms xcb_xkb)
  set(X11_${_xaas_name}_FOUND FALSE)
  if(X11_FOUND)
    xaas_package_flag(X11_${_xaas_name} X11::${_xaas_name} X11_${_xaas_name}_LIB)
    if(X11_${_xaas_name}_FOUND)
      xaas_found_entry(X11::${_xaas_name} X11_${_xaas_name}_LIB X11_${_xaas_name}_INCLUDE_PATH)
      xaas_target(X11::${_xaas_name} LIBRARY)
    endif()
  endif()
endforeach()
set(X11_Xscreensaver_FOUND ${X11_Xss_FOUND})

# Parts of these libraries that are headers only.
foreach(_xaas_name dpms Xshape XShm XSync Xkb Xutil)
  set(X11_${_xaas_name}_FOUND FALSE)
  if(X11_FOUND)
    xaas_package_flag(X11_${_xaas_name} X11::${_xaas_name} X11_${_xaas_name}_INCLUDE_PATH)
    if(X11_${_xaas_name}_FOUND)
      xaas_found_entry(X11::${_xaas_name} X11_${_xaas_name}_INCLUDE_PATH)
      xaas_target(X11::${_xaas_name} LIBRARY)
    endif()
  endif()
endforeach()
xaas_require_components(X11 ${X11_FIND_COMPONENTS})
