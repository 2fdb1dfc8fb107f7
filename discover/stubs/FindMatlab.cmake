# Matlab and the libraries for programs that extend it.
include("${CMAKE_CURRENT_LIST_DIR}/CheckCXXCompilerFlag.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CheckCCompilerFlag.cmake")
xaas_simple_package(Matlab Matlab_INCLUDE_DIRS Matlab_LIBRARIES Matlab_MEX_LIBRARY Matlab_MX_LIBRARY
                    Matlab_ENG_LIBRARY Matlab_MAT_LIBRARY Matlab_ENGINE_LIBRARY
                    Matlab_DATAARRAY_LIBRARY Matlab_MAIN_PROGRAM Matlab_MEX_COMPILER
                    Matlab_MCC_COMPILER
                    ENTRIES Matlab_ROOT_DIR Matlab_MEX_EXTENSION
                    VERSION Matlab_VERSION Matlab_VERSION_STRING
                    TARGETS Matlab::mex Matlab::mx Matlab::eng Matlab::mat Matlab::MatlabEngine
                            Matlab::MatlabDataArray)
xaas_components(Matlab)

# matlab_add_mex(NAME <target> [SRC <file>...] [LINK_TO <library>...] ...)
function(matlab_add_mex)
  set(words EXECUTABLE MODULE SHARED R2017b R2018a EXCLUDE_FROM_ALL
      NO_IMPLICIT_LINK_TO_MATLAB_LIBRARIES)
  cmake_parse_arguments(arg "${words}"
                        "NAME;DOCUMENTATION;OUTPUT_NAME" "LINK_TO;SRC" ${ARGN})
  add_library(${arg_NAME} SHARED ${arg_SRC} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${arg_NAME} ${arg_LINK_TO})
endfunction()

function(matlab_add_unit_test)
endfunction()

function(matlab_get_mex_suffix root result)
  xaas_unknown(${result} PACKAGE Matlab)
  set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

function(matlab_get_version_from_matlab_run program result)
  xaas_unknown(${result} PACKAGE Matlab)
  set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

macro(matlab_get_version_from_release_name release result)
  xaas_unknown(${result} PACKAGE Matlab)
endmacro()

macro(matlab_get_release_name_from_version version result)
  xaas_unknown(${result} PACKAGE Matlab)
endmacro()
