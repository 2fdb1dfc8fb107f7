FC = sxf90
FFLAGS = -O2
