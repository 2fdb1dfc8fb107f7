# The evaluator's commands with definite answers. WORLD is "found" (every check succeeds),
# "missing", or "concrete": variables called environment_<name> stand for the environment file.
cmake_minimum_required(VERSION 3.25)
set(CMAKE_MODULE_PATH "${STUBS}")
set(failures 0)

macro(expect)
  if(NOT (${ARGV}))
    message(SEND_ERROR "${subject}: not true: ${ARGV}")
    math(EXPR failures "${failures} + 1")
  endif()
endmacro()

function(check_kind kind)
  if(NOT kind MATCHES "^(PACKAGE|PROBE|PLATFORM|OPTION)$")
    message(SEND_ERROR "${subject}: ${kind} is no kind of atom")
  endif()
endfunction()

macro(xaas_flag variable kind name)
  check_kind(${kind})
  if("${WORLD}" STREQUAL "found")
    set(_world_value TRUE)
  elseif("${WORLD}" STREQUAL "concrete" AND environment_${variable})
    set(_world_value TRUE)
  else()
    set(_world_value FALSE)
  endif()
  if("${ARGN}" STREQUAL "CACHE")
    set(${variable} ${_world_value} CACHE INTERNAL "")
  else()
    set(${variable} ${_world_value})
  endif()
endmacro()

macro(xaas_unknown variable kind name)
  check_kind(${kind})
  if("${WORLD}" STREQUAL "concrete")
    set(_world_value "${environment_${variable}}")
  else()
    set(_world_value unknown)
  endif()
  if("${ARGN}" MATCHES "^CACHE")
    set(${variable} "${_world_value}" CACHE INTERNAL "")
  else()
    set(${variable} "${_world_value}")
  endif()
endmacro()

# Nobody gives anything.
function(xaas_given variable)
  if(ARGN AND NOT "${ARGN}" MATCHES "^BOOL$")
    message(SEND_ERROR "${subject}: xaas_given does not know ${ARGN}")
  endif()
endfunction()

function(xaas_used variable)
endfunction()

function(xaas_package name)
  cmake_parse_arguments(arg "REQUIRED" "VERSION" "COMPONENTS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(SEND_ERROR "${subject}: xaas_package does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set_property(GLOBAL APPEND PROPERTY WORLD_PACKAGES "${name}${arg_VERSION}")
endfunction()

function(xaas_target name)
  if(NOT "${ARGN}" MATCHES "^(LIBRARY|EXECUTABLE)$")
    message(SEND_ERROR "${subject}: a target is a LIBRARY or an EXECUTABLE, not ${ARGN}")
  endif()
  set_property(GLOBAL APPEND PROPERTY WORLD_TARGETS ${name})
endfunction()

function(xaas_effect kind name)
endfunction()

function(xaas_volatile_prefix prefix)
endfunction()

# Commands that a script may not call.
foreach(command enable_testing add_test add_library add_executable add_custom_target
        target_link_libraries include_directories add_compile_options set_target_properties
        set_source_files_properties add_subdirectory)
  cmake_language(EVAL CODE "function(${command})\nendfunction()")
endforeach()
