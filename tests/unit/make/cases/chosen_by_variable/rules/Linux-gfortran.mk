FC := gfortran
FFLAGS := -O3
LIBS :=
ifdef USE_HDF5
    LIBS += -lhdf5
endif
