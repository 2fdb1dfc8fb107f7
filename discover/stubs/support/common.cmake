# What many stubs share. The prelude includes this file; docs/stubs.md explains each helper.

# xaas_check(<variable>): the variable of a compiler or system check. As in CMake, the result is a
# cache entry, and a check whose entry exists already (from a person, or an earlier check of the
# same name) is not made again.
macro(xaas_check variable)
  if(NOT DEFINED ${variable})
    xaas_flag(${variable} PROBE ${variable} CACHE)
  endif()
endmacro()

# xaas_package_flag(<name> <subject> [<entry>...]): sets <name>_FOUND to the atom found(<subject>).
# In concrete mode the environment file rarely names <name>_FOUND, which is no cache entry; then it
# was found if CMake left the message of success in the cache, or else if all the entries that the
# search makes were found.
macro(xaas_package_flag name subject)
  xaas_flag(${name}_FOUND PACKAGE "${subject}")
  if(XAAS_CONCRETE AND NOT ${name}_FOUND)
    xaas_entries_found(${name}_FOUND FIND_PACKAGE_MESSAGE_DETAILS_${name})
    if(NOT ${name}_FOUND)
      xaas_entries_found(${name}_FOUND ${ARGN})
    endif()
  endif()
endmacro()

# xaas_entries_found(<result> [<entry>...]): concrete mode only: whether there are entries and all
# are found.
function(xaas_entries_found result)
  set(found FALSE)
  foreach(entry IN LISTS ARGN)
    xaas_flag(${entry} PACKAGE ${entry})
    if(NOT ${entry})
      set(${result} FALSE PARENT_SCOPE)
      return()
    endif()
    set(found TRUE)
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# xaas_found_text(<subject> <variable>...): texts (paths, flags) that are there if and only if the
# package was found: they get the package's own atom, so that if(ZLIB_LIBRARIES) means found(ZLIB).
# In concrete mode the message of success begins with one of them, which then stands for all.
macro(xaas_found_text subject)
  foreach(_xaas_variable ${ARGN})
    xaas_unknown(${_xaas_variable} PACKAGE "${subject}")
    if(XAAS_CONCRETE)
      xaas_concrete_text(${_xaas_variable} "${subject}")
    endif()
  endforeach()
endmacro()

# xaas_concrete_text(<variable> <subject>): concrete mode only: a text for a variable that has none.
function(xaas_concrete_text variable subject)
  if("${${variable}}" STREQUAL "")
    set(text ${variable})
    if("${subject}" MATCHES "^[A-Za-z0-9_]+$")
      xaas_unknown(FIND_PACKAGE_MESSAGE_DETAILS_${subject} PACKAGE "${subject}")
      if("${FIND_PACKAGE_MESSAGE_DETAILS_${subject}}" MATCHES "^\\[([^]]+)\\]")
        set(text "${CMAKE_MATCH_1}")
      endif()
    endif()
    set(${variable} "${text}" PARENT_SCOPE)
  endif()
endfunction()

# xaas_found_entry(<subject> <variable>...): the same as cache entries.
macro(xaas_found_entry subject)
  foreach(_xaas_variable ${ARGN})
    if(NOT DEFINED ${_xaas_variable})
      xaas_unknown(${_xaas_variable} PACKAGE "${subject}" CACHE)
    endif()
  endforeach()
endmacro()

# xaas_missing_entry(<variable>...): cache entries of a search that found nothing.
macro(xaas_missing_entry)
  foreach(_xaas_variable ${ARGN})
    if(NOT DEFINED ${_xaas_variable})
      set(${_xaas_variable} ${_xaas_variable}-NOTFOUND CACHE INTERNAL "")
    endif()
  endforeach()
endmacro()

# xaas_found_version(<name> <subject> <variable>...): the version of a package that was found; a
# variable whose name ends in MAJOR, MINOR or PATCH, or in one of these and VERSION, is that number
# of it. In concrete mode the message of success has the version: it ends in "[v<found>(<wanted>)]".
macro(xaas_found_version name subject)
  if(XAAS_CONCRETE)
    xaas_concrete_version(_xaas_version FIND_PACKAGE_MESSAGE_DETAILS_${name})
  endif()
  foreach(_xaas_variable ${ARGN})
    if("${_xaas_variable}" MATCHES "_(MAJOR|MINOR|PATCH|MICRO|TWEAK)(_VERSION)?$")
      string(TOLOWER ${CMAKE_MATCH_1} _xaas_part)
      xaas_unknown(${_xaas_variable} PACKAGE "${subject} ${_xaas_part} version")
    else()
      set(_xaas_part "")
      xaas_unknown(${_xaas_variable} PACKAGE "${subject}")
    endif()
    if(XAAS_CONCRETE)
      if("${${_xaas_variable}}" STREQUAL "")
        xaas_version_number(${_xaas_variable} "${_xaas_version}" "${_xaas_part}")
      endif()
    endif()
  endforeach()
endmacro()

