FC = fort
FFLAGS = -O2
