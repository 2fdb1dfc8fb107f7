# backtrace(3), which lists the callers of a function.
xaas_simple_package(Backtrace Backtrace_INCLUDE_DIRS Backtrace_LIBRARIES Backtrace_HEADER
                    ENTRIES Backtrace_LIBRARY Backtrace_INCLUDE_DIR)
