find_package(CrayMPI)
