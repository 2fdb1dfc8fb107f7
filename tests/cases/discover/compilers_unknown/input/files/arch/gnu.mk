FC = gfortran
FFLAGS = -O2
