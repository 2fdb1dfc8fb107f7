# A header with the macros that export symbols from a library.
include("${CMAKE_CURRENT_LIST_DIR}/CheckCCompilerFlag.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CheckCXXCompilerFlag.cmake")
function(generate_export_header target)
endfunction()

# add_compiler_export_flags([<variable>]): flags that hide all other symbols; an old way.
function(add_compiler_export_flags)
  if(ARGC GREATER 0)
    set(${ARGV0} "-fvisibility=hidden" PARENT_SCOPE)
  endif()
endfunction()
