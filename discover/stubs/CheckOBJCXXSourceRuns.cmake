# check_objcxx_source_runs(<code> <variable>): whether the Objective-C++ program exits with 0.
include(CheckSourceRuns)
macro(check_objcxx_source_runs source variable)
  check_source_runs(OBJCXX "" ${variable})
endmacro()
