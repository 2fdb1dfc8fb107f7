# A test framework.
xaas_simple_package(CxxTest CXXTEST_INCLUDE_DIRS CXXTEST_TESTGEN_EXECUTABLE
                    CXXTEST_TESTGEN_INTERPRETER
                    ENTRIES CXXTEST_INCLUDE_DIR CXXTEST_PERL_TESTGEN_EXECUTABLE
                            CXXTEST_PYTHON_TESTGEN_EXECUTABLE)

macro(cxxtest_add_test name source)
  add_executable(${name} ${ARGN})
  add_test(NAME ${name} COMMAND ${name})
endmacro()
