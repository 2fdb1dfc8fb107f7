# CPM, a script that projects download before they include it (CPM_0.40.2.cmake in the build tree, say):
# packages are fetched, or found where people prefer that. Written from its README.
option(CPM_USE_LOCAL_PACKAGES "Look for installed packages before fetching any")
option(CPM_LOCAL_PACKAGES_ONLY "Use installed packages only")
option(CPM_DOWNLOAD_ALL "Fetch all packages")
set(CPM_SOURCE_CACHE OFF CACHE PATH "Where fetched sources are kept")

# Sets _xaas_cpm_NAME, _xaas_cpm_VERSION and _xaas_cpm_from: "gh:user/name@1.0", "name@1.0", or keywords.
macro(xaas_cpm_parse first)
  cmake_parse_arguments(
    _xaas_cpm ""
    "NAME;VERSION;URI;SYSTEM;FORCE;GIT_TAG;DOWNLOAD_ONLY;GITHUB_REPOSITORY;GITLAB_REPOSITORY;BITBUCKET_REPOSITORY;GIT_REPOSITORY;SVN_REPOSITORY;SVN_REVISION;SOURCE_DIR;SOURCE_SUBDIR;FIND_PACKAGE_ARGUMENTS;NO_CACHE;GIT_SHALLOW;EXCLUDE_FROM_ALL;CUSTOM_CACHE_KEY"
    "URL;OPTIONS;DOWNLOAD_COMMAND;PATCHES" "${first}" ${ARGN})
  set(_xaas_cpm_from
      "${_xaas_cpm_GITHUB_REPOSITORY}${_xaas_cpm_GITLAB_REPOSITORY}${_xaas_cpm_BITBUCKET_REPOSITORY}${_xaas_cpm_GIT_REPOSITORY}${_xaas_cpm_URI}${_xaas_cpm_URL}"
  )
  if(NOT DEFINED _xaas_cpm_NAME)
    set(_xaas_cpm_from "${_xaas_cpm_from}${_xaas_cpm_UNPARSED_ARGUMENTS}")
    string(REGEX REPLACE "[@#].*$" "" _xaas_cpm_NAME "${_xaas_cpm_from}")
    string(REGEX REPLACE "^.*[/:]" "" _xaas_cpm_NAME "${_xaas_cpm_NAME}")
    string(REGEX REPLACE "\\.git$" "" _xaas_cpm_NAME "${_xaas_cpm_NAME}")
  endif()
endmacro()

macro(xaas_cpm_fetch)
  xaas_effect(DOWNLOAD "${_xaas_cpm_NAME}" "${_xaas_cpm_from}")
  string(TOLOWER "${_xaas_cpm_NAME}" _xaas_cpm_folder)
  set(${_xaas_cpm_NAME}_ADDED YES)
  set(${_xaas_cpm_NAME}_SOURCE_DIR "${CMAKE_BINARY_DIR}/_deps/${_xaas_cpm_folder}-src")
  set(${_xaas_cpm_NAME}_BINARY_DIR "${CMAKE_BINARY_DIR}/_deps/${_xaas_cpm_folder}-build")
  set(CPM_LAST_PACKAGE_NAME "${_xaas_cpm_NAME}")
endmacro()

macro(CPMAddPackage first)
  xaas_cpm_parse("${first}" ${ARGN})
  xaas_cpm_fetch()
endmacro()

macro(CPMFindPackage first)
  xaas_cpm_parse("${first}" ${ARGN})
  find_package(${_xaas_cpm_NAME} ${_xaas_cpm_VERSION} QUIET)
  if(NOT ${_xaas_cpm_NAME}_FOUND)
    xaas_cpm_fetch()
  endif()
endmacro()

# What is declared is added by its name later on, with the arguments of the first declaration.
macro(CPMDeclarePackage name)
  if(NOT DEFINED _xaas_cpm_declared_${name})
    set(_xaas_cpm_declared_${name} "${ARGN}")
  endif()
endmacro()
macro(CPMGetPackage name)
  xaas_cpm_parse(NAME "${name}" ${_xaas_cpm_declared_${name}})
  xaas_cpm_fetch()
endmacro()
macro(CPMUsePackageLock file)
endmacro()
macro(CPMRegisterPackage package version)
endmacro()
macro(CPMGetPackageVersion package variable)
  set(${variable} "")
endmacro()
