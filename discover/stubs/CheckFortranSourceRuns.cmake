# check_fortran_source_runs(<code> <variable>): whether the Fortran program exits with 0.
include(CheckSourceRuns)
macro(check_fortran_source_runs source variable)
  check_source_runs(Fortran "" ${variable})
endmacro()
