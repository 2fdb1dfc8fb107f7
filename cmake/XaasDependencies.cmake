# The libraries that xaas stands on. Each missing one is named with the Debian package that brings it,
# all of them in one message.
find_package(PkgConfig)
find_package(Threads REQUIRED)
set(xaas_missing "")
if(NOT PKG_CONFIG_FOUND)
  message(FATAL_ERROR "pkg-config is missing. Remedy: apt-get install pkg-config")
endif()

macro(xaas_require name module package)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET "${module}")
  if(NOT ${name}_FOUND)
    list(APPEND xaas_missing "${package}")
    message(STATUS "Missing: ${module} (Debian package ${package})")
  endif()
endmacro()

xaas_require(GLIB "glib-2.0>=2.74" libglib2.0-dev)
xaas_require(GIO "gio-2.0>=2.74" libglib2.0-dev)
xaas_require(GIO_UNIX "gio-unix-2.0>=2.74" libglib2.0-dev)
xaas_require(JANSSON "jansson>=2.13" libjansson-dev)
xaas_require(YAML "yaml-0.1" libyaml-dev)
xaas_require(PCRE2 "libpcre2-8" libpcre2-dev)
# Debian 12 ships 0.20.7 with a .pc file that says 0.6.3, so grammars/ checks the ABI instead.
xaas_require(TREE_SITTER "tree-sitter" libtree-sitter-dev)

if(xaas_missing)
  list(REMOVE_DUPLICATES xaas_missing)
  list(JOIN xaas_missing " " xaas_missing_text)
  message(FATAL_ERROR "Libraries are missing. Remedy: apt-get install ${xaas_missing_text}")
endif()
