# Bindings for scripting languages: a library of generated code.
macro(swig_add_library name)
  cmake_parse_arguments(_xaas "NO_PROXY" "LANGUAGE;TYPE;OUTPUT_DIR;OUTFILE_DIR" "SOURCES" ${ARGN})
  if(NOT _xaas_TYPE MATCHES "^(SHARED|STATIC)$")
    set(_xaas_TYPE MODULE)
  endif()
  add_library(${name} ${_xaas_TYPE} ${_xaas_SOURCES})
  set(SWIG_MODULE_${name}_REAL_NAME ${name})
endmacro()

macro(swig_add_module name language)
  swig_add_library(${name} LANGUAGE ${language} TYPE MODULE SOURCES ${ARGN})
endmacro()

macro(swig_link_libraries name)
  target_link_libraries(${name} ${ARGN})
endmacro()
