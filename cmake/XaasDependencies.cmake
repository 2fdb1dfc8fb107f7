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
xaas_require(CURL "libcurl>=7.85" libcurl4-openssl-dev)
xaas_require(MICROHTTPD "libmicrohttpd>=0.9.75" libmicrohttpd-dev)
# Debian 12 ships 0.20.7 with a .pc file that says 0.6.3, so grammars/ checks the ABI instead.
xaas_require(TREE_SITTER "tree-sitter" libtree-sitter-dev)

if(xaas_missing)
  list(REMOVE_DUPLICATES xaas_missing)
  list(JOIN xaas_missing " " xaas_missing_text)
  message(FATAL_ERROR "Libraries are missing. Remedy: apt-get install ${xaas_missing_text}")
endif()

# xaas-discover makes and frees many small things, which mimalloc does faster than the C library's
# malloc. Sanitizers have an allocator of their own.
set(xaas_allocator "")
if(NOT XAAS_SANITIZE)
  find_package(mimalloc 2 QUIET CONFIG)
  if(mimalloc_FOUND)
    # Nothing names it, so that linkers that leave out what nobody asks for must be told.
    set(xaas_allocator "-Wl,--push-state,--no-as-needed" mimalloc "-Wl,--pop-state")
  else()
    message(STATUS "xaas-discover uses the C library's malloc, which takes longer. "
                   "Remedy: apt-get install libmimalloc-dev")
  endif()
endif()

# xaas-container stands on LLVM and libarchive, too; the other programs do not need them. Without
# them AUTO leaves it a planner, and ON is an error.
set(XAAS_CONTAINER AUTO CACHE STRING "Build xaas-container whole: ON, OFF or AUTO (where LLVM 19 is)")
set(XAAS_LLVM_VERSION 19)
set(XAAS_CONTAINER_FOUND FALSE)
if(XAAS_CONTAINER)
  find_program(XAAS_LLVM_CONFIG NAMES llvm-config-${XAAS_LLVM_VERSION})
  pkg_check_modules(ARCHIVE QUIET IMPORTED_TARGET "libarchive>=3.6")
  set(xaas_missing "")
  if(NOT XAAS_LLVM_CONFIG)
    list(APPEND xaas_missing "llvm-${XAAS_LLVM_VERSION}-dev")
  endif()
  if(NOT ARCHIVE_FOUND)
    list(APPEND xaas_missing "libarchive-dev")
  endif()
  if(NOT xaas_missing)
    set(XAAS_CONTAINER_FOUND TRUE)
    execute_process(COMMAND "${XAAS_LLVM_CONFIG}" --includedir OUTPUT_VARIABLE xaas_llvm_include
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND "${XAAS_LLVM_CONFIG}" --libdir OUTPUT_VARIABLE xaas_llvm_libraries
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    add_library(XaasLLVM INTERFACE)
    target_include_directories(XaasLLVM SYSTEM INTERFACE "${xaas_llvm_include}")
    target_link_libraries(XaasLLVM INTERFACE "${xaas_llvm_libraries}/libLLVM-${XAAS_LLVM_VERSION}.so")
  else()
    list(JOIN xaas_missing " " xaas_missing_text)
    set(xaas_remedy "Remedy: apt-get install ${xaas_missing_text} (and, to run it, clang-${XAAS_LLVM_VERSION} clang-tools-${XAAS_LLVM_VERSION} bubblewrap)")
    if(XAAS_CONTAINER STREQUAL "AUTO")
      message(STATUS "xaas-container gets plan, system and select only: the libraries for the rest are missing. ${xaas_remedy}")
    else()
      message(FATAL_ERROR "Libraries of xaas-container are missing. ${xaas_remedy}, or pass -DXAAS_CONTAINER=OFF")
    endif()
  endif()
endif()
