int python_mpi() { return 0; }
