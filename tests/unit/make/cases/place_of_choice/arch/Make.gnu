# use MPI
USE_MPI ?= no
CFLAGS = -march=native -fopenmp
ifeq ($(USE_MPI),yes)
  CFLAGS += -DMPI
endif
