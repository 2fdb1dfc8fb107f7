FC = gfortran
FFLAGS = -O3
