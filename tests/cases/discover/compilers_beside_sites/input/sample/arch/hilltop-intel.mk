FC = ifort
FFLAGS = -xHost
