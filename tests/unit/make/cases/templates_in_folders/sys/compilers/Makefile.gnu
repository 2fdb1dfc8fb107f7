FC = gfortran
FFLAGS = -O3 -march=native
OPENMP = -fopenmp
