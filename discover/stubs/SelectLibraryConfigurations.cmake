# select_library_configurations(<base>): <base>_LIBRARY and <base>_LIBRARIES out of the two cache
# entries <base>_LIBRARY_RELEASE and <base>_LIBRARY_DEBUG.
macro(select_library_configurations base)
  if(NOT DEFINED ${base}_LIBRARY)
    if(${base}_LIBRARY_RELEASE)
      set(${base}_LIBRARY "${${base}_LIBRARY_RELEASE}")
    elseif(${base}_LIBRARY_DEBUG)
      set(${base}_LIBRARY "${${base}_LIBRARY_DEBUG}")
    else()
      set(${base}_LIBRARY ${base}_LIBRARY-NOTFOUND)
    endif()
  endif()
  set(${base}_LIBRARIES "${${base}_LIBRARY}")
endmacro()
