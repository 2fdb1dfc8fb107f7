# gtest_add_tests(TARGET <target> [SOURCES ...] [TEST_LIST <variable>] ...): one test for each case
# found.
function(gtest_add_tests)
  cmake_parse_arguments(arg "SKIP_DEPENDENCY"
                        "TARGET;WORKING_DIRECTORY;TEST_PREFIX;TEST_SUFFIX;TEST_LIST"
                        "SOURCES;EXTRA_ARGS" ${ARGN})
  if(arg_TEST_LIST)
    xaas_unknown(${arg_TEST_LIST} PLATFORM "names of tests")
    set(${arg_TEST_LIST} "${${arg_TEST_LIST}}" PARENT_SCOPE)
  endif()
endfunction()

# gtest_discover_tests(<target> ...): the same after the build.
function(gtest_discover_tests target)
endfunction()
