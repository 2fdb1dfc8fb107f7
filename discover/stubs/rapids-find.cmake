# The part of rapids-cmake that looks for packages: find_package() with a note for whoever uses the project.
macro(rapids_find_package)
  cmake_parse_arguments(_xaas_rapids "" "BUILD_EXPORT_SET;INSTALL_EXPORT_SET" "GLOBAL_TARGETS" ${ARGN})
  find_package(${_xaas_rapids_UNPARSED_ARGUMENTS})
endmacro()
function(rapids_find_generate_module)
endfunction()
