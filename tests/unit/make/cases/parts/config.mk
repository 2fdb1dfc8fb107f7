# Use MPI
MPI ?= 0
