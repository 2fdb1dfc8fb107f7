# backtrace(3), which lists the callers of a function.
include("${CMAKE_CURRENT_LIST_DIR}/CMakePushCheckState.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CheckSymbolExists.cmake")
xaas_simple_package(Backtrace Backtrace_INCLUDE_DIRS Backtrace_LIBRARIES Backtrace_HEADER
                    ENTRIES Backtrace_LIBRARY Backtrace_INCLUDE_DIR)
