option(SUMS_THREADS "Use threads" ON)
