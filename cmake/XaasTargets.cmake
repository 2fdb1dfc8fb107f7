# What every target is built with, and the functions that make targets.
add_library(xaas_flags INTERFACE)
target_compile_options(xaas_flags INTERFACE
  -Wall -Wextra -Wshadow -Wswitch-enum -Wstrict-prototypes -Wmissing-prototypes -Wvla
  $<$<BOOL:${XAAS_WERROR}>:-Werror>
  # clang takes what only a clean-up function uses for unused, and each text over two lines in a list for a missing comma.
  $<$<C_COMPILER_ID:Clang>:-Wno-unused-variable> $<$<C_COMPILER_ID:Clang>:-Wno-string-concatenation>)
target_compile_definitions(xaas_flags INTERFACE
  G_LOG_DOMAIN="xaas" GLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_74 GLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_74)

# Sanitizers go to all targets, the generated parsers included: a library that is half instrumented
# hides the errors that matter most.
if(XAAS_SANITIZE)
  add_compile_options("-fsanitize=${XAAS_SANITIZE}" -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${XAAS_SANITIZE}")
endif()
if(XAAS_SANITIZE MATCHES "thread")
  target_compile_options(xaas_flags INTERFACE
    "SHELL:-include ${PROJECT_SOURCE_DIR}/tests/sanitize/glib_threads.h")
endif()
if(XAAS_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "XAAS_FUZZ needs clang, but the compiler is ${CMAKE_C_COMPILER}. "
                        "Remedy: cmake --preset fuzz (apt-get install clang)")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# xaas_library(NAME SOURCES... LINK LIBRARIES...): a folder's library. It is included from the repository's
# root ("core/span.h"), and sees only what its LINK libraries offer.
function(xaas_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC PkgConfig::GLIB ${arg_LINK} PRIVATE xaas_flags)
endfunction()

# xaas_program_pages(PROGRAM SUBCOMMANDS...): builds and installs the manual page and the completions that
# the helper PROGRAM-manual prints, and a manual page for each subcommand.
function(xaas_program_pages program)
  set(pages "")
  set(all_pages "man;${program}.1;man/man1" "bash;${program};bash-completion/completions"
                "zsh;_${program};zsh/vendor-completions"
                "fish;${program}.fish;fish/vendor_completions.d")
  foreach(subcommand IN LISTS ARGN)
    list(APPEND all_pages "man ${subcommand};${program}-${subcommand}.1;man/man1")
  endforeach()
  while(all_pages)
    list(POP_FRONT all_pages form file destination)
    separate_arguments(form)
    set(path "${PROJECT_BINARY_DIR}/share/${destination}/${file}")
    add_custom_command(OUTPUT "${path}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${PROJECT_BINARY_DIR}/share/${destination}"
      COMMAND ${program}-manual ${form} > "${path}"
      DEPENDS ${program}-manual VERBATIM)
    list(APPEND pages "${path}")
    install(FILES "${path}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${destination}")
  endwhile()
  add_custom_target(${program}-pages ALL DEPENDS ${pages})
endfunction()

# xaas_test(NAME SOURCES... LINK LIBRARIES...): a program of GLib tests, run by ctest.
function(xaas_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} xaas_flags)
  target_compile_definitions(${name} PRIVATE XAAS_SOURCE_ROOT="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# xaas_fuzzer(NAME CORPUS FOLDER SOURCES... LINK LIBRARIES...): a libFuzzer target, whose source defines
# LLVMFuzzerTestOneInput. In the presets without libFuzzer the same source is linked with a small main
# that replays the corpus, so that what fuzzing once found stays an ordinary test.
function(xaas_fuzzer name)
  cmake_parse_arguments(arg "" "CORPUS" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} xaas_flags)
  if(XAAS_FUZZ)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/fuzz/replay.c")
    add_test(NAME ${name} COMMAND ${name} "${arg_CORPUS}")
  endif()
endfunction()
