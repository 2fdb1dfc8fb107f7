FC = ifort
FFLAGS = -O3
