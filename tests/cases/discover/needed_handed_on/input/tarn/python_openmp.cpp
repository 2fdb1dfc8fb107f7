int python_openmp() { return 0; }
