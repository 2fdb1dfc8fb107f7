# Used by CTest scripts only.
function(ctest_coverage_collect_gcov)
endfunction()
