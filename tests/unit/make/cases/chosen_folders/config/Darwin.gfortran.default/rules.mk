FC = gfortran-mp
ifeq ($(OPENMP),ON)
FFLAGS += -fopenmp
endif
ifeq ($(COMM),openmpi)
LIBS += -lmpi
endif
