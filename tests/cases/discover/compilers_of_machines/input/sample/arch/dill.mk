FC = ftn
FFLAGS = -O2
