# Tests on macOS.
xaas_simple_package(XCTest XCTest_INCLUDE_DIRS XCTest_LIBRARIES
                    ENTRIES XCTest_LIBRARY XCTest_INCLUDE_DIR XCTest_EXECUTABLE)

function(xctest_add_bundle target testee)
  add_library(${target} MODULE ${ARGN})
endfunction()

function(xctest_add_test name bundle)
  add_test(NAME ${name} COMMAND ${bundle})
endfunction()
