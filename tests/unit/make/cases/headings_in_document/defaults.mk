USE_MPI ?= NO
USE_ZIP ?= $(USE_MPI)
USE_VECTORS ?= NO
TIMER ?= $(if $(MAC),4,2)
FLAG = a
ifeq ($(USE_MPI),YES)
DEFS += -DUSE_MPI
endif
ifeq ($(FLAG),a)
DEFS += -DA
endif
