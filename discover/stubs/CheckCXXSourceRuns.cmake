# check_cxx_source_runs(<code> <variable>): whether the C++ program exits with 0.
include(CheckSourceRuns)
macro(check_cxx_source_runs source variable)
  check_source_runs(CXX "" ${variable})
endmacro()
