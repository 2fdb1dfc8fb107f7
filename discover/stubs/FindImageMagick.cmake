# The ImageMagick programs and libraries.
xaas_simple_package(ImageMagick ImageMagick_INCLUDE_DIRS ImageMagick_LIBRARIES
                    ENTRIES ImageMagick_EXECUTABLE_DIR
                    VERSION ImageMagick_VERSION_STRING)

foreach(_xaas_component IN LISTS ImageMagick_FIND_COMPONENTS)
  set(ImageMagick_${_xaas_component}_FOUND FALSE)
  if(ImageMagick_FOUND)
    xaas_flag(ImageMagick_${_xaas_component}_FOUND PACKAGE ImageMagick::${_xaas_component})
    if(ImageMagick_${_xaas_component}_FOUND)
      xaas_found_text(ImageMagick::${_xaas_component} ImageMagick_${_xaas_component}_EXECUTABLE
                      ImageMagick_${_xaas_component}_INCLUDE_DIRS
                      ImageMagick_${_xaas_component}_LIBRARIES)
    endif()
  endif()
endforeach()
xaas_require_components(ImageMagick ${ImageMagick_FIND_COMPONENTS})
