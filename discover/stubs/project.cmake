# What project() brings whatever the languages. Runs at each call, before the languages are enabled.
#
# CMake sets these, so they are no options of the project, but a person may set them and projects read
# them.
if(NOT DEFINED CMAKE_INSTALL_PREFIX)
  set(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT 1)
  if(XAAS_CONCRETE)
    set(CMAKE_INSTALL_PREFIX /usr/local CACHE PATH "Where everything is installed")
  else()
    # Texts that begin with it are easier to read with its name than with a default.
    xaas_unknown(CMAKE_INSTALL_PREFIX OPTION CMAKE_INSTALL_PREFIX CACHE)
  endif()
endif()
set(CMAKE_SKIP_RPATH NO CACHE BOOL "Leave runtime search paths out of what is linked")
set(CMAKE_SKIP_INSTALL_RPATH NO CACHE BOOL "Leave runtime search paths out of what is installed")
set(CMAKE_VERBOSE_MAKEFILE FALSE CACHE BOOL "Show each command of the build")
set(CMAKE_EXPORT_COMPILE_COMMANDS "" CACHE BOOL "Write compile_commands.json")

# Files that each project() reads, before and behind all else (project_end.cmake).
foreach(_xaas_file CMAKE_PROJECT_INCLUDE_BEFORE CMAKE_PROJECT_${PROJECT_NAME}_INCLUDE_BEFORE)
  if(${_xaas_file})
    include(${${_xaas_file}})
  endif()
endforeach()