# xaas_version_parts(<subject> <prefix>): <prefix>_MAJOR, _MINOR, _PATCH of the version that
# <prefix> holds.
macro(xaas_version_parts subject prefix)
  foreach(_xaas_part MAJOR MINOR PATCH)
    string(TOLOWER ${_xaas_part} _xaas_lower)
    if(XAAS_CONCRETE)
      xaas_version_number(${prefix}_${_xaas_part} "${${prefix}}" ${_xaas_lower})
    else()
      xaas_unknown(${prefix}_${_xaas_part} PACKAGE "${subject} ${_xaas_lower} version")
    endif()
  endforeach()
endmacro()

# xaas_version_number(<result> <version> <part>): one number of a known version; all of it for no
# part.
function(xaas_version_number result version part)
  set(number "")
  string(REGEX MATCHALL "[0-9]+" numbers "${version}")
  list(LENGTH numbers count)
  if(part STREQUAL "")
    set(number "${version}")
  elseif(part STREQUAL "major" AND count GREATER 0)
    list(GET numbers 0 number)
  elseif(part STREQUAL "minor" AND count GREATER 1)
    list(GET numbers 1 number)
  elseif(part MATCHES "^(patch|micro)$" AND count GREATER 2)
    list(GET numbers 2 number)
  endif()
  set(${result} "${number}" PARENT_SCOPE)
endfunction()

# xaas_concrete_version(<result> <entry>): the version in the message of success.
function(xaas_concrete_version result entry)
  set(${result} "" PARENT_SCOPE)
  xaas_unknown(${entry} PACKAGE ${entry})
  if("${${entry}}" MATCHES "\\[v([^()]*)\\([^()]*\\)\\]$")
    set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()

# xaas_simple_package(<name> [<variable>...]
#                     [ENTRIES <entry>...] [VERSION <variable>...] [FOUND <variable>...]
#                     [TARGETS <target>...] [PROGRAMS <target>...])
# A find module that looks for one thing:
#   <variable>...  texts that are empty unless it is found
#   ENTRIES        cache entries that the search makes; <entry>-NOTFOUND unless it is found
#   VERSION        variables with its version
#   FOUND          further names of <name>_FOUND; the upper-case one need not be said
#   TARGETS        imported libraries; PROGRAMS: imported executables
macro(xaas_simple_package name)
  cmake_parse_arguments(_xaas "" "" "ENTRIES;VERSION;FOUND;TARGETS;PROGRAMS" ${ARGN})
  xaas_package_flag(${name} ${name} ${_xaas_ENTRIES})
  if(${name}_FOUND)
    xaas_found_text(${name} ${_xaas_UNPARSED_ARGUMENTS})
    xaas_found_entry(${name} ${_xaas_ENTRIES})
    xaas_found_version(${name} ${name} ${_xaas_VERSION})
    foreach(_xaas_target IN LISTS _xaas_TARGETS)
      xaas_target(${_xaas_target} LIBRARY)
    endforeach()
    foreach(_xaas_target IN LISTS _xaas_PROGRAMS)
      xaas_target(${_xaas_target} EXECUTABLE)
    endforeach()
  else()
    xaas_missing_entry(${_xaas_ENTRIES})
  endif()
  string(TOUPPER "${name}_FOUND" _xaas_upper)
  foreach(_xaas_variable IN LISTS _xaas_upper _xaas_FOUND)
    set(${_xaas_variable} ${${name}_FOUND})
  endforeach()
endmacro()

# xaas_components(<name> [TARGETS] [DEFAULT <component>...]): for each component asked for (or each
# default one) <name>_<component>_FOUND is the atom found(<name>::<component>) below found(<name>);
# a required component that is missing takes <name>_FOUND away. TARGETS: the component's imported
# library is <name>::<component>.
macro(xaas_components name)
  cmake_parse_arguments(_xaas "TARGETS" "" "DEFAULT" ${ARGN})
  set(_xaas_list ${${name}_FIND_COMPONENTS})
  if(NOT _xaas_list)
    set(_xaas_list ${_xaas_DEFAULT})
  endif()
  foreach(_xaas_component IN LISTS _xaas_list)
    set(${name}_${_xaas_component}_FOUND FALSE)
    if(${name}_FOUND)
      xaas_flag(${name}_${_xaas_component}_FOUND PACKAGE ${name}::${_xaas_component})
      if(${name}_${_xaas_component}_FOUND AND _xaas_TARGETS)
        xaas_target(${name}::${_xaas_component} LIBRARY)
      endif()
    endif()
  endforeach()
  xaas_require_components(${name} ${_xaas_list})
endmacro()

# xaas_require_components(<name> <component>...): <name>_FOUND holds only if the required ones do.
macro(xaas_require_components name)
  foreach(_xaas_component ${ARGN})
    if(${name}_FIND_REQUIRED_${_xaas_component} AND NOT ${name}_${_xaas_component}_FOUND)
      set(${name}_FOUND FALSE)
    endif()
  endforeach()
endmacro()

# xaas_program(<entry> <package>): a program that a module looks for besides its package.
macro(xaas_program entry package)
  if(NOT DEFINED ${entry})
    find_program(${entry} NAMES ${entry})
  endif()
endmacro()

# xaas_output_text(<variable>...): a result that a command of the module computes at configure time.
macro(xaas_output_text)
  foreach(_xaas_variable ${ARGN})
    xaas_unknown(${_xaas_variable} PROBE ${_xaas_variable})
  endforeach()
endmacro()
