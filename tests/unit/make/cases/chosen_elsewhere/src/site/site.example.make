# Threads
OMP_FLAGS = -fopenmp
FLAGS += $(OMP_FLAGS)
