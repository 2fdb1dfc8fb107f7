# cmake_expand_imported_targets(<result> LIBRARIES <library>... [CONFIGURATION <name>]): files in
# place of targets.
function(cmake_expand_imported_targets result)
  cmake_parse_arguments(arg "" "CONFIGURATION" "LIBRARIES" ${ARGN})
  set(${result} "${arg_LIBRARIES}" PARENT_SCOPE)
endfunction()
