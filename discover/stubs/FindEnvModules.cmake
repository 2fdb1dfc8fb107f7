# Environment modules of clusters.
xaas_simple_package(EnvModules ENTRIES EnvModules_COMMAND)

# What a module changes in the environment is not known before it is loaded.
function(env_module)
  cmake_parse_arguments(arg "" "OUTPUT_VARIABLE;RESULT_VARIABLE" "COMMAND" ${ARGN})
  foreach(variable IN ITEMS ${arg_OUTPUT_VARIABLE} ${arg_RESULT_VARIABLE})
    xaas_unknown(${variable} PLATFORM "environment modules")
    set(${variable} "${${variable}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(env_module_swap old new)
  env_module(${ARGN})
endfunction()

function(env_module_list variable)
  xaas_unknown(${variable} PLATFORM "environment modules")
  set(${variable} "${${variable}}" PARENT_SCOPE)
endfunction()

function(env_module_avail)
  list(GET ARGV -1 variable)
  xaas_unknown(${variable} PLATFORM "environment modules")
  set(${variable} "${${variable}}" PARENT_SCOPE)
endfunction()
