# Reports for people on which packages and features were found. No effect.
function(feature_summary)
  cmake_parse_arguments(arg "" "VAR" "" ${ARGN})
  if(arg_VAR)
    set(${arg_VAR} "" PARENT_SCOPE)
  endif()
endfunction()

function(set_package_properties name)
endfunction()

function(add_feature_info name enabled description)
endfunction()

# Old names.
function(set_package_info name description)
endfunction()

function(set_feature_info name description)
endfunction()

function(print_enabled_features)
endfunction()

function(print_disabled_features)
endfunction()
