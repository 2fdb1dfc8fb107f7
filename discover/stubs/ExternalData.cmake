# Test data that is downloaded while the project is built.
function(externaldata_add_target target)
  xaas_effect(DOWNLOAD ${target})
  if(NOT TARGET ${target})
    add_custom_target(${target})
  endif()
endfunction()

# The arguments with DATA{file} replaced by where the file will lie.
function(externaldata_expand_arguments target result)
  xaas_unknown(${result} PLATFORM "downloaded test data")
  set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

function(externaldata_add_test target)
  add_test(${ARGN})
endfunction()
