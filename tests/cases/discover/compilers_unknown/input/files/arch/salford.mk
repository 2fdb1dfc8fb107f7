FC = ftn95
FFLAGS = -O2
