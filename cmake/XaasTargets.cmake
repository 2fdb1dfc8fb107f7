# xaas_library(NAME SOURCES... LINK LIBRARIES...): a folder's library. It is included from the repository's
# root ("core/span.h"), and sees only what its LINK libraries offer.
add_library(xaas_flags INTERFACE)
target_compile_options(xaas_flags INTERFACE
  -Wall -Wextra -Wshadow -Wswitch-enum -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror)
target_compile_definitions(xaas_flags INTERFACE
  G_LOG_DOMAIN="xaas" GLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_74 GLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_74)

function(xaas_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC PkgConfig::GLIB ${arg_LINK} PRIVATE xaas_flags)
endfunction()

# xaas_test(NAME SOURCES... LINK LIBRARIES...): a program of GLib tests, run by ctest.
function(xaas_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} xaas_flags)
  target_compile_definitions(${name} PRIVATE XAAS_SOURCE_ROOT="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
