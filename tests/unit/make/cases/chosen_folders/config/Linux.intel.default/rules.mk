FC = ifort
ifeq ($(OPENMP),ON)
FFLAGS += -qopenmp
endif
ifeq ($(COMM),openmpi)
LIBS += -lmpi
endif
