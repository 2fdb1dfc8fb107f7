# Graphics.
xaas_simple_package(OpenGL OPENGL_LIBRARIES OPENGL_LIBRARY OPENGL_INCLUDE_DIRS OPENGL_INCLUDE_PATH
                    OPENGL_gl_LIBRARY
                    ENTRIES OPENGL_opengl_LIBRARY OPENGL_glx_LIBRARY OPENGL_INCLUDE_DIR
                    TARGETS OpenGL::GL OpenGL::OpenGL OpenGL::GLX)

# The utilities, the window-less interface and GLX may each be absent.
foreach(_xaas_part GLU EGL)
  set(OPENGL_${_xaas_part}_FOUND FALSE)
  if(OpenGL_FOUND)
    string(TOLOWER ${_xaas_part} _xaas_lower)
    xaas_package_flag(OPENGL_${_xaas_part} OpenGL::${_xaas_part} OPENGL_${_xaas_lower}_LIBRARY)
    if(OPENGL_${_xaas_part}_FOUND)
      xaas_target(OpenGL::${_xaas_part} LIBRARY)
      xaas_found_text(OpenGL::${_xaas_part} OPENGL_${_xaas_part}_INCLUDE_DIRS)
    endif()
  endif()
  set(OpenGL_${_xaas_part}_FOUND ${OPENGL_${_xaas_part}_FOUND})
endforeach()
if(OPENGL_GLU_FOUND)
  xaas_found_text(OpenGL::GLU OPENGL_glu_LIBRARY)
endif()
if(OPENGL_EGL_FOUND)
  xaas_found_text(OpenGL::EGL OPENGL_egl_LIBRARY OPENGL_EGL_LIBRARY)
endif()
set(OPENGL_XMESA_FOUND NO)
set(OpenGL_OpenGL_FOUND ${OpenGL_FOUND})
set(OpenGL_GLX_FOUND ${OpenGL_FOUND})
xaas_require_components(OpenGL ${OpenGL_FIND_COMPONENTS})
