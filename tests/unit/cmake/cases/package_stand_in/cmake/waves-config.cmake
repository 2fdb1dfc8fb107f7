option(WAVES_MPI "Use MPI" ON)
