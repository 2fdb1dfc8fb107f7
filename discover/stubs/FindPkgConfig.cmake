# pkg-config: packages that describe themselves in .pc files. The commands are there even when the
# program is not; a module's atom is found(<module>).
xaas_simple_package(PkgConfig
                    ENTRIES PKG_CONFIG_EXECUTABLE
                    VERSION PKG_CONFIG_VERSION_STRING
                    FOUND PKG_CONFIG_FOUND)

# _xaas_pkg_results(<prefix> <module>): the variables of a module that was found.
macro(_xaas_pkg_results prefix module)
  foreach(_xaas_kind "" STATIC_)
    xaas_found_entry("${module}" ${prefix}_${_xaas_kind}LIBRARIES
                     ${prefix}_${_xaas_kind}LINK_LIBRARIES ${prefix}_${_xaas_kind}LIBRARY_DIRS
                     ${prefix}_${_xaas_kind}LDFLAGS ${prefix}_${_xaas_kind}INCLUDE_DIRS
                     ${prefix}_${_xaas_kind}CFLAGS)
    foreach(_xaas_part LDFLAGS_OTHER CFLAGS_OTHER)
      if(NOT DEFINED ${prefix}_${_xaas_kind}${_xaas_part})
        xaas_unknown(${prefix}_${_xaas_kind}${_xaas_part} PROBE ${prefix}_${_xaas_kind}${_xaas_part}
                     CACHE)
      endif()
    endforeach()
  endforeach()
  xaas_found_entry("${module}" ${prefix}_VERSION ${prefix}_PREFIX ${prefix}_INCLUDEDIR
                   ${prefix}_LIBDIR)
endmacro()

# _xaas_pkg_arguments(<argument>...): splits the arguments of the commands below.
macro(_xaas_pkg_arguments)
  set(_xaas_words REQUIRED QUIET IMPORTED_TARGET GLOBAL NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH)
  cmake_parse_arguments(_xaas "${_xaas_words}" "" "" ${ARGN})
  set(_xaas_modules ${_xaas_UNPARSED_ARGUMENTS})
  set(_xaas_pkg_required ${_xaas_REQUIRED})
  set(_xaas_pkg_target ${_xaas_IMPORTED_TARGET})
endmacro()

# _xaas_pkg_name(<specification>): _xaas_module is the name of a module like "glib-2.0 >= 2.10", and
# _xaas_version the least version of it, if it says one.
macro(_xaas_pkg_name specification)
  set(_xaas_version "")
  string(STRIP "${specification}" _xaas_module)
  if("${specification}" MATCHES "^ *([^<>= ]+) *([<>=]+) *([^ ]*)")
    set(_xaas_module "${CMAKE_MATCH_1}")
    set(_xaas_relation "${CMAKE_MATCH_2}")
    if(_xaas_relation STREQUAL ">")
      set(_xaas_version VERSION ">${CMAKE_MATCH_3}")
    elseif(_xaas_relation STREQUAL ">=" OR _xaas_relation STREQUAL "=")
      set(_xaas_version VERSION "${CMAKE_MATCH_3}")
    endif()
  endif()
endmacro()

# _xaas_pkg_record(<specification>): the module is looked for.
macro(_xaas_pkg_record specification)
  _xaas_pkg_name("${specification}")
  if(_xaas_pkg_required)
    xaas_package(${_xaas_module} ${_xaas_version} REQUIRED)
  else()
    xaas_package(${_xaas_module} ${_xaas_version})
  endif()
endmacro()

# pkg_check_modules(<prefix> [REQUIRED] [QUIET] [IMPORTED_TARGET [GLOBAL]] <module>...): all of
# them.
macro(pkg_check_modules prefix)
  _xaas_pkg_arguments(${ARGN})
  set(_xaas_all TRUE)
  set(_xaas_first "")
  foreach(_xaas_specification IN LISTS _xaas_modules)
    _xaas_pkg_record("${_xaas_specification}")
    if(NOT _xaas_first)
      set(_xaas_first ${_xaas_module})
    endif()
    if(NOT XAAS_CONCRETE)
      xaas_flag(_xaas_one PACKAGE ${_xaas_module})
      if(NOT _xaas_one)
        set(_xaas_all FALSE)
      endif()
    endif()
  endforeach()
  if(XAAS_CONCRETE)
    xaas_flag(${prefix}_FOUND PACKAGE "${_xaas_first}" CACHE)
  else()
    set(${prefix}_FOUND ${_xaas_all} CACHE INTERNAL "")
  endif()
  if(${prefix}_FOUND)
    _xaas_pkg_results(${prefix} ${_xaas_first})
    if(_xaas_pkg_target)
      xaas_target(PkgConfig::${prefix} LIBRARY)
    endif()
  elseif(_xaas_pkg_required)
    message(FATAL_ERROR "Required package not found: ${_xaas_modules}")
  endif()
endmacro()

# pkg_search_module(<prefix> [REQUIRED] ... <module>...): the first that there is.
macro(pkg_search_module prefix)
  _xaas_pkg_arguments(${ARGN})
  set(_xaas_any FALSE)
  set(_xaas_first "")
  foreach(_xaas_specification IN LISTS _xaas_modules)
    _xaas_pkg_name("${_xaas_specification}")
    xaas_package(${_xaas_module} ${_xaas_version})
    if(NOT XAAS_CONCRETE)
      xaas_flag(_xaas_one PACKAGE ${_xaas_module})
      if(_xaas_one AND NOT _xaas_any)
        set(_xaas_any TRUE)
        set(_xaas_first ${_xaas_module})
      endif()
    endif()
  endforeach()
  if(XAAS_CONCRETE)
    xaas_flag(${prefix}_FOUND PACKAGE ${prefix} CACHE)
  else()
    set(${prefix}_FOUND ${_xaas_any} CACHE INTERNAL "")
  endif()
  if(${prefix}_FOUND)
    _xaas_pkg_results(${prefix} ${prefix})
    set(${prefix}_MODULE_NAME "${_xaas_first}" CACHE INTERNAL "")
    if(_xaas_pkg_target)
      xaas_target(PkgConfig::${prefix} LIBRARY)
    endif()
  elseif(_xaas_pkg_required)
    message(FATAL_ERROR "None of the required packages found: ${_xaas_modules}")
  endif()
endmacro()

# pkg_get_variable(<variable> <module> <name>): a variable of a .pc file.
macro(pkg_get_variable variable module name)
  xaas_unknown(${variable} PROBE "${module} ${name}")
endmacro()
