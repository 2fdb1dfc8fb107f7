FC = clang
FFLAGS = -O2
